/** Which part of a day an exception covers, in minutes of that day. */
import type { ScheduleException } from '../../../contract/entities/schedule.ts';

export interface ExceptionBand {
  readonly exception: ScheduleException;
  /** Minutes of the day. */
  readonly from: number;
  readonly until: number;
}

const DAY_MIN = 1_440;
const DAY_MS = 86_400_000;
export const minutesOfTime = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const daysFrom = (from: string, until: string): number => Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS);

/** @param date YYYY-MM-DD */
export function bandsOn(exceptions: readonly ScheduleException[], date: string): ExceptionBand[] {
  return exceptions.flatMap((exception) => {
    const first = exception.startTime.slice(0, 10);
    const length = daysFrom(first, exception.endTime.slice(0, 10));
    const since = daysFrom(first, date);
    if (since < 0) return [];
    /** The day of the exception on which the date is. */
    const day = exception.weekly ? since % 7 : since;
    if (day > length) return [];
    return [
      {
        exception,
        from: day === 0 ? minutesOfTime(exception.startTime.slice(11, 16)) : 0,
        // The last minute is part of it.
        until: day === length ? minutesOfTime(exception.endTime.slice(11, 16)) + 1 : DAY_MIN,
      },
    ];
  });
}
