/**
 * Computes the next step of a route run from its state and its robot's: pure and idempotent. Messages are repeated
 * until the robot's state confirms them; nothing counts as done before that. While anything prevents the robot from
 * driving, the run waits.
 */
import { isDeepStrictEqual } from 'node:util';
import { isBelowPercent } from '../../../contract/rules/batteryLevel.ts';
import {
  COMMAND_TTL_MS,
  CRUISE_CHARGE_BELOW,
  CRUISE_CHARGE_UNTIL,
  CRUISE_SILENCE_MS,
  CRUISE_TAKE_MS,
} from '../../../contract/rules/limits.ts';
import { SPEECH_EVERY_MS } from '../../../contract/rules/schedule/scheduleLimits.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import type { RunEffect } from '../createRunner.ts';
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
import { callAt, routeRunIdIn, orderIdOf, waitsAt, type RouteRun } from './routeRun.ts';
import type { StepInputs, TransientState, Step } from './stepInputs.ts';
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
  effects: RunEffect[];
}

export function transition(known: RouteRun, before: TransientState, facts: StepInputs, now: number): Step {
  const going: StepContext = { ...begin(known, now), facts, memo: { ...before }, effects: [] };
  const { run, memo, visits, effects } = going;
  if (run.state === 'inProgress') go(going);
  // When the run ends, its order is cancelled in the robot.
  if (isOver(run) && facts.state && !facts.isFree && routeRunIdIn(facts.state.orderId) === run.id)
    effects.push({ type: 'cancel' });
  if (!isDeepStrictEqual(run, known)) run.distance = Math.round((run.distance + facts.metres) * 100) / 100;
  return { run, memo, visits, effects };
}

function go(going: StepContext): void {
  const { run, facts, now } = going;
  const { state } = facts;
  const isUntaken = run.phase === 'starting' && now - run.course.dueAt > COMMAND_TTL_MS;
  if (state && run.course.isSent) applyState(going, state);
  if (isOver(run)) return;
  if (isUntaken && run.phase === 'starting') return fail(going, 'notTaken');
  if (now - facts.heardAt > CRUISE_SILENCE_MS) return fail(going, 'robotSilent');
  if (!state) return void (going.memo.askedSince = null);
  if (run.course.isTaken) advance(going, state);
  if (!isOver(run) && !run.course.isTaken) ask(going, state);
}

const isOver = ({ state }: RouteRun): boolean => state !== 'inProgress';

function fail(going: StepContext, type: Reason['type'], description = ''): void {
  finish(going, 'fault', { type, description });
}

