/**
 * Converts calendar dates and wall-clock times of a time zone to instants. Display formatting is done by Intl. Skipped
 * and repeated times are resolved here, because TZDate shifts a skipped time by the whole gap.
 */
import { TZDateMini, tzOffset } from '@date-fns/tz';
import { lightFormat } from 'date-fns/lightFormat';

const DAY_MS = 86_400_000;
const DATE = 'yyyy-MM-dd';
/** Days that are remembered; afterwards they are worked out again. */
const MOST_DAYS = 4_000;

/** A function of few values, each worked out once: forecasts ask for the same days many thousand times. */
function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = find(key);
    if (known.size >= MOST_DAYS) known.clear();
    known.set(key, found);
    return found;
  };
}

/** Midnight of a date (YYYY-MM-DD) in UTC, ms. Out-of-range days and months roll over into the next month or year. */
const utcMidnight = remembered((date: string) => {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return Date.UTC(year, month - 1, day);
});
/** The wall-clock time read as UTC, ms. */
function asUtc(date: string, time = '00:00'): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return utcMidnight(date) + (hour * 60 + minute) * 60_000;
}

/** ms, rounded to whole seconds, because nineteenth-century offsets contain seconds. */
const exactOffset = (timeZone: string, at: number): number => Math.round(tzOffset(timeZone, new Date(at)) * 60) * 1_000;
/** The offset of a zone during a whole day of UTC (its number since 1970); NaN if the clock changes on it. */
const offsetsIn = remembered((timeZone: string) =>
  remembered((day: number) => {
    const [first, last] = [exactOffset(timeZone, day * DAY_MS), exactOffset(timeZone, (day + 1) * DAY_MS)];
    return first === last ? first : Number.NaN;
  }),
);
/** Local time minus UTC, ms. */
export function zoneOffset(timeZone: string, at: number): number {
  const known = offsetsIn(timeZone)(Math.floor(at / DAY_MS));
  return Number.isNaN(known) ? exactOffset(timeZone, at) : known;
}

/** The date (YYYY-MM-DD) of a day, by its number since 1970. */
const dateOfDay = remembered((day: number) => lightFormat(new TZDateMini(day * DAY_MS, 'UTC'), DATE));

/** The date (YYYY-MM-DD) in a time zone at an instant. */
export const zonedDate = (timeZone: string, at: number): string =>
  dateOfDay(Math.floor((at + zoneOffset(timeZone, at)) / DAY_MS));
/** HH:mm. */
export const zonedTimeOfDay = (timeZone: string, at: number): string =>
  lightFormat(new TZDateMini(at, timeZone), 'HH:mm');

/** Date (YYYY-MM-DD), day of the week (Monday is 0) and hour in a time zone at an instant. */
export function zonedWeekHour(timeZone: string, at: number): { date: string; day: number; hour: number } {
  const local = new TZDateMini(at, timeZone);
  return { date: lightFormat(local, DATE), day: (local.getDay() + 6) % 7, hour: local.getHours() };
}

export const plusDays = (date: string, days: number): string => dateOfDay(utcMidnight(date) / DAY_MS + days);

/**
 * The instant, ms since 1970, of a date (YYYY-MM-DD) and wall-clock time (HH:mm) in a time zone. A skipped time becomes
 * the first moment after the gap; a repeated time means the first of the two.
 */
export function zonedInstant(timeZone: string, date: string, time?: string): number {
  const wanted = asUtc(date, time);
  // Assumes offsets of less than a day and at most one clock change in two days.
  const before = zoneOffset(timeZone, wanted - DAY_MS);
  const after = zoneOffset(timeZone, wanted + DAY_MS);
  const [first, last] = [wanted - Math.max(before, after), wanted - Math.min(before, after)];
  const found = [first, last].find((at) => at + zoneOffset(timeZone, at) === wanted);
  return found ?? changeBetween(timeZone, first, last);
}

/** The first instant with the offset that applies at `last`. */
function changeBetween(timeZone: string, first: number, last: number): number {
  const offset = zoneOffset(timeZone, last);
  let [earlier, later] = [first, last];
  while (later - earlier > 1) {
    const middle = Math.floor((earlier + later) / 2);
    if (zoneOffset(timeZone, middle) === offset) later = middle;
    else earlier = middle;
  }
  return later;
}
