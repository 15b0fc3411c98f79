/** What is told of one press while peek is on. Data that survives JSON: what was caught itself may hold what somebody typed. */
import type { RobotAct } from '../../../contract/rules/robotCan.ts';
import type { ErrorName } from '../../../contract/wire/errors.ts';

/** A guard, or one of those that `and`, `or` and `not` are made of. */
export interface GuardVerdict {
  /** As it stands in the chart. */
  name: string;
  holds: boolean;
}
/** A transition of an active state for the event that was caught. */
export interface Candidate {
  /** The state it leaves: `lease.watching.resting`. */
  state: string;
  /** Where it leads; empty: the state stays as it is. */
  targets: readonly string[];
  /** null: it has none. */
  guard: GuardVerdict | null;
  /** What a guard of several is made of. */
  parts: readonly GuardVerdict[];
  isTaken: boolean;
}
/** The row of robotCan that speaks of this event, and what of it holds. */
export interface RobotRow {
  act: RobotAct;
  obstacle: ErrorName | null;
}
/** What would follow. The clock stands still and nobody answers: what comes later or only with an answer is not in it. */
export interface Aftermath {
  /** The state of whom it is sent to, after it. */
  state: string;
  calls: readonly { path: string; fields: readonly string[] }[];
  /** Subscribed topics come without a message. */
  messages: readonly { topic: string; payload: string | null }[];
  /** Named effects of the machines, and what they start. */
  effects: readonly string[];
  /** What machines tell each other. */
  told: readonly { actor: string; event: string }[];
}
export interface CaughtEvent {
  event: string;
  /** Its fields, those that were not allowed to be shown as type and length; empty when it has none. */
  payload: string;
  actor: string;
  /** null: no state machine. */
  machine: string | null;
  /** Active states: `asks, target.none`. */
  state: string;
  candidates: readonly Candidate[];
  row: RobotRow | null;
  /** null when it could not be worked out; then `said` has why. */
  aftermath: Aftermath | null;
  said: string;
}
export interface Press {
  /** The control's name; empty when it has none. */
  control: string;
  /** In the screen's words, why it cannot be used; empty when it can. */
  reason: string;
  events: readonly CaughtEvent[];
}

/** Whether anything would come of it. */
export const isAccepted = ({ candidates }: CaughtEvent): boolean => candidates.some(({ isTaken }) => isTaken);
