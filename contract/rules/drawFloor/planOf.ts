/** The floor plan that robots get for a drawing: walls are interrupted by their doors. */
import type { Drawing, DrawnDoor, DrawnWall } from '../../entities/floorDrawing.ts';
import type { Door, FloorPlan, Place, Segment } from '../../entities/floorPlan.ts';
import { OUTER_WALL_M, WALL_M } from '../planCells.ts';
import { type FloorFrame, wallLength } from './faults.ts';
import { rounded } from './geometry.ts';

/** The place at this distance from the wall's first end, millimetres exactly. */
export function placeOn({ from, to }: Pick<DrawnWall, 'from' | 'to'>, at: number): Place {
  const length = wallLength({ from, to });
  const share = length === 0 ? 0 : at / length;
  return [rounded(from[0] + (to[0] - from[0]) * share), rounded(from[1] + (to[1] - from[1]) * share)];
}

/** The jambs of a door and the side to which its leaf opens, as a unit vector. */
export function doorwayOf(wall: Pick<DrawnWall, 'from' | 'to'>, { at, width, side }: Omit<DrawnDoor, 'id' | 'wallId'>) {
  const length = wallLength(wall) || 1;
  const [ux, uy] = [(wall.to[0] - wall.from[0]) / length, (wall.to[1] - wall.from[1]) / length];
  const swing: Place = [rounded(-uy * side), rounded(ux * side)];
  return { from: placeOn(wall, at - width / 2), to: placeOn(wall, at + width / 2), swing };
}

/** What is left of a wall beside its doors. */
function piecesOf(wall: DrawnWall, doors: readonly DrawnDoor[]): Segment[] {
  const length = wallLength(wall);
  const gaps = doors
    .map(({ at, width }) => [Math.max(0, at - width / 2), Math.min(length, at + width / 2)] as const)
    .sort(([a], [b]) => a - b);
  const pieces: Segment[] = [];
  let begin = 0;
  const add = (end: number): void => {
    if (end - begin > 1e-3) pieces.push({ from: placeOn(wall, begin), to: placeOn(wall, end) });
  };
  for (const [from, to] of gaps) {
    add(from);
    begin = Math.max(begin, to);
  }
  add(length);
  return pieces;
}

/** @returns a plan whose slab is the whole frame */
export function planOfDrawing({ width, height }: FloorFrame, { walls, doors, rooms }: Drawing): FloorPlan {
  const byWall = new Map<string, DrawnDoor[]>();
  for (const door of doors) byWall.set(door.wallId, [...(byWall.get(door.wallId) ?? []), door]);
  const pieces = (kind: DrawnWall['kind']): Segment[] =>
    walls.filter((wall) => wall.kind === kind).flatMap((wall) => piecesOf(wall, byWall.get(wall.id) ?? []));
  const wallOf = new Map(walls.map((wall) => [wall.id, wall]));
  return {
    width,
    height,
    outline: [
      [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ],
    ],
    rooms: rooms.map((room) => ({ ...room })),
    walls: pieces('inner'),
    outerWalls: pieces('outer'),
    windows: pieces('window'),
    doors: doors.flatMap((door): Door[] => {
      const wall = wallOf.get(door.wallId);
      return wall ? [{ id: door.id, ...doorwayOf(wall, door), controlled: false }] : [];
    }),
    columns: [],
    furniture: [],
  };
}

/** Whether the place lies in a wall of the plan. */
export function isInWall({ walls, outerWalls, windows }: FloorPlan, [x, y]: Place): boolean {
  const isNear = ({ from, to }: Segment, thickness: number): boolean => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const square = dx * dx + dy * dy;
    const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / square));
    return Math.hypot(from[0] + share * dx - x, from[1] + share * dy - y) <= thickness / 2;
  };
  return (
    walls.some((wall) => isNear(wall, WALL_M)) || [...outerWalls, ...windows].some((wall) => isNear(wall, OUTER_WALL_M))
  );
}
