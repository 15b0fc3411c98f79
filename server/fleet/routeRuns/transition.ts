/**
 * Computes the next step of a route run from its state and its robot's: pure and idempotent. Messages are repeated
 * until the robot's state confirms them; nothing counts as done before that. While anything prevents the robot from
 * driving, the run waits.
 */
import {
  COMMAND_TTL_MS,
  CRUISE_CHARGE_BELOW,
  CRUISE_CHARGE_UNTIL,
  CRUISE_SILENCE_MS,
  CRUISE_TAKE_MS,
} from '../../../contract/rules/limits.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { SELF_ORDER } from '../robotLiveState.ts';
import {
  arrive,
  begin,
  extend,
  finish,
  head,
  leave,
  newLeg,
  stayHere,
  type RunChange,
  type Reason,
} from './routeRunMutations.ts';
import { callAt, driveIdIn, orderIdOf, staysAt, type RouteRun } from './routeRun.ts';
import type { Effect, StepInputs, TransientState, Step } from './stepInputs.ts';
import { actionsAt, legOrder, legUpdate, reachedBy, say } from './orders.ts';

/** Retry interval of unconfirmed orders, ms; a cancel takes longer to be carried out. */
const AGAIN_MS = 2_000;
const CANCEL_AGAIN_MS = 5_000;
/** After this long, another order in the state is no longer explained by a late message, ms. */
const STRANGE_MS = 2_000;
/** A robot that has not charged at its bay for this long counts as failed to charge, ms. */
const UNCHARGED_MS = 60_000;
/** Percentage points above CRUISE_CHARGE_BELOW at which a run continues although charging was interrupted. */
const CHARGED_ENOUGH = 10;
const REFUSALS_MOST = 1;

interface StepContext extends RunChange {
  facts: StepInputs;
  memo: TransientState;
  effects: Effect[];
}

export function transition(known: RouteRun, before: TransientState, facts: StepInputs, now: number): Step {
  const going: StepContext = { ...begin(known, now), facts, memo: { ...before }, effects: [] };
  const { drive, memo, visits, effects } = going;
  if (drive.state === 'inProgress') go(going);
  // When the run ends, its order is cancelled in the robot.
  if (isOver(drive) && facts.state && !facts.isFree && driveIdIn(facts.state.orderId) === drive.id)
    effects.push({ type: 'cancel' });
  if (JSON.stringify(drive) !== JSON.stringify(known))
    drive.distance = Math.round((drive.distance + facts.metres) * 100) / 100;
  return { drive, memo, visits, effects };
}

function go(going: StepContext): void {
  const { drive, facts, now } = going;
  const { state } = facts;
  const isUntaken = drive.phase === 'starting' && now - drive.course.dueAt > COMMAND_TTL_MS;
  if (state && drive.course.isSent) hear(going, state);
  if (isOver(drive)) return;
  if (isUntaken && drive.phase === 'starting') return fail(going, 'notTaken');
  if (now - facts.heardAt > CRUISE_SILENCE_MS) return fail(going, 'robotSilent');
  if (!state) return void (going.memo.askedSince = null);
  if (drive.course.isTaken) proceed(going, state);
  if (!isOver(drive) && !drive.course.isTaken) ask(going, state);
}

const isOver = ({ state }: RouteRun): boolean => state !== 'inProgress';

function fail(going: StepContext, type: Reason['type'], description = ''): void {
  finish(going, 'fault', { type, description });
}

/** Applies what the robot's state confirms. */
function hear(going: StepContext, state: StateMessage): void {
  const { drive, memo, now } = going;
  const { course } = drive;
  const orderId = orderIdOf(drive);
  const isOurs = state.orderId === orderId;
  const refused = errorAbout(orderId, state);
  if (!isOurs) {
    // The state may have been sent before the order arrived.
    if (!course.isTaken && drive.updateId === 0)
      return refused ? fail(going, refused.type, refused.description) : undefined;
    memo.strangeSince ??= now;
    return now - memo.strangeSince < STRANGE_MS ? undefined : gone(going, state);
  }
  memo.strangeSince = null;
  if (!course.isTaken && state.orderUpdateId >= drive.updateId) {
    course.isTaken = true;
    memo.askedSince = null;
    if (drive.phase === 'starting') drive.phase = 'driving';
    head(going);
  }
  const reached = Math.min(reachedBy(state.lastNodeSequenceId), course.released);
  if (course.kind === 'charge') course.reached = Math.max(course.reached, reached);
  else if (reached > course.reached) arrive(going, reached);

  if (!course.isTaken) {
    const isAboutUpdate =
      refused !== null && (refused.type === 'orderUpdateError' || refused.updates.includes(String(drive.updateId)));
    if (!isAboutUpdate) return;
    if (course.refusals >= REFUSALS_MOST) return fail(going, refused.type, refused.description);
    course.refusals += 1;
    return newLeg(going);
  }
  const hasStopped = state.nodeStates.length === 0 && state.edgeStates.length === 0 && !state.driving;
  if (!hasStopped || course.reached >= course.released) return;
  if (refused) fail(going, refused.type, refused.description);
  else fail(going, 'cancelled');
}

/** The robot has another order, or none: the run's order is gone. */
function gone(going: StepContext, state: StateMessage): void {
  const { drive } = going;
  const { course } = drive;
  const isForeign = state.orderId !== '' && !state.orderId.startsWith(SELF_ORDER);
  // A robot may forget a completed order: at the last stop, and at the charger.
  if (course.kind === 'round' && course.reached === course.released && callAt(drive, course.reached) === null)
    return end(going);
  if (isForeign) return fail(going, 'replaced');
  if (course.kind === 'charge' && course.reached > 0) return;
  fail(going, 'robotRestarted');
}

