/**
 * The explanation of one press while the dry run is on. JSON-serialisable; raw event fields can hold typed text and are
 * not included.
 */
import type { RobotAct } from '../../../contract/rules/robotCan.ts';
import type { ErrorName } from '../../../contract/wire/errors.ts';

/** A guard, or an operand of `and`, `or` or `not`. */
export interface GuardVerdict {
  /** As shown in the state chart. */
  name: string;
  holds: boolean;
}
/** A transition of an active state for the intercepted event. */
export interface Candidate {
  /** The source state: `lease.watching.resting`. */
  state: string;
  /** The target states; empty: the state does not change. */
  targets: readonly string[];
  /** null: no guard. */
  guard: GuardVerdict | null;
  /** The operands of a combined guard. */
  parts: readonly GuardVerdict[];
  isTaken: boolean;
}
/** The row of robotCan that applies to this event, and its obstacle. */
export interface RobotRow {
  act: RobotAct;
  obstacle: ErrorName | null;
}
/**
 * The simulated result. Time is frozen and no request is answered: delayed results and results of responses are not
 * included.
 */
export interface Aftermath {
  /** The receiving actor's state afterwards. */
  state: string;
  calls: readonly { path: string; fields: readonly string[] }[];
  /** Subscriptions have a topic but no payload. */
  messages: readonly { topic: string; payload: string | null }[];
  /** Named effects of the machines, and the actors they start. */
  effects: readonly string[];
  /** Events between machines. */
  told: readonly { actor: string; event: string }[];
}
export interface CaughtEvent {
  event: string;
  /** The event's fields; redacted ones as type and length. Empty when it has none. */
  payload: string;
  actor: string;
  /** null: not a state machine. */
  machine: string | null;
  /** Active states: `asks, target.none`. */
  state: string;
  candidates: readonly Candidate[];
  row: RobotRow | null;
  /** null when the simulation failed; `said` then holds the reason. */
  aftermath: Aftermath | null;
  said: string;
}
export interface Press {
  /** The control's accessible name; empty when it has none. */
  control: string;
  /** The displayed reason why the control is disabled; empty when it is enabled. */
  reason: string;
  events: readonly CaughtEvent[];
}

/** Whether any transition would be taken. */
export const isAccepted = ({ candidates }: CaughtEvent): boolean => candidates.some(({ isTaken }) => isTaken);
