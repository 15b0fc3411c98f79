/**
 * A robot reports once a second; between two reports its mark glides from one to the other over that interval. It never
 * extrapolates beyond the last report, and jumps (another floor, relocalisation) are not animated. Pure.
 */

export interface GlidePose {
  /** Metres. */
  readonly x: number;
  readonly y: number;
  /** Radians, or null while unknown. */
  readonly theta: number | null;
}

export interface Glide {
  readonly from: GlidePose;
  readonly to: GlidePose;
  /** Arrival time of `to`, ms of a monotonic clock. */
  readonly at: number;
  readonly durationMs: number;
}

/** Upper limit: after a minute at rest the first step must not take a minute. */
const LONGEST_MS = 1000;
const SHORTEST_MS = 60;
/** A larger distance between two reports is a jump, metres. */
const JUMP_M = 4;

export function standing(pose: GlidePose, now: number): Glide {
  return { from: pose, to: pose, at: now, durationMs: 0 };
}

/** Starts a glide to a new report from the mark's present position, so that an early report causes no jump. */
export function glideTo(glide: Glide | undefined, to: GlidePose, now: number): Glide {
  if (glide === undefined) return standing(to, now);
  if (glide.to.x === to.x && glide.to.y === to.y && glide.to.theta === to.theta) return glide;
  const from = poseAt(glide, now);
  if (Math.hypot(to.x - from.x, to.y - from.y) > JUMP_M) return standing(to, now);
  return { from, to, at: now, durationMs: Math.max(SHORTEST_MS, Math.min(LONGEST_MS, now - glide.at)) };
}

export function isGliding(glide: Glide, now: number): boolean {
  return now < glide.at + glide.durationMs;
}

/** Interpolates an angle along the shorter direction. */
function turn(from: number, to: number, share: number): number {
  const full = 2 * Math.PI;
  const way = ((((to - from) % full) + full + Math.PI) % full) - Math.PI;
  return from + way * share;
}

export function poseAt(glide: Glide, now: number): GlidePose {
  const { from, to } = glide;
  if (!isGliding(glide, now)) return to;
  const share = Math.max(0, (now - glide.at) / glide.durationMs);
  return {
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    theta: from.theta === null || to.theta === null ? to.theta : turn(from.theta, to.theta, share),
  };
}

/** Speed of the mark, metres per second; 0 at rest. */
export function glideSpeed(glide: Glide, now: number): number {
  if (!isGliding(glide, now)) return 0;
  return (Math.hypot(glide.to.x - glide.from.x, glide.to.y - glide.from.y) * 1000) / glide.durationMs;
}
