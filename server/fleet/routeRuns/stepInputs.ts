/** What a drive has to know of its robot, what is remembered of it without being written down, and what a step of it does. */
import type { VdaAction } from '../../../contract/wire/vda5050.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { DriveCourse } from '../../db/cruiseTables.ts';
import type { Start } from '../messages.ts';
import type { RouteRun } from './routeRun.ts';
import type { OrderBody } from './orders.ts';
import type { Visit } from './routeRunMutations.ts';

export interface StepInputs {
  /** What the robot said last; null while it is not there, or has not spoken since this server runs. */
  state: StateMessage | null;
  /** When it was last heard, or since when it could have been, ms. */
  heardAt: number;
  /** It carries out no order of people's. */
  isFree: boolean;
  /** Nothing keeps it: no Stop, no emergency stop, no hand at the wheel; it knows where it is. */
  mayGo: boolean;
  start: Start | null;
  /** Metres that it went since the last step. */
  metres: number;
  can: (actionType: string) => boolean;
  /** A free bay that it can reach. */
  bay: () => DriveCourse['bay'];
}

/** Lost with a restart, which does no harm. */
export interface TransientState {
  /** What was last sent, and when. */
  sent: { key: string; at: number } | null;
  /** Since when it could have taken what is due. */
  askedSince: number | null;
  cancelledAt: number | null;
  /** Since when it bears another order than ours. */
  strangeSince: number | null;
  /** Since when it does not charge, though it should. */
  unchargedSince: number | null;
}
export const NO_TRANSIENT_STATE: TransientState = {
  sent: null,
  askedSince: null,
  cancelledAt: null,
  strangeSince: null,
  unchargedSince: null,
};

export type Effect = { type: 'order'; body: OrderBody } | { type: 'cancel' } | { type: 'act'; action: VdaAction };

export interface Step {
  drive: RouteRun;
  memo: TransientState;
  visits: Visit[];
  effects: Effect[];
}
