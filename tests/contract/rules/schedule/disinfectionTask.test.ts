/** A disinfection as a scheduled task: its parts, when they are reached, what exceptions leave of it, the ids of its runs. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { estimateOf, type DisinfectionPlan } from '../../../../contract/rules/disinfection.ts';
import {
  estimateOfDisinfection,
  partsOf,
  scheduledPlan,
  taskRunIdOf,
  taskRunOf,
  withoutParts,
} from '../../../../contract/rules/schedule/disinfectionTask.ts';
import { expand } from '../../../../contract/rules/schedule/expand.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const TEN = Date.parse('2026-05-04T10:00Z');
const CELL_M2 = 0.25;
const COMMON = { mapId: 'm1', mode: 'mist', dose: 5, waitUntilEmpty: true } as const;
const idsUpTo = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}`);
const pointsPlan = (areaIds: readonly string[], minutes = 5): DisinfectionPlan => ({
  ...COMMON,
  target: { kind: 'points', points: areaIds.map((areaId) => ({ areaId, minutes })) },
});
const roomsPlan = (rooms: string[]): DisinfectionPlan => ({ ...COMMON, target: { kind: 'rooms', rooms } });
const AREA: DisinfectionPlan = {
  ...COMMON,
  target: {
    kind: 'area',
    polygon: [
      [0, 0],
      [2, 0],
      [2, 2],
    ],
  },
};
const estimateFor = (plan: DisinfectionPlan, cells = 40) =>
  estimateOfDisinfection(
    plan.mode,
    partsOf(plan),
    partsOf(plan).map((id) => ({ id, cells, dose: plan.dose, minutes: plan.target.kind === 'points' ? 5 : null })),
    CELL_M2,
  );

describe('a plan', () => {
  it('has its parts in order, rooms once each', () => {
    expect(partsOf(pointsPlan(['b', 'a']))).toEqual(['b', 'a']);
    expect(partsOf(roomsPlan(['b', 'a', 'b']))).toEqual(['b', 'a']);
    expect(partsOf(AREA)).toEqual(['']);
  });

  it('of a task is not what one earlier run missed', () => {
    const missed = { ...COMMON, target: { kind: 'missed', recordId: 'x' } };
    expect([AREA, missed].map((plan) => v.is(scheduledPlan, plan))).toEqual([true, false]);
  });

  it('loses parts that are left out, and is nothing without any', () => {
    expect(withoutParts(pointsPlan(['a', 'b', 'c']), new Set([1]))).toEqual(pointsPlan(['a', 'c']));
    expect(withoutParts(roomsPlan(['a', 'b', 'a']), new Set([0]))).toEqual(roomsPlan(['b']));
    expect(withoutParts(AREA, new Set([0]))).toBeNull();
    const all = pointsPlan(['a']);
    expect(withoutParts(all, new Set())).toBe(all);
  });

  it('without some parts has exactly the others, in their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.uniqueArray(fc.integer({ min: 0, max: 19 })), (count, out) => {
        const skipped = new Set(out.filter((i) => i < count));
        for (const plan of [pointsPlan(idsUpTo(count)), roomsPlan(idsUpTo(count))]) {
          const left = withoutParts(plan, skipped);
          expect(left ? partsOf(left) : []).toEqual(idsUpTo(count).filter((_, i) => !skipped.has(i)));
        }
      }),
    );
  });
});

describe('the estimate of a run', () => {
  it('lasts as long as the disinfection alone, and reaches its parts one after another', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ cells: fc.integer({ min: 0, max: 400 }), minutes: fc.option(fc.integer({ min: 1, max: 60 })) }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (sizes) => {
          const ids = idsUpTo(sizes.length);
          const sections = sizes.map((size, i) => ({ ...size, id: ids[i] ?? '', dose: 5 }));
          const estimate = estimateOfDisinfection('mist', ids, sections, CELL_M2);
          const { seconds, battery } = estimateOf('mist', sections, CELL_M2);
          expect(estimate).toMatchObject({ roundSeconds: seconds, battery, metres: 0 });
          expect(estimate.stops.map(({ areaId }) => areaId)).toEqual(ids);
          const times = estimate.stops.map(({ at }) => at);
          expect(times[0]).toBe(0);
          for (const [i, at] of times.entries()) expect(at).toBeGreaterThan(times[i - 1] ?? -1);
          expect(times.at(-1)).toBeLessThan(seconds + 1);
        },
      ),
    );
  });

  it('takes no time for a part without cells', () => {
    const { stops } = estimateOfDisinfection(
      'uv',
      ['a', 'gone', 'b'],
      ['a', 'b'].map((id) => ({ id, cells: 4, minutes: 2, dose: 30 })),
      0.25,
    );
    expect(stops).toEqual([
      { areaId: 'a', at: 0 },
      { areaId: 'gone', at: 140, hasNoCells: true },
      { areaId: 'b', at: 140 },
    ]);
  });
});

describe('expanded runs of a disinfection', () => {
  const task = { id: 't', executeTime: '10:00', days: [1, 2, 3, 4, 5, 6, 7], anchorAt: 0, isOn: true, rounds: 1 };
  const runsOf = (plan: DisinfectionPlan, periods: Parameters<typeof expand>[0]['periods']) =>
    expand({
      task,
      timeZone: 'UTC',
      periods,
      changes: [],
      estimate: estimateFor(plan),
      from: TEN - DAY,
      to: TEN + 2 * DAY,
    });

  it('leave out points of an exception, and fall out when it is about the whole run or about all points', () => {
    const period = (points: string[]) => [{ id: 'x', points, from: TEN - MINUTE, to: TEN + 60 * MINUTE }];
    const at = (plan: DisinfectionPlan, points: string[]) => runsOf(plan, period(points))[1];
    expect(at(pointsPlan(['a', 'b']), ['b'])).toMatchObject({ skips: [{ round: 0, stop: 1 }], fallsOut: false });
    expect(at(pointsPlan(['a', 'b']), ['a', 'b'])).toMatchObject({ fallsOut: true });
    expect(at(pointsPlan(['a', 'b']), [])).toMatchObject({ fallsOut: true });
    // Points say nothing about rooms and areas.
    expect(at(roomsPlan(['r']), ['b'])).toMatchObject({ skips: [], fallsOut: false });
    expect(at(AREA, [])).toMatchObject({ fallsOut: true });
  });

  it('are one for each day whatever the exceptions, and what is left of the plan is what they do not skip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(
          fc.record({
            minutes: fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
            length: fc.integer({ min: 1, max: 300 }),
            points: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 4 }),
          }),
          { maxLength: 6 },
        ),
        (count, exceptions) => {
          const plan = pointsPlan(idsUpTo(count));
          const periods = exceptions.map(({ minutes, length, points }, i) => ({
            id: String(i),
            points: points.map((n) => `p${n}`),
            from: TEN + minutes * MINUTE,
            to: TEN + (minutes + length) * MINUTE,
          }));
          const runs = runsOf(plan, periods);
          expect(runs.map(({ plannedAt }) => plannedAt)).toEqual([TEN - DAY, TEN, TEN + DAY]);
          const { stops } = estimateFor(plan);
          for (const { skips, fallsOut, startsAt } of runs) {
            const left = withoutParts(plan, new Set(skips.map(({ stop }) => stop)));
            if (!fallsOut) expect(left).not.toBeNull();
            // Nothing is left that an exception covers at its time.
            if (fallsOut || !left) continue;
            for (const areaId of partsOf(left)) {
              const at = startsAt + (stops.find((stop) => stop.areaId === areaId)?.at ?? 0) * 1_000;
              expect(
                periods.some(
                  ({ from, to, points }) => at >= from && at < to && (points.length === 0 || points.includes(areaId)),
                ),
              ).toBe(false);
            }
          }
        },
      ),
    );
  });
});

describe('the id of a run', () => {
  it('gives back task and time, and no other text does', () => {
    expect(taskRunOf(taskRunIdOf('a@b', TEN))).toEqual({ id: 'a@b', plannedAt: TEN });
    expect(['', 'task', '@5', 'task@', 'task@x'].map(taskRunOf)).toEqual([null, null, null, null, null]);
  });
});
