/** The physical state of a robot: what driving reads and writes, and what other robots see. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { DriveLimits, Motion } from './drive.ts';
import { placeAt } from './track.ts';
import type { Track } from './track.ts';

export interface Body {
  readonly id: string;
  /** Footprint radius, metres. */
  readonly radius: number;
  readonly limits: DriveLimits;
  mapId: string;
  motion: Motion;
  /** The track being followed and the position along it in metres; null if there is none. */
  track: Track | null;
  s: number;
  /** What blocks the robot and for how long; null if nothing does. */
  blocked: Blockage | null;
  /** A robot for load tests: ignores other robots and is ignored by them. */
  readonly light: boolean;
  /** Right of way: the lower rank gives way; with equal ranks the lower id goes first. */
  rank: number;
  /** Under teleop. */
  byHand: boolean;
  /** Whether it can be asked to make room: it is idle and not on a user's order. */
  yielding: boolean;
  /** Set by the robot whose way it blocks: places to leave free. */
  asked: { by: string; places: readonly Place[] } | null;
}

export interface Blockage {
  seconds: number;
  /** The blocking robot. */
  by: string;
  /** Whether the target itself is occupied. */
  atGoal: boolean;
}

/** Input of one tick: pure data, so that a day can be repeated. */
export interface Tick {
  /** Seconds. */
  dt: number;
  /** The wheels must stand still: paused, emergency stop, not localized, teleop, an obstacle or an empty battery. */
  halted: boolean;
  /** The current behaviour has to end at the next safe moment. */
  interrupted: boolean;
}

/** A behaviour as a generator: resumed on each tick, returns its outcome. */
export type Behaviour<Result> = Generator<void, Result, Tick>;

const AHEAD_M = 2.5;
const AHEAD_STEP_M = 0.25;

/** The next places on its track, which robots of lower rank keep clear of. */
export function nextPlaces(body: Body): Place[] {
  const { track, s, blocked } = body;
  if (!track) return [];
  // A robot that is blocked itself must not hold up others far ahead of it.
  const reach = Math.min(track.length - s, blocked && blocked.seconds > 2 ? 0.5 : AHEAD_M);
  return Array.from({ length: Math.max(0, Math.floor(reach / AHEAD_STEP_M)) + 1 }, (_, i) =>
    placeAt(track, s + i * AHEAD_STEP_M),
  );
}

/** The rest of its track on this floor, at most `reach` metres of it. */
export function wayAhead(body: Body, reach: number): Place[] {
  const { track, s } = body;
  if (!track) return [];
  return Array.from({ length: Math.floor(Math.min(track.length - s, reach) / AHEAD_STEP_M) + 1 }, (_, i) =>
    placeAt(track, s + i * AHEAD_STEP_M),
  );
}

export const isMoving = ({ motion }: Pick<Body, 'motion'>): boolean =>
  Math.abs(motion.v) > 0.01 || Math.abs(motion.w) > 0.03;

export const outranks = (one: Body, other: Body): boolean =>
  one.rank === other.rank ? one.id < other.id : one.rank > other.rank;