/** The robot has accepted the order: extend, charge, or end the run when it is time. */
function proceed(going: StepContext, state: StateMessage): void {
  const { drive, facts, now } = going;
  const { course } = drive;
  if (course.kind === 'charge') return charge(going, state);
  const k = course.reached - 1;
  const isAtEnd = course.reached === course.released;
  const isLast = isAtEnd && callAt(drive, course.reached) === null;
  const isDone = actionsAt(drive, k, facts.can).every(({ actionId }) => !isUnderWay(actionId, state));

  if (isAtEnd && course.stayUntil === null && (isLast || staysAt(drive, k))) {
    course.stayUntil = now + stayHere(going) * 1000;
    drive.phase = 'staying';
  }
  if (isLast) return isDone && now >= (course.stayUntil ?? now) ? end(going) : undefined;
  if (!facts.mayGo) return;
  if (isLow(state)) return toCharger(going);
  if (isAtEnd && course.stayUntil !== null) return isDone && now >= course.stayUntil ? extend(going) : undefined;
  if (course.reached > 0 && state.driving && isDone) {
    leave(going);
    head(going);
  }
  const isRunningOut = course.reached >= course.released - 1 || state.newBaseRequest === true;
  if (isRunningOut && callAt(drive, course.released) !== null && !staysAt(drive, course.released - 1)) extend(going);
}

const isUnderWay = (actionId: string, state: StateMessage): boolean =>
  state.actionStates.some(
    (action) => action.actionId === actionId && action.actionStatus !== 'FINISHED' && action.actionStatus !== 'FAILED',
  );

const isLow = ({ batteryState }: StateMessage): boolean =>
  batteryState.batteryCharge < CRUISE_CHARGE_BELOW && !batteryState.charging;

function end(going: StepContext): void {
  const { drive, facts, effects } = going;
  finish(going, 'itself');
  if (drive.plan.endSpeech && drive.arrived > 0 && facts.can('say') && facts.state)
    effects.push({ type: 'act', action: say(`${orderIdOf(drive)}-end`, drive.plan.endSpeech, drive.language, 'NONE') });
}

function toCharger(going: StepContext): void {
  const bay = going.facts.can('startCharging') ? going.facts.bay() : null;
  if (bay) newLeg(going, 'charge', bay);
  else fail(going, 'noChargingPoint');
}

function charge(going: StepContext, state: StateMessage): void {
  const { drive, memo, now } = going;
  const { batteryCharge, charging } = state.batteryState;
  const failed = state.actionStates.find(
    ({ actionId, actionStatus }) => actionId === `${orderIdOf(drive)}-charge` && actionStatus === 'FAILED',
  );
  if (charging && drive.course.reached > 0) {
    drive.phase = 'charging';
    memo.unchargedSince = null;
    if (batteryCharge >= CRUISE_CHARGE_UNTIL) newLeg(going);
    return;
  }
  if (drive.course.reached === 0) return;
  memo.unchargedSince ??= now;
  if (!failed && now - memo.unchargedSince < UNCHARGED_MS) return;
  memo.unchargedSince = null;
  if (batteryCharge >= CRUISE_CHARGE_BELOW + CHARGED_ENOUGH) newLeg(going);
  else fail(going, 'batteryLow', failed?.resultDescription ?? '');
}

/** Sends what is due, once the robot is free and nothing prevents it from driving. */
function ask(going: StepContext, state: StateMessage): void {
  const { drive, facts, memo, effects, now } = going;
  const { course } = drive;
  if (!course.isSent && !facts.isFree) {
    // At the start the run waits for an earlier order to end; in the middle of a run another order means that it was
    // replaced.
    if (driveIdIn(state.orderId) !== drive.id) return drive.leg > 0 ? fail(going, 'replaced') : undefined;
    if (now - (memo.cancelledAt ?? 0) < CANCEL_AGAIN_MS) return;
    memo.cancelledAt = now;
    return void effects.push({ type: 'cancel' });
  }
  if (!facts.mayGo) return void (memo.askedSince = null);
  memo.askedSince ??= now;
  if (now - memo.askedSince > CRUISE_TAKE_MS) return fail(going, 'notTaken');
  const key = `${drive.leg}.${drive.updateId}`;
  if (memo.sent?.key === key && now - memo.sent.at < AGAIN_MS) return;
  if (drive.updateId > 0) effects.push({ type: 'order', body: legUpdate(drive, facts.can) });
  else if (facts.start)
    effects.push({
      type: 'order',
      body: legOrder(drive, facts.start, { can: facts.can, isCharging: state.batteryState.charging }),
    });
  else return;
  memo.sent = { key, at: now };
  course.isSent = true;
  head(going);
}

function errorAbout(
  orderId: string,
  state: StateMessage,
): { type: string; description: string; updates: string[] } | null {
  for (const { errorType, errorReferences = [], errorDescription, errorHint } of state.errors) {
    if (!errorReferences.some(({ referenceValue: value }) => value === orderId || value.startsWith(`${orderId}-`)))
      continue;
    const updates = errorReferences.flatMap(({ referenceKey, referenceValue }) =>
      referenceKey === 'orderUpdateId' ? [referenceValue] : [],
    );
    return { type: errorType, description: [errorDescription, errorHint].filter(Boolean).join(' '), updates };
  }
  return null;
}
