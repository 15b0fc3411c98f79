/** When a task is planned: compared with the zone's clock as Intl shows it, through clock changes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nextOccurrence,
  occurrencesOf,
  weekdayOf,
  type TaskTimes,
} from '../../../../contract/rules/schedule/occurrences.ts';
import { zonedDate } from '../../../../contract/rules/zonedTime.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'];
const task = (change: Partial<TaskTimes> = {}): TaskTimes => ({
  executeTime: '02:30',
  days: [1, 2, 3, 4, 5, 6, 7],
  anchorAt: 0,
  ...change,
});
const clock = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
const at = (text: string): number => Date.parse(text);

const anyTask = fc.record({
  executeTime: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  anchorAt: fc.constant(0),
});
const anyZone = fc.constantFrom(...ZONES);
const anyStart = fc.integer({ min: at('2025-01-01T00:00Z'), max: at('2028-01-01T00:00Z') });

describe('planned times', () => {
  it('are one for each chosen day, at the time on the clock or the first moment after a gap', () => {
    fc.assert(
      fc.property(anyTask, anyZone, anyStart, (times, zone, from) => {
        const found = occurrencesOf(times, zone, from, from + 20 * DAY);
        const dates = found.map(({ date }) => date);
        expect(new Set(dates).size).toBe(dates.length);
        for (const { at: instant, date, clock: says } of found) {
          expect(times.days).toContain(weekdayOf(date));
          expect(zonedDate(zone, instant)).toBe(date);
          if (says === 'skips') expect(clock(zone, instant) > times.executeTime).toBe(true);
          else expect(clock(zone, instant)).toBe(times.executeTime);
        }
        // None is lost: every chosen day inside the window has its run.
        for (let day = from + 2 * DAY; day < from + 18 * DAY; day += DAY)
          if (times.days.includes(weekdayOf(zonedDate(zone, day)))) expect(dates).toContain(zonedDate(zone, day));
      }),
    );
  });

  it('are the same in one window and in its parts', () => {
    fc.assert(
      fc.property(anyTask, anyZone, anyStart, fc.integer({ min: 1, max: 14 * DAY - 1 }), (times, zone, from, cut) => {
        const whole = occurrencesOf(times, zone, from, from + 14 * DAY);
        expect([
          ...occurrencesOf(times, zone, from, from + cut),
          ...occurrencesOf(times, zone, from + cut, from + 14 * DAY),
        ]).toEqual(whole);
      }),
    );
  });

  it('follow each other without a gap', () => {
    fc.assert(
      fc.property(anyTask, anyZone, anyStart, (times, zone, from) => {
        const next = nextOccurrence(times, zone, from);
        expect(next).toEqual(occurrencesOf(times, zone, from + 1, from + 15 * DAY)[0] ?? null);
      }),
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00Z', 'skips'],
    ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00Z', 'repeats'],
    ['Europe/Berlin', '2026-10-25', '03:30', '2026-10-25T02:30:00Z', 'plain'],
    ['America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00Z', 'skips'],
    ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:30:00Z', 'skips'],
    ['Asia/Shanghai', '2026-03-29', '02:30', '2026-03-28T18:30:00Z', 'plain'],
  ])('in %s on %s at %s are %s (%s)', (zone, date, executeTime, instant, says) => {
    const [found] = occurrencesOf(
      task({ executeTime }),
      zone,
      at(`${date}T00:00Z`) - 12 * HOUR,
      at(`${date}T00:00Z`) + 36 * HOUR,
    ).filter((one) => one.date === date);
    expect(found).toEqual({ at: at(instant), date, clock: says });
  });
});

describe('a task without days', () => {
  it('is planned once, at the next such time after it was saved', () => {
    const once = task({ days: [], executeTime: '09:00', anchorAt: at('2026-05-01T08:00:00Z') });
    expect(nextOccurrence(once, 'UTC', 0)?.at).toBe(at('2026-05-01T09:00:00Z'));
    expect(nextOccurrence({ ...once, anchorAt: at('2026-05-01T09:00:00Z') }, 'UTC', 0)?.at).toBe(
      at('2026-05-02T09:00:00Z'),
    );
    expect(nextOccurrence(once, 'UTC', at('2026-05-01T09:00:00Z'))).toBeNull();
    expect(occurrencesOf(once, 'UTC', at('2026-05-01T00:00:00Z'), at('2026-06-01T00:00:00Z'))).toHaveLength(1);
  });

  it('of a repeated one is planned for nothing before it was saved', () => {
    const anchorAt = at('2026-05-04T02:30:00Z');
    expect(occurrencesOf(task({ anchorAt }), 'UTC', anchorAt - 3 * DAY, anchorAt + DAY + 1)).toMatchObject([
      { date: '2026-05-05' },
    ]);
  });
});
