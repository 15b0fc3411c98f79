/**
 * Ways on a map: whether a place or the straight way of a test order is free, and the planned ways between the stops of a
 * route. Runs in a worker thread: it builds a grid.
 */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { PictureMeta } from '../../contract/entities/map.ts';
import type { MapFrame } from '../../contract/rules/mapFrame.ts';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';
import { groundOfPicture, groundOfPlan, legPlanner } from '../../contract/rules/planPath/legPlanner.ts';
import { clearanceAt } from '../../contract/rules/planPath/occupancy.ts';
import { USUAL_RADIUS_M } from '../../contract/rules/planPath/path.ts';
import { endsOf, type RouteLeg } from '../../contract/rules/planPath/routePlan.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';

interface Ground extends Pick<MapFrame, 'resolution' | 'origin'> {
  /** The stored PNG; null for a map without a picture, which is its plan. */
  png: Uint8Array | null;
  meta: PictureMeta;
  plan: PlanShape;
}
export interface WayRequest extends Ground {
  from: Place;
  to: Place;
}
export interface PlaceRequest extends Ground {
  at: Place;
}
export interface LegsRequest extends Ground {
  /** In order; the last leg leads back to the first. */
  stops: readonly Place[];
}
const STEP_M = 0.05;

/** Unknown areas of a picture are not free. */
export async function isWayFree({ png, meta, plan, from, to, ...frame }: WayRequest): Promise<boolean> {
  const { grids, toGrid } = await groundOf({ png, meta, plan, ...frame });
  const grid = grids[0]?.();
  if (!grid) return false;
  const [[startX, startY], [endX, endY]] = [toGrid(from), toGrid(to)];
  const steps = Math.ceil(Math.hypot(endX - startX, endY - startY) / STEP_M);
  return Array.from({ length: steps + 1 }, (_, i) => i / steps).every(
    (part) => clearanceAt(grid, startX + (endX - startX) * part, startY + (endY - startY) * part) >= USUAL_RADIUS_M,
  );
}

/** The ways between the stops of a route, and back to the first; straight lines where none was found. */
export async function planLegs({ stops, ...ground }: LegsRequest): Promise<RouteLeg[]> {
  const plan = legPlanner(await groundOf(ground));
  return endsOf({ stops, loops: true }).map(([from, to]) => plan(from, to));
}

/** Unknown areas of a picture are free, and so is a place close to a wall: the robot may know more. */
export async function isPlaceFree({ at, ...ground }: PlaceRequest): Promise<boolean> {
  const { grids, toGrid } = await groundOf(ground);
  const grid = grids.at(-1)?.();
  return !grid || clearanceAt(grid, ...toGrid(at)) > 0;
}

const groundOf = async ({ png, meta, plan, ...frame }: Ground) =>
  png ? groundOfPicture(await decodePng(png), meta, frame) : groundOfPlan(plan);
