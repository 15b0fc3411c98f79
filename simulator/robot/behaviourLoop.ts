/** What a robot does, one thing after another: people's orders first, then charging, then its daily work. */
import type { OrderMessage } from '../../contract/wire/vda5050.ts';
import type { ActionStates } from './actionStates.ts';
import type { Course } from './body.ts';
import type { Errors } from './errors.ts';
import { executeOrder } from './executeOrder.ts';
import type { OrderApi } from './orders.ts';
import { leaveCabin } from './travel.ts';
import { goCharging } from './work/charging.ts';
import { dailyWork } from './work/day.ts';
import { standAbout } from './work/selfAssignedTrip.ts';
import type { TaskApi } from './work/taskApi.ts';

/** Seconds it stays where a person sent it, or left it, before it goes back to its own work. */
const STAYS_AFTER_ORDER = 180;
const STAYS_AFTER_CANCEL = 30;

/** What was asked of the robot and not yet begun. */
export interface Wishes {
  /** Set to leave the present course at the next safe moment; taken back when that has happened. */
  interrupted: boolean;
  /** The cancelOrder actions that wait for the order's end. */
  cancelling: string[];
  /** An order that came while the one before was still being cancelled. */
  next: OrderMessage | null;
  /** startCharging, sent as an instant action. */
  charging: string | null;
  /** It stays where it is until then, ms. */
  stayUntil: number;
}

export const noWishes = (): Wishes => ({
  interrupted: false,
  cancelling: [],
  next: null,
  charging: null,
  stayUntil: 0,
});

export interface BehaviourApi extends TaskApi, OrderApi {
  readonly wishes: Wishes;
  readonly states: ActionStates;
  readonly errors: Errors;
  take(order: OrderMessage): void;
  /** Ends what it does of these actions, speech in the middle of a sentence. */
  breakOff(actionIds: readonly string[]): void;
}

/** How long a robot waits before it begins its day, seconds: the fleet does not set out as one. */
const FIRST_WAIT = 12;

export function* behaviourLoop(living: BehaviourApi): Course<never> {
  const { wishes, book, body, ground, chance } = living;
  yield* standAbout(body, ground, chance.between(0, FIRST_WAIT));
  for (;;) {
    living.setTask(null);
    if (wishes.cancelling.length > 0) endOrder(living, 'The order was cancelled.', STAYS_AFTER_CANCEL);
    if (wishes.next) {
      living.take(wishes.next);
      wishes.next = null;
    }
    // From here on: taking an order asks to leave what went before, which is left already.
    wishes.interrupted = false;
    if (book.foreign && book.nodes.length > 0) {
      const end = yield* executeOrder(living);
      if (end === 'done') wishes.stayUntil = ground.now() + STAYS_AFTER_ORDER * 1000;
      if (end === 'failed') endOrder(living, 'The order failed.', STAYS_AFTER_CANCEL);
    } else if (wishes.charging !== null) {
      yield* chargeAsAsked(living, wishes.charging);
    } else if (living.battery.charging) {
      yield* goCharging(living);
      // Nobody stays in a lift: others want to ride.
    } else if ((yield* leaveCabin(body, ground)) === 'interrupted') {
      continue;
    } else if (ground.now() < wishes.stayUntil) {
      yield* standAbout(body, ground, Math.min(STAYS_AFTER_ORDER, (wishes.stayUntil - ground.now()) / 1000), {
        returns: true,
      });
    } else {
      yield* dailyWork(living);
    }
    // What is asked of it is begun in the same moment; else none of these may make a moment last for ever.
    if (!wishes.interrupted) yield;
  }
}

function endOrder({ wishes, book, states, ground, breakOff }: BehaviourApi, why: string, stay: number): void {
  const now = ground.now();
  Object.assign(book, { nodes: [], edges: [], reached: null });
  breakOff(states.running());
  states.failOrder(now, why);
  for (const actionId of wishes.cancelling) states.set(actionId, 'FINISHED', now);
  wishes.cancelling = [];
  wishes.stayUntil = now + stay * 1000;
}

function* chargeAsAsked(living: BehaviourApi, actionId: string): Course<void> {
  const { states, ground, wishes } = living;
  const course = goCharging(living, () => states.set(actionId, 'FINISHED', ground.now()));
  const end = yield* course;
  wishes.charging = null;
  if (end === 'noBay') states.set(actionId, 'FAILED', ground.now(), 'No charger is free.');
  if (end === 'interrupted') states.set(actionId, 'FAILED', ground.now(), 'Something else was asked meanwhile.');
}
