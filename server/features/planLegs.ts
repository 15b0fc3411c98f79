/** Lengths of planned paths on one map. Runs in a worker thread: it builds a grid. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { PictureMeta } from '../../contract/entities/map.ts';
import type { MapFrame } from '../../contract/rules/mapFrame.ts';
import { decodePng } from '../../contract/rules/mapFiles/png.ts';
import { groundOfPicture, groundOfPlan, legPlanner } from '../../contract/rules/planPath/legPlanner.ts';
import type { PlanShape } from '../../contract/rules/planCells.ts';

interface LegsRequest extends Pick<MapFrame, 'resolution' | 'origin'> {
  /** The stored PNG; null for a map without a picture, which is its plan. */
  png: Uint8Array | null;
  meta: PictureMeta;
  plan: PlanShape;
  legs: readonly (readonly [from: Place, to: Place])[];
}

/** Metres of each leg; the straight line where there is no path. */
export async function planLegs({ png, meta, plan, legs, ...frame }: LegsRequest): Promise<number[]> {
  const metres = legPlanner(png ? groundOfPicture(await decodePng(png), meta, frame) : groundOfPlan(plan));
  return legs.map(([from, to]) => metres(from, to).metres);
}
