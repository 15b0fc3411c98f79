/** Whether the straight way of a test order is free on the robot's map. Runs in a worker thread: it builds a grid. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { PictureMeta } from '../../contract/entities/map.ts';
import type { MapFrame } from '../../contract/rules/mapFrame.ts';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';
import { groundOfPicture, groundOfPlan } from '../../contract/rules/planPath/legPlanner.ts';
import { clearanceAt } from '../../contract/rules/planPath/occupancy.ts';
import { USUAL_RADIUS_M } from '../../contract/rules/planPath/path.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';

export interface WayRequest extends Pick<MapFrame, 'resolution' | 'origin'> {
  /** The stored PNG; null for a map without a picture, which is its plan. */
  png: Uint8Array | null;
  meta: PictureMeta;
  plan: PlanShape;
  from: Place;
  to: Place;
}
const STEP_M = 0.05;

/** Unknown areas of a picture are not free. */
export async function isWayFree({ png, meta, plan, from, to, ...frame }: WayRequest): Promise<boolean> {
  const { grids, toGrid } = png ? groundOfPicture(await decodePng(png), meta, frame) : groundOfPlan(plan);
  const grid = grids[0]?.();
  if (!grid) return false;
  const [[startX, startY], [endX, endY]] = [toGrid(from), toGrid(to)];
  const steps = Math.ceil(Math.hypot(endX - startX, endY - startY) / STEP_M);
  return Array.from({ length: steps + 1 }, (_, i) => i / steps).every(
    (part) => clearanceAt(grid, startX + (endX - startX) * part, startY + (endY - startY) * part) >= USUAL_RADIUS_M,
  );
}
