/** Places of fire extinguishers: on the wall beside doors, a few metres apart, the same on every run. */
import type { Place, Segment } from '../../contract/entities/floorPlan.ts';
import { WALL_M } from '../../contract/rules/planCells.ts';
import type { ScenePlan } from './scene.ts';

/** A place on a wall, facing into the room. */
export interface WallPlace {
  readonly x: number;
  readonly y: number;
  readonly theta: number;
}

const APART_M = 9;
/** From the jamb to the extinguisher, and the length of wall that it needs on either side. */
const FROM_JAMB_M = 0.75;
const HALF_M = 0.3;
const PER_FLOOR = 8;

const isBeside = ([x, y]: Place, { from, to }: Segment): boolean => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);
  if (along < 0 || along > 1) return false;
  return Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy) < 0.03;
};

function isInTheWay(plan: ScenePlan, x: number, y: number): boolean {
  return (
    plan.columns.some(
      (one) => x > one.x - 0.3 && x < one.x + one.w + 0.3 && y > one.y - 0.3 && y < one.y + one.h + 0.3,
    ) ||
    plan.furniture.some((piece) =>
      piece.shape === 'rect'
        ? x > piece.x - 0.3 && x < piece.x + piece.w + 0.3 && y > piece.y - 0.3 && y < piece.y + piece.h + 0.3
        : piece.shape === 'circle'
          ? Math.hypot(x - piece.x, y - piece.y) < piece.r + 0.3
          : false,
    )
  );
}

const made = new WeakMap<ScenePlan, readonly WallPlace[]>();

export function extinguishersOf(plan: ScenePlan): readonly WallPlace[] {
  const known = made.get(plan);
  if (known) return known;
  const found: WallPlace[] = [];
  for (const { from, to, swing } of plan.doors) {
    const width = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const along: Place = [(to[0] - from[0]) / width, (to[1] - from[1]) / width];
    // On the side that the leaves do not open to, which is the corridor's.
    const at = (distance: number, off: number): Place => [
      from[0] + along[0] * distance - swing[0] * off,
      from[1] + along[1] * distance - swing[1] * off,
    ];
    for (const distance of [width + FROM_JAMB_M, -FROM_JAMB_M]) {
      const [x, y] = at(distance, WALL_M / 2);
      const isOnWall = [-HALF_M, 0, HALF_M].every((side) =>
        plan.walls.some((wall) => isBeside(at(distance + side, 0), wall)),
      );
      const [nearX, nearY] = at(distance, 0.6);
      const isCorridor = plan.rooms.some(
        ({ kind, x: left, y: low, w, h }) =>
          (kind === 'corridor' || kind === 'lobby') &&
          nearX > left &&
          nearX < left + w &&
          nearY > low &&
          nearY < low + h,
      );
      if (!isOnWall || !isCorridor || isInTheWay(plan, nearX, nearY)) continue;
      if (found.some((other) => Math.hypot(other.x - x, other.y - y) < APART_M)) continue;
      if (found.length < PER_FLOOR) found.push({ x, y, theta: Math.atan2(-swing[1], -swing[0]) });
    }
  }
  made.set(plan, found);
  return found;
}
