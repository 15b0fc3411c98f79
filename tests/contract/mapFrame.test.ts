/** Conversion between pixels and metres in both directions, for any map origin and yaw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cornersOf,
  isOnMap,
  toDegrees,
  toMetres,
  toPixels,
  toRadians,
  type MapFrame,
} from '../../contract/rules/mapFrame.ts';

const plain: MapFrame = { resolution: 0.05, width: 20, height: 10, origin: { x: 0, y: 0, yaw: 0 } };
const close = (a: readonly number[], b: readonly number[], within = 1e-6) =>
  a.forEach((value, i) => expect(Math.abs(value - (b[i] ?? Number.NaN))).toBeLessThan(within));

describe('the frame of a map', () => {
  it('has its first pixel at the top left, north up', () => {
    expect(toPixels(plain, 5, 4)).toEqual([100, 120]);
    expect(toMetres(plain, 0, 0)).toEqual([0, 10]);
    expect(toMetres(plain, 0, 200)).toEqual([0, 0]);
  });

  it('begins at its origin, and turns about it', () => {
    close(toPixels({ ...plain, origin: { x: -10, y: -20, yaw: 0 } }, -10, -20), [0, 200]);
    const turned = { ...plain, origin: { x: 3, y: 1, yaw: Math.PI / 2 } };
    // The picture's right is the world's north.
    close(toMetres(turned, 400, 200), [3, 21]);
    close(toMetres(turned, 0, 0), [-7, 1]);
    expect(cornersOf(turned).map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
      [3, 1],
      [3, 21],
      [-7, 21],
      [-7, 1],
    ]);
    expect([isOnMap(turned, -2, 10), isOnMap(turned, 10, 5), isOnMap(turned, 3, 1)]).toEqual([true, false, true]);
  });

  it('gives back every pixel and every place', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const frame = fc.record({
      resolution: number(0.001, 10),
      width: number(0.1, 500),
      height: number(0.1, 500),
      origin: fc.record({ x: number(-1e4, 1e4), y: number(-1e4, 1e4), yaw: number(-7, 7) }),
    });
    fc.assert(
      fc.property(frame, number(-1e4, 1e4), number(-1e4, 1e4), (one, x, y) => {
        const [column, row] = toPixels(one, x, y);
        close(toMetres(one, column, row), [x, y], 1e-5);
      }),
    );
    fc.assert(
      fc.property(frame, number(0, 1), number(0, 1), (one, along, up) => {
        const [x, y] = toMetres(one, (along * one.width) / one.resolution, (up * one.height) / one.resolution);
        expect(isOnMap(one, x, y)).toBe(true);
      }),
    );
  });

  it('turns degrees and radians into each other', () => {
    expect([toDegrees(-Math.PI / 2), toDegrees(Math.PI * 2), toDegrees(toRadians(90))]).toEqual([270, 0, 90]);
  });
});
