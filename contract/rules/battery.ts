/** Battery consumption while driving and standing, and charging, for simulated robots and for estimates. */

/** Percent per minute while charging: constant up to a charge, then tapering. */
export const CHARGING_PER_MIN = 3.2;
export const CHARGING_TAPER_FROM = 80;

/** Percent per minute. */
const DRIVING = 0.5;
const STANDING = 0.14;
/** Metres of driving that consume as much as turning by one radian. */
const TURNING = 0.2;

/** Percent per minute at a motor load of 0..1. */
export const drainOf = (effort: number): number => STANDING + (DRIVING - STANDING) * effort;

/** Motor load, 0..1. @param v m/s @param w rad/s @param speed maximum speed, m/s */
export const effortOf = (v: number, w: number, speed: number): number =>
  Math.min(1, (Math.abs(v) + Math.abs(w) * TURNING) / speed);

/** Percent consumed by a period of driving (metres) and turning (radians). @param speed maximum speed, m/s */
export const drainOfRound = ({
  seconds,
  metres,
  turned,
  speed,
}: {
  seconds: number;
  metres: number;
  turned: number;
  speed: number;
}): number => (drainOf(0) * seconds + ((drainOf(1) - drainOf(0)) * (metres + turned * TURNING)) / speed) / 60;

/**
 * Estimated range in metres for a charge in percent, at 60 % of the maximum speed on average. @param speed maximum
 * speed, m/s
 */
export const reachOf = (charge: number, speed: number): number => (charge / DRIVING) * 60 * speed * 0.6;
