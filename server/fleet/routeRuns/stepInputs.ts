/** Inputs of a route run's step, its transient state, and its results. */
import type { RouteRunProgress } from '../../db/cruiseTables.ts';
import type { RobotFacts, RunEffect } from '../createRunner.ts';
import type { RouteRun } from './routeRun.ts';
import type { Visit } from './routeRunMutations.ts';

export interface StepInputs extends RobotFacts {
  /** Distance travelled since the last stored step, metres. */
  metres: number;
  can: (actionType: string) => boolean;
  /** A free charging bay that the robot can reach. */
  bay: () => RouteRunProgress['bay'];
}

/** Lost at a restart, which is harmless. */
export interface TransientState {
  /** The last order sent, and when, ms. */
  sent: { key: string; at: number } | null;
  /** Since when the robot has been able to accept the order that is due, ms. */
  askedSince: number | null;
  cancelledAt: number | null;
  /** Since when the robot has had another order, ms. */
  strangeSince: number | null;
  /** Since when the robot has not been charging although it should, ms. */
  unchargedSince: number | null;
  /** Time of the last announcement on the way, or of the first departure, ms. */
  saidAt: number | null;
}
export const NO_TRANSIENT_STATE: TransientState = {
  sent: null,
  askedSince: null,
  cancelledAt: null,
  strangeSince: null,
  unchargedSince: null,
  saidAt: null,
};

export interface Step {
  run: RouteRun;
  memo: TransientState;
  visits: Visit[];
  effects: RunEffect[];
}
