/**
 * Paths between stops, on drawn plans and on pictures: around walls, through doorways, with clearance, or reported as
 * unreachable.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { PLAN_META } from '../../../contract/rules/mapFiles/planPicture.ts';
import type { Picture } from '../../../contract/rules/mapFiles/picture.ts';
import { clearanceIn } from '../../../contract/rules/planPath/distance.ts';
import { gridsOfPicture, gridsOfPlan, legPlanner } from '../../../contract/rules/planPath/legPlanner.ts';
import { blockedIn, gridOf } from '../../../contract/rules/planPath/pictureGrid.ts';
import { endsOf, type RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';
import { mapOf } from '../../../demo/sites.ts';

const FLAT = { x: 0, y: 0, yaw: 0 };
const RESOLUTION = 0.05;
const [FREE, UNKNOWN, WALL] = [254, 205, 0];

/** Boxes are drawn in metres from the lower left corner. */
function pictureOf(
  width: number,
  height: number,
  draw: (box: (x: number, y: number, w: number, h: number, grey: number) => void) => void,
): Picture {
  const [columns, rows] = [Math.round(width / RESOLUTION), Math.round(height / RESOLUTION)];
  const data = new Uint8Array(columns * rows).fill(FREE);
  const px = (metres: number): number => Math.round(metres / RESOLUTION);
  draw((x, y, w, h, grey) => {
    for (let row = px(y); row < px(y + h); row++)
      data.fill(grey, (rows - 1 - row) * columns + px(x), (rows - 1 - row) * columns + px(x + w));
  });
  return { width: columns, height: rows, channels: 1, data };
}
const plannerOf = (picture: Picture, origin = FLAT, meta = PLAN_META) =>
  legPlanner(gridsOfPicture(picture, meta, { resolution: RESOLUTION, origin }));
/** Places along a path, at most 2 cm apart. */
function* placesOn({ path }: RouteLeg): Generator<Place> {
  for (const [i, [bx, by]] of path.entries()) {
    const [ax, ay] = path[i - 1] ?? [bx, by];
    const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / 0.02);
    for (let step = 0; step <= steps; step++)
      yield [ax + ((bx - ax) * step) / Math.max(1, steps), ay + ((by - ay) * step) / Math.max(1, steps)];
  }
}
const greyAt = ({ width, height, data }: Picture, [x, y]: Place): number =>
  data[(height - 1 - Math.floor(y / RESOLUTION)) * width + Math.floor(x / RESOLUTION)] ?? -1;

/** Two walled rooms with a wall between them, with a doorway from `door` to `door + 1`. */
const rooms = (door: number | null): Picture =>
  pictureOf(10, 6, (box) => {
    box(0, 0, 10, 6, WALL);
    box(0.2, 0.2, 9.6, 5.6, FREE);
    box(5, 0, 0.2, 6, WALL);
    if (door !== null) box(5, door, 0.2, 1, FREE);
  });

