/** Inputs of a route run's step, its transient state, and its results. */
import type { VdaAction } from '../../../contract/wire/vda5050.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { RouteRunProgress } from '../../db/cruiseTables.ts';
import type { Start } from '../messages.ts';
import type { RouteRun } from './routeRun.ts';
import type { OrderBody } from './orders.ts';
import type { Visit } from './routeRunMutations.ts';

export interface StepInputs {
  /** The robot's last state; null while it is disconnected or silent, or before its first message to this server. */
  state: StateMessage | null;
  /** Time of the last message, or since when one could have been received, ms. */
  heardAt: number;
  /** The robot carries out no user's order. */
  isFree: boolean;
  /**
   * Nothing prevents driving: no Stop, pause or emergency stop, automatic mode, no lease holder, and the robot is
   * localised.
   */
  mayGo: boolean;
  start: Start | null;
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

export type Effect = { type: 'order'; body: OrderBody } | { type: 'cancel' } | { type: 'act'; action: VdaAction };

export interface Step {
  run: RouteRun;
  memo: TransientState;
  visits: Visit[];
  effects: Effect[];
}
