/** What is wrong with a drawn floor: the same rule in the console and on the server. */
import type { Drawing, DrawnWall } from '../../entities/floorDrawing.ts';
import { DOOR_WIDTH_M, FLOOR_AREA_MAX_M2, FLOOR_SIDE_M, WALL_MIN_M } from './limits.ts';

export interface FloorFrame {
  /** Metres. */
  readonly width: number;
  readonly height: number;
}
export const DRAWING_FAULTS = [
  'idTwice',
  'wallOutside',
  'wallTooShort',
  'doorWithoutWall',
  'doorWidth',
  'doorOffWall',
  'doorsOverlap',
  'roomOutside',
  'roomEmpty',
] as const;
export interface DrawingFault {
  readonly kind: (typeof DRAWING_FAULTS)[number];
  /** Id of the wall, door or room. */
  readonly id: string;
}

/** Tolerance of sums of decimal fractions, metres. */
export const EPSILON_M = 1e-6;

/** Why a floor of this size cannot be drawn; null: it can. */
export function frameFault({ width, height }: FloorFrame): 'side' | 'area' | null {
  const isSide = (side: number): boolean => side >= FLOOR_SIDE_M.min && side <= FLOOR_SIDE_M.max;
  if (!isSide(width) || !isSide(height)) return 'side';
  return width * height > FLOOR_AREA_MAX_M2 ? 'area' : null;
}

export const wallLength = ({ from, to }: Pick<DrawnWall, 'from' | 'to'>): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1]);

const isWithin = ({ width, height }: FloorFrame, x: number, y: number): boolean =>
  x >= -EPSILON_M && y >= -EPSILON_M && x <= width + EPSILON_M && y <= height + EPSILON_M;

/** Whether a doorway of this width lies on the wall, with its middle at `at`. */
export const isOnWall = (length: number, at: number, width: number): boolean =>
  at - width / 2 >= -EPSILON_M && at + width / 2 <= length + EPSILON_M;

export function drawingFaults(frame: FloorFrame, { walls, doors, rooms }: Drawing): DrawingFault[] {
  const faults: DrawingFault[] = [];
  const add = (kind: DrawingFault['kind'], id: string): void => void faults.push({ kind, id });
  for (const list of [walls, doors, rooms]) {
    const seen = new Set<string>();
    for (const { id } of list) {
      if (seen.has(id)) add('idTwice', id);
      seen.add(id);
    }
  }
  const byId = new Map(walls.map((wall) => [wall.id, wall]));
  for (const wall of walls) {
    if (!isWithin(frame, ...wall.from) || !isWithin(frame, ...wall.to)) add('wallOutside', wall.id);
    else if (wallLength(wall) < WALL_MIN_M - EPSILON_M) add('wallTooShort', wall.id);
  }
  const byWall = new Map<string, { id: string; at: number; width: number }[]>();
  for (const door of doors) {
    const wall = byId.get(door.wallId);
    if (!wall) add('doorWithoutWall', door.id);
    else if (door.width < DOOR_WIDTH_M.min - EPSILON_M || door.width > DOOR_WIDTH_M.max + EPSILON_M)
      add('doorWidth', door.id);
    else if (!isOnWall(wallLength(wall), door.at, door.width)) add('doorOffWall', door.id);
    else byWall.set(door.wallId, [...(byWall.get(door.wallId) ?? []), door]);
  }
  for (const own of byWall.values()) {
    const inOrder = own.sort((a, b) => a.at - b.at);
    inOrder.forEach((door, index) => {
      const before = inOrder[index - 1];
      if (before && door.at - door.width / 2 < before.at + before.width / 2 - EPSILON_M) add('doorsOverlap', door.id);
    });
  }
  for (const { id, x, y, w, h } of rooms) {
    if (w <= 0 || h <= 0) add('roomEmpty', id);
    else if (!isWithin(frame, x, y) || !isWithin(frame, x + w, y + h)) add('roomOutside', id);
  }
  return faults;
}