describe('a leg', () => {
  it('goes straight where nothing stands between', () => {
    const leg = plannerOf(rooms(4))([2.5, 2], [2.5, 4]);
    expect(leg).toEqual({
      path: [
        [2.5, 2],
        [2.5, 4],
      ],
      metres: 2,
      isStraight: false,
    });
  });

  it('goes through the doorway, not through the wall', () => {
    const picture = rooms(4);
    const leg = plannerOf(picture)([1, 1], [9, 1]);
    expect(leg.isStraight).toBe(false);
    expect(leg.metres).toBeGreaterThan(10);
    expect(leg.metres).toBeLessThan(12.5);
    expect(leg.path[0]).toEqual([1, 1]);
    expect(leg.path.at(-1)).toEqual([9, 1]);
    for (const place of placesOn(leg)) expect(greyAt(picture, place)).toBe(FREE);
    expect([...placesOn(leg)].some(([x, y]) => Math.abs(x - 5.1) < 0.1 && y > 4.2 && y < 4.8)).toBe(true);
  });

  it('is the straight line, told as such, where no way leads', () => {
    const plan = plannerOf(rooms(null));
    expect(plan([1, 1], [9, 1])).toEqual({
      path: [
        [1, 1],
        [9, 1],
      ],
      metres: 8,
      isStraight: true,
    });
    // The unreachable area is cached: other places in it are unreachable as well.
    expect(plan([2, 1], [9, 5])).toMatchObject({ isStraight: true });
    expect(plan([1, 1], [4, 5])).toMatchObject({ isStraight: false });
  });

  it('leads over what is not known only where nothing else goes', () => {
    const unknown = (door: number | null): Picture =>
      pictureOf(10, 6, (box) => {
        box(5, 0, 0.2, 6, WALL);
        box(5, 0.5, 0.2, 1, UNKNOWN);
        if (door !== null) box(5, door, 0.2, 1, FREE);
      });
    const over = ({ path }: RouteLeg): boolean =>
      [...placesOn({ path, metres: 0, isStraight: false })].some(([x, y]) => x > 5 && x < 5.2 && y < 2);
    expect(over(plannerOf(unknown(4))([1, 1], [9, 1]))).toBe(false);
    const forced = plannerOf(unknown(null))([1, 1], [9, 1]);
    expect(forced.isStraight).toBe(false);
    expect(over(forced)).toBe(true);
  });

  it('squeezes through a narrow doorway rather than to find no way', () => {
    const leg = plannerOf(
      pictureOf(10, 6, (box) => {
        box(5, 0, 0.2, 6, WALL);
        box(5, 3, 0.2, 0.5, FREE);
      }),
    )([1, 1], [9, 1]);
    expect(leg.isStraight).toBe(false);
  });

  it('leaves a stop in a wall, and one beyond the map, from the nearest free place', () => {
    const picture = rooms(4);
    const inWall = plannerOf(picture)([5.15, 1], [9, 1]);
    expect(inWall.isStraight).toBe(false);
    expect(inWall.path[0]).toEqual([5.15, 1]);
    expect(inWall.metres).toBeLessThan(5);
    const beyond = plannerOf(picture)([-1, 3], [4, 3]);
    expect(beyond).toMatchObject({ isStraight: false });
    expect(beyond.path[0]).toEqual([-1, 3]);
    // Far from free space there is no place to start from.
    expect(plannerOf(pictureOf(20, 20, (box) => box(0, 0, 20, 18, WALL)))([10, 2], [10, 19])).toMatchObject({
      isStraight: true,
    });
  });

  it('lies in the world as the map does: moved and turned', () => {
    const origin = { x: -7, y: 12, yaw: 2.1 };
    const picture = rooms(4);
    const here = plannerOf(picture)([1, 1], [9, 1]);
    const turned = ([x, y]: Place): Place => [
      x * Math.cos(2.1) - y * Math.sin(2.1) - 7,
      x * Math.sin(2.1) + y * Math.cos(2.1) + 12,
    ];
    const there = plannerOf(picture, origin)(turned([1, 1]), turned([9, 1]));
    expect(there.metres).toBeCloseTo(here.metres, 1);
    expect(there.path).toHaveLength(here.path.length);
    there.path.forEach(([x, y], i) => {
      const [ex, ey] = turned(here.path[i] ?? [0, 0]);
      expect(Math.hypot(x - ex, y - ey)).toBeLessThan(0.11);
    });
  });

  it('reads greys as the map means them', () => {
    const negative = { ...rooms(4), data: rooms(4).data.map((grey) => 255 - grey) };
    expect(plannerOf(negative, FLAT, { ...PLAN_META, negate: true })([1, 1], [9, 1]).metres).toBeCloseTo(
      plannerOf(rooms(4))([1, 1], [9, 1]).metres,
      6,
    );
  });

  it('is planned on a drawn plan as the robots plan on it', () => {
    const { plan, points } = mapOf('harbour-1f');
    const planned = legPlanner(gridsOfPlan(plan));
    const [first, ...others] = points.map(({ x, y }): Place => [x, y]);
    for (const other of others.filter((_, i) => i % 3 === 0))
      expect(planned(first ?? [0, 0], other).isStraight).toBe(false);
  });

  it('keeps clear of what stands there, wherever boxes stand and stops lie', () => {
    const within = fc.integer({ min: 10, max: 110 }).map((tenth) => tenth / 10);
    const boxes = fc.array(fc.tuple(within, within, fc.integer({ min: 2, max: 25 }), fc.integer({ min: 2, max: 25 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(boxes, within, within, within, within, (all, ax, ay, bx, by) => {
        const picture = pictureOf(12, 12, (box) => {
          box(0, 0, 12, 12, WALL);
          box(0.2, 0.2, 11.6, 11.6, FREE);
          for (const [x, y, w, h] of all) box(x, y, Math.min(w / 10, 12 - x), Math.min(h / 10, 12 - y), WALL);
        });
        const leg = plannerOf(picture)([ax, ay], [bx, by]);
        if (leg.isStraight || greyAt(picture, [ax, ay]) === WALL || greyAt(picture, [bx, by]) === WALL) return;
        expect(leg.metres).toBeGreaterThanOrEqual(Math.hypot(bx - ax, by - ay) - 1e-9);
        for (const place of placesOn(leg)) expect(greyAt(picture, place)).toBe(FREE);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the grid of a picture', () => {
  it('knows distances as well with fewer cells as with all', () => {
    const picture = rooms(4);
    const blocked = blockedIn(picture, PLAN_META, false);
    const upsideDown = new Uint8Array(blocked.length);
    for (let row = 0; row < picture.height; row++)
      upsideDown.set(
        blocked.subarray(row * picture.width, (row + 1) * picture.width),
        (picture.height - 1 - row) * picture.width,
      );
    const all = clearanceIn(upsideDown, picture.width, picture.height, RESOLUTION);
    const same = gridOf(blocked, picture.width, picture.height, RESOLUTION);
    expect(same).toMatchObject({ columns: 200, rows: 120, cellM: RESOLUTION });
    expect([...same.clearance]).toEqual([...all]);
    // 1 cm per pixel is finer than needed: the grid uses every fifth pixel with its exact clearance.
    const fine = gridOf(blocked, picture.width, picture.height, 0.01);
    expect(fine).toMatchObject({ columns: 40, rows: 24 });
    for (const [column, row] of [
      [5, 5],
      [20, 12],
      [33, 20],
    ] as const) {
      expect(fine.clearance[row * 40 + column]).toBeCloseTo((all[(row * 5 + 2) * 200 + column * 5 + 2] ?? 0) / 5, 5);
    }
  });

  it('holds the world beyond the picture for a wall', () => {
    const { clearance } = gridOf(new Uint8Array(40 * 40), 40, 40, RESOLUTION);
    expect(clearance[0]).toBeCloseTo(0.5 * RESOLUTION, 5);
    expect(Math.max(...clearance)).toBeLessThanOrEqual(20 * RESOLUTION);
  });
});

describe('the ends of legs', () => {
  it('are each stop and the next, and the first again in a loop', () => {
    const stops: Place[] = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    expect(endsOf({ stops, loops: false })).toEqual([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [2, 0],
      ],
    ]);
    expect(endsOf({ stops, loops: true }).at(-1)).toEqual([
      [2, 0],
      [0, 0],
    ]);
    expect(endsOf({ stops: [[0, 0]], loops: true })).toEqual([]);
    expect(endsOf({ stops: [], loops: true })).toEqual([]);
  });
});
