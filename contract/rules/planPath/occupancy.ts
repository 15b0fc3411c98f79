/**
 * A floor as a grid of clearances, the distance from each cell to the nearest obstacle. Vector plans use cells of 5 cm.
 */
import type { Place } from '../../entities/floorPlan.ts';
import { cellsOf, type PlanShape } from '../planCells.ts';
import { clearanceIn } from './distance.ts';

export const CELL_M = 0.05;

export interface Occupancy {
  readonly columns: number;
  readonly rows: number;
  /** Metres per cell. */
  readonly cellM: number;
  /** Metres from the cell's centre to the nearest obstacle; 0 inside one. Row 0 is the southern edge. */
  readonly clearance: Float32Array;
}

const made = new WeakMap<PlanShape, Occupancy>();

/** Built on the first call, about 60 ms for 64 x 34 m, and cached per plan. */
export function occupancyOf(plan: PlanShape): Occupancy {
  const known = made.get(plan);
  if (known) return known;
  const { columns, rows, cells } = cellsOf(plan, CELL_M);
  const occupancy = { columns, rows, cellM: CELL_M, clearance: clearanceIn(cells, columns, rows, CELL_M) };
  made.set(plan, occupancy);
  return occupancy;
}

/** Metres from a place to the nearest obstacle; 0 inside one and outside the plan. */
export function clearanceAt({ columns, rows, cellM, clearance }: Occupancy, x: number, y: number): number {
  const column = Math.floor(x / cellM);
  const row = Math.floor(y / cellM);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return 0;
  return clearance[row * columns + column] ?? 0;
}

/**
 * The nearest place within reach where a disc of the radius touches nothing, the place itself if it is free; null if
 * there is none. Metres.
 */
export function nearestFree(grid: Occupancy, x: number, y: number, radius: number, reach: number): Place | null {
  if (clearanceAt(grid, x, y) >= radius) return [x, y];
  const { cellM } = grid;
  const span = Math.ceil(reach / cellM);
  const column = Math.floor(x / cellM);
  const row = Math.floor(y / cellM);
  let best: Place | null = null;
  let nearest = reach;
  for (let dy = -span; dy <= span; dy++) {
    for (let dx = -span; dx <= span; dx++) {
      const place: Place = [(column + dx + 0.5) * cellM, (row + dy + 0.5) * cellM];
      const distance = Math.hypot(place[0] - x, place[1] - y);
      if (distance < nearest && clearanceAt(grid, ...place) >= radius) [best, nearest] = [place, distance];
    }
  }
  return best;
}

/**
 * Metres from a place to the first obstacle in the direction theta, at most `range`. Each step is as long as the
 * clearance, so that open space costs little.
 */
export function raycast(grid: Occupancy, x: number, y: number, theta: number, range: number): number {
  const [dx, dy] = [Math.cos(theta), Math.sin(theta)];
  let travelled = 0;
  while (travelled < range) {
    const free = clearanceAt(grid, x + dx * travelled, y + dy * travelled);
    if (free <= 0) return travelled;
    // At least a third of a cell: along a wall, steps by the clearance alone would be tiny.
    travelled += Math.max(free, grid.cellM / 3);
  }
  return range;
}
