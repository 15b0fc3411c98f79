/** Rules of a disinfection: plans, lanes, estimates, results; and the coding of cells. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cellAt, cellCentre, decodeRuns, encodeRuns } from '../../../contract/rules/cellGrid.ts';
import {
  disinfectionPlan,
  disinfectionResult,
  DOSES,
  estimateOf,
  LANE_M,
  laneSpeed,
  lanesOf,
  planFault,
} from '../../../contract/rules/disinfection.ts';

const grid = { x: 10, y: 20, cellM: 0.5, columns: 4, rows: 4 };
const area = {
  mapId: 'm1',
  target: { kind: 'rooms', rooms: ['meeting-1'] },
  mode: 'spray',
  dose: 8,
} as const;

describe('a plan', () => {
  it('waits for an empty room unless it says otherwise', () => {
    expect(v.parse(disinfectionPlan, area).waitUntilEmpty).toBe(true);
  });
  it.each([
    [{ dose: 'much' }],
    [{ mode: 'fire' }],
    [{ target: { kind: 'rooms', rooms: [] } }],
    [
      {
        target: {
          kind: 'area',
          polygon: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    ],
    [{ target: { kind: 'points', points: [{ areaId: 'p1', minutes: 0 }] } }],
    [{ mapId: 'no such/id' }],
  ])('is refused with %o', (change) => {
    expect(v.safeParse(disinfectionPlan, { ...area, ...change }).success).toBe(false);
  });
  it('has a dose that its mode can give', () => {
    for (const [mode, { min, max }] of Object.entries(DOSES)) {
      const plan = (dose: number) => ({ ...v.parse(disinfectionPlan, area), mode: mode as keyof typeof DOSES, dose });
      expect([min, max, min - 0.5, max + 1].map((dose) => planFault(plan(dose)))).toEqual([null, null, 'dose', 'dose']);
    }
  });
  it('names a point once, with a dose of its own that fits', () => {
    const points = (...list: object[]) =>
      planFault(v.parse(disinfectionPlan, { ...area, target: { kind: 'points', points: list } }));
    expect(points({ areaId: 'a', minutes: 3 }, { areaId: 'b', minutes: 1, dose: 20 })).toBeNull();
    expect(points({ areaId: 'a', minutes: 3 }, { areaId: 'a', minutes: 1 })).toBe('target');
    expect(points({ areaId: 'a', minutes: 3, dose: 60 })).toBe('target');
  });
});

describe('cells', () => {
  it('are found by place, and places by cell', () => {
    expect(cellCentre(grid, 5)).toEqual([10.75, 20.75]);
    for (const cell of [0, 3, 5, 15]) expect(cellAt(grid, cellCentre(grid, cell))).toBe(cell);
    expect([cellAt(grid, [9.9, 20]), cellAt(grid, [12, 20]), cellAt(grid, [10, 22])]).toEqual([-1, -1, -1]);
  });
  it('survive their coding', () => {
    const values = Uint8Array.from([0, 0, 3, 3, 3, 0, 99, 1]);
    expect(encodeRuns(values)).toEqual([0, 2, 3, 3, 0, 1, 99, 1, 1, 1]);
    expect(decodeRuns(encodeRuns(values), values.length)).toEqual(values);
  });
  it('do not grow beyond their grid, whatever a robot sends', () => {
    expect([...decodeRuns([7, 60_000, 1, 1], 3)]).toEqual([7, 7, 7]);
    expect([...decodeRuns([7], 2)]).toEqual([0, 0]);
  });
});

it('lanes go up and down over the planned cells only', () => {
  const lanes = lanesOf(grid, (cell) => cell !== 4 && cell !== 0);
  expect(lanes).toEqual([
    [10.75, 20.75],
    [11.25, 20.75],
    [11.75, 20.75],
    [11.75, 21.75],
    [11.25, 21.75],
    [10.75, 21.75],
    [10.25, 21.75],
  ]);
});

it('a higher dose takes a slower drive, and the estimate longer', () => {
  expect(laneSpeed('spray', 8)).toBeCloseTo(0.25);
  expect(laneSpeed('spray', 16)).toBeLessThan(laneSpeed('spray', 8));
  const of = (dose: number) => estimateOf('spray', [{ cells: 400, minutes: null, dose }], 0.25);
  expect(of(8)).toMatchObject({ squareMetres: 100, agent: 0.8, seconds: 20 + 100 / (0.25 * LANE_M) });
  expect(of(16).seconds).toBeGreaterThan(of(8).seconds);
  expect(estimateOf('uv', [{ cells: 40, minutes: 5, dose: 30 }], 0.25)).toMatchObject({ agent: null, seconds: 320 });
});

it.each([
  ['itself', 100, 'finished'],
  ['itself', 90, 'finished'],
  ['itself', 89, 'partiallyCompleted'],
  ['person', 100, 'partiallyCompleted'],
  ['fault', 40, 'partiallyCompleted'],
  ['itself', 0, 'failed'],
  ['fault', 0, 'failed'],
] as const)('ended by %s with %i of 100 cells covered is %s', (by, covered, state) => {
  expect(disinfectionResult({ by, planned: 100, covered })).toBe(state);
});
