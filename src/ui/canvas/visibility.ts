/** A robot's field of view on the floor: a fan from its camera, clipped by walls. Pure. */
import type { Place, Segment } from '../../../contract/entities/floorPlan.ts';

export interface Fan {
  readonly x: number;
  readonly y: number;
  /** Radians, the direction of the fan's centre. */
  readonly theta: number;
  /** Radians from edge to edge. */
  readonly spread: number;
  /** Metres. */
  readonly range: number;
}

/** Angle between rays, radians; further rays are cast at the ends of walls. */
const STEP = Math.PI / 120;
/** Offset of rays just past a wall's end, which reach what lies behind it, radians. */
const BESIDE = 1e-4;

/** Distance along a ray to a segment, Infinity when it misses. */
function hit(x: number, y: number, dx: number, dy: number, { from, to }: Segment): number {
  const sx = to[0] - from[0];
  const sy = to[1] - from[1];
  const cross = dx * sy - dy * sx;
  if (cross === 0) return Infinity;
  const px = from[0] - x;
  const py = from[1] - y;
  const along = (px * sy - py * sx) / cross;
  const on = (px * dy - py * dx) / cross;
  return along >= 0 && on >= 0 && on <= 1 ? along : Infinity;
}

function distanceTo(x: number, y: number, { from, to }: Segment): number {
  const sx = to[0] - from[0];
  const sy = to[1] - from[1];
  const length = sx * sx + sy * sy;
  const on = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from[0]) * sx + (y - from[1]) * sy) / length));
  return Math.hypot(from[0] + on * sx - x, from[1] + on * sy - y);
}

const signedTurn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

/** A polygon in metres that starts at the robot's position. */
export function visiblePolygon({ x, y, theta, spread, range }: Fan, walls: readonly Segment[]): Place[] {
  const near = walls.filter((wall) => distanceTo(x, y, wall) < range);
  const half = spread / 2;
  const angles: number[] = [];
  for (let angle = -half; angle < half; angle += STEP) angles.push(angle);
  angles.push(half);
  for (const wall of near) {
    for (const [px, py] of [wall.from, wall.to]) {
      const angle = signedTurn(Math.atan2(py - y, px - x) - theta);
      if (Math.abs(angle) < half) angles.push(angle - BESIDE, angle, angle + BESIDE);
    }
  }
  angles.sort((a, b) => a - b);
  const edge = angles.map((angle): Place => {
    const dx = Math.cos(theta + angle);
    const dy = Math.sin(theta + angle);
    const far = near.reduce((least, wall) => Math.min(least, hit(x, y, dx, dy, wall)), range);
    return [x + dx * far, y + dy * far];
  });
  return [[x, y], ...edge];
}
