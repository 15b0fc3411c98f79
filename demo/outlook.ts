/** Where a camera at a place sees something: directions with a free view. */
import type { Segment } from '../contract/entities/floorPlan.ts';
import type { DemoPlan } from './plan.ts';

const DIRECTIONS = 16;
const FAR_M = 30;

/** Metres from (x, y) in the direction to the first wall. */
function viewOf(walls: readonly Segment[], x: number, y: number, theta: number): number {
  const [dx, dy] = [Math.cos(theta), Math.sin(theta)];
  let nearest = FAR_M;
  for (const { from, to } of walls) {
    const [ex, ey] = [to[0] - from[0], to[1] - from[1]];
    const cross = dx * ey - dy * ex;
    if (Math.abs(cross) < 1e-9) continue;
    const [px, py] = [from[0] - x, from[1] - y];
    const ahead = (px * ey - py * ex) / cross;
    const along = (px * dy - py * dx) / cross;
    if (ahead > 0 && along >= 0 && along <= 1) nearest = Math.min(nearest, ahead);
  }
  return nearest;
}

/** The directions, radians, with the longest views, the longest first. */
export function outlooksOn(plan: DemoPlan, x: number, y: number, most: number): number[] {
  const walls = [...plan.walls, ...plan.outerWalls];
  return Array.from({ length: DIRECTIONS }, (_, step) => (step * 2 * Math.PI) / DIRECTIONS - Math.PI)
    .map((theta) => ({ theta, free: viewOf(walls, x, y, theta) }))
    .sort((a, b) => b.free - a.free)
    .slice(0, most)
    .map(({ theta }) => theta);
}
