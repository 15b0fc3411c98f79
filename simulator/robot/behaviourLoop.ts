/** The robot's main loop: users' orders first, then charging, then daily work. */
import type { OrderMessage } from '../../contract/wire/vda5050.ts';
import type { ActionStates } from './actionStates.ts';
import type { Behaviour } from './body.ts';
import type { Errors } from './errors.ts';
import { executeOrder } from './executeOrder.ts';
import type { OrderApi } from './orders.ts';
import { leaveCabin } from './travel.ts';
import { goCharging } from './work/charging.ts';
import { dailyWork } from './work/day.ts';
import { waitIdle } from './work/selfAssignedTrip.ts';
import { carryDeliveries, nextParcel } from './work/serverDeliveries.ts';
import type { DeliveryBook } from './deliveryBook.ts';
import type { TaskApi } from './work/taskApi.ts';

/** Seconds that a robot stays after an order, and after a cancelled or failed one, before it resumes its own work. */
const STAYS_AFTER_ORDER = 180;
const STAYS_AFTER_CANCEL = 30;

/** Requests that are not started yet. */
export interface Wishes {
  /** Set to interrupt the current behaviour at the next safe moment; cleared when that has happened. */
  interrupted: boolean;
  /** The cancelOrder actions waiting for the end of the order. */
  cancelling: string[];
  /** An order received while the previous one was still being cancelled. */
  next: OrderMessage | null;
  /** Id of a startCharging action that was sent as an instant action. */
  charging: string | null;
  /** The robot stays where it is until then, ms. */
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
  readonly deliveries: DeliveryBook;
  /** Opens a compartment; 0 closes it. */
  compartment(open: number): void;
  /** Takes a picture at the door of a delivery, if it has a camera. */
  pictureDoor(deliveryId: string): void;
  take(order: OrderMessage): void;
  /** Aborts these actions, speech in the middle of a sentence. */
  abortActions(actionIds: readonly string[]): void;
}

/** With less charge it first goes to its charger, per cent. */
const DELIVERS_ABOVE = 18;
export const isDelivering = ({
  deliveries,
  battery,
  environment,
}: Pick<BehaviourApi, 'deliveries' | 'battery' | 'environment'>): boolean =>
  battery.charge > DELIVERS_ABOVE && nextParcel(deliveries, environment.now()) !== undefined;

/** Limit of the random delay before a robot begins its day, seconds, so that the fleet does not start at once. */
const FIRST_WAIT = 12;

export function* behaviourLoop(living: BehaviourApi): Behaviour<never> {
  const { wishes, book, body, environment, chance } = living;
  yield* waitIdle(body, environment, chance.between(0, FIRST_WAIT));
  for (;;) {
    living.setTask(null);
    if (wishes.cancelling.length > 0) endOrder(living, 'The order was cancelled.', STAYS_AFTER_CANCEL);
    if (wishes.next) {
      living.take(wishes.next);
      wishes.next = null;
    }
    // Clear the flag here: taking an order sets it, but the previous behaviour has ended already.
    wishes.interrupted = false;
    if (book.foreign && book.nodes.length > 0) {
      const end = yield* executeOrder(living);
      if (end === 'done') wishes.stayUntil = environment.now() + STAYS_AFTER_ORDER * 1000;
      if (end === 'failed') endOrder(living, 'The order failed.', STAYS_AFTER_CANCEL);
    } else if (wishes.charging !== null) {
      yield* chargeAsAsked(living, wishes.charging);
    } else if (environment.now() >= wishes.stayUntil && isDelivering(living)) {
      if (living.battery.charging) living.charge(false);
      yield* carryDeliveries(living);
    } else if (living.battery.charging) {
      yield* goCharging(living);
      // Leave the cabin, because other robots need the lift.
    } else if ((yield* leaveCabin(body, environment)) === 'interrupted') {
      continue;
    } else if (environment.now() < wishes.stayUntil) {
      yield* waitIdle(body, environment, Math.min(STAYS_AFTER_ORDER, (wishes.stayUntil - environment.now()) / 1000), {
        returns: true,
      });
    } else {
      yield* dailyWork(living);
    }
    // New requests start in the same tick. Otherwise yield, so that no branch can loop forever within a tick.
    if (!wishes.interrupted) yield;
  }
}

function endOrder({ wishes, book, states, environment, abortActions }: BehaviourApi, why: string, stay: number): void {
  const now = environment.now();
  Object.assign(book, { nodes: [], edges: [], reached: null });
  abortActions(states.running());
  states.failOrder(now, why);
  for (const actionId of wishes.cancelling) states.set(actionId, 'FINISHED', now);
  wishes.cancelling = [];
  wishes.stayUntil = now + stay * 1000;
}

function* chargeAsAsked(living: BehaviourApi, actionId: string): Behaviour<void> {
  const { states, environment, wishes } = living;
  const course = goCharging(living, () => states.set(actionId, 'FINISHED', environment.now()));
  const end = yield* course;
  wishes.charging = null;
  if (end === 'noBay') states.set(actionId, 'FAILED', environment.now(), 'No charger is free.');
  if (end === 'interrupted') states.set(actionId, 'FAILED', environment.now(), 'Something else was asked meanwhile.');
}
