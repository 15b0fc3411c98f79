/**
 * The deliveries that the server gave to a robot, and how far the robot is with them. The list of the server is complete:
 * what is not on it is off. Codes are checked here, by their keyed hashes, so that they work without network.
 */
import type { DeliveryStatus } from '../../contract/entities/robotConstants.ts';
import { isDeliveryOver, isParcelOnBoard, type DeliveryReason } from '../../contract/rules/delivery.ts';
import { KEYPAD_LOCK_MS, KEYPAD_TRIES } from '../../contract/rules/deliveryLimits.ts';
import type { EventMessage } from '../../contract/wire/actions.ts';
import { codeHash } from '../../contract/wire/codeHash.ts';
import type { DeliveryList, DeliveryOrder, OpenCompartment } from '../../contract/wire/deliveries.ts';

export interface CarriedParcel {
  order: DeliveryOrder;
  status: DeliveryStatus;
  /** The parcel is in its compartment. */
  isOnBoard: boolean;
  /** Where it waits now; null while it drives. */
  at: 'loading' | 'door' | null;
  /** Somebody may open it: with a code, or asked from the console. */
  opening: { by: 'loader' | 'recipient' | 'operator'; openId: string } | null;
  /** Seconds after which its open compartment closes by itself. */
  closesAfter: number;
  /** Trips back that failed. */
  failedReturns: number;
  /** No other try to bring it back before, ms. */
  returnAfter: number;
}

interface Needs {
  now: () => number;
  tell: (event: EventMessage['event']) => void;
}

/** Two lists this far apart, ms, can have overtaken each other. */
const OVERTAKING_MS = 60_000;

export class DeliveryBook {
  private readonly needs: Needs;
  private readonly parcels = new Map<string, CarriedParcel>();
  private key = '';
  private tries = 0;
  private lockedUntil = 0;
  /** Compartments that do not open, each with the last delivery in which somebody tried. */
  private readonly jammed = new Map<number, string>();
  /** The server has sent a list since the robot started. */
  isServed = false;
  private listedAt = 0;

  constructor(needs: Needs) {
    this.needs = needs;
  }

  /** In the order of the list. */
  all(): CarriedParcel[] {
    return [...this.parcels.values()];
  }

  has(parcel: CarriedParcel): boolean {
    return this.parcels.get(parcel.order.deliveryId) === parcel;
  }

  /** @returns whether there is something new to do */
  hear({ key, orders, sentAt }: DeliveryList): boolean {
    // Two servers can overtake each other; a much older list is of a clock that was set back.
    if (sentAt < this.listedAt && this.listedAt - sentAt < OVERTAKING_MS) return false;
    this.listedAt = sentAt;
    this.isServed = true;
    this.key = key;
    let isNew = false;
    for (const order of orders) {
      const known = this.parcels.get(order.deliveryId);
      if (known) {
        isNew ||= known.order.wish !== order.wish || known.order.to.pointId !== order.to.pointId;
        known.order = order;
        if (isDeliveryOver(order.status)) known.status = order.status;
        continue;
      }
      isNew = true;
      this.parcels.set(order.deliveryId, {
        order,
        status: order.status,
        // After a restart the server knows better than the robot.
        isOnBoard: isParcelOnBoard(order.status) || isDeliveryOver(order.status),
        at: null,
        opening: null,
        closesAfter: 0,
        failedReturns: 0,
        returnAfter: 0,
      });
    }
    const listed = new Set(orders.map(({ deliveryId }) => deliveryId));
    for (const id of this.parcels.keys()) if (!listed.has(id)) isNew = this.parcels.delete(id) || isNew;
    return isNew;
  }

  /** Reports a new status; nothing if it has it already. */
  report(
    parcel: CarriedParcel,
    status: DeliveryStatus,
    details: { reason?: DeliveryReason; by?: 'loader' | 'recipient' | 'operator' } = {},
  ): void {
    if (parcel.status === status) return;
    parcel.status = status;
    this.needs.tell({ type: 'delivery', deliveryId: parcel.order.deliveryId, status, ...details });
  }

  drop({ order: { deliveryId } }: CarriedParcel): void {
    this.parcels.delete(deliveryId);
  }

  handleOpen({ deliveryId, openId, until }: OpenCompartment): void {
    const parcel = this.parcels.get(deliveryId);
    // Too late: the person who asked may have gone.
    if (this.needs.now() > until) return;
    if (!parcel || parcel.at === null)
      return this.needs.tell({ type: 'compartment', deliveryId, openId, result: 'refused' });
    parcel.opening = { by: 'operator', openId };
  }

  setJammed(compartment: number, on: boolean): void {
    const deliveryId = this.jammed.get(compartment);
    if (on) this.jammed.set(compartment, deliveryId ?? '');
    else this.jammed.delete(compartment);
    // The server gives it no parcels before it knows that the compartment works.
    if (!on && deliveryId) this.needs.tell({ type: 'compartment', deliveryId, openId: '', result: 'closed' });
  }

  /** Tries to open it. @returns false if it is jammed */
  tryOpen({ order: { compartment, deliveryId } }: CarriedParcel): boolean {
    const isJammed = this.jammed.has(compartment);
    if (isJammed) this.jammed.set(compartment, deliveryId);
    return !isJammed;
  }

  /** A code typed at the robot. @returns whether a compartment opens */
  typeCode(code: string): boolean {
    const now = this.needs.now();
    if (now < this.lockedUntil) return false;
    const waiting = this.all().filter(({ at }) => at !== null);
    for (const parcel of waiting) {
      const { deliveryId, loadingHash, pickupHash } = parcel.order;
      const isLoading = parcel.at === 'loading';
      const typed = codeHash(this.key, deliveryId, isLoading ? 'loading' : 'pickup', code);
      if (typed !== (isLoading ? loadingHash : pickupHash)) continue;
      this.tries = 0;
      parcel.opening = { by: isLoading ? 'loader' : 'recipient', openId: '' };
      return true;
    }
    this.tries += 1;
    const isLocked = this.tries >= KEYPAD_TRIES;
    const [first] = waiting;
    if (first) this.needs.tell({ type: 'wrongCode', deliveryId: first.order.deliveryId, tries: this.tries, isLocked });
    if (isLocked) {
      this.tries = 0;
      this.lockedUntil = now + KEYPAD_LOCK_MS;
    }
    return false;
  }

  /** A power cycle: the server sends the list again. */
  clear(): void {
    this.parcels.clear();
    this.isServed = false;
    this.listedAt = 0;
    this.tries = 0;
  }
}
