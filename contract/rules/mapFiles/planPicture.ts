/** Renders a vector plan as a ROS map picture: free, occupied, and unknown outside the outer walls. */
import type { PictureMeta } from '../../entities/map.ts';
import { cellsOf, type PlanShape } from '../planCells.ts';
import type { Picture } from './picture.ts';

/** Grey levels that map_saver writes. */
const GREY = [254, 0, 205] as const;
export const PLAN_META: PictureMeta = { occupiedThresh: 0.65, freeThresh: 0.196, negate: false, mode: 'trinary' };

export function pictureOfPlan(plan: PlanShape, resolution: number): Picture {
  const { columns, rows, cells } = cellsOf(plan, resolution, 2);
  const data = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      data[(rows - 1 - row) * columns + column] = GREY[cells[row * columns + column] ?? 0] ?? 0;
  return { width: columns, height: rows, channels: 1, data };
}
