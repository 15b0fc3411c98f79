import { describe, expect, it } from 'vitest';
import type { Place, Segment } from '../../../contract/entities/floorPlan.ts';
import { roster } from '../../../demo/roster.ts';
import { MAPS, mapOf, pointOf } from '../../../demo/sites.ts';
import { buildingOf, legsLength } from '../../../simulator/building/building.ts';
import { ROBOT_RADIUS_M, floorOf } from '../../../simulator/building/floor.ts';
import { lengthOf } from '../../../contract/rules/planPath/path.ts';

const building = buildingOf();

const turn = (a: Place, b: Place, c: Place) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const crosses = (a: Place, b: Place, { from, to }: Segment) =>
  turn(a, b, from) * turn(a, b, to) < 0 && turn(from, to, a) * turn(from, to, b) < 0;
const placesOf = (mapId: string): { id: string; at: Place }[] =>
  mapOf(mapId).points.flatMap(({ id, x, y, chargeBase }) => [
    { id, at: [x, y] as Place },
    ...(chargeBase ?? []).map((bay) => ({ id: bay.id, at: [bay.x, bay.y] as Place })),
  ]);

describe.each(MAPS.map(({ id }) => id))('the floor %s', (mapId) => {
  const floor = building.floor(mapId);
  const { plan } = mapOf(mapId);
  const walls = [...plan.walls, ...plan.outerWalls];

  it('has every point and bay free for a robot', () => {
    for (const { id, at } of placesOf(mapId)) expect(floor.isFree(...at, 0.3), id).toBe(true);
  });

  it('leads from every point to every other without crossing a wall', () => {
    const places = placesOf(mapId);
    for (const [i, from] of places.entries()) {
      // From the first point to all, and from each to a few others: all points that reach the first reach each other.
      for (const to of i === 0 ? places.slice(1) : [...places.slice(i + 1, i + 4), ...places.slice(0, 1)]) {
        const path = floor.planPath(from.at, to.at);
        if (!path) throw new Error(`no way from ${from.id} to ${to.id}`);
        expect(path[0]).toEqual(from.at);
        expect(path.at(-1)).toEqual(to.at);
        for (let i = 1; i < path.length; i++) {
          const [a, b] = [path[i - 1], path[i]];
          if (a && b)
            expect(
              walls.some((wall) => crosses(a, b, wall)),
              `${from.id} to ${to.id}`,
            ).toBe(false);
        }
      }
    }
  });

  it.each([ROBOT_RADIUS_M, 0.42])('keeps a width of %d m to either side along the way', (radius) => {
    const places = placesOf(mapId);
    const first = places[0]?.at ?? [0, 0];
    for (const { id, at } of places.slice(1)) {
      const path = floor.planPath(first, at, { radius }) ?? [];
      for (let i = 1; i < path.length; i++) {
        const [a, b] = [path[i - 1] ?? first, path[i] ?? first];
        const steps = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 0.02);
        for (let step = 0; step <= steps; step++) {
          const clear = floor.clearance(a[0] + ((b[0] - a[0]) * step) / steps, a[1] + ((b[1] - a[1]) * step) / steps);
          // The grid's clearance is exact to half a cell.
          if (clear < radius - 0.03) throw new Error(`${id}: ${clear} m at leg ${i}`);
        }
      }
    }
  });

  it('lets a robot of 0.3 m through every doorway that leads somewhere', () => {
    for (const door of plan.doors) {
      const [x, y] = [(door.from[0] + door.to[0]) / 2, (door.from[1] + door.to[1]) / 2];
      expect(floor.isFree(x, y, 0.3), door.id).toBe(true);
      if (/stair|plant|wc/u.test(door.id)) continue;
      const [inside, outside] = [1, -1].map((side): Place => [
        x + door.swing[0] * 0.6 * side,
        y + door.swing[1] * 0.6 * side,
      ]);
      const path = inside && outside && floor.planPath(outside, inside, { radius: 0.3 });
      expect(path && lengthOf(path), door.id).toBeLessThan(1.5);
    }
  });

  it('has every robot of the roster, light ones too, on free ground from which the dock can be reached', () => {
    const dock = placesOf(mapId)[0]?.at ?? [0, 0];
    for (const { serialNumber, pose } of roster(150, 3).filter((robot) => robot.mapId === mapId)) {
      expect(floor.isFree(pose.x, pose.y), serialNumber).toBe(true);
      expect(floor.planPath([pose.x, pose.y], dock), serialNumber).not.toBeNull();
    }
  });

  it('names the room at every point', () => {
    for (const { id, at } of placesOf(mapId)) expect(floor.roomAt(...at), id).not.toBeNull();
  });
});

