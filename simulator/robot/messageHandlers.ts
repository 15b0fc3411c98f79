/** Handlers of received messages: orders, instant actions, teleop messages. */
import * as v from 'valibot';
import { teleopMessage } from '../../contract/wire/actions.ts';
import type { Spot } from '../building/building.ts';
import { TeleopSession } from './teleopSession.ts';
import { carryInstantActions } from './instantActions.ts';
import { judgeOrder } from './orderRules.ts';
import { baseEnd, takeUpdate } from './orders.ts';
import { isOnOrder, take, tell } from './robotState.ts';
import type { RobotState } from './robotState.ts';

/** Per cent. Below it only a robot that is charging accepts orders. */
const TAKES_ORDERS_FROM = 5;
/** How long the robot stays in place after teleop, ms. */
const STAYS_AFTER_HAND_MS = 60_000;

export function handleOrder(self: RobotState, message: unknown): void {
  const { body, environment, wishes, book, spec } = self;
  const verdict = judgeOrder(
    message,
    {
      orderId: book.orderId,
      updateId: book.updateId,
      active: book.nodes.length > 0 && wishes.cancelling.length === 0,
      foreign: book.foreign,
      baseEnd: book.foreign ? baseEnd(book) : null,
      refusal: refusalOf(self),
      liftRide: spec.capabilities.liftRide,
      radius: body.radius,
      at: { mapId: body.mapId, x: body.motion.x, y: body.motion.y },
      canDo: (type) => canDo(self, type),
    },
    environment,
  );
  switch (verdict.verdict) {
    case 'refused':
      return self.errors.refuse(verdict.error, environment.now());
    case 'repeat':
      return;
    case 'update':
      // The base can be done already, and the robot busy with something else.
      if (!isOnOrder(self)) wishes.interrupted = true;
      return takeUpdate(self.living, verdict.order);
    case 'new':
      // The cancelled order has to end first.
      if (book.foreign && wishes.cancelling.length > 0) wishes.next = verdict.order;
      else take(self, verdict.order);
  }
}

function refusalOf(self: RobotState) {
  if (self.faults.has('busy')) return 'busy' as const;
  if (self.hand) return 'manual' as const;
  if (!self.located) return 'localizationLost' as const;
  return self.battery.charge < TAKES_ORDERS_FROM && !self.battery.charging ? ('batteryLow' as const) : null;
}

function canDo({ profile }: RobotState, type: string): boolean {
  return (
    type === 'startCharging' ||
    type === 'stopCharging' ||
    (type !== 'controlLease' && profile.actions.some((action) => action === type))
  );
}

export function handleInstantActions(self: RobotState, message: unknown): void {
  const { states, errors, environment, body, wishes, runner } = self;
  carryInstantActions(message, {
    states,
    errors,
    environment,
    radius: body.radius,
    mapId: body.mapId,
    canDo: (type) => canDo(self, type),
    pause: () => void (self.paused = true),
    unpause: () => void (self.paused = false),
    cancel(actionId) {
      if (!isOnOrder(self)) return false;
      wishes.cancelling.push(actionId);
      wishes.interrupted = true;
      return true;
    },
    relocate: (to, lastNodeId) => relocate(self, to, lastNodeId),
    charge: (actionId) => chargeAsAsked(self, actionId),
    lease: (lease) => setLease(self, lease),
    begin: (action) => runner.begin(action, environment.now()),
    applySettings(version, values) {
      self.userSettings.apply(version, values);
      tell(self, self.userSettings.report());
    },
    decideLearning: (what, learningId) => decideLearning(self, what, learningId),
    tell: (what) => void self.asked.add(what),
  });
}

/** @returns why it cannot; null if it did */
function decideLearning(self: RobotState, what: 'keep' | 'forget', learningId: string): string | null {
  if (what === 'forget') {
    self.userSettings.forget(learningId);
    tell(self, { type: 'forgotten', learningId });
    return null;
  }
  const kept = self.userSettings.keep(learningId);
  if (!kept) return 'The robot does not know this learning record.';
  tell(self, { type: 'learned', ...kept });
  return null;
}

/** @returns why it failed; null on success */
function relocate(
  self: RobotState,
  { mapId, x, y, theta }: Spot & { theta: number },
  lastNodeId: string | null,
): string | null {
  const { body, environment } = self;
  if (self.journey?.phase === 'riding') return 'The robot is in a lift that moves.';
  const before = { mapId: body.mapId, motion: body.motion };
  body.mapId = mapId;
  body.motion = { x, y, theta, v: 0, w: 0 };
  if (environment.traffic.near(body, body.radius * 2).length > 0) {
    Object.assign(body, before);
    return 'Another robot stands there.';
  }
  if (lastNodeId !== null) self.book.lastNodeId = lastNodeId;
  self.located = true;
  self.faults.clear('localizationLost');
  self.wishes.interrupted = true;
  return null;
}

/** @returns why it cannot; null if it can */
function chargeAsAsked(self: RobotState, actionId: string): string | null {
  if (self.hand) return 'The robot is steered by hand.';
  if (isOnOrder(self)) return 'An order is being carried out.';
  if (self.battery.charging) return (self.states.set(actionId, 'FINISHED', self.environment.now()), null);
  if (!self.located) return 'The robot does not know where it is.';
  self.wishes.charging = actionId;
  self.wishes.interrupted = true;
  return null;
}

/** Sets the teleop lease to obey; 0 for none. An order in progress waits and continues afterwards. */
export function setLease(self: RobotState, lease: number): void {
  if (lease === (self.hand?.lease ?? 0)) return self.hand?.resume();
  if (self.hand && lease === 0) {
    self.body.motion = { ...self.body.motion, v: 0, w: 0 };
    self.wishes.interrupted = true;
    self.wishes.stayUntil = self.environment.now() + STAYS_AFTER_HAND_MS;
  }
  self.hand = lease === 0 ? null : new TeleopSession(lease);
}

export function handleTeleop(self: RobotState, message: unknown): void {
  const parsed = v.safeParse(teleopMessage, message);
  if (parsed.success) self.hand?.hear(parsed.output, self.environment.ticks());
}
