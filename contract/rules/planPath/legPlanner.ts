/**
 * One leg of a route on a drawn plan or on a map's picture. A stop in a wall is left from the nearest free place, one beyond the map from
 * its edge; where nothing else goes the way is narrower than a robot likes, and then leads through what is not known.
 */
import type { Place } from '../../entities/floorPlan.ts';
import type { PictureMeta } from '../../entities/map.ts';
import { toMetres, toPixels, type MapFrame } from '../mapFrame.ts';
import type { Picture } from '../mapFiles/picture.ts';
import type { PlanShape } from '../planCells.ts';
import { islandsOf, type AreJoined } from './islands.ts';
import { nearestFree, occupancyOf, type Occupancy } from './occupancy.ts';
import { lengthOf, pathFinder, USUAL_RADIUS_M, type PathFinder } from './path.ts';
import { blockedIn, gridOf } from './pictureGrid.ts';
import { straightLeg, type RouteLeg } from './routePlan.ts';

/** What is planned on. Its own metres begin at the lower left corner of the map and are not turned. */
export interface RouteGround {
  /** What is known to be free; then with what is not known, where there is such a thing. Made when first asked for. */
  readonly grids: readonly (() => Occupancy)[];
  readonly toOwn: (place: Place) => Place;
  readonly toMap: (place: Place) => Place;
}

const once = <Made>(make: () => Made): (() => Made) => {
  let made: { it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
};
const asItIs = (place: Place): Place => place;

export const groundOfPlan = (plan: PlanShape): RouteGround => ({
  grids: [() => occupancyOf(plan)],
  toOwn: asItIs,
  toMap: asItIs,
});

export function groundOfPicture(
  picture: Picture,
  meta: PictureMeta,
  { resolution, origin }: Pick<MapFrame, 'resolution' | 'origin'>,
): RouteGround {
  const frame: MapFrame = {
    resolution,
    origin,
    width: picture.width * resolution,
    height: picture.height * resolution,
  };
  return {
    grids: [false, true].map((isUnknownFree) =>
      once(() => gridOf(blockedIn(picture, meta, isUnknownFree), picture.width, picture.height, resolution)),
    ),
    toOwn([x, y]) {
      const [column, row] = toPixels(frame, x, y);
      return [column * resolution, frame.height - row * resolution];
    },
    toMap: ([x, y]) => toMetres(frame, x / resolution, (frame.height - y) / resolution),
  };
}

/** Through a gap of which a robot is told to be too wide by a little; metres. */
const TIGHT_RADIUS_M = 0.18;
/** How far a stop may be from the nearest free place. */
const REACH_M = 3;

/** On large maps a way that is a little longer, found much sooner. */
const LARGE_CELLS = 1_000_000;
const EAGER = 1.5;

interface Attempt {
  readonly grid: () => Occupancy;
  readonly radius: number;
  readonly find: () => PathFinder;
  readonly joined: () => AreJoined;
  hasFailed: boolean;
}

/** Plans legs on one ground, and remembers those it has planned. */
export function legPlanner(ground: RouteGround): (from: Place, to: Place) => RouteLeg {
  const attempts = ground.grids.flatMap((grid): Attempt[] => {
    const find = once(() => (grid().clearance.length > LARGE_CELLS ? pathFinder(grid(), EAGER) : pathFinder(grid())));
    return [USUAL_RADIUS_M, TIGHT_RADIUS_M].map((radius) => ({
      grid,
      radius,
      find,
      joined: once(() => islandsOf(grid(), radius)),
      hasFailed: false,
    }));
  });
  const known = new Map<string, RouteLeg>();

  function plan(from: Place, to: Place): RouteLeg {
    const ends = [ground.toOwn(from), ground.toOwn(to)] as const;
    for (const attempt of attempts) {
      const { grid, radius, find, joined } = attempt;
      const [start, goal] = ends.map((end) => freeNear(grid(), end, radius));
      if (!start || !goal) continue;
      // A search that finds nothing has looked everywhere: after the first, those are told beforehand.
      const path = attempt.hasFailed && !joined()(start, goal) ? null : find()(start, goal, radius);
      attempt.hasFailed ||= path === null;
      if (!path) continue;
      const whole = [
        from,
        ...path.slice(start === ends[0] ? 1 : 0, goal === ends[1] ? -1 : undefined).map(ground.toMap),
        to,
      ];
      return { path: whole, metres: lengthOf(whole), isStraight: false };
    }
    return straightLeg(from, to);
  }

  return (from, to) => {
    const key = [...from, ...to].join(' ');
    const leg = known.get(key) ?? plan(from, to);
    known.set(key, leg);
    return leg;
  };
}

/** The place itself where it is free. */
function freeNear(grid: Occupancy, place: Place, radius: number): Place | null {
  const within = (at: number, cells: number): number => Math.min(cells * grid.cellM, Math.max(0, at));
  const [x, y] = [within(place[0], grid.columns), within(place[1], grid.rows)];
  const free = nearestFree(grid, x, y, radius, REACH_M);
  return free && free[0] === place[0] && free[1] === place[1] ? place : free;
}
