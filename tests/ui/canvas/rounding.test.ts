import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundingAt } from '../../../src/ui/canvas/drawLines.ts';

it('a right angle with room gets the whole radius', () => expect(roundingAt([0, 100], [0, 0], [100, 0], 10)).toBe(10));
it('a way that turns back on itself is not rounded at all', () =>
  expect(roundingAt([0, 50], [0, 0], [0.01, 40], 10)).toBeLessThan(0.01));
it('nothing to turn at is nothing to round', () => expect(roundingAt([3, 3], [3, 3], [9, 9], 10)).toBe(0));

it('a curve never begins further from its corner than half of a side', () => {
  const place = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }));
  fc.assert(
    fc.property(place, place, (before, after) => {
      const [a, b] = [Math.hypot(...before), Math.hypot(...after)];
      fc.pre(a > 0 && b > 0);
      const angle = Math.acos(Math.max(-1, Math.min(1, (before[0] * after[0] + before[1] * after[1]) / (a * b))));
      fc.pre(angle > 0.001);
      expect(roundingAt(before, [0, 0], after, 10) / Math.tan(angle / 2)).toBeLessThanOrEqual(
        Math.min(a, b) / 2 + 1e-6,
      );
    }),
  );
});
