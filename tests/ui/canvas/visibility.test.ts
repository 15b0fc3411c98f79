// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Place, Segment } from '../../../contract/entities/floorPlan.ts';
import { visiblePolygon } from '../../../src/ui/canvas/visibility.ts';

const fan = { x: 0, y: 0, theta: 0, spread: Math.PI / 3, range: 6 };
const wall = (from: Place, to: Place): Segment => ({ from, to });
const farthest = (polygon: readonly Place[]): number => Math.max(...polygon.map(([x, y]) => Math.hypot(x, y)));

describe('what a robot sees', () => {
  it('is a fan of its range in the open', () => {
    const polygon = visiblePolygon(fan, []);
    expect(polygon[0]).toEqual([0, 0]);
    expect(farthest(polygon)).toBeCloseTo(6, 6);
    for (const [x, y] of polygon.slice(1)) {
      expect(Math.hypot(x, y)).toBeCloseTo(6, 6);
      expect(Math.abs(Math.atan2(y, x))).toBeLessThanOrEqual(Math.PI / 6 + 1e-9);
    }
  });

  it('ends at a wall', () => {
    for (const [x] of visiblePolygon(fan, [wall([2, -9], [2, 9])])) expect(x).toBeLessThanOrEqual(2 + 1e-9);
  });

  it('goes on through a door', () => {
    const polygon = visiblePolygon(fan, [wall([2, -9], [2, -0.5]), wall([2, 0.5], [2, 9])]);
    const through = polygon.filter(([x]) => x > 2.01);
    expect(through.length).toBeGreaterThan(5);
    for (const [x, y] of through) expect(Math.abs(y / x)).toBeLessThanOrEqual(0.25 + 1e-3);
  });

  it('does not mind walls behind it or beyond its range', () => {
    expect(farthest(visiblePolygon(fan, [wall([-1, -5], [-1, 5]), wall([9, -5], [9, 5])]))).toBeCloseTo(6, 6);
  });

  it('turns with the robot', () => {
    for (const [, y] of visiblePolygon({ ...fan, theta: Math.PI / 2 }, []).slice(1)) expect(y).toBeGreaterThan(5);
  });
});
