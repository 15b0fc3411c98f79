/** Edits of a drawn floor. Each returns a new drawing, in which everything that did not change is the same object. */
import type { Drawing, DrawnRoom, DrawnWall, WallKind } from '../../entities/floorDrawing.ts';
import type { Place } from '../../entities/floorPlan.ts';
import { refitted } from './doors.ts';
import { type FloorFrame, wallLength } from './faults.ts';
import {
  alongLine,
  clamp,
  distance,
  inFrame,
  isSamePlace,
  type Line,
  rounded,
  SAME_M,
  towards,
  uncovered,
} from './geometry.ts';
import { WALL_MIN_M } from './limits.ts';

export const EMPTY_DRAWING: Drawing = { walls: [], doors: [], rooms: [] };

/** Makes an id that the drawing does not have. */
export type NewId = () => string;

/** Where other walls already run, none is added: two rooms share one wall. */
export function withWall(drawing: Drawing, line: Line, kind: WallKind, newId: NewId): Drawing {
  const added = uncovered(line, drawing.walls, WALL_MIN_M).map(({ from, to }): DrawnWall => ({
    id: newId(),
    from,
    to,
    kind,
  }));
  return added.length === 0 ? drawing : { ...drawing, walls: [...drawing.walls, ...added] };
}

/** A rectangle between two opposite corners; null if it is too small for a room. */
export function rectangleOf([ax, ay]: Place, [bx, by]: Place): Pick<DrawnRoom, 'x' | 'y' | 'w' | 'h'> | null {
  const [x, y] = [Math.min(ax, bx), Math.min(ay, by)];
  const [w, h] = [rounded(Math.abs(ax - bx)), rounded(Math.abs(ay - by))];
  return w < WALL_MIN_M || h < WALL_MIN_M ? null : { x, y, w, h };
}
/** Adds a room with its four walls; equal walls merge. */
export function withRoom(drawing: Drawing, a: Place, b: Place, newId: NewId): Drawing {
  const rectangle = rectangleOf(a, b);
  if (!rectangle) return drawing;
  const { x, y, w, h } = rectangle;
  const corners: Place[] = [
    [x, y],
    [rounded(x + w), y],
    [rounded(x + w), rounded(y + h)],
    [x, rounded(y + h)],
  ];
  const walled = corners.reduce(
    (next, from, index) => withWall(next, { from, to: corners[(index + 1) % 4] as Place }, 'inner', newId),
    drawing,
  );
  return { ...walled, rooms: [...walled.rooms, { id: newId(), name: '', kind: 'office', ...rectangle }] };
}

/** The corner's new place; null: it does not move. */
type Move = (corner: Place) => Place | null;

/** A room's edge follows when both of its corners move by the same way across it. */
function movedRoom(room: DrawnRoom, move: Move): DrawnRoom {
  const { x, y, w, h } = room;
  const [right, top] = [rounded(x + w), rounded(y + h)];
  const edge = (a: Place, b: Place, axis: 0 | 1): number => {
    const [p, q] = [move(a), move(b)];
    return p && q && Math.abs(p[axis] - q[axis]) <= SAME_M ? p[axis] : a[axis];
  };
  const [left, bottom] = [edge([x, y], [x, top], 0), edge([x, y], [right, y], 1)];
  const [east, north] = [edge([right, y], [right, top], 0), edge([x, top], [right, top], 1)];
  if (left === x && bottom === y && east === right && north === top) return room;
  return { ...room, x: left, y: bottom, w: rounded(east - left), h: rounded(north - bottom) };
}

/**
 * Moves corners: every wall that ends in one follows, and so does a wall that ends on a moved wall. A wall that becomes
 * too short is removed with its doors, and so is a room that is turned inside out.
 */
