/** Dates and times in time zones, compared with Intl every quarter of an hour around each clock change in 2026. */
import { describe, expect, it } from 'vitest';
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Days with a clock change, and one without. */
const ZONES: readonly [string, readonly string[]][] = [
  ['Europe/Berlin', ['2026-03-29', '2026-10-25', '2026-07-01']],
  ['America/New_York', ['2026-03-08', '2026-11-01', '2026-07-01']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04', '2026-07-01']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-29', '2026-07-01']],
  ['Asia/Shanghai', ['2026-07-01']],
  ['UTC', ['2026-07-01']],
];

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
/** Every quarter of an hour from two days before a day to two days after it, with the local time that Intl shows. */
function shownAround(timeZone: string, day: string): { at: number; shown: string }[] {
  const format = formatOf(timeZone);
  const start = Date.parse(day) - 2 * DAY_MS;
  return Array.from({ length: (5 * DAY_MS) / QUARTER_MS }, (_, i) => {
    const at = start + i * QUARTER_MS;
    return { at, shown: format.format(at) };
  });
}

describe.each(ZONES)('in %s', (timeZone, days) => {
  it.each(days)('around %s finds the instant of every time, the first of two, and the end of a gap', (day) => {
    const instants = shownAround(timeZone, day);
    for (let at = Date.parse(day) - DAY_MS / 2; at < Date.parse(day) + 1.5 * DAY_MS; at += QUARTER_MS) {
      const [date, time] = new Date(at).toISOString().slice(0, 16).split('T') as [string, string];
      const expected = instants.find(({ shown }) => shown >= `${date} ${time}`);
      expect([date, time, zonedInstant(timeZone, date, time)]).toEqual([date, time, expected?.at]);
    }
  });

  it.each(days)('around %s knows the date at every instant', (day) => {
    for (const { at, shown } of shownAround(timeZone, day)) expect(zonedDate(timeZone, at)).toBe(shown.slice(0, 10));
  });
});

describe('a time that is skipped, or comes twice', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-03-08', '02:01', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z'],
    // A clock change of half an hour.
    ['Australia/Lord_Howe', '2026-10-04', '02:10', '2026-10-03T15:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z'],
    // One day begins at 01:00, and another has its last hour twice.
    ['Africa/Cairo', '2026-04-24', undefined, '2026-04-23T22:00:00.000Z'],
    ['Africa/Cairo', '2026-10-29', '23:30', '2026-10-29T20:30:00.000Z'],
    // A day that was skipped.
    ['Pacific/Apia', '2011-12-30', '12:00', '2011-12-30T10:00:00.000Z'],
  ])('%s %s %s', (timeZone, date, time, expected) => {
    expect(new Date(zonedInstant(timeZone, date, time)).toISOString()).toBe(expected);
  });
});

describe('days after a date', () => {
  it.each([
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    // Users can edit URLs: days beyond the end of a month overflow into the next.
    ['2026-02-30', 0, '2026-03-02'],
    ['2026-10-25', -90, '2026-07-27'],
  ])('%s and %i', (date, days, expected) => {
    expect(plusDays(date, days)).toBe(expected);
  });
});
