/** A floor plan as canvas paths in metres, built once, so that drawing at any zoom takes only a few strokes. */
import type { Door, FloorPlan, Furniture, Place, Room, Segment } from '../../../contract/entities/floorPlan.ts';
import { boxOf } from './viewport.ts';
import type { WorldBox } from './viewport.ts';

export interface PlanPaths {
  readonly box: WorldBox;
  readonly floor: Path2D;
  readonly rooms: Path2D;
  /** Lifts, stairs and plant rooms: darker. */
  readonly cores: Path2D;
  readonly furniture: Path2D;
  readonly wet: Path2D;
  readonly doors: Path2D;
  readonly walls: Path2D;
  readonly outerWalls: Path2D;
  readonly windows: Path2D;
  readonly columns: Path2D;
}

/** Door width from which a door has two leaves, metres. */
const TWO_LEAVES_M = 1.5;

const OPEN_KINDS: readonly Room['kind'][] = ['corridor', 'lobby'];
const CORE_KINDS: readonly Room['kind'][] = ['lift', 'stair', 'core'];

function segments(all: readonly Segment[]): Path2D {
  const path = new Path2D();
  for (const { from, to } of all) {
    path.moveTo(...from);
    path.lineTo(...to);
  }
  return path;
}

function rectangles(
  all: readonly { readonly x: number; readonly y: number; readonly w: number; readonly h: number }[],
): Path2D {
  const path = new Path2D();
  for (const { x, y, w, h } of all) path.rect(x, y, w, h);
  return path;
}

function addLeaf(path: Path2D, hinge: Place, jamb: Place, swing: Place, width: number): void {
  const open = Math.atan2(swing[1], swing[0]);
  const shut = Math.atan2(jamb[1] - hinge[1], jamb[0] - hinge[0]);
  const turn = Math.atan2(Math.sin(shut - open), Math.cos(shut - open));
  path.moveTo(hinge[0], hinge[1]);
  path.lineTo(hinge[0] + Math.cos(open) * width, hinge[1] + Math.sin(open) * width);
  path.arc(hinge[0], hinge[1], width, open, shut, turn < 0);
}

function doors(all: readonly Door[]): Path2D {
  const path = new Path2D();
  for (const { from, to, swing } of all) {
    const width = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (width < TWO_LEAVES_M) addLeaf(path, from, to, swing, width);
    else {
      addLeaf(path, from, to, swing, width / 2);
      addLeaf(path, to, from, swing, width / 2);
    }
  }
  return path;
}

function addFurniture(path: Path2D, piece: Furniture): void {
  switch (piece.shape) {
    case 'rect':
      path.roundRect(piece.x, piece.y, piece.w, piece.h, piece.r ?? 0);
      break;
    case 'circle':
      path.moveTo(piece.x + piece.r, piece.y);
      path.arc(piece.x, piece.y, piece.r, 0, 2 * Math.PI);
      break;
    case 'line':
      piece.points.forEach((place, index) => {
        if (index === 0) path.moveTo(...place);
        else path.lineTo(...place);
      });
      break;
  }
}

/** The extent of the plan, metres. */
export function planBox({ outline, width, height }: Pick<FloorPlan, 'outline' | 'width' | 'height'>): PlanPaths['box'] {
  const corners = outline.flat();
  return corners.length > 0 ? boxOf(corners) : { minX: 0, minY: 0, maxX: width, maxY: height };
}

export function planPaths(plan: FloorPlan): PlanPaths {
  const floor = new Path2D();
  for (const polygon of plan.outline) {
    polygon.forEach((place, index) => {
      if (index === 0) floor.moveTo(...place);
      else floor.lineTo(...place);
    });
    floor.closePath();
  }
  const isWet = (piece: Furniture): boolean => piece.shape === 'rect' && piece.wet === true;
  const furniture = new Path2D();
  const wet = new Path2D();
  for (const piece of plan.furniture) addFurniture(isWet(piece) ? wet : furniture, piece);
  return {
    box: planBox(plan),
    floor,
    rooms: rectangles(plan.rooms.filter(({ kind }) => !OPEN_KINDS.includes(kind) && !CORE_KINDS.includes(kind))),
    cores: rectangles(plan.rooms.filter(({ kind }) => CORE_KINDS.includes(kind))),
    furniture,
    wet,
    doors: doors(plan.doors),
    walls: segments(plan.walls),
    outerWalls: segments(plan.outerWalls),
    windows: segments(plan.windows),
    columns: rectangles(plan.columns),
  };
}

/**
 * Whether two plans have the same outline: another floor of the building, or the same floor reloaded. The view is then
 * kept.
 */
export function hasSameFloor(a: FloorPlan | null, b: FloorPlan): boolean {
  return a !== null && JSON.stringify(a.outline) === JSON.stringify(b.outline);
}
