/**
 * A robot reports once a second; between two reports its mark glides from the one to the other over that interval.
 * It never goes past what was reported, and a jump (another floor, relocation) is a jump. Pure.
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
  /** When `to` came, ms of a clock that only rises. */
  readonly at: number;
  readonly durationMs: number;
}

/** A robot that stood still a minute does not take a minute for its first step. */
const LONGEST_MS = 1000;
const SHORTEST_MS = 60;
/** No robot of ours goes that far between two reports, metres. */
const JUMP_M = 4;

export function standing(pose: GlidePose, now: number): Glide {
  return { from: pose, to: pose, at: now, durationMs: 0 };
}

/** A new report. From where its mark is now, so that an early report does not make it jump. */
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

/** The shorter way around. */
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

/** Metres a second of the mark, 0 when it rests. */
export function glideSpeed(glide: Glide, now: number): number {
  if (!isGliding(glide, now)) return 0;
  return (Math.hypot(glide.to.x - glide.from.x, glide.to.y - glide.from.y) * 1000) / glide.durationMs;
}
