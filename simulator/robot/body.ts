/** What a robot physically is and does just now: the part of it that driving reads and writes, and others meet. */
import type { Place } from '../../contract/entities/floorPlan.ts';
import type { DriveLimits, Motion } from './drive.ts';
import { placeAt } from './track.ts';
import type { Track } from './track.ts';

export interface Body {
  readonly id: string;
  /** Metres to either side of its middle. */
  readonly radius: number;
  readonly limits: DriveLimits;
  mapId: string;
  motion: Motion;
  /** What it follows, and how far it is along it; null while it follows nothing. */
  track: Track | null;
  s: number;
  /** Seconds for which something has kept it from driving on, and what does; null while nothing does. */
  blocked: Blockage | null;
  /** Keeps to nobody and nobody keeps to it: a robot made for load. */
  readonly light: boolean;
  /** Whoever ranks lower gives way; equal ranks by id. */
  rank: number;
  /** A hand drives it. */
  byHand: boolean;
  /** Whether it may be asked to make room: it stands about, on no business of a person's. */
  yielding: boolean;
  /** Set by whoever it stands in the way of: places that it should leave free. */
  asked: { by: string; places: readonly Place[] } | null;
}

export interface Blockage {
  seconds: number;
  /** The robot that stands there. */
  by: string;
  /** The target itself is taken. */
  atGoal: boolean;
}

/** What a moment brings to whoever drives: pure data, so that a day can be repeated. */
export interface Tick {
  /** Seconds. */
  dt: number;
  /** The wheels have to stand: Stop, emergency, lost, a hand at the wheel. */
  halted: boolean;
  /** The present business is to be left at the next safe moment. */
  interrupted: boolean;
}

/** A course of action: it is resumed with each tick and says at the end how it went. */
export type Course<Result> = Generator<void, Result, Tick>;

const AHEAD_M = 2.5;
const AHEAD_STEP_M = 0.25;

/** Where it will be next: what lower ranks keep clear of. */
export function nextPlaces(body: Body): Place[] {
  const { track, s, blocked } = body;
  if (!track) return [];
  // One that cannot go on itself must not hold up others far ahead of it.
  const reach = Math.min(track.length - s, blocked && blocked.seconds > 2 ? 0.5 : AHEAD_M);
  return Array.from({ length: Math.max(0, Math.floor(reach / AHEAD_STEP_M)) + 1 }, (_, i) =>
    placeAt(track, s + i * AHEAD_STEP_M),
  );
}

/** Everywhere it still has to pass on this floor, at most `reach` metres of it. */
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
