/**
 * States, end reasons and results of a route run (spec 4 "Task results"). An end reason is one of these or a robot's
 * own error type (wire/actions.ts); each has a text in both languages.
 */
import type { CYCLE_TYPES } from '../entities/robotConstants.ts';

export type CycleType = (typeof CYCLE_TYPES)[number];

/** Spec 4, task results. */
export const ROUTE_RUN_STATES = ['inProgress', 'finished', 'failed', 'partiallyCompleted'] as const;
export type RouteRunState = (typeof ROUTE_RUN_STATES)[number];
/** Phases while the run is in progress. Held, offline and emergency stop are part of the robot's live state instead. */
export const ROUTE_RUN_PHASES = ['starting', 'driving', 'staying', 'toCharger', 'charging'] as const;
export type RouteRunPhase = (typeof ROUTE_RUN_PHASES)[number];
export const STOP_STATES = ['waiting', 'underway', 'arrived', 'skipped', 'failed'] as const;
export type StopState = (typeof STOP_STATES)[number];

export const ROUTE_RUN_REASONS = [
  /** Ended by a person; the description names them. */
  'ended',
  /** A person cancelled the robot's task, or sent it to charge; the description names them. */
  'cancelledBy',
  'charging',
  /** Reached the end, but stops were skipped: by people, or by exceptions alone. */
  'skipped',
  'exception',
  /** The battery was low and charging failed; or the robot could reach no free charging bay. */
  'batteryLow',
  'noChargingPoint',
  /** Replaced by another order; or the order was cancelled at the robot or by another system. */
  'replaced',
  'cancelled',
  /** The robot sent no messages for too long; never accepted the order; lost it, for example in a restart. */
  'robotSilent',
  'notTaken',
  'robotRestarted',
  /** The robot, map or point was removed during the run. */
  'robotGone',
  /** A scheduled run that did not start: its robot was moved to another site while it waited. */
  'robotMoved',
  /** A scheduled run that did not start: no server ran at its time; or its task was switched off while it waited. */
  'serverDown',
  'taskOff',
  /** A scheduled run that did not start: the server could not decide in time whether it can. */
  'notChecked',
  /** An elevator or a door on the way was out of service. */
  'elevatorOut',
  'doorOut',
] as const;
export type RouteRunReason = (typeof ROUTE_RUN_REASONS)[number];

/** A scheduled run that never began; its reason says why. */
export const didNotStart = ({
  task,
  state,
  stops,
}: {
  task: unknown;
  state: RouteRunState;
  stops: readonly unknown[];
}): boolean => task !== null && state === 'failed' && stops.length === 0;

export interface RouteRunOutcome {
  cycleType: CycleType;
  /** Rounds after which a loop ends; null: it has no end. */
  rounds: number | null;
  /** Finished normally, ended by a person, or ended by a fault. */
  by: 'itself' | 'person' | 'fault';
  /** Number of complete rounds. */
  loop: number;
  /** Number of stops in all rounds. */
  arrived: number;
  skipped: number;
}

export function resultOf({
  cycleType,
  rounds,
  by,
  loop,
  arrived,
  skipped,
}: RouteRunOutcome): Exclude<RouteRunState, 'inProgress'> {
  if (arrived === 0) return 'failed';
  if (by === 'itself') return skipped > 0 ? 'partiallyCompleted' : 'finished';
  // A loop without a number of rounds has no end, so ending it manually after a complete round counts as finished.
  return by === 'person' && cycleType === 'loop' && rounds === null && loop > 0 ? 'finished' : 'partiallyCompleted';
}

/** A run that takes this many times its usual duration is shown as slow, with the reason. */
const SLOW_TIMES = 2;
/** Less than this is no reason to look. */
const SLOW_BY_MS = 60_000;
export const isSlowRun = (tookMs: number, usualMs: number): boolean =>
  usualMs > 0 && tookMs >= SLOW_TIMES * usualMs && tookMs - usualMs >= SLOW_BY_MS;
