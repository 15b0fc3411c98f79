/** Drawings for tests: walls by their corners, and arbitrary ones that were drawn as a person draws. */
import fc from 'fast-check';
import type { Drawing, DrawnWall } from '../../contract/entities/floorDrawing.ts';
import type { Place } from '../../contract/entities/floorPlan.ts';
import { withDoor } from '../../contract/rules/drawFloor/doors.ts';
import { EMPTY_DRAWING, withRoom, withWall } from '../../contract/rules/drawFloor/edit.ts';
import { snapTo } from '../../contract/rules/drawFloor/snap.ts';

export const FRAME = { width: 20, height: 12 };

export const wallOf = (id: string, from: Place, to: Place, kind: DrawnWall['kind'] = 'inner'): DrawnWall => ({
  id,
  from,
  to,
  kind,
});
/** Counts up: `n0`, `n1` … */
export const counter = (prefix = 'n'): (() => string) => {
  let next = 0;
  return () => `${prefix}${next++}`;
};
/** Where a path crosses the line on which this coordinate has the value. */
export function crossings(path: readonly Place[] | null, axis: 0 | 1, value: number): number[] {
  const other = axis === 0 ? 1 : 0;
  return (path ?? []).flatMap((to, index) => {
    const from = path?.[index - 1];
    if (!from || from[axis] < value === to[axis] < value) return [];
    return [from[other] + ((value - from[axis]) / (to[axis] - from[axis])) * (to[other] - from[other])];
  });
}

/** Also beyond the frame, as a pointer can be. */
export const pointers: fc.Arbitrary<Place> = fc.tuple(
  fc.double({ min: -2, max: FRAME.width + 2, noNaN: true }),
  fc.double({ min: -2, max: FRAME.height + 2, noNaN: true }),
);

type Stroke =
  | { kind: 'wall'; from: Place; to: Place; isStraight: boolean }
  | { kind: 'room'; from: Place; to: Place }
  | { kind: 'door'; wall: number; at: Place };
const strokes: fc.Arbitrary<Stroke> = fc.oneof(
  fc.record({ kind: fc.constant('wall' as const), from: pointers, to: pointers, isStraight: fc.boolean() }),
  fc.record({ kind: fc.constant('room' as const), from: pointers, to: pointers }),
  fc.record({ kind: fc.constant('door' as const), wall: fc.nat(20), at: pointers }),
);
/** Drawn with the same rules as in the console. */
export const drawings: fc.Arbitrary<Drawing> = fc.array(strokes, { maxLength: 8 }).map((list) => {
  const newId = counter();
  const snapped = (drawing: Drawing, at: Place, from: Place | null = null, isStraight = false): Place =>
    snapTo(FRAME, drawing, at, { reach: 0.3, from, isStraight }).at;
  return list.reduce<Drawing>((drawing, stroke) => {
    if (stroke.kind === 'door') {
      const wall = drawing.walls[stroke.wall % Math.max(1, drawing.walls.length)];
      return (wall && withDoor(drawing, wall.id, stroke.at, newId())) ?? drawing;
    }
    const from = snapped(drawing, stroke.from);
    if (stroke.kind === 'room') return withRoom(drawing, from, snapped(drawing, stroke.to), newId);
    return withWall(drawing, { from, to: snapped(drawing, stroke.to, from, stroke.isStraight) }, 'inner', newId);
  }, EMPTY_DRAWING);
});