describe('a floor', () => {
  const lobby = building.floor('harbour-1f');

  it('measures what a ray meets', () => {
    // The middle of corridor W: walls 1.5 m to either side, less half their thickness; 10 m to the western glass.
    expect(lobby.raycast(10, 23, Math.PI / 2)).toBeCloseTo(1.43, 1);
    expect(lobby.raycast(10, 23, -Math.PI / 2)).toBeCloseTo(1.43, 1);
    expect(lobby.raycast(10, 23, Math.PI)).toBeCloseTo(10, 1);
    expect(lobby.raycast(10, 23, 0)).toBe(30);
    expect(lobby.raycast(10, 23, 0, 4)).toBe(4);
    // Through the doorway of 101 and past the bathroom, up to the chair at the desk.
    expect(lobby.raycast(3.9, 23, Math.PI / 2)).toBeCloseTo(8.1, 1);
    expect(lobby.raycast(3.9, 50, 0)).toBe(0);
  });

  it('knows what can be seen from where', () => {
    expect(lobby.sees([10, 23], [30, 23])).toBe(true);
    expect(lobby.sees([10, 23], [10, 28])).toBe(false);
  });

  it('names the smallest room that holds a place', () => {
    expect(lobby.roomAt(8.5, 23)?.name).toEqual({ enUS: 'Corridor W', zhCN: '西走廊' });
    expect(lobby.roomAt(22, 4)?.id).toBe('office');
    expect(lobby.roomAt(30, 10)?.id).toBe('lobby');
    expect(lobby.roomAt(60, 4)).toBeNull();
  });

  it('finds the nearest free place', () => {
    expect(lobby.nearestFree(10, 23)).toEqual([10, 23]);
    const beside = lobby.nearestFree(10, 24.4);
    expect(beside && lobby.isFree(...beside)).toBe(true);
    expect(beside && Math.hypot(beside[0] - 10, beside[1] - 24.4)).toBeLessThan(0.3);
    expect(lobby.nearestFree(5, 5)).toBeNull();
  });

  it('leaves a place too near a wall before it drives on', () => {
    const path = lobby.planPath([10, 24.35], [30, 23]);
    expect(path?.[0]).toEqual([10, 24.35]);
    expect(path?.slice(1).every(([x, y]) => lobby.isFree(x, y))).toBe(true);
  });

  it('finds no way to where there is none', () => {
    expect(lobby.planPath([10, 23], [60, 4])).toBeNull();
    expect(lobby.planPath([10, 23], [22.2, 15])).toBeNull();
    expect(lobby.planPath([10, 23], [-3, 23])).toBeNull();
  });

  it('goes round what it is told to avoid, and says when that is impossible', () => {
    const straight = lobby.planPath([4, 23], [18, 23]) ?? [];
    const round = lobby.planPath([4, 23], [18, 23], { avoid: [{ x: 10, y: 23, radius: 0.3 }] }) ?? [];
    expect(straight).toHaveLength(2);
    expect(round.length).toBeGreaterThan(2);
    const nearest = Math.min(
      ...round.slice(1).map((b, i) => {
        const a = round[i] ?? b;
        const along = Math.max(
          0,
          Math.min(
            1,
            ((10 - a[0]) * (b[0] - a[0]) + (23 - a[1]) * (b[1] - a[1])) /
              ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 || 1),
          ),
        );
        return Math.hypot(10 - a[0] - along * (b[0] - a[0]), 23 - a[1] - along * (b[1] - a[1]));
      }),
    );
    expect(nearest).toBeGreaterThan(0.5);
    expect(lobby.planPath([4, 23], [18, 23], { avoid: [{ x: 10, y: 23, radius: 1.4 }] })).toBeNull();
    expect(lobby.planPath([4, 23], [18, 23])).toEqual(straight);
  });

  it('keeps to the middle of a corridor', () => {
    const path = lobby.planPath([4, 23.9], [18, 23.9]) ?? [];
    expect(Math.min(...path.map(([, y]) => y))).toBeLessThan(23.4);
  });

  const box = {
    width: 4,
    height: 4,
    outline: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ] as Place[],
    ],
    rooms: [],
    walls: [] as Segment[],
    outerWalls: [],
    windows: [],
    doors: [],
    columns: [],
    furniture: [],
  };

  it('does not shave a post that the straight line would pass too closely', () => {
    const floor = floorOf({ ...box, columns: [{ x: 1.97, y: 1.97, w: 0.06, h: 0.06 }] });
    for (let off = 0; off < 0.28; off += 0.03) {
      const path = floor.planPath([0.6, 2 - off], [3.4, 2 - off]) ?? [];
      for (const [i, b] of path.slice(1).entries()) {
        const a = path[i] ?? b;
        for (let share = 0; share <= 1; share += 0.01) {
          expect(floor.clearance(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), `${off}`).toBeGreaterThan(
            ROBOT_RADIUS_M - 0.03,
          );
        }
      }
    }
  });

  it('takes plans of its own making', () => {
    const floor = floorOf({ ...box, walls: [{ from: [2, 0], to: [2, 3] }] });
    const path = floor.planPath([1, 1], [3, 1]);
    expect(path && lengthOf(path)).toBeGreaterThan(4);
    expect(floor.raycast(1, 1, 0)).toBeCloseTo(0.93, 1);
  });
});

