/** Midnights of a place: by the browser's own zone tables, no library. */

const formats = new Map<string, Intl.DateTimeFormat>();
function format(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, made);
  return made;
}
/** What the clocks there show at a moment, as if it were UTC, ms. */
function shownAt(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    format(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(
    parts['year'] ?? 0,
    (parts['month'] ?? 1) - 1,
    parts['day'] ?? 1,
    parts['hour'] ?? 0,
    parts['minute'] ?? 0,
    parts['second'] ?? 0,
  );
}

/** Midnight of a day (YYYY-MM-DD) and so many days later, ms since 1970, as the clocks of the zone show it. */
export function midnightIn(timeZone: string, day: string, later = 0): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const wanted = Date.UTC(year, month - 1, date + later);
  let at = wanted;
  // Twice: the first guess may lie on the other side of a change of clocks.
  for (let i = 0; i < 2; i += 1) at -= shownAt(at, timeZone) - wanted;
  return at;
}
/** The day (YYYY-MM-DD) there at a moment. */
export const dayIn = (timeZone: string, at: number): string =>
  new Date(shownAt(at - (at % 1_000), timeZone)).toISOString().slice(0, 10);
