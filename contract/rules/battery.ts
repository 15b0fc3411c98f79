/** What driving and standing take from a battery: of the simulated robots, and of a route that is estimated before it is driven. */

/** Per cent a minute. */
const DRIVING = 0.5;
const STANDING = 0.14;
/** A radian turned is as hard as so many metres driven. */
const TURNING = 0.2;

/** Per cent a minute while the wheels work so hard, of 1. */
export const drainOf = (effort: number): number => STANDING + (DRIVING - STANDING) * effort;

/** How hard the wheels work, of 1. @param v m/s @param w rad/s @param speed the most that it drives, m/s */
export const effortOf = (v: number, w: number, speed: number): number =>
  Math.min(1, (Math.abs(v) + Math.abs(w) * TURNING) / speed);

/** Per cent for a while in which so many metres are driven and so many radians turned. @param speed the most that it drives, m/s */
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

/** Metres that so many per cent last for at the usual ups and downs of a drive. @param speed the most that it drives, m/s */
export const reachOf = (charge: number, speed: number): number => (charge / DRIVING) * 60 * speed * 0.6;
