/**
 * Kinematics of a differential drive as pure functions of the motion, the target and the time step. Speeds in m/s and
 * rad/s, accelerations in m/s² and rad/s², angles counter-clockwise from east.
 */
import { placeAt, turn } from './track.ts';
import type { Track } from './track.ts';

export interface Motion {
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  /** Forward. */
  readonly v: number;
  /** Counter-clockwise. */
  readonly w: number;
}

export interface DriveLimits {
  readonly speed: number;
  readonly acceleration: number;
  readonly deceleration: number;
  readonly turnRate: number;
  readonly turnAcceleration: number;
}

/** Look-ahead distance for the heading, metres. */
const LOOK_AHEAD = 0.3;
/** With a larger heading error it turns on the spot first, radians. */
const TURN_FIRST = 0.6;
const AT_PLACE = 0.005;
const AT_ANGLE = 0.005;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
/** The highest speed from which it can stop within a distance. */
export const stoppable = (distance: number, deceleration: number): number =>
  Math.sqrt(2 * deceleration * Math.max(0, distance));
const approach = (from: number, to: number, up: number, down: number): number => {
  const slowing = Math.abs(to) < Math.abs(from) || from * to < 0;
  const step = slowing ? down : up;
  return within(to, from - step, from + step);
};

const normal = (theta: number): number => turn(0, theta);

/** Turns towards an angle without overshoot. */
function turning(theta: number, w: number, to: number, limits: DriveLimits, dt: number): { theta: number; w: number } {
  const error = turn(theta, to);
  if (Math.abs(error) < AT_ANGLE && Math.abs(w) < 0.05) return { theta: normal(to), w: 0 };
  const wish =
    Math.sign(error) * Math.min(limits.turnRate, Math.sqrt(2 * limits.turnAcceleration * 0.7 * Math.abs(error)));
  const next = approach(w, wish, limits.turnAcceleration * dt, limits.turnAcceleration * 2 * dt);
  if (Math.sign(next) === Math.sign(error) && Math.abs(next * dt) >= Math.abs(error))
    return { theta: normal(to), w: error / dt };
  return { theta: normal(theta + next * dt), w: next };
}

/** Turns on the spot. @returns `done` once it has the heading and stands still */
export function turnTo(motion: Motion, to: number, limits: DriveLimits, dt: number): { motion: Motion; done: boolean } {
  const slower = approach(motion.v, 0, 0, limits.deceleration * dt);
  const { theta, w } = turning(motion.theta, motion.w, to, limits, dt);
  const next = { ...motion, v: slower, theta, w };
  return { motion: next, done: Math.abs(turn(theta, to)) < AT_ANGLE * 2 && Math.abs(w) < 0.1 };
}

export interface Followed {
  motion: Motion;
  /** Position along the track, metres. */
  s: number;
  arrived: boolean;
}

/**
 * Follows a track. The position is always on the line, so a line that is clear of walls keeps the robot clear of them;
 * the heading follows as fast as it can turn, and the speed waits for it.
 * @param speed current speed limit
 * @param room free metres of the track ahead
 */
export function follow(
  motion: Motion,
  track: Track,
  s: number,
  limits: DriveLimits,
  speed: number,
  room: number,
  dt: number,
): Followed {
  const left = track.length - s;
  if (left <= AT_PLACE) return { motion: { ...motion, v: 0 }, s: track.length, arrived: true };
  const here = placeAt(track, s);
  const ahead = placeAt(track, Math.min(track.length, s + Math.max(0.02, Math.min(LOOK_AHEAD, left))));
  const heading = Math.atan2(ahead[1] - here[1], ahead[0] - here[0]);
  const error = Math.abs(turn(motion.theta, heading));
  const bend = track.sharp.find((at) => at > s + AT_PLACE);
  const target =
    error > TURN_FIRST
      ? 0
      : Math.min(
          speed,
          limits.speed,
          stoppable(left, limits.deceleration),
          stoppable(room, limits.deceleration),
          bend === undefined ? Infinity : Math.max(0.15, stoppable(bend - s, limits.deceleration)),
          limits.speed * Math.max(0.12, Math.cos(error) ** 4 - error * 0.4),
        );
  const v = approach(motion.v, Math.max(0, target), limits.acceleration * dt, limits.deceleration * 1.5 * dt);
  const step = within(v * dt, 0, Math.max(0, Math.min(left, room)));
  const next = s + step;
  const [x, y] = placeAt(track, next);
  const { theta, w } = turning(motion.theta, motion.w, heading, limits, dt);
  const arrived = track.length - next <= AT_PLACE;
  return {
    motion: { x, y, theta, v: arrived ? 0 : dt > 0 ? step / dt : v, w },
    s: arrived ? track.length : next,
    arrived,
  };
}

/**
 * Follows a commanded velocity within the limits. The caller checks the resulting position against walls and robots.
 */
export function steer(motion: Motion, wish: { v: number; w: number }, limits: DriveLimits, dt: number): Motion {
  const v = approach(
    motion.v,
    within(wish.v, -limits.speed, limits.speed),
    limits.acceleration * dt,
    limits.deceleration * 1.5 * dt,
  );
  const w = approach(
    motion.w,
    within(wish.w, -limits.turnRate, limits.turnRate),
    limits.turnAcceleration * dt,
    limits.turnAcceleration * 2 * dt,
  );
  const theta = motion.theta + (w * dt) / 2;
  return {
    x: motion.x + Math.cos(theta) * v * dt,
    y: motion.y + Math.sin(theta) * v * dt,
    theta: normal(motion.theta + w * dt),
    v,
    w,
  };
}
