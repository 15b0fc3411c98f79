/** Exceptions and single changes: which runs and stops fall out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  faultOfException,
  isOver,
  periodsOf,
  type ExceptionTimes,
} from '../../../../contract/rules/schedule/exceptions.ts';
import { effectOf, expand, firstDriven, type TaskEstimate } from '../../../../contract/rules/schedule/expand.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const at = (text: string): number => Date.parse(text);
/** Three stops, ten minutes apart. */
const estimate: TaskEstimate = {
  stops: [
    { areaId: 'lobby', at: 0 },
    { areaId: 'bar', at: 600 },
    { areaId: 'pool', at: 1_200 },
  ],
  roundSeconds: 1_800,
  metres: 100,
  battery: 5,
  paths: [],
};
const exception = (change: Partial<ExceptionTimes> = {}): ExceptionTimes => ({
  id: 'x',
  start: '2026-05-04 10:05',
  end: '2026-05-04 10:19',
  weekly: false,
  points: [],
  ...change,
});
const periods = (change: Partial<ExceptionTimes> = {}) =>
  periodsOf(exception(change), 'UTC', at('2026-05-01T00:00Z'), at('2026-06-01T00:00Z'));
const ten = at('2026-05-04T10:00Z');

describe('a period', () => {
  it('lasts from the first second of its first minute to the last of its last', () => {
    expect(periods()).toEqual([
      { id: 'x', points: [], from: at('2026-05-04T10:05:00Z'), to: at('2026-05-04T10:20:00Z') },
    ]);
  });

  it('repeats weekly by the clock of the zone, also when the clock changes', () => {
    const found = periodsOf(
      exception({ start: '2026-03-20 23:30', end: '2026-03-21 01:00', weekly: true }),
      'Europe/Berlin',
      at('2026-03-27T00:00Z'),
      at('2026-04-05T00:00Z'),
    );
    expect(found.map(({ from }) => new Date(from).toISOString())).toEqual([
      '2026-03-27T22:30:00.000Z',
      '2026-04-03T21:30:00.000Z',
    ]);
  });

  it('is found in every window that it reaches into', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 0, max: 40 * 24 * 60 }),
        fc.integer({ min: 1, max: 3 * 24 * 60 }),
        (weekly, minutes, length) => {
          const from = at('2026-05-01T00:00Z') + minutes * MINUTE;
          const inside = periodsOf(exception({ weekly }), 'UTC', from, from + length * MINUTE);
          const all = periodsOf(exception({ weekly }), 'UTC', at('2026-04-01T00:00Z'), at('2026-09-01T00:00Z'));
          expect(inside).toEqual(all.filter((one) => one.from < from + length * MINUTE && one.to > from));
        },
      ),
    );
  });

  it.each([
    ['2026-02-30 10:00', '2026-03-01 10:00', false, 'timeInvalid'],
    ['2026-05-04 10:00', '2026-05-04 09:59', false, 'endBeforeStart'],
    ['2026-05-04 10:00', '2028-05-04 10:00', false, 'tooLong'],
    ['2026-05-04 10:00', '2026-05-11 10:00', true, 'longerThanWeek'],
    ['2026-05-03 10:00', '2026-05-03 11:00', false, 'over'],
    ['2026-05-04 10:00', '2026-05-04 10:00', false, null],
    ['2026-04-04 10:00', '2026-04-04 12:00', true, null],
  ] as const)('from %s to %s (weekly: %s): %s', (start, end, weekly, fault) => {
    expect(faultOfException({ start, end, weekly }, 'UTC', at('2026-05-04T00:00Z'))).toBe(fault);
  });

  it('is over when its last minute is', () => {
    const { end } = exception();
    expect(isOver({ end, weekly: false }, 'UTC', at('2026-05-04T10:19:59Z'))).toBe(false);
    expect(isOver({ end, weekly: false }, 'UTC', at('2026-05-04T10:20:00Z'))).toBe(true);
    expect(isOver({ end, weekly: true }, 'UTC', at('2027-05-04T10:20:00Z'))).toBe(false);
  });
});

