/**
 * A drive along a cruise route (spec 4 "Task results"): what it may be in, why it may end, and what its result is. Reasons of ours
 * stand beside a robot's own error types (wire/actions.ts); each has words in both languages.
 */
import type { CYCLE_TYPES } from '../entities/constants.ts';

export type CycleType = (typeof CYCLE_TYPES)[number];

/** Spec 4, task results. */
export const DRIVE_STATES = ['inProgress', 'finished', 'failed', 'partiallyCompleted'] as const;
export type DriveState = (typeof DRIVE_STATES)[number];
/** What it is at while it is in progress. Held, offline and emergency stop are said by the robot's live picture. */
export const DRIVE_PHASES = ['starting', 'driving', 'staying', 'toCharger', 'charging'] as const;
export type DrivePhase = (typeof DRIVE_PHASES)[number];
export const STOP_STATES = ['waiting', 'underway', 'arrived', 'skipped', 'failed'] as const;
export type StopState = (typeof STOP_STATES)[number];

export const DRIVE_REASONS = [
  /** A person ended it; the description says who. */
  'ended',
  /** A person cancelled what the robot was at, or sent it to charge; the description says who. */
  'cancelledBy',
  'charging',
  /** It went to its end without the stops that were skipped. */
  'skipped',
  /** The battery was low, and it could not be charged; or there was no free bay that the robot can reach. */
  'batteryLow',
  'noChargingPoint',
  /** Another order took its place; or its order was cancelled at the robot or by another system. */
  'replaced',
  'cancelled',
  /** The robot was not heard for too long; never took the order; has forgotten it, as one that was switched off and on. */
  'robotSilent',
  'notTaken',
  'robotRestarted',
  /** Robot or place were taken away while it was under way. */
  'robotGone',
] as const;
export type DriveReason = (typeof DRIVE_REASONS)[number];

export interface DriveOutcome {
  cycleType: CycleType;
  /** It came to its end by itself, a person ended it, or something went wrong. */
  by: 'itself' | 'person' | 'fault';
  /** Whole rounds. */
  loop: number;
  /** Of all rounds. */
  arrived: number;
  skipped: number;
}

export function resultOf({ cycleType, by, loop, arrived, skipped }: DriveOutcome): Exclude<DriveState, 'inProgress'> {
  if (arrived === 0) return 'failed';
  if (by === 'itself') return skipped > 0 ? 'partiallyCompleted' : 'finished';
  // A loop has no end of its own: whoever ends it after a whole round has what was wanted.
  return by === 'person' && cycleType === 'loop' && loop > 0 ? 'finished' : 'partiallyCompleted';
}
