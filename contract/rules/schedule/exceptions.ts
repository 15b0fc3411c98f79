/** Periods in which stops are skipped (spec 3 "Cruise ignore period"): from :00 of the first minute to :59 of the last. */
import { plusDays, zonedDate, zonedInstant } from '../zonedTime.ts';
import { EXCEPTION_DAYS_MAX } from './scheduleLimits.ts';

export interface ExceptionTimes {
  id: string;
  /** `YYYY-MM-DD HH:mm`, in the time zone of the site; the last minute belongs to it. */
  start: string;
  end: string;
  weekly: boolean;
  /** Points that are skipped; empty: the whole run. */
  points: readonly string[];
}
/** An exception at one time, ms: from `from` until before `to`. */
export interface ExceptionPeriod {
  id: string;
  from: number;
  to: number;
  points: readonly string[];
}

/** `YYYY-MM-DD HH:mm` of a time with or without seconds. */
export const toMinute = (localTime: string): string => localTime.slice(0, 16);
export const startText = (start: string): string => `${start}:00`;
export const endText = (end: string): string => `${end}:59`;

const instantOf = (timeZone: string, localTime: string): number =>
  zonedInstant(timeZone, localTime.slice(0, 10), localTime.slice(11, 16));
/** The end of the last minute. */
const endOf = (timeZone: string, end: string): number => instantOf(timeZone, end) + 60_000;

export type ExceptionFault = 'timeInvalid' | 'endBeforeStart' | 'tooLong' | 'over' | 'longerThanWeek';

/** null if the times can be saved. */
export function faultOfException(
  { start, end, weekly }: Pick<ExceptionTimes, 'start' | 'end' | 'weekly'>,
  timeZone: string,
  now: number,
): ExceptionFault | null {
  if (![start, end].every(isLocalTime)) return 'timeInvalid';
  if (end < start) return 'endBeforeStart';
  const days = (instantOf(timeZone, end) - instantOf(timeZone, start)) / 86_400_000;
  if (days > EXCEPTION_DAYS_MAX) return 'tooLong';
  if (weekly && days >= 7) return 'longerThanWeek';
  return isOver({ end, weekly }, timeZone, now) ? 'over' : null;
}
function isLocalTime(text: string): boolean {
  const found = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):[0-5]\d$/u.exec(text);
  const date = found?.[1];
  return date !== undefined && date >= '1970-01-08' && date <= '9990-01-01' && plusDays(date, 0) === date;
}

/** A weekly exception never is. */
export const isOver = (
  { end, weekly }: Pick<ExceptionTimes, 'end' | 'weekly'>,
  timeZone: string,
  now: number,
): boolean => !weekly && endOf(timeZone, end) <= now;

/** The periods that reach into a window, ms. */
export function periodsOf(exception: ExceptionTimes, timeZone: string, from: number, to: number): ExceptionPeriod[] {
  const { id, start, end, weekly, points } = exception;
  const found: ExceptionPeriod[] = [];
  const add = (shift: number): void => {
    const at = (time: string): string => `${plusDays(time.slice(0, 10), shift)} ${time.slice(11, 16)}`;
    const period = { id, points, from: instantOf(timeZone, at(start)), to: endOf(timeZone, at(end)) };
    if (period.from < to && period.to > from) found.push(period);
  };
  if (!weekly) add(0);
  else {
    const weeks = (instant: number): number =>
      Math.floor((Date.parse(zonedDate(timeZone, instant)) - Date.parse(start.slice(0, 10))) / (7 * 86_400_000));
    for (let week = Math.max(0, weeks(from) - 1); week <= weeks(to) + 1; week += 1) add(week * 7);
  }
  return found;
}
