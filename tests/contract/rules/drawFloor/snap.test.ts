/** Snapping: to the grid of 0.1 m, to corners and walls, to 45 degrees, and typed lengths. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alongLine, distance } from '../../../../contract/rules/drawFloor/geometry.ts';
import { cornersOf, lengthOf, snapTo, withLength } from '../../../../contract/rules/drawFloor/snap.ts';
import type { Place } from '../../../../contract/entities/floorPlan.ts';
import { drawings, FRAME, pointers, wallOf } from '../../../fakes/drawings.ts';

const WALLS = { walls: [wallOf('a', [2, 2], [8, 2]), wallOf('b', [8, 2], [8.03, 7])] };
const at = (pointer: Place, more: object = {}) => snapTo(FRAME, WALLS, pointer, { reach: 0.2, ...more });

describe('a corner', () => {
  it('comes to lie on another corner, on a wall, on a line through another corner, or on the grid', () => {
    expect(at([8.1, 1.95])).toMatchObject({ at: [8, 2], to: 'corner' });
    expect(at([5.04, 2.15])).toMatchObject({ at: [5, 2], to: 'wall' });
    expect(at([8.12, 10.33])).toMatchObject({ at: [8.03, 10.3], to: 'grid', guides: { x: 8.03, y: null } });
    expect(at([4.56, 5.44])).toMatchObject({ at: [4.6, 5.4], to: 'grid', guides: { x: null, y: null } });
  });

  it('with Shift lies on one of eight directions from the corner before it', () => {
    const from: Place = [5, 5];
    expect(at([9.04, 5.3], { from, isStraight: true }).at).toEqual([9, 5]);
    expect(at([7.1, 6.9], { from, isStraight: true }).at).toEqual([7, 7]);
    expect(at([5.2, 11.9], { from, isStraight: true }).at).toEqual([5, 11.9]);
    expect(at([50, 50], { from, isStraight: true }).at).toEqual([12, 12]);
  });

  it('is not attracted by itself while it is moved', () => {
    const alone = { walls: WALLS.walls.slice(0, 1) };
    expect(snapTo(FRAME, alone, [8.31, 1.96], { reach: 0.5 }).at).toEqual([8, 2]);
    expect(snapTo(FRAME, alone, [8.31, 1.96], { reach: 0.5, except: [8, 2] }).at).toEqual([8.3, 2]);
  });

  it('lies within the frame, and stays where it snapped', () => {
    fc.assert(
      fc.property(drawings, pointers, fc.double({ min: 0, max: 1, noNaN: true }), (drawing, pointer, reach) => {
        const [x, y] = snapTo(FRAME, drawing, pointer, { reach }).at;
        expect(x >= 0 && y >= 0 && x <= FRAME.width && y <= FRAME.height).toBe(true);
        const again = snapTo(FRAME, drawing, [x, y], { reach: 0.001 }).at;
        expect(distance(again, [x, y])).toBeLessThan(0.06);
      }),
    );
  });

  it('with Shift never leaves the direction or the frame', () => {
    fc.assert(
      fc.property(drawings, pointers, pointers, (drawing, start, pointer) => {
        const from = snapTo(FRAME, drawing, start, { reach: 0 }).at;
        const [x, y] = snapTo(FRAME, drawing, pointer, { reach: 0.3, from, isStraight: true }).at;
        const [dx, dy] = [Math.abs(x - from[0]), Math.abs(y - from[1])];
        expect(Math.min(dx, dy) < 1e-6 || Math.abs(dx - dy) < 2e-3).toBe(true);
        expect(x >= 0 && y >= 0 && x <= FRAME.width && y <= FRAME.height).toBe(true);
      }),
    );
  });

  it('that snapped to a wall is on it', () => {
    fc.assert(
      fc.property(drawings, pointers, (drawing, pointer) => {
        const snapped = snapTo(FRAME, drawing, pointer, { reach: 0.4 });
        if (snapped.to === 'corner') expect(cornersOf(drawing)).toContainEqual(snapped.at);
        if (snapped.to === 'wall')
          expect(Math.min(...drawing.walls.map((wall) => alongLine(wall, snapped.at).off))).toBeLessThan(2e-3);
      }),
    );
  });
});

describe('a typed length', () => {
  it.each([
    ['3', 3],
    ['3.25', 3.25],
    ['0,9', 0.9],
    ['12.', 12],
    ['0', null],
    ['', null],
    ['3m', null],
    ['1234', null],
    ['-2', null],
  ])('%s is %s', (text, length) => expect(lengthOf(text)).toBe(length));

  it('sets the end in the direction of the pointer, and to the right without one', () => {
    expect(withLength(FRAME, [2, 2], [2, 9], 3)).toEqual([2, 5]);
    expect(withLength(FRAME, [2, 2], [2, 2], 3)).toEqual([5, 2]);
    expect(withLength(FRAME, [2, 2], [3, 2], 100)).toEqual([20, 2]);
  });
});
