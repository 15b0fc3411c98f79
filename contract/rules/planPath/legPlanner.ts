/**
 * Plans one leg of a route on a vector plan or on a map picture. A stop inside an obstacle starts at the nearest free
 * place, a stop outside the map at its edge. If there is no path, a smaller clearance is tried, and then unknown areas
 * are treated as free.
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

/** The grids for planning. Their own coordinates start at the map's lower left corner, without rotation, in metres. */
export interface PlanningGrids {
  /** Only known free areas; then, for pictures, also unknown areas as free. Built on first use. */
  readonly grids: readonly (() => Occupancy)[];
  readonly toGrid: (place: Place) => Place;
  readonly toMap: (place: Place) => Place;
}

const once = <Made>(make: () => Made): (() => Made) => {
  let made: { it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
};
const asItIs = (place: Place): Place => place;

export const gridsOfPlan = (plan: PlanShape): PlanningGrids => ({
  grids: [() => occupancyOf(plan)],
  toGrid: asItIs,
  toMap: asItIs,
});

export function gridsOfPicture(
  picture: Picture,
  meta: PictureMeta,
  { resolution, origin }: Pick<MapFrame, 'resolution' | 'origin'>,
): PlanningGrids {
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
    toGrid([x, y]) {
      const [column, row] = toPixels(frame, x, y);
      return [column * resolution, frame.height - row * resolution];
    },
    toMap: ([x, y]) => toMetres(frame, x / resolution, (frame.height - y) / resolution),
  };
}

/** Fallback clearance radius for gaps that are slightly too narrow by the robot's usual radius, metres. */
const TIGHT_RADIUS_M = 0.18;
/** Maximum distance from a stop to the nearest free place, metres. */
const REACH_M = 3;

/** On large maps a slightly longer path is accepted because it is found much faster. */
const LARGE_CELLS = 1_000_000;
const LARGE_MAP_HEURISTIC_WEIGHT = 1.5;

interface Attempt {
  readonly grid: () => Occupancy;
  readonly radius: number;
  readonly find: () => PathFinder;
  readonly joined: () => AreJoined;
  hasFailed: boolean;
}

/** Plans legs on one ground and caches the results. */
export function legPlanner(grids: PlanningGrids): (from: Place, to: Place) => RouteLeg {
  const attempts = grids.grids.flatMap((grid): Attempt[] => {
    const find = once(() =>
      grid().clearance.length > LARGE_CELLS ? pathFinder(grid(), LARGE_MAP_HEURISTIC_WEIGHT) : pathFinder(grid()),
    );
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
    const ends = [grids.toGrid(from), grids.toGrid(to)] as const;
    for (const attempt of attempts) {
      const { grid, radius, find, joined } = attempt;
      const [start, goal] = ends.map((end) => freeNear(grid(), end, radius));
      if (!start || !goal) continue;
      // A failed search visits every cell, so after the first failure connectivity is checked beforehand.
      const path = attempt.hasFailed && !joined()(start, goal) ? null : find()(start, goal, radius);
      attempt.hasFailed ||= path === null;
      if (!path) continue;
      const whole = [
        from,
        ...path.slice(start === ends[0] ? 1 : 0, goal === ends[1] ? -1 : undefined).map(grids.toMap),
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

/** The nearest free place, clamped to the grid; the same object if the place itself is free. */
function freeNear(grid: Occupancy, place: Place, radius: number): Place | null {
  const within = (at: number, cells: number): number => Math.min(cells * grid.cellM, Math.max(0, at));
  const [x, y] = [within(place[0], grid.columns), within(place[1], grid.rows)];
  const free = nearestFree(grid, x, y, radius, REACH_M);
  return free && free[0] === place[0] && free[1] === place[1] ? place : free;
}