/** Applies what the robot's state confirms. */
function applyState(going: StepContext, state: StateMessage): void {
  const { run, memo, now } = going;
  const { course } = run;
  const orderId = orderIdOf(run);
  const isOurs = state.orderId === orderId;
  const refused = errorAbout(orderId, state);
  if (!isOurs) {
    // The state may have been sent before the order arrived.
    if (!course.isTaken && run.updateId === 0)
      return refused ? fail(going, refused.type, refused.description) : undefined;
    memo.strangeSince ??= now;
    return now - memo.strangeSince < STRANGE_MS ? undefined : handleLostOrder(going, state);
  }
  memo.strangeSince = null;
  if (!course.isTaken && state.orderUpdateId >= run.updateId) {
    course.isTaken = true;
    memo.askedSince = null;
    if (run.phase === 'starting') run.phase = 'driving';
    head(going);
  }
  const reached = Math.min(reachedBy(state.lastNodeSequenceId), course.released);
  if (course.kind === 'charge') course.reached = Math.max(course.reached, reached);
  else if (reached > course.reached) arrive(going, reached);

  if (!course.isTaken) {
    const isAboutUpdate =
      refused !== null && (refused.type === 'orderUpdateError' || refused.updates.includes(String(run.updateId)));
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
function handleLostOrder(going: StepContext, state: StateMessage): void {
  const { run } = going;
  const { course } = run;
  const isForeign = state.orderId !== '' && !state.orderId.startsWith(SELF_ORDER);
  // A robot may forget a completed order: at the last stop, and at the charger.
  if (course.kind === 'round' && course.reached === course.released && callAt(run, course.reached) === null)
    return end(going);
  if (isForeign) return fail(going, 'replaced');
  if (course.kind === 'charge' && course.reached > 0) return;
  fail(going, 'robotRestarted');
}

/** The robot has accepted the order: extend, charge, or end the run when it is time. */
function advance(going: StepContext, state: StateMessage): void {
  const { run, facts, now } = going;
  const { course } = run;
  if (course.kind === 'charge') return charge(going, state);
  const k = course.reached - 1;
  const isAtEnd = course.reached === course.released;
  const isLast = isAtEnd && callAt(run, course.reached) === null;
  const isDone = actionsAt(run, k, facts.can).every(({ actionId }) => !isUnderWay(actionId, state));

  if (isAtEnd && course.stayUntil === null && (isLast || waitsAt(run, k))) {
    course.stayUntil = now + stayHere(going) * 1000;
    run.phase = 'staying';
  }
  if (isLast) return isDone && now >= (course.stayUntil ?? now) ? end(going) : undefined;
  if (!facts.mayGo) return;
  if (isLow(state)) return toCharger(going);
  if (state.driving) sayOnTheWay(going);
  if (isAtEnd && course.stayUntil !== null) return isDone && now >= course.stayUntil ? extend(going) : undefined;
  if (course.reached > 0 && state.driving && isDone) {
    leave(going);
    head(going);
  }
  const isRunningOut = course.reached >= course.released - 1 || state.newBaseRequest === true;
  if (isRunningOut && callAt(run, course.released) !== null && !waitsAt(run, course.released - 1)) extend(going);
}

const isUnderWay = (actionId: string, state: StateMessage): boolean =>
  state.actionStates.some(
    (action) => action.actionId === actionId && action.actionStatus !== 'FINISHED' && action.actionStatus !== 'FAILED',
  );

const isLow = ({ batteryState }: StateMessage): boolean =>
  isBelowPercent(batteryState.batteryCharge, CRUISE_CHARGE_BELOW) && !batteryState.charging;

function end(going: StepContext): void {
  const { run, facts, effects } = going;
  finish(going, 'itself');
  if (run.plan.endSpeech && run.arrived > 0 && facts.can('say') && facts.state)
    effects.push({ type: 'act', action: say(`${orderIdOf(run)}-end`, run.plan.endSpeech, run.language, 'NONE') });
}

/** Between two stops, at most every 30 s. */
function sayOnTheWay({ run, facts, memo, effects, now }: StepContext): void {
  const text = run.plan.waySpeech;
  if (!text || !facts.can('say') || run.phase !== 'driving') return;
  if (memo.saidAt !== null && now - memo.saidAt < SPEECH_EVERY_MS) return;
  if (memo.saidAt !== null)
    effects.push({ type: 'act', action: say(`${orderIdOf(run)}-way-${now}`, text, run.language, 'NONE') });
  memo.saidAt = now;
}

function toCharger(going: StepContext): void {
  const bay = going.facts.can('startCharging') ? going.facts.bay() : null;
  if (bay) newLeg(going, 'charge', bay);
  else fail(going, 'noChargingPoint');
}

function charge(going: StepContext, state: StateMessage): void {
  const { run, memo, now } = going;
  const { batteryCharge, charging } = state.batteryState;
  const failed = state.actionStates.find(
    ({ actionId, actionStatus }) => actionId === `${orderIdOf(run)}-charge` && actionStatus === 'FAILED',
  );
  if (charging && run.course.reached > 0) {
    run.phase = 'charging';
    memo.unchargedSince = null;
    if (batteryCharge >= CRUISE_CHARGE_UNTIL) newLeg(going);
    return;
  }
  if (run.course.reached === 0) return;
  memo.unchargedSince ??= now;
  if (!failed && now - memo.unchargedSince < UNCHARGED_MS) return;
  memo.unchargedSince = null;
  if (batteryCharge >= CRUISE_CHARGE_BELOW + CHARGED_ENOUGH) newLeg(going);
  else fail(going, 'batteryLow', failed?.resultDescription ?? '');
}

/** Sends what is due, once the robot is free and nothing prevents it from driving. */
function ask(going: StepContext, state: StateMessage): void {
  const { run, facts, memo, effects, now } = going;
  const { course } = run;
  if (!course.isSent && !facts.isFree) {
    // At the start the run waits for an earlier order to end; in the middle of a run another order means that it was
    // replaced.
    if (routeRunIdIn(state.orderId) !== run.id) return run.leg > 0 ? fail(going, 'replaced') : undefined;
    if (now - (memo.cancelledAt ?? 0) < CANCEL_AGAIN_MS) return;
    memo.cancelledAt = now;
    return void effects.push({ type: 'cancel' });
  }
  if (!facts.mayGo) return void (memo.askedSince = null);
  memo.askedSince ??= now;
  if (now - memo.askedSince > CRUISE_TAKE_MS) return fail(going, 'notTaken');
  const key = `${run.leg}.${run.updateId}`;
  if (memo.sent?.key === key && now - memo.sent.at < AGAIN_MS) return;
  if (run.updateId > 0) effects.push({ type: 'order', body: legUpdate(run, facts.can) });
  else if (facts.start)
    effects.push({
      type: 'order',
      body: legOrder(run, facts.start, { can: facts.can, isCharging: state.batteryState.charging }),
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
