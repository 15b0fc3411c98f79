/** A floor as cells, and how far away from each cell the nearest thing is: of a drawn plan cells of 5 cm. */
import type { Place } from '../../entities/floorPlan.ts';
import { cellsOf, type PlanShape } from '../planCells.ts';
import { clearanceIn } from './distance.ts';

export const CELL_M = 0.05;

export interface Occupancy {
  readonly columns: number;
  readonly rows: number;
  /** Metres a cell. */
  readonly cellM: number;
  /** Metres from the cell's middle to the nearest thing; 0 inside it. Row 0 is the southern edge. */
  readonly clearance: Float32Array;
}

const made = new WeakMap<PlanShape, Occupancy>();

/** Made at the first call, about 60 ms for 64 x 34 m, and kept with the plan. */
export function occupancyOf(plan: PlanShape): Occupancy {
  const known = made.get(plan);
  if (known) return known;
  const { columns, rows, cells } = cellsOf(plan, CELL_M);
  const occupancy = { columns, rows, cellM: CELL_M, clearance: clearanceIn(cells, columns, rows, CELL_M) };
  made.set(plan, occupancy);
  return occupancy;
}

/** Metres from a place to the nearest thing; 0 inside it and outside the plan. */
export function clearanceAt({ columns, rows, cellM, clearance }: Occupancy, x: number, y: number): number {
  const column = Math.floor(x / cellM);
  const row = Math.floor(y / cellM);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return 0;
  return clearance[row * columns + column] ?? 0;
}

/** The place nearest to this one where a disc of the radius touches nothing, itself when it is free; null when none is within reach. Metres. */
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
 * Metres from a place to the first thing in the direction theta, at most `range`.
 * Steps as far as the clearance allows, so that open space costs little.
 */
export function raycast(grid: Occupancy, x: number, y: number, theta: number, range: number): number {
  const [dx, dy] = [Math.cos(theta), Math.sin(theta)];
  let travelled = 0;
  while (travelled < range) {
    const free = clearanceAt(grid, x + dx * travelled, y + dy * travelled);
    if (free <= 0) return travelled;
    // A third of a cell at least: near a wall that one passes along, clearance alone would creep.
    travelled += Math.max(free, grid.cellM / 3);
  }
  return range;
}
