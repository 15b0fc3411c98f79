/** Geometry of a drawn route: parallel lanes, and the preview position at a time. */
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { lengthOf } from '../../../contract/rules/planPath/path.ts';
import { ghostAt } from '../../../src/ui/canvas/ghost.ts';
import { offsetLine, assignLanes } from '../../../src/ui/canvas/parallelRoutes.ts';

const leg = (...path: Place[]) => ({ path, metres: lengthOf(path), isStraight: false });

describe('lanes', () => {
  const there: Place[] = [
    [0, 0],
    [10, 0],
  ];
  const back: Place[] = [
    [10, 0.1],
    [0, 0.1],
  ];
  it('keep a way that nobody shares in the middle', () => {
    expect(
      assignLanes([
        there,
        [
          [0, 5],
          [10, 5],
        ],
      ]),
    ).toEqual([0, 0]);
    // Crossing legs do not share a lane.
    expect(
      assignLanes([
        there,
        [
          [5, -5],
          [5, 5],
        ],
      ]),
    ).toEqual([0, 0]);
    expect(assignLanes([])).toEqual([]);
  });
  it('part ways there and back, each to its right', () => {
    expect(assignLanes([there, back])).toEqual([1, 1]);
    const [[, yThere] = [0, 0]] = offsetLine(
      [
        [0, 100],
        [50, 100],
      ],
      4,
    );
    const [[, yBack] = [0, 0]] = offsetLine(
      [
        [50, 100],
        [0, 100],
      ],
      4,
    );
    // y grows downwards in pixels: to the right of eastbound is below.
    expect(yThere).toBeCloseTo(104);
    expect(yBack).toBeCloseTo(96);
  });
  it('give each that goes the same way a lane of its own', () => {
    expect(assignLanes([there, back, there, there])).toEqual([1, 1, 2, 3]);
  });
  it('share even a part of the way', () => {
    expect(
      assignLanes([
        there,
        [
          [6, 0],
          [10, 0],
          [10, 8],
        ],
      ]),
    ).toEqual([1, 2]);
  });
  it('stay beside their line round a corner, and never far off at a sharp one', () => {
    const round = offsetLine(
      [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      2,
    );
    round.forEach(([x, y], i) =>
      expect([x, y]).toEqual(
        [
          [0, 2],
          [8, 2],
          [8, 10],
        ][i]?.map((at) => expect.closeTo(at, 6)),
      ),
    );
    for (const [x, y] of offsetLine(
      [
        [0, 0],
        [10, 0],
        [0, 0.01],
      ],
      2,
    ))
      expect(Math.hypot(x - 10, y) < 12 && Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    expect(
      offsetLine(
        [
          [3, 3],
          [3, 3],
        ],
        2,
      ),
    ).toEqual([[3, 3]]);
  });
});

describe('the ghost', () => {
  const legs = [leg([0, 0], [10, 0]), leg([10, 0], [10, 6], [4, 6])];
  const timing = { legs: [10, 24], stops: [4, 2, 6] };
  const ghost = { startedAt: 1_000, pace: 2, timing, loops: false };
  const at = (seconds: number) => ghostAt({ legs, ghost }, 1_000 + (seconds / 2) * 1_000);

  it('stays at its stops and drives its legs, as many times as fast as it is told', () => {
    expect(at(0)).toMatchObject({ x: 0, y: 0, theta: 0, stayed: 0 });
    expect(at(3)).toMatchObject({ x: 0, y: 0, stayed: 0.75 });
    expect(at(9)).toMatchObject({ x: 5, y: 0, theta: 0, stayed: null });
    expect(at(15)).toMatchObject({ x: 10, y: 0, stayed: 0.5 });
    expect(at(28)).toMatchObject({ x: 10, y: 6, theta: Math.PI / 2 });
    expect(at(34)).toMatchObject({ x: 7, y: 6, theta: Math.PI, hasEnded: false });
    expect(at(43)).toMatchObject({ x: 4, y: 6, stayed: 0.5, hasEnded: false });
  });
  it('rests where it ended, and waits where it begins', () => {
    expect(at(1_000)).toEqual({ x: 4, y: 6, theta: Math.PI, stayed: null, hasEnded: true });
    expect(at(-5)).toMatchObject({ x: 0, y: 0, stayed: 0 });
  });
  it('goes round and round in a loop, without the last stay twice', () => {
    const round = [...legs, leg([4, 6], [0, 0])];
    const looping = { ...ghost, timing: { legs: [10, 24, 8], stops: [4, 2, 6] }, loops: true };
    const then = (seconds: number) => ghostAt({ legs: round, ghost: looping }, 1_000 + (seconds / 2) * 1_000);
    expect(then(50)).toMatchObject({ x: 2, y: 3, hasEnded: false });
    expect(then(54 * 3 + 9)).toEqual(then(9));
  });
  it('is nowhere without legs, and takes a timing that is older than its legs', () => {
    expect(ghostAt({ legs: [], ghost }, 2_000)).toBeNull();
    expect(ghostAt({ legs, ghost: null }, 2_000)).toBeNull();
    expect(ghostAt({ legs, ghost: { ...ghost, timing: { legs: [], stops: [] } } }, 2_000)).toMatchObject({
      x: 4,
      y: 6,
      hasEnded: true,
    });
    expect(
      ghostAt({ legs: [leg([1, 1], [1, 1])], ghost: { ...ghost, timing: { legs: [1], stops: [0, 0] } } }, 1_200),
    ).toMatchObject({ x: 1, y: 1 });
  });
});
