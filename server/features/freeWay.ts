/**
 * Ways on a map: whether a place or the straight way of a test order is free, planned ways between places,
 * and where a robot can begin. Runs in a worker thread: it builds a grid.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { PictureMeta } from '../../contract/entities/map.ts';
import type { MapFrame } from '../../contract/rules/mapFrame.ts';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';
import { gridsOfPicture, gridsOfPlan, legPlanner } from '../../contract/rules/planPath/legPlanner.ts';
import { clearanceAt, occupancyOf } from '../../contract/rules/planPath/occupancy.ts';
import { USUAL_RADIUS_M } from '../../contract/rules/planPath/path.ts';
import type { RouteLeg } from '../../contract/rules/planPath/routePlan.ts';
import { startPlace } from '../../contract/rules/planPath/startPlace.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';

interface PlanningMap extends Pick<MapFrame, 'resolution' | 'origin'> {
  /** The stored PNG; null for a map without a picture, which is its plan. */
  png: Uint8Array | null;
  meta: PictureMeta;
  plan: PlanShape;
}
export interface WayRequest extends PlanningMap {
  from: Place;
  to: Place;
}
export interface PlaceRequest extends PlanningMap {
  at: Place;
}
export interface LegsRequest extends PlanningMap {
  legs: readonly (readonly [from: Place, to: Place])[];
}
const STEP_M = 0.05;

/** Unknown areas of a picture are not free. */
export async function isWayFree({ png, meta, plan, from, to, ...frame }: WayRequest): Promise<boolean> {
  const { grids, toGrid } = await gridsOf({ png, meta, plan, ...frame });
  const grid = grids[0]?.();
  if (!grid) return false;
  const [[startX, startY], [endX, endY]] = [toGrid(from), toGrid(to)];
  const steps = Math.ceil(Math.hypot(endX - startX, endY - startY) / STEP_M);
  return Array.from({ length: steps + 1 }, (_, i) => i / steps).every(
    (part) => clearanceAt(grid, startX + (endX - startX) * part, startY + (endY - startY) * part) >= USUAL_RADIUS_M,
  );
}

/** The planned ways; straight lines where none was found. */
export async function planLegs({ legs, ...map }: LegsRequest): Promise<RouteLeg[]> {
  const plan = legPlanner(await gridsOf(map));
  return legs.map(([from, to]) => plan(from, to));
}

/** Unknown areas of a picture are free, and so is a place close to a wall: the robot may know more. */
export async function isPlaceFree({ at, ...map }: PlaceRequest): Promise<boolean> {
  const { grids, toGrid } = await gridsOf(map);
  const grid = grids.at(-1)?.();
  return !grid || clearanceAt(grid, ...toGrid(at)) > 0;
}

/** Where a simulated robot would begin; null if there is no place for it. */
export const startPlaceOn = ({ plan }: { plan: PlanShape }) => startPlace(occupancyOf(plan));

const gridsOf = async ({ png, meta, plan, ...frame }: PlanningMap) =>
  png ? gridsOfPicture(await decodePng(png), meta, frame) : gridsOfPlan(plan);
