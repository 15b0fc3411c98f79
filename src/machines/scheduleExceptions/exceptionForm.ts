/** The form of an exception: periods in the time zone of the site, the robots and the points it concerns. */
import type { ScheduleException, Timetable, TimetableRun } from '../../../contract/entities/schedule.ts';
import { REMARK_MAX } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { plusDays, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { minutesOfTime, timeOfMinutes } from '../schedules/exceptionBands.ts';

export interface ExceptionForm {
  /** Empty for a new one. */
  id: string;
  revision: number;
  /** Serial numbers: one exception each. */
  robots: readonly string[];
  /** YYYY-MM-DD, in order: one exception each. */
  dates: readonly string[];
  /** The last day of an exception over several days; empty: ends on the day on which it begins. */
  lastDate: string;
  /** HH:mm, both inclusive. */
  from: string;
  to: string;
  weekly: boolean;
  /** Ids of points; empty: the whole run. */
  points: readonly string[];
  remark: string;
  /** A copy, or one that is made again: points that were deleted since are kept. */
  keepsDeleted?: boolean;
  /** By pairOf: what a save has stored while others were refused. */
  stored?: readonly string[];
}
export type ExceptionFault =
  'robotsEmpty' | 'dateEmpty' | 'timeEmpty' | 'orderWrong' | 'past' | 'remarkTooLong' | 'tooMany';
export interface ExceptionRequest {
  id: string;
  serialNumber: string;
  startTime: string;
  endTime: string;
  weekly: boolean;
  checkboxPoint: string;
  remark: string;
  revision: number | null;
  keepsDeletedPoints?: boolean;
}

/** The last minute of a day. */
export const LAST_MINUTE = 1_439;
export const SNAP_MIN = 5;
/** Exceptions that are saved together at most. */
export const TOGETHER_MAX = 40;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;
const DEFAULT_HOURS = { from: '09:00', to: '12:00' };

export const newForm = (date: string, robots: readonly string[]): ExceptionForm => ({
  id: '',
  revision: 0,
  robots,
  dates: [date],
  lastDate: '',
  ...DEFAULT_HOURS,
  weekly: false,
  points: [],
  remark: '',
});
export const formOf = (exception: ScheduleException): ExceptionForm => {
  const [date, lastDate] = [exception.startTime.slice(0, 10), exception.endTime.slice(0, 10)];
  return {
    id: exception.id,
    revision: exception.revision,
    robots: [exception.serialNumber],
    dates: [date],
    lastDate: lastDate === date ? '' : lastDate,
    from: exception.startTime.slice(11, 16),
    to: exception.endTime.slice(11, 16),
    weekly: exception.weekly,
    points: exception.checkboxPoint.split(',').filter(Boolean),
    remark: exception.remark,
  };
};
/** A deleted exception that is made again. */
export const againOf = (exception: ScheduleException): ExceptionForm => ({
  ...formOf(exception),
  id: '',
  revision: 0,
  keepsDeleted: true,
});
/** A copy of a past exception: the same times on another day. */
export const copyOf = (exception: ScheduleException, date: string): ExceptionForm => ({
  ...againOf(exception),
  dates: [date],
  lastDate: '',
});

export function faultsOfForm(form: ExceptionForm, { timeZone, serverTime }: Timetable): ExceptionFault[] {
  const found: ExceptionFault[] = [];
  const [date = ''] = form.dates;
  const hasTimes = TIME.test(form.from) && TIME.test(form.to);
  if (form.robots.length === 0) found.push('robotsEmpty');
  if (!DATE.test(date) || (form.lastDate !== '' && form.lastDate < date)) found.push('dateEmpty');
  if (!hasTimes) found.push('timeEmpty');
  else if (form.lastDate === '' && form.to <= form.from) found.push('orderWrong');
  else if (
    DATE.test(date) &&
    !form.weekly &&
    zonedInstant(timeZone, form.lastDate || (form.dates.at(-1) ?? date), form.to) < serverTime
  )
    found.push('past');
  if (form.remark.trim().length > REMARK_MAX) found.push('remarkTooLong');
  if (requestsOf(form).length > TOGETHER_MAX) found.push('tooMany');
  return found;
}

type Pair = Pick<ExceptionRequest, 'serialNumber' | 'startTime'>;
/** Robot and day of an exception. */
const pairOf = ({ serialNumber, startTime }: Pair): string => `${serialNumber} ${startTime.slice(0, 10)}`;

/** What is sent: one exception a robot and day, except for those that are stored already. */
export function requestsOf(form: ExceptionForm): ExceptionRequest[] {
  const all = form.robots.flatMap((serialNumber) =>
    form.dates.map((date) => ({
      id: form.id,
      serialNumber,
      startTime: `${date} ${form.from}`,
      endTime: `${form.lastDate || date} ${form.to}`,
      weekly: form.weekly,
      checkboxPoint: form.points.join(','),
      remark: form.remark.trim(),
      revision: form.id === '' ? null : form.revision,
      ...(form.keepsDeleted && { keepsDeletedPoints: true }),
    })),
  );
  return all.filter((request) => !form.stored?.includes(pairOf(request)));
}
/** What is left to do: the robots that refused, without what is stored. */
export function refusedForm(form: ExceptionForm, refused: readonly Pair[]): ExceptionForm {
  const open = new Set(refused.map(pairOf));
  const saved = requestsOf(form)
    .map(pairOf)
    .filter((pair) => !open.has(pair));
  return {
    ...form,
    robots: [...new Set(refused.map(({ serialNumber }) => serialNumber))],
    stored: [...(form.stored ?? []), ...saved],
  };
}

export const fallsOut = ({ verdict, notes }: TimetableRun): boolean =>
  verdict === 'notAtAll' && notes.some(({ type }) => type === 'exception');
export const isTouched = ({ notes }: TimetableRun): boolean => notes.some(({ type }) => type === 'exception');

/** Where a gesture in the calendar began. */
export interface BandDrag {
  /** A new band, or one end of the present one. */
  end: 'new' | 'from' | 'to';
  date: string;
  minute: number;
  /** The form before it; Esc brings it back. */
  before: ExceptionForm | null;
}
export const snapped = (minute: number, isFine: boolean): number => {
  const step = isFine ? 1 : SNAP_MIN;
  return Math.min(LAST_MINUTE, Math.max(0, Math.round(minute / step) * step));
};
const datesBetween = (one: string, other: string): string[] => {
  const [first, last] = one <= other ? [one, other] : [other, one];
  const found: string[] = [];
  for (let date = first; date <= last && found.length < 14; date = plusDays(date, 1)) found.push(date);
  return found;
};
/** The form while the pointer is at a place of the calendar. */
export function dragged(form: ExceptionForm, drag: BandDrag, date: string, minute: number): ExceptionForm {
  const from = minutesOfTime(form.from);
  const to = minutesOfTime(form.to);
  if (drag.end === 'from') return { ...form, from: timeOfMinutes(Math.min(minute, Math.max(0, to - 1))) };
  if (drag.end === 'to') return { ...form, to: timeOfMinutes(Math.max(minute, Math.min(LAST_MINUTE, from + 1))) };
  const [first, last] = [Math.min(drag.minute, minute), Math.max(drag.minute, minute)];
  return {
    ...form,
    dates: datesBetween(drag.date, date),
    from: timeOfMinutes(Math.min(first, LAST_MINUTE - SNAP_MIN)),
    to: timeOfMinutes(Math.max(last, first + SNAP_MIN > LAST_MINUTE ? LAST_MINUTE : first + SNAP_MIN)),
  };
}
/** Moves the band by minutes and days, its length kept. */
export function shifted(form: ExceptionForm, minutes: number, days: number): ExceptionForm {
  const [from, to] = [minutesOfTime(form.from), minutesOfTime(form.to)];
  const by = Math.min(LAST_MINUTE - to, Math.max(-from, minutes));
  return {
    ...form,
    from: timeOfMinutes(from + by),
    to: timeOfMinutes(to + by),
    dates: form.dates.map((date) => plusDays(date, days)),
    lastDate: form.lastDate === '' ? '' : plusDays(form.lastDate, days),
  };
}
