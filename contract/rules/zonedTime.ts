/**
 * Converts calendar dates and wall-clock times of a time zone to instants. Display formatting is done by Intl. Skipped
 * and repeated times are resolved here, because TZDate shifts a skipped time by the whole gap.
 */
import { tz, TZDateMini, tzOffset } from '@date-fns/tz';
import { addDays } from 'date-fns/addDays';
import { lightFormat } from 'date-fns/lightFormat';

const DAY_MS = 86_400_000;
const DATE = 'yyyy-MM-dd';
const utc = tz('UTC');

/** The wall-clock time read as UTC, ms. Out-of-range days and months roll over into the next month or year. */
function asUtc(date: string, time = '00:00'): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** ms, rounded to whole seconds, because nineteenth-century offsets contain seconds. */
const offsetAt = (timeZone: string, at: number): number => Math.round(tzOffset(timeZone, new Date(at)) * 60) * 1_000;

/** The date (YYYY-MM-DD) in a time zone at an instant. */
export const zonedDate = (timeZone: string, at: number): string => lightFormat(new TZDateMini(at, timeZone), DATE);
/** HH:mm. */
export const zonedTimeOfDay = (timeZone: string, at: number): string =>
  lightFormat(new TZDateMini(at, timeZone), 'HH:mm');

/** Date (YYYY-MM-DD), day of the week (Monday is 0) and hour in a time zone at an instant. */
export function zonedWeekHour(timeZone: string, at: number): { date: string; day: number; hour: number } {
  const local = new TZDateMini(at, timeZone);
  return { date: lightFormat(local, DATE), day: (local.getDay() + 6) % 7, hour: local.getHours() };
}

export const plusDays = (date: string, days: number): string =>
  lightFormat(addDays(asUtc(date), days, { in: utc }), DATE);

/**
 * The instant, ms since 1970, of a date (YYYY-MM-DD) and wall-clock time (HH:mm) in a time zone. A skipped time becomes
 * the first moment after the gap; a repeated time means the first of the two.
 */
export function zonedInstant(timeZone: string, date: string, time?: string): number {
  const wanted = asUtc(date, time);
  // Assumes offsets of less than a day and at most one clock change in two days.
  const before = offsetAt(timeZone, wanted - DAY_MS);
  const after = offsetAt(timeZone, wanted + DAY_MS);
  const [first, last] = [wanted - Math.max(before, after), wanted - Math.min(before, after)];
  const found = [first, last].find((at) => at + offsetAt(timeZone, at) === wanted);
  return found ?? changeBetween(timeZone, first, last);
}

/** The first instant with the offset that applies at `last`. */
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
