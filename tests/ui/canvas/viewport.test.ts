// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxOf,
  clampScale,
  clampView,
  fit,
  following,
  pan,
  scaleBarMetres,
  scaleToPart,
  toScreen,
  toWorld,
  zoomAt,
} from '../../../src/ui/canvas/viewport.ts';

const size = { width: 800, height: 600 };
const box = { minX: 0, minY: 0, maxX: 64, maxY: 34 };
const none = { top: 0, right: 0, bottom: 0, left: 0 };
const view = fc.record({
  scale: fc.double({ min: 1, max: 140, noNaN: true }),
  cx: fc.double({ min: -100, max: 100, noNaN: true }),
  cy: fc.double({ min: -100, max: 100, noNaN: true }),
});
const pixel = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }));

describe('the map between metres and pixels', () => {
  it('has north up', () => {
    const at = { scale: 10, cx: 0, cy: 0 };
    expect(toScreen(at, size, [1, 2])).toEqual([410, 280]);
  });

  it('goes there and back', () => {
    fc.assert(
      fc.property(view, pixel, (at, [x, y]) => {
        const [backX, backY] = toScreen(at, size, toWorld(at, size, [x, y]));
        expect(backX).toBeCloseTo(x, 6);
        expect(backY).toBeCloseTo(y, 6);
      }),
    );
  });

  it('moves the plan with the hand', () => {
    fc.assert(
      fc.property(view, pixel, (at, [x, y]) => {
        const place = toWorld(at, size, [x, y]);
        const [movedX, movedY] = toScreen(pan(at, 30, -20), size, place);
        expect(movedX).toBeCloseTo(x + 30, 6);
        expect(movedY).toBeCloseTo(y - 20, 6);
      }),
    );
  });

  it('keeps the place under the pointer while zooming', () => {
    fc.assert(
      fc.property(view, pixel, fc.double({ min: 1, max: 140, noNaN: true }), (at, [x, y], scale) => {
        const place = toWorld(at, size, [x, y]);
        const [stayedX, stayedY] = toScreen(zoomAt(at, size, [x, y], scale), size, place);
        expect(stayedX).toBeCloseTo(x, 5);
        expect(stayedY).toBeCloseTo(y, 5);
      }),
    );
  });
});

describe('framing', () => {
  it('fits the whole plan into what the tools leave free', () => {
    const insets = { top: 56, right: 20, bottom: 48, left: 20 };
    const at = fit(size, box, insets);
    const [left, bottom] = toScreen(at, size, [0, 0]);
    const [right, top] = toScreen(at, size, [64, 34]);
    expect(left).toBeGreaterThanOrEqual(19.99);
    expect(right).toBeLessThanOrEqual(780.01);
    expect(top).toBeGreaterThanOrEqual(55.99);
    expect(bottom).toBeLessThanOrEqual(552.01);
    expect(top - 56).toBeCloseTo(552 - bottom, 6);
  });

  it('does not zoom out far beyond the whole, nor nearer than a hand', () => {
    expect(clampScale(0.1, 10)).toBe(6);
    expect(clampScale(1000, 10)).toBe(140);
    expect(clampScale(50, 10)).toBe(50);
  });

  it('keeps a piece of the plan in sight', () => {
    const at = clampView({ scale: 10, cx: 5000, cy: -5000 }, size, box);
    const [x, y] = toScreen(at, size, [64, 0]);
    expect(x).toBeCloseTo(80, 6);
    expect(y).toBeCloseTo(80, 6);
  });

  it('puts a followed robot in the middle, but fills the window near an edge', () => {
    expect(following([32, 17], 40, size, box, none)).toEqual({ scale: 40, cx: 32, cy: 17 });
    expect(following([1, 17], 40, size, box, none).cx).toBe(10);
    expect(following([32, 33.5], 40, size, box, none).cy).toBe(26.5);
  });

  it('centres the plan where all of it has room, whoever is followed', () => {
    expect(following([1, 1], 5, size, box, none)).toEqual({ scale: 5, cx: 32, cy: 17 });
  });

  it('finds the box of some places', () => {
    expect(
      boxOf([
        [3, 9],
        [-1, 4],
        [2, 12],
      ]),
    ).toEqual({ minX: -1, minY: 4, maxX: 3, maxY: 12 });
  });

  it('chooses the longest round bar that has room', () => {
    expect(scaleBarMetres(10, 140)).toBe(10);
    expect(scaleBarMetres(24, 140)).toBe(5);
    expect(scaleBarMetres(140, 140)).toBe(1);
    expect(scaleBarMetres(1000, 140)).toBe(0.5);
  });
});

describe('opening a ring', () => {
  it('needs the scale at which the closest two stand apart', () => {
    expect(
      scaleToPart(
        [
          [0, 0],
          [2, 0],
          [2, 8],
        ],
        44,
      ),
    ).toBe(22);
  });

  it('has no scale for robots in one place, or for one alone', () => {
    expect(
      scaleToPart(
        [
          [1, 1],
          [1, 1],
        ],
        44,
      ),
    ).toBeNull();
    expect(scaleToPart([[1, 1]], 44)).toBeNull();
  });
});
