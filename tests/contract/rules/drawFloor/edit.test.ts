/** Edits of a drawn floor: walls and rooms merge, connected walls follow, doors stay on their walls. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drawing } from '../../../../contract/entities/floorDrawing.ts';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { doorAt, draggedJamb, slidDoor, widenedDoor, withDoor } from '../../../../contract/rules/drawFloor/doors.ts';
import {
  EMPTY_DRAWING,
  without,
  withCorner,
  withRoom,
  withWall,
  withWallLength,
  withWallMoved,
} from '../../../../contract/rules/drawFloor/edit.ts';
import { drawingFaults, frameFault, wallLength } from '../../../../contract/rules/drawFloor/faults.ts';
import { alongLine, isSamePlace } from '../../../../contract/rules/drawFloor/geometry.ts';
import { hitAt } from '../../../../contract/rules/drawFloor/hit.ts';
import { cornersOf } from '../../../../contract/rules/drawFloor/snap.ts';
import { counter, drawings, FRAME, pointers, wallOf } from '../../../fakes/drawings.ts';

const room = (a: Place, b: Place): Drawing => withRoom(EMPTY_DRAWING, a, b, counter());
const lines = ({ walls }: Drawing): string[] => walls.map(({ from, to }) => `${from.join()} ${to.join()}`);
const doored = (): Drawing => {
  const drawing = { ...EMPTY_DRAWING, walls: [wallOf('w', [2, 2], [8, 2])] };
  const added = withDoor(drawing, 'w', [4, 2], 'd');
  if (!added) throw new Error('no room for the door');
  return added;
};
const onlyDoor = ({ doors }: Drawing) => doors.map(({ at, width }) => [at, width]);

describe('walls', () => {
  it('are drawn only where none is', () => {
    const one = withWall(EMPTY_DRAWING, { from: [2, 2], to: [8, 2] }, 'inner', counter());
    expect(withWall(one, { from: [8, 2], to: [2, 2] }, 'outer', () => 'x')).toBe(one);
    const longer = withWall(one, { from: [0, 2], to: [10, 2] }, 'inner', counter());
    expect(lines(longer)).toEqual(['2,2 8,2', '0,2 2,2', '8,2 10,2']);
  });

  it('of two rooms side by side merge', () => {
    const both = withRoom(room([2, 2], [6, 5]), [6, 2], [9, 5], counter('m'));
    expect(both.walls).toHaveLength(7);
    expect(both.rooms.map(({ x, y, w, h }) => [x, y, w, h])).toEqual([
      [2, 2, 4, 3],
      [6, 2, 3, 3],
    ]);
    expect(withRoom(both, [6, 2], [6.05, 5], counter('x'))).toBe(both);
  });

  it('that end in a moved corner follow, and so does the room', () => {
    const moved = withCorner(room([2, 2], [6, 5]), FRAME, [6, 5], [7, 6]);
    expect(cornersOf(moved)).toEqual([
      [2, 2],
      [6, 2],
      [7, 6],
      [2, 5],
    ]);
  });

  it('that are moved take the connected ones and the room along, and those that end on them', () => {
    const drawing = withWall(room([2, 2], [6, 5]), { from: [6, 3], to: [9, 3] }, 'inner', () => 'beside');
    const right = drawing.walls.find(({ from, to }) => from[0] === 6 && to[0] === 6);
    const moved = withWallMoved(drawing, FRAME, right?.id ?? '', 1, 0);
    expect(moved.rooms.map(({ x, w }) => [x, w])).toEqual([[2, 5]]);
    expect(moved.walls.find(({ id }) => id === 'beside')).toMatchObject({ from: [7, 3], to: [9, 3] });
    expect(cornersOf(moved)).toContainEqual([7, 5]);
  });

  it('stay within the frame', () => {
    const drawing = { ...EMPTY_DRAWING, walls: [wallOf('w', [2, 2], [8, 2])] };
    expect(withWallMoved(drawing, FRAME, 'w', -5, 100).walls).toEqual([wallOf('w', [0, 12], [6, 12])]);
    expect(withWallLength(drawing, FRAME, 'w', 99).walls).toEqual([wallOf('w', [2, 2], [20, 2])]);
    expect(withWallLength(drawing, FRAME, 'w', 2.5).walls).toEqual([wallOf('w', [2, 2], [4.5, 2])]);
  });

  it('are erased with their doors', () => {
    expect(without(doored(), 'wall', 'w')).toEqual(EMPTY_DRAWING);
    expect(without(doored(), 'door', 'd').walls).toHaveLength(1);
  });
});

describe('doors', () => {
  it('are 0.9 m wide, slide along their wall, and stop at its ends and at each other', () => {
    const one = doored();
    expect(onlyDoor(one)).toEqual([[2, 0.9]]);
    expect(onlyDoor(slidDoor(one, 'd', [5.02, 3]))).toEqual([[3, 0.9]]);
    expect(onlyDoor(slidDoor(one, 'd', [0, 2]))).toEqual([[0.45, 0.9]]);
    const two = withDoor(one, 'w', [6, 2], 'e');
    if (!two) throw new Error('no room for the second door');
    expect(onlyDoor(doorAt(two, 'd', 3.4))).toEqual([
      [3.1, 0.9],
      [4, 0.9],
    ]);
  });

  it('are widened by their jambs and by a number, as far as the wall goes', () => {
    const one = doored();
    expect(onlyDoor(draggedJamb(one, 'd', 1, [5.02, 2]))).toEqual([[2.3, 1.5]]);
    expect(onlyDoor(draggedJamb(one, 'd', -1, [2.02, 2]))).toEqual([[1.25, 2.4]]);
    expect(onlyDoor(draggedJamb(one, 'd', 1, [0, 2]))).toEqual([[1.85, 0.6]]);
    expect(onlyDoor(widenedDoor(one, 'd', 99))).toEqual([[3, 6]]);
    expect(onlyDoor(widenedDoor(one, 'd', 0.1))).toEqual([[2, 0.6]]);
  });

  it('do not fit on a wall that is shorter than a door', () => {
    const drawing = { ...EMPTY_DRAWING, walls: [wallOf('w', [2, 2], [2.5, 2])] };
    expect(withDoor(drawing, 'w', [2, 2], 'd')).toBeNull();
    expect(withDoor(drawing, 'none', [2, 2], 'd')).toBeNull();
  });

  it('stay where they are when their wall is made longer at either end, and go when it is too short', () => {
    const one = doored();
    expect(onlyDoor(withCorner(one, FRAME, [2, 2], [1, 2]))).toEqual([[3, 0.9]]);
    expect(onlyDoor(withCorner(one, FRAME, [8, 2], [9, 2]))).toEqual([[2, 0.9]]);
    expect(onlyDoor(withCorner(one, FRAME, [8, 2], [2.7, 2]))).toEqual([[0.35, 0.7]]);
    expect(onlyDoor(withCorner(one, FRAME, [8, 2], [2.4, 2]))).toEqual([]);
  });
});

describe('whatever is done to a drawing', () => {
  it('it keeps to the rules that the server checks', () => {
    fc.assert(
      fc.property(drawings, pointers, pointers, fc.nat(40), (drawing, a, b, pick) => {
        const corners = cornersOf(drawing);
        const corner = corners[pick % Math.max(1, corners.length)];
        const wall = drawing.walls[pick % Math.max(1, drawing.walls.length)];
        const door = drawing.doors[pick % Math.max(1, drawing.doors.length)];
        const results = [
          drawing,
          withRoom(drawing, [2, 3], [5, 6], counter('m')),
          ...(corner ? [withCorner(drawing, FRAME, corner, a)] : []),
          ...(wall ? [withWallMoved(drawing, FRAME, wall.id, b[0] - a[0], b[1] - a[1])] : []),
          ...(wall ? [withWallLength(drawing, FRAME, wall.id, Math.abs(a[0]))] : []),
          ...(door ? [slidDoor(drawing, door.id, a), widenedDoor(drawing, door.id, b[0])] : []),
          ...(door ? [draggedJamb(drawing, door.id, 1, a), draggedJamb(drawing, door.id, -1, b)] : []),
        ];
        for (const result of results) expect(drawingFaults(FRAME, result)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('a moved corner takes every wall along that ended in it', () => {
    fc.assert(
      fc.property(drawings, pointers, fc.nat(40), (drawing, to, pick) => {
        const corners = cornersOf(drawing);
        const corner = corners[pick % Math.max(1, corners.length)];
        if (!corner) return;
        const ended = drawing.walls.filter(
          ({ from, to: end }) => isSamePlace(from, corner) || isSamePlace(end, corner),
        );
        const next = new Map(withCorner(drawing, FRAME, corner, to).walls.map((wall) => [wall.id, wall]));
        for (const { id, from } of ended) {
          const wall = next.get(id);
          if (!wall) continue;
          const end = isSamePlace(from, corner) ? wall.from : wall.to;
          expect(
            Math.hypot(end[0] - Math.max(0, Math.min(20, to[0])), end[1] - Math.max(0, Math.min(12, to[1]))),
          ).toBeLessThan(0.01);
        }
      }),
    );
  });
});

describe('what is pressed', () => {
  it('is a jamb of the selected door, a corner, a door, a wall, a room, or nothing', () => {
    const drawing = { ...room([1, 1], [9, 9]), walls: doored().walls, doors: doored().doors };
    expect(hitAt(drawing, [3.56, 2.05], 0.1, { kind: 'door', id: 'd' })).toEqual({ kind: 'jamb', id: 'd', end: -1 });
    expect(hitAt(drawing, [3.56, 2.05], 0.1, null)).toEqual({ kind: 'door', id: 'd' });
    expect(hitAt(drawing, [2.05, 2], 0.1, null)).toEqual({ kind: 'corner', at: [2, 2] });
    expect(hitAt(drawing, [6, 2.05], 0.1, null)).toEqual({ kind: 'wall', id: 'w' });
    expect(hitAt(drawing, [6, 6], 0.1, null)).toMatchObject({ kind: 'room' });
    expect(hitAt(drawing, [15, 11], 0.1, null)).toBeNull();
  });
});

describe('the rules', () => {
  it('name what is wrong', () => {
    const door = { id: 'd', wallId: 'w', at: 3, width: 0.9, side: 1 as const };
    const faults = (drawing: Partial<Drawing>) =>
      drawingFaults(FRAME, { ...EMPTY_DRAWING, ...drawing }).map(({ kind }) => kind);
    const walls = [wallOf('w', [2, 2], [8, 2])];
    expect(faults({ walls: [...walls, ...walls] })).toEqual(['idTwice']);
    expect(faults({ walls: [wallOf('w', [2, 2], [21, 2])] })).toEqual(['wallOutside']);
    expect(faults({ walls: [wallOf('w', [2, 2], [2.05, 2])] })).toEqual(['wallTooShort']);
    expect(faults({ doors: [door] })).toEqual(['doorWithoutWall']);
    expect(faults({ walls, doors: [{ ...door, width: 0.3 }] })).toEqual(['doorWidth']);
    expect(faults({ walls, doors: [{ ...door, at: 0.2 }] })).toEqual(['doorOffWall']);
    expect(faults({ walls, doors: [door, { ...door, id: 'e', at: 3.5 }] })).toEqual(['doorsOverlap']);
    const rooms = [{ id: 'r', name: '', kind: 'office' as const, x: 1, y: 1, w: 30, h: 2 }];
    expect(faults({ rooms })).toEqual(['roomOutside']);
    expect(faults({ rooms: rooms.map((one) => ({ ...one, w: 0 })) })).toEqual(['roomEmpty']);
    expect(faults({ walls, doors: [door] })).toEqual([]);
  });

  it('limit the floor', () => {
    expect(frameFault({ width: 200, height: 100 })).toBeNull();
    expect(frameFault({ width: 200, height: 101 })).toBe('area');
    expect(frameFault({ width: 1, height: 10 })).toBe('side');
    expect(frameFault({ width: Number.NaN, height: 10 })).toBe('side');
    expect(wallLength(wallOf('w', [0, 0], [3, 4]))).toBe(5);
    expect(alongLine({ from: [0, 0], to: [4, 0] }, [3, 2])).toEqual({ along: 3, off: 2 });
  });
});
