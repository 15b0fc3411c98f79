/** Distance from a place to the nearest obstacle, precise enough to place robots without building a grid. */
import type { Furniture, Place, Segment } from '../contract/entities/floorPlan.ts';
import type { DemoPlan } from './plan.ts';

function toSegment(x: number, y: number, [x1, y1]: Place, [x2, y2]: Place): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

const toRect = (x: number, y: number, r: { x: number; y: number; w: number; h: number }) =>
  Math.hypot(Math.max(r.x - x, 0, x - r.x - r.w), Math.max(r.y - y, 0, y - r.y - r.h));

function toFurniture(x: number, y: number, piece: Furniture): number {
  switch (piece.shape) {
    case 'rect':
      return toRect(x, y, piece);
    case 'circle':
      return Math.max(0, Math.hypot(x - piece.x, y - piece.y) - piece.r);
    case 'line':
      return Math.min(...piece.points.slice(1).map((to, i) => toSegment(x, y, piece.points[i] ?? to, to)));
  }
}

/** Metres from (x, y) to the nearest wall, column or solid piece of furniture. */
export function clearanceOn(plan: DemoPlan): (x: number, y: number) => number {
  const walls: Segment[] = [...plan.walls, ...plan.outerWalls];
  const solid = plan.furniture.filter((piece) => piece.solid);
  return (x, y) => {
    let nearest = Infinity;
    for (const { from, to } of walls) nearest = Math.min(nearest, toSegment(x, y, from, to));
    for (const column of plan.columns) nearest = Math.min(nearest, toRect(x, y, column));
    for (const piece of solid) nearest = Math.min(nearest, toFurniture(x, y, piece));
    return nearest;
  };
}