describe('an exception', () => {
  it('skips the stops whose estimated time falls inside it, and no others', () => {
    expect(effectOf(periods(), ten, 1, estimate)).toEqual({
      skips: [{ round: 0, stop: 1 }],
      fallsOut: false,
      exceptionIds: ['x'],
    });
    expect(effectOf(periods({ points: ['pool'] }), ten, 1, estimate).skips).toEqual([]);
    expect(effectOf(periods({ points: ['bar'] }), ten, 1, estimate).skips).toHaveLength(1);
  });

  it('about whole runs takes out a run that starts inside it, whatever its length', () => {
    expect(effectOf(periods(), ten + 6 * MINUTE, 4, estimate)).toMatchObject({ fallsOut: true, exceptionIds: ['x'] });
    expect(effectOf(periods(), ten + 6 * MINUTE, 4, null)).toMatchObject({ fallsOut: true });
    // About some points, the same run loses only those.
    expect(effectOf(periods({ points: ['lobby'] }), ten + 6 * MINUTE, 2, estimate)).toMatchObject({
      fallsOut: false,
      skips: [{ round: 0, stop: 0 }],
    });
  });

  it('that covers all stops of all rounds leaves nothing to run', () => {
    const all = periods({ end: '2026-05-04 12:00', points: ['lobby', 'bar', 'pool'] });
    expect(effectOf(all, ten + 6 * MINUTE, 2, estimate)).toMatchObject({ fallsOut: true });
    // Rounds that are left out take no time: none of them would begin after it.
    expect(effectOf(all, ten + 6 * MINUTE, 9, estimate)).toMatchObject({ fallsOut: true });
    expect(effectOf(all, ten - 30 * MINUTE, 9, estimate)).toMatchObject({ fallsOut: false });
  });

  it('concerns later rounds by their own times', () => {
    expect(effectOf(periods({ start: '2026-05-04 10:35', end: '2026-05-04 10:45' }), ten, 3, estimate).skips).toEqual([
      { round: 1, stop: 1 },
    ]);
  });
});

describe('expanded runs', () => {
  const days = [1, 2, 3, 4, 5, 6, 7];
  const task = { id: 't', executeTime: '10:00', days, anchorAt: 0, isOn: true, rounds: 1 };
  const base = { task, timeZone: 'UTC', periods: periods(), changes: [], estimate, from: ten - DAY, to: ten + 2 * DAY };

  it('carry what falls out; a forced run ignores exceptions; a moved one is judged by its new time', () => {
    const change = { taskId: 't', plannedAt: ten, startsAt: null, isForced: true };
    expect(expand(base).map(({ skips }) => skips.length)).toEqual([0, 1, 0]);
    expect(expand({ ...base, changes: [change] }).map(({ skips }) => skips.length)).toEqual([0, 0, 0]);
    const moved = { ...change, startsAt: ten + 6 * MINUTE, isForced: false };
    expect(expand({ ...base, changes: [moved] })[1]).toMatchObject({
      plannedAt: ten,
      startsAt: ten + 6 * MINUTE,
      fallsOut: true,
    });
    expect(expand({ ...base, changes: [{ ...change, taskId: 'other' }] })[1]?.skips).toHaveLength(1);
  });

  it('are never two for one planned time, and never lost to an exception', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: -4 * 24 * 60, max: 4 * 24 * 60 }), { maxLength: 5 }),
        fc.integer({ min: 1, max: 600 }),
        (rounds, starts, length) => {
          const many = starts.map((minutes, i) => ({
            id: String(i),
            points: i % 2 ? ['bar'] : [],
            from: ten + minutes * MINUTE,
            to: ten + (minutes + length) * MINUTE,
          }));
          const found = expand({ ...base, task: { ...task, rounds }, periods: many });
          expect(found.map(({ plannedAt }) => plannedAt)).toEqual([ten - DAY, ten, ten + DAY]);
          for (const { skips, fallsOut, stops } of found) {
            expect(new Set(skips.map(({ round, stop }) => `${round}.${stop}`)).size).toBe(skips.length);
            expect(skips.length).toBeLessThanOrEqual(stops);
            if (skips.length === stops) expect(fallsOut).toBe(true);
          }
        },
      ),
    );
  });
});

it('the stop that a run drives to first is the first one that exceptions leave, in the first round with any', () => {
  const first = (...skips: [round: number, stop: number][]) =>
    firstDriven(
      ['lobby', 'bar'],
      2,
      skips.map(([round, stop]) => ({ round, stop })),
    );
  expect(first()).toBe('lobby');
  expect(first([1, 0])).toBe('lobby');
  expect(first([0, 0])).toBe('bar');
  expect(first([0, 0], [0, 1])).toBe('lobby');
  expect(first([0, 0], [0, 1], [1, 0])).toBe('bar');
  expect(first([0, 0], [0, 1], [1, 0], [1, 1])).toBeNull();
  expect(firstDriven([null, 'bar'], 1, [])).toBe('bar');
  expect(firstDriven([], 3, [])).toBeNull();
});

it('names the time that the clock skips or has twice, and the one at which the run starts', () => {
  const task = { id: 't', executeTime: '02:30', days: [1, 2, 3, 4, 5, 6, 7], anchorAt: 0, isOn: true, rounds: 1 };
  const on = (day: string) =>
    expand({
      task,
      timeZone: 'Europe/Berlin',
      periods: [],
      changes: [],
      estimate,
      from: at(`${day}T00:00Z`),
      to: at(`${day}T12:00Z`),
    })[0];
  expect(on('2026-03-29')?.clockTimes).toEqual({ time: '02:30', date: '2026-03-29', at: '03:00' });
  expect(on('2026-10-25')?.clockTimes).toEqual({ time: '02:30', date: '2026-10-25', at: '02:30' });
  expect(on('2026-05-04')?.clockTimes).toBeUndefined();
});
