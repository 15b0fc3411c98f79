/** One floor as a robot sees it: free space, path planning, clearance, raycasts and rooms. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import { clearanceAt, nearestFree, occupancyOf, raycast } from '../../contract/rules/planPath/occupancy.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';
import { islandsOf } from '../../contract/rules/planPath/islands.ts';
import type { AreJoined } from '../../contract/rules/planPath/islands.ts';
import { pathFinder, USUAL_RADIUS_M } from '../../contract/rules/planPath/path.ts';
import type { Obstacle, PathFinder } from '../../contract/rules/planPath/path.ts';

/** Footprint radius of every demo robot, metres. */
export const ROBOT_RADIUS_M = USUAL_RADIUS_M;
/** Default range of a ray, metres. */
const RANGE_M = 30;
/** How far a robot that touches an obstacle can back off before it plans a path, metres. */
const ESCAPE_M = 1;

export type PathOptions = { readonly radius?: number; readonly avoid?: readonly Obstacle[] };

/** R is the plan's own room type, so that localized names keep their type. */
export type Floor<R extends PlanShape['rooms'][number] = PlanShape['rooms'][number]> = {
  readonly width: number;
  readonly height: number;
  /** Whether a disc of this radius touches nothing. */
  isFree: (x: number, y: number, radius?: number) => boolean;
  /** Metres to the nearest wall, column or solid furniture. */
  clearance: (x: number, y: number) => number;
  /** The nearest free place, which is the place itself if it is free; null if none is within reach. */
  nearestFree: (x: number, y: number, radius?: number, reach?: number) => Place | null;
  /** Metres to the first obstacle in direction theta, at most `range`. */
  raycast: (x: number, y: number, theta: number, range?: number) => number;
  /** Whether the line of sight is clear. */
  sees: (from: Place, to: Place) => boolean;
  /**
   * The path as a polyline from `from` to `to`; null if `to` is not free or there is no path. A start that is not free
   * is left by the shortest way first.
   */
  planPath: (from: Place, to: Place, options?: PathOptions) => Place[] | null;
  /** Whether planPath would find a path, without planning it. */
  isReachable: (from: Place, to: Place, radius?: number) => boolean;
  /** The smallest room that contains the place. */
  roomAt: (x: number, y: number) => R | null;
};

/** Cheap to call: the occupancy grid is built on first use and shared by all callers with the same plan. */
export function floorOf<R extends PlanShape['rooms'][number]>(
  plan: Omit<PlanShape, 'rooms'> & { readonly rooms: readonly R[] },
): Floor<R> {
  const grid = () => occupancyOf(plan);
  let finder: PathFinder | undefined;
  const islands = new Map<number, AreJoined>();
  const islandsFor = (radius: number): AreJoined => {
    const known = islands.get(radius) ?? islandsOf(grid(), radius);
    islands.set(radius, known);
    return known;
  };
  const roomsBySize = [...plan.rooms].sort((a, b) => a.w * a.h - b.w * b.h);
  return {
    width: plan.width,
    height: plan.height,
    isFree: (x, y, radius = ROBOT_RADIUS_M) => clearanceAt(grid(), x, y) >= radius,
    clearance: (x, y) => clearanceAt(grid(), x, y),
    nearestFree: (x, y, radius = ROBOT_RADIUS_M, reach = 2) => nearestFree(grid(), x, y, radius, reach),
    raycast: (x, y, theta, range = RANGE_M) => raycast(grid(), x, y, theta, range),
    sees([x1, y1], [x2, y2]) {
      const distance = Math.hypot(x2 - x1, y2 - y1);
      return raycast(grid(), x1, y1, Math.atan2(y2 - y1, x2 - x1), distance) >= distance;
    },
    planPath(from, to, { radius = ROBOT_RADIUS_M, avoid } = {}) {
      finder ??= pathFinder(grid());
      const start = nearestFree(grid(), from[0], from[1], radius, ESCAPE_M);
      if (!start) return null;
      const path = finder(start, to, radius, avoid);
      return path && (start[0] === from[0] && start[1] === from[1] ? path : [from, ...path]);
    },
    isReachable(from, to, radius = ROBOT_RADIUS_M) {
      const start = nearestFree(grid(), from[0], from[1], radius, ESCAPE_M);
      return start !== null && islandsFor(radius)(start, to);
    },
    roomAt: (x, y) =>
      roomsBySize.find((room) => x >= room.x && x <= room.x + room.w && y >= room.y && y <= room.y + room.h) ?? null,
  };
}
