/**
 * The instants for which a task is planned (design 20), in the time zone of its site. A time that the clock skips runs at
 * the first moment after it, one that the clock has twice runs at the first of the two.
 */
import { plusDays, zonedDate, zonedInstant, zonedTimeOfDay, zoneOffset } from '../zonedTime.ts';

export interface TaskTimes {
  /** HH:mm. */
  executeTime: string;
  /** 1 is Monday; empty: once, at the first such time after `anchorAt`. */
  days: readonly number[];
  /** When the task was saved or switched on, ms: it is not planned before. */
  anchorAt: number;
}

export interface Occurrence {
  /** ms since 1970. */
  at: number;
  /** YYYY-MM-DD. */
  date: string;
  /** What the clock does at this time: nothing, skip it, or have it twice. */
  clock: 'plain' | 'skips' | 'repeats';
}

/** 1 is Monday. */
export const weekdayOf = (date: string): number => {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 ? 7 : day;
};

const HOUR_MS = 3_600_000;

/** What the clock of a zone does at a time of day; `at` is the instant that zonedInstant gives for it. */
function clockAt(timeZone: string, at: number, executeTime: string): Occurrence['clock'] {
  const gap = zoneOffset(timeZone, at - 12 * HOUR_MS) - zoneOffset(timeZone, at + 12 * HOUR_MS);
  if (gap === 0) return 'plain';
  if (zonedTimeOfDay(timeZone, at) !== executeTime) return 'skips';
  return gap > 0 && zonedTimeOfDay(timeZone, at + gap) === executeTime ? 'repeats' : 'plain';
}

/** @param from inclusive; @param to exclusive, ms */
export function occurrencesOf(
  { executeTime, days, anchorAt }: TaskTimes,
  timeZone: string,
  from: number,
  to: number,
): Occurrence[] {
  const found: Occurrence[] = [];
  if (days.length === 0) {
    const once = firstAfter(executeTime, timeZone, anchorAt);
    return once.at >= from && once.at < to ? [once] : [];
  }
  const last = zonedDate(timeZone, to);
  for (let date = zonedDate(timeZone, Math.max(from, anchorAt)); date <= last; date = plusDays(date, 1)) {
    if (!days.includes(weekdayOf(date))) continue;
    const at = zonedInstant(timeZone, date, executeTime);
    if (at >= from && at < to && at > anchorAt) found.push(occurrence(timeZone, date, executeTime, at));
  }
  return found;
}

const occurrence = (timeZone: string, date: string, executeTime: string, at: number): Occurrence => ({
  at,
  date,
  clock: clockAt(timeZone, at, executeTime),
});

function firstAfter(executeTime: string, timeZone: string, anchorAt: number): Occurrence {
  let date = zonedDate(timeZone, anchorAt);
  for (;;) {
    const at = zonedInstant(timeZone, date, executeTime);
    if (at > anchorAt) return occurrence(timeZone, date, executeTime, at);
    date = plusDays(date, 1);
  }
}

/** The first occurrence after an instant; null if there is none any more. */
export function nextOccurrence(task: TaskTimes, timeZone: string, after: number): Occurrence | null {
  if (task.days.length === 0) {
    const once = firstAfter(task.executeTime, timeZone, task.anchorAt);
    return once.at > after ? once : null;
  }
  // A week and a day: the clock may skip the time of the only day.
  return occurrencesOf(task, timeZone, after + 1, after + 8 * 24 * HOUR_MS)[0] ?? null;
}