function moved(drawing: Drawing, move: Move): Drawing {
  const ends = new Map(
    drawing.walls.map((wall) => [
      wall.id,
      { ...wall, from: move(wall.from) ?? wall.from, to: move(wall.to) ?? wall.to },
    ]),
  );
  const hasMoved = drawing.walls.filter((wall) => {
    const next = ends.get(wall.id);
    return next && (next.from !== wall.from || next.to !== wall.to);
  });
  /** The place of a wall's end that lies on a moved wall. */
  const carried = (end: Place, own: string): Place | null => {
    for (const wall of hasMoved) {
      if (wall.id === own || isSamePlace(end, wall.from) || isSamePlace(end, wall.to)) continue;
      const { along, off } = alongLine(wall, end);
      const length = wallLength(wall);
      if (off > SAME_M || along < 0 || along > length) continue;
      const next = ends.get(wall.id);
      return next ? towards(next.from, next.to, (along / length) * distance(next.from, next.to)) : null;
    }
    return null;
  };
  const walls = drawing.walls.map((wall): DrawnWall => {
    const next = ends.get(wall.id) ?? wall;
    const from = next.from === wall.from ? (carried(wall.from, wall.id) ?? wall.from) : next.from;
    const to = next.to === wall.to ? (carried(wall.to, wall.id) ?? wall.to) : next.to;
    return from === wall.from && to === wall.to ? wall : { ...wall, from, to };
  });
  const left = walls.filter((wall) => wallLength(wall) >= WALL_MIN_M - SAME_M / 10);
  const before = new Map(drawing.walls.map((wall) => [wall.id, wall]));
  const doors = left.flatMap((wall) => {
    const own = drawing.doors.filter(({ wallId }) => wallId === wall.id);
    const old = before.get(wall.id);
    return old && old !== wall && own.length > 0 ? refitted(old, wall, own) : own;
  });
  const rooms = drawing.rooms.map((room) => movedRoom(room, move)).filter(({ w, h }) => w > 0 && h > 0);
  return { walls: left, doors, rooms };
}

/** Moves a corner with all walls that end in it. */
export const withCorner = (drawing: Drawing, frame: FloorFrame, corner: Place, to: Place): Drawing => {
  const target = inFrame(frame, to);
  return isSamePlace(corner, target) ? drawing : moved(drawing, (one) => (isSamePlace(one, corner) ? target : null));
};

/** Moves a whole wall; the walls connected to its ends follow. It stays within the frame. */
export function withWallMoved(drawing: Drawing, frame: FloorFrame, id: string, dx: number, dy: number): Drawing {
  const wall = drawing.walls.find((one) => one.id === id);
  if (!wall) return drawing;
  const { from, to } = wall;
  const x = clamp(dx, -Math.min(from[0], to[0]), frame.width - Math.max(from[0], to[0]));
  const y = clamp(dy, -Math.min(from[1], to[1]), frame.height - Math.max(from[1], to[1]));
  if (Math.abs(x) < SAME_M && Math.abs(y) < SAME_M) return drawing;
  return moved(drawing, (one) =>
    isSamePlace(one, from) || isSamePlace(one, to) ? [rounded(one[0] + x), rounded(one[1] + y)] : null,
  );
}

/** Sets a wall's length: its second end moves in the wall's direction, as far as the frame goes. */
export function withWallLength(drawing: Drawing, frame: FloorFrame, id: string, length: number): Drawing {
  const wall = drawing.walls.find((one) => one.id === id);
  if (!wall || length < WALL_MIN_M) return drawing;
  return withCorner(drawing, frame, wall.to, towards(wall.from, wall.to, length));
}

export type PartKind = 'wall' | 'door' | 'room';
/** Erases a part; a wall takes its doors along. */
export function without(drawing: Drawing, kind: PartKind, id: string): Drawing {
  if (kind === 'door') return { ...drawing, doors: drawing.doors.filter((one) => one.id !== id) };
  if (kind === 'room') return { ...drawing, rooms: drawing.rooms.filter((one) => one.id !== id) };
  return {
    ...drawing,
    walls: drawing.walls.filter((one) => one.id !== id),
    doors: drawing.doors.filter(({ wallId }) => wallId !== id),
  };
}

export function changedPart<Kind extends PartKind>(
  drawing: Drawing,
  kind: Kind,
  id: string,
  change: Partial<{ kind: DrawnWall['kind'] | DrawnRoom['kind']; name: string; side: 1 | -1 }>,
): Drawing {
  const list = kind === 'wall' ? 'walls' : kind === 'door' ? 'doors' : 'rooms';
  // The caller changes only fields that parts of this kind have; both sides validate the result.
  return { ...drawing, [list]: drawing[list].map((one) => (one.id === id ? { ...one, ...change } : one)) } as Drawing;
}
