import { describe, expect, it } from 'vitest';
import {
  isMeasured,
  isTooSlow,
  medianRoundTrip,
  NO_ROUND_TRIPS,
  speedLimitOf,
  withRoundTrip,
} from '../../../contract/rules/roundTrip.ts';

/** One measurement every 50 ms. */
const measured = (count: number, ms: (n: number) => number) =>
  Array.from({ length: count }).reduce<typeof NO_ROUND_TRIPS>(
    (trips, _, n) => withRoundTrip(trips, n * 50, ms(n)),
    NO_ROUND_TRIPS,
  );

describe('the round trip', () => {
  it('is the median of two seconds: a few late ones change nothing', () => {
    expect(medianRoundTrip(NO_ROUND_TRIPS)).toBeNull();
    expect(medianRoundTrip(measured(40, (n) => (n % 5 === 0 ? 3_000 : 120)))).toBe(120);
    expect(medianRoundTrip(measured(100, (n) => (n < 60 ? 40 : 250)))).toBe(250);
  });

  it('is known as soon as the rest of two seconds cannot change the answer, and after them in any case', () => {
    expect(isMeasured(measured(20, () => 50))).toBe(false);
    expect(isMeasured(measured(21, () => 50))).toBe(true);
    expect(isMeasured(measured(40, (n) => (n % 2 === 0 ? 50 : 400)))).toBe(false);
    expect(isMeasured(measured(41, (n) => (n % 2 === 0 ? 50 : 400)))).toBe(true);
    // With few measurements, two seconds are enough.
    expect(isMeasured(withRoundTrip(withRoundTrip(NO_ROUND_TRIPS, 0, 50), 2_000, 50))).toBe(true);
  });

  it('refuses beyond 300 ms', () => {
    expect(isTooSlow(measured(40, () => 300))).toBe(false);
    expect(isTooSlow(measured(40, () => 301))).toBe(true);
  });

  it.each([
    [0, 1],
    [100, 1],
    [101, 0.7],
    [200, 0.7],
    [201, 0.45],
    [3_000, 0.45],
  ])('%i ms allow %f m/s', (ms, speed) => {
    expect(speedLimitOf(ms)).toBe(speed);
  });
});