describe('the building', () => {
  const kitchen = pointOf('harbour-1f.kitchen-pass');
  const room = pointOf('harbour-2f.room-205');

  it('routes over a lift to another floor', () => {
    const legs = building.route(kitchen, room);
    expect(legs?.map(({ kind }) => kind)).toEqual(['drive', 'lift', 'drive']);
    const [there, ride, on] = legs ?? [];
    if (there?.kind !== 'drive' || ride?.kind !== 'lift' || on?.kind !== 'drive') throw new Error('three legs');
    expect(there.mapId).toBe('harbour-1f');
    expect(there.path.at(-1)).toEqual([ride.from.waiting.x, ride.from.waiting.y]);
    expect(ride.enter.at(-1)).toEqual([ride.from.cabin.x, ride.from.cabin.y]);
    expect(ride.to.mapId).toBe('harbour-2f');
    expect(on.path[0]).toEqual([ride.to.cabin.x, ride.to.cabin.y]);
    expect(on.path.at(-1)).toEqual([room.x, room.y]);
    expect(legsLength(legs ?? [])).toBeGreaterThan(50);
  });

  it('takes the lift that makes the way shorter', () => {
    const lift = (from: string, to: string) =>
      building.route(pointOf(from), pointOf(to))?.flatMap((leg) => (leg.kind === 'lift' ? leg.liftId : []));
    expect(lift('harbour-1f.room-101', 'harbour-2f.room-201')).toEqual(['harbour-lift-1']);
    expect(lift('harbour-1f.gym', 'harbour-2f.room-215')).toEqual(['harbour-lift-2']);
  });

  it('takes the other lift when one is out of order, and gives up without any', () => {
    const lifts = (without: string[]) =>
      building.route(kitchen, room, { without })?.flatMap((leg) => (leg.kind === 'lift' ? leg.liftId : []));
    expect(lifts(['harbour-lift-2'])).toEqual(['harbour-lift-1']);
    expect(lifts(['harbour-lift-1'])).toEqual(['harbour-lift-2']);
    expect(lifts(['harbour-lift-1', 'harbour-lift-2'])).toBeUndefined();
  });

  it('has no way from one site to another', () => {
    expect(building.route(kitchen, pointOf('riverside-1f.lab'))).toBeNull();
  });

  it('knows that there is a route without planning it', () => {
    const places = MAPS.flatMap((map) =>
      map.points.filter((_, i) => i % 6 === 0).map(({ x, y }) => ({ mapId: map.id, x, y })),
    );
    for (const [i, from] of places.entries()) {
      const to = places[(i * 5 + 3) % places.length]!;
      expect(building.isReachable(from, to), JSON.stringify([from, to])).toBe(building.route(from, to) !== null);
    }
    expect(building.isReachable(places[0]!, { mapId: 'harbour-1f', x: 0.05, y: 0.05 })).toBe(false);
  });

  it('stays on the floor when both ends are there', () => {
    expect(building.route(kitchen, pointOf('harbour-1f.room-104'))?.map(({ kind }) => kind)).toEqual(['drive']);
  });

  it('answers the same again', () => {
    expect(buildingOf().route(kitchen, room)).toEqual(building.route(kitchen, room));
  });
});
