/** Where a simulated robot begins on a floor: in the open near the middle, facing the longest free way. */
import type { Place } from '../../entities/floorPlan.ts';
import { clearanceAt, type Occupancy, raycast } from './occupancy.ts';

/** Free space around it, so that it can turn and the way of a test order is free. */
const FREE_M = 0.6;
/** Distance from other robots, metres. */
const APART_M = 1.2;
const STEP_M = 0.5;
const DIRECTIONS = 16;
const LOOK_M = 10;

export interface StartPlace {
  x: number;
  y: number;
  theta: number;
}

/** @param taken places of other robots @returns null if the floor has no such place */
export function startPlace(grid: Occupancy, taken: readonly Place[] = []): StartPlace | null {
  const [width, height] = [grid.columns * grid.cellM, grid.rows * grid.cellM];
  let best: Place | null = null;
  let nearest = Infinity;
  for (let x = STEP_M / 2; x < width; x += STEP_M)
    for (let y = STEP_M / 2; y < height; y += STEP_M) {
      const distance = Math.hypot(x - width / 2, y - height / 2);
      if (distance >= nearest || clearanceAt(grid, x, y) < FREE_M) continue;
      if (taken.some(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) < APART_M)) continue;
      [best, nearest] = [[x, y], distance];
    }
  if (!best) return null;
  const [x, y] = best;
  const ways = Array.from({ length: DIRECTIONS }, (_, i) => {
    const theta = (i * 2 * Math.PI) / DIRECTIONS;
    return { theta: theta > Math.PI ? theta - 2 * Math.PI : theta, free: raycast(grid, x, y, theta, LOOK_M) };
  });
  const { theta } = ways.reduce((longest, way) => (way.free > longest.free + 1e-6 ? way : longest));
  return { x, y, theta };
}
