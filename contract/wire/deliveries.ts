/**
 * Deliveries between server and robot (design 22). The server sends the complete list of a robot's deliveries on the
 * private topic at every change, at a reconnect and every few seconds; the robot carries out the list and reports every
 * step by events. Announced in the factsheet as the feature `deliveries`.
 */
import * as v from 'valibot';
import { DELIVERY_STATUSES } from '../entities/robotConstants.ts';
import { id, time } from '../entities/values.ts';
import { DELIVERY_REASONS } from '../rules/delivery.ts';
import { COMPARTMENTS_MAX } from '../rules/deliveryLimits.ts';

const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u));
/** A point, with the robot's name for its map; metres and radians. */
const place = v.object({ pointId: id, mapId: v.string(), x: v.number(), y: v.number(), theta: v.number() });
export const compartmentNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(COMPARTMENTS_MAX));

/**
 * What the robot is to do with a delivery. `return`: take the parcel back to the loading point; the delivery itself has
 * ended, or ends as `status` when the robot confirms it.
 */
export const deliveryOrder = v.object({
  deliveryId: id,
  /** As the server knows it: where a restarted robot goes on. */
  status: v.picklist(DELIVERY_STATUSES),
  wish: v.picklist(['carry', 'cancel', 'sendBack', 'return']),
  /** With `sendBack`: the recipient at the open compartment leaves the parcel inside, because it is not theirs. */
  isLeftInside: v.optional(v.boolean()),
  compartment: compartmentNumber,
  from: place,
  to: place,
  /** Keyed hashes of the codes (`codeHash`). */
  loadingHash: hash,
  pickupHash: hash,
  /** Times that the robot waits at both ends, ms. */
  loadingWaitMs: v.number(),
  pickupWaitMs: v.number(),
  /** Demo only: simulated people are at both ends. */
  isDemo: v.optional(v.boolean(), false),
});
export type DeliveryOrder = v.InferOutput<typeof deliveryOrder>;

export const deliveryList = v.object({
  type: v.literal('deliveries'),
  sentAt: time,
  /** Key of the hashes, of this robot only. */
  key: v.string(),
  orders: v.pipe(v.array(deliveryOrder), v.maxLength(2 * COMPARTMENTS_MAX)),
});
export type DeliveryList = v.InferOutput<typeof deliveryList>;

/** Opens the compartment of a delivery, if the message arrives before `until` by the robot's clock. */
export const openCompartment = v.object({
  type: v.literal('openCompartment'),
  deliveryId: id,
  openId: id,
  until: time,
});
export type OpenCompartment = v.InferOutput<typeof openCompartment>;

/** Events of the robot besides `delivery`. */
export const compartmentEvent = v.object({
  type: v.literal('compartment'),
  deliveryId: id,
  /** `openCompartment` that it answers; '' for a code or the robot's own doing. */
  openId: v.optional(v.union([id, v.literal('')]), ''),
  result: v.picklist(['opened', 'closed', 'jammed', 'refused']),
  /** With `opened`: after how long the compartment closes by itself, ms; left out by robots that do not close it. */
  closesIn: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3_600_000))),
});
/** A wrong code was typed; after the last try the keypad is locked. */
export const wrongCodeEvent = v.object({
  type: v.literal('wrongCode'),
  deliveryId: id,
  tries: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
  isLocked: v.boolean(),
});
/** What the robot sees at the door: a file of the kind `doorPicture`, uploaded before. */
export const deliveryPictureEvent = v.object({
  type: v.literal('deliveryPicture'),
  deliveryId: id,
  fileId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/u, 'file id')),
});
export const deliveryReturnEvent = v.object({
  type: v.literal('deliveryReturn'),
  deliveryId: id,
  state: v.picklist(['returning', 'returned', 'failed']),
});
/** What a `delivery` event can add. `by`: who made the robot do it. */
export const deliveryEventDetails = {
  reason: v.optional(v.picklist(DELIVERY_REASONS)),
  by: v.optional(v.picklist(['robot', 'loader', 'recipient', 'operator'])),
};
