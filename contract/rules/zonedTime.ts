/**
 * Calendar dates and wall-clock times of a time zone as instants. Formatting for display stays with Intl.
 * The end of a gap and the first of two equal times are found here: TZDate moves a time in a gap on by the whole gap.
 */
import { tz, TZDateMini, tzOffset } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { lightFormat } from 'date-fns/lightFormat';

const DAY_MS = 86_400_000;
const DATE = 'yyyy-MM-dd';
const utc = tz('UTC');

/** The wall-clock time as if the zone were UTC, ms. Days and months beyond their end count on into the next month or year. */
function asUtc(date: string, time = '00:00'): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** Whole seconds: offsets of the nineteenth century have some. */
const offsetAt = (timeZone: string, at: number): number => Math.round(tzOffset(timeZone, new Date(at)) * 60) * 1_000;

/** The date (YYYY-MM-DD) in a zone at an instant. */
export const zonedDate = (timeZone: string, at: number): string => lightFormat(new TZDateMini(at, timeZone), DATE);

export const plusDays = (date: string, days: number): string =>
  lightFormat(addDays(asUtc(date), days, { in: utc }), DATE);

/**
 * The instant, ms since 1970, at which the clocks of a zone show a time (HH:mm) of a date (YYYY-MM-DD).
 * A time that is skipped becomes the first moment after the gap, and of a time that comes twice the first is meant.
 */
export function zonedInstant(timeZone: string, date: string, time?: string): number {
  const wanted = asUtc(date, time);
  // No offset exceeds a day, and no zone changes its clocks twice in two days.
  const before = offsetAt(timeZone, wanted - DAY_MS);
  const after = offsetAt(timeZone, wanted + DAY_MS);
  const [first, last] = [wanted - Math.max(before, after), wanted - Math.min(before, after)];
  const found = [first, last].find((at) => at + offsetAt(timeZone, at) === wanted);
  return found ?? changeBetween(timeZone, first, last);
}

/** The first instant of the offset that holds at `last`. */
function changeBetween(timeZone: string, first: number, last: number): number {
  const offset = offsetAt(timeZone, last);
  let [earlier, later] = [first, last];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (offsetAt(timeZone, middle) === offset) later = middle;
    else earlier = middle;
  }
  return later;
}
