/** The time span of a list's filter of days, for its request: ms since 1970, the end exclusive, 0 for unbounded. */
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';

/** Dates YYYY-MM-DD, both inclusive; '' for unbounded. */
interface Dates {
  from: string;
  until: string;
}

/** The start of a date; 0 also for dates before 1970, where nothing was recorded. */
const startOf = (date: string, zone: string): number => (date === '' ? 0 : Math.max(0, zonedInstant(zone, date)));

export const spanOfDates = ({ from, until }: Dates, zone: string) => ({
  startTime: startOf(from, zone),
  endTime: startOf(until && plusDays(until, 1), zone),
});

/**
 * @param days number of days up to today, which replaces the dates; '' for the dates
 * @param now server clock, ms
 */
export const spanOf = ({ days, ...dates }: Dates & { days: string }, zone: string, now: number) =>
  spanOfDates(days === '' ? dates : { from: plusDays(zonedDate(zone, now), 1 - Number(days)), until: '' }, zone);
