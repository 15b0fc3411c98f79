/**
 * Snaps a pointer position: to a line through another point, else to the grid, else not at all. Also finds the points
 * in a box.
 */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import { rounded, type Points } from './draft.ts';

export interface SnapRules {
  readonly toGrid: boolean;
  /** Grid spacing, metres. */
  readonly grid: number;
  readonly toPoints: boolean;
}
export interface Snapped {
  readonly at: Place;
  /** The lines it lies on: x of a vertical one, y of a horizontal one, metres. */
  readonly guides: { readonly x: number | null; readonly y: number | null };
}

export const GRIDS_M = [0.1, 0.25, 0.5, 1, 2] as const;
export const GRID_M = 0.5;
/** Points farther away, metres, give no lines: otherwise lines would be everywhere. */
const COMPANY_M = 12;
const NO_GUIDES = { x: null, y: null } as const;

/** @param reach snap distance, metres; @param isMoving points that move along, which give no lines */
export function snapTo(
  [x, y]: Place,
  points: Points,
  { toGrid, grid, toPoints }: SnapRules,
  reach: number,
  isMoving: (areaId: string) => boolean,
): Snapped {
  const line = toPoints ? nearestLines([x, y], points, reach, isMoving) : NO_GUIDES;
  const onGrid = (metres: number): number => (toGrid ? Math.round(metres / grid) * grid : metres);
  return { at: [rounded(line.x ?? onGrid(x)), rounded(line.y ?? onGrid(y))], guides: line };
}

function nearestLines(
  [x, y]: Place,
  points: Points,
  reach: number,
  isMoving: (areaId: string) => boolean,
): { x: number | null; y: number | null } {
  const found: { x: number | null; y: number | null } = { x: null, y: null };
  let [leastX, leastY] = [reach, reach];
  for (const { areaId, worldX, worldY } of points) {
    const [offX, offY] = [Math.abs(worldX - x), Math.abs(worldY - y)];
    if (offX > COMPANY_M || offY > COMPANY_M || (offX > leastX && offY > leastY) || isMoving(areaId)) continue;
    if (offX <= leastX) [found.x, leastX] = [worldX, offX];
    if (offY <= leastY) [found.y, leastY] = [worldY, offY];
  }
  return found;
}

export function idsInBox(points: Points, [ax, ay]: Place, [bx, by]: Place): readonly string[] {
  const [left, right, bottom, top] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
  return points.flatMap(({ areaId, worldX, worldY }) =>
    worldX >= left && worldX <= right && worldY >= bottom && worldY <= top ? [areaId] : [],
  );
}
