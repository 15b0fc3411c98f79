/** A delivery, its history, and what its recipient sees (spec 3 "Delivery record", 7 "Task code request"). */
import * as v from 'valibot';
import {
  BOARD_GROUPS,
  DELIVERY_ACTS,
  DELIVERY_CAUSES,
  DELIVERY_ENTRIES,
  DELIVERY_REASONS,
  RETURN_STATES,
} from '../rules/delivery.ts';
import { COMPARTMENT_SIZES } from '../rules/deliveryLimits.ts';
import { DELIVERY_STATUSES } from './robotConstants.ts';
import { id, time } from './values.ts';
import { idOf } from './idOf.ts';
import { robotChoice } from './robotChoice.ts';

export const deliveryId = idOf('delivery', id);

/** Requested by the recipient (`pickup`) or by the person who loads (`loading`). */
export const CODE_TYPES = ['pickup', 'loading'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

export const deliveryCode = v.object({
  /** Six digits; empty after the end of the delivery. */
  code: v.string(),
  type: v.picklist(CODE_TYPES),
  status: v.picklist(DELIVERY_STATUSES),
  isOver: v.boolean(),
  /** Names in the reader's language; empty if unknown. */
  loadingPoint: v.string(),
  destination: v.string(),
  robotName: v.string(),
  changedAt: time,
  /** IANA time zone of the robot's site; empty if the robot was deleted. */
  timeZone: v.string(),
});
export type DeliveryCode = v.InferOutput<typeof deliveryCode>;

/** Whose phone number is asked for. */
export const DELIVERY_PEOPLE = ['recipient', 'loader'] as const;
export type DeliveryPerson = (typeof DELIVERY_PEOPLE)[number];

/** A point of the site, or a place that the robot named. Names in the reader's language. */
const place = v.object({
  /** '' if the place is not a point, or the point was deleted. */
  areaId: v.string(),
  name: v.string(),
  mapId: v.string(),
  floor: v.string(),
});
export type DeliveryPlace = v.InferOutput<typeof place>;

/** Where a delivery was made. `robot`: the robot reported it by itself. */
export const DELIVERY_ORIGINS = ['console', 'call', 'robot', 'demo'] as const;
export type DeliveryOrigin = (typeof DELIVERY_ORIGINS)[number];

/** `hidden`: there is a code; get it with reveal-code. `over`: it no longer opens anything. */
export const CODE_STATES = ['none', 'hidden', 'used', 'over'] as const;

const times = {
  /** Expected arrival at the loading point and at the destination, ms since 1970. */
  loadingAt: v.nullable(time),
  arrivalAt: v.nullable(time),
};

/** Why no robot takes a delivery now; '' if one does. `noRight`: the orderer may not operate those that could. */
export const WAITING_REASONS = [
  '',
  'notBefore',
  'allBusy',
  'batteryLow',
  'offline',
  'noRobot',
  'noRight',
  'noWay',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** More exact than the reason, which older consoles know: `allBusy` or `noWay`. */
export const WAITING_DETAILS = ['', 'noCompartment', 'liftOut'] as const;
export type WaitingDetail = (typeof WAITING_DETAILS)[number];
const waiting = {
  reason: v.picklist(WAITING_REASONS),
  /** `noCompartment`: those that fit are jammed or not emptied. `liftOut`: an elevator is out of order. */
  detail: v.optional(v.fallback(v.picklist(WAITING_DETAILS), '')),
  /** The floor that cannot be reached, for `liftOut`. */
  floor: v.optional(v.string()),
};

export const MESSAGE_LIMITS = ['', 'numberLimit', 'accountLimit'] as const;
export type MessageLimit = (typeof MESSAGE_LIMITS)[number];

/**
 * The picture that the robot takes when it waits at the door. `noCamera`: it cannot take one. `hidden`: the reader
 * may not operate the robot. `deleted`: its retention is over.
 */
export const DOOR_PHOTO_STATES = ['none', 'taken', 'noCamera', 'hidden', 'deleted'] as const;

/** Which robot takes a delivery, and when it arrives. */
export const deliveryPromise = v.object({
  /** '' if none can be named. */
  serialNumber: v.string(),
  robotName: v.string(),
  battery: v.nullable(v.number()),
  compartment: v.nullable(v.number()),
  /** It can begin now; otherwise the delivery waits in the queue. */
  isFree: v.boolean(),
  ...times,
  /** Deliveries of the site that wait before this one. */
  ahead: v.number(),
  ...waiting,
  /** Whether the recipient and the loader get a message. */
  tellsRecipient: v.boolean(),
  tellsLoader: v.boolean(),
  /** Why they get none although there is a number: the limit of the number or of the account is reached. */
  messageLimit: v.picklist(MESSAGE_LIMITS),
  /** Why this robot; left out by older servers. */
  choice: v.optional(robotChoice),
});
export type DeliveryPromise = v.InferOutput<typeof deliveryPromise>;

/** Names of errors (contract/wire/errors.ts); null: the act is possible. */
const obstacle = v.nullable(v.string());

export const delivery = v.object({
  id: deliveryId,
  /** Consecutive number, as people quote it. */
  number: v.number(),
  siteId: v.string(),
  /** '' while no robot has been assigned. */
  serialNumber: v.string(),
  robotName: v.string(),
  origin: v.picklist(DELIVERY_ORIGINS),
  status: v.picklist(DELIVERY_STATUSES),
  reason: v.picklist(DELIVERY_REASONS),
  /** Where on the track (rules/delivery.ts, DELIVERY_STATIONS). */
  station: v.number(),
  /** The group of the board; null: not on the board. */
  group: v.nullable(v.picklist(BOARD_GROUPS)),
  from: place,
  to: place,
  /** Phone numbers are masked unless the reader administers the robot or site. '' without a number. */
  recipientName: v.string(),
  recipientPhone: v.string(),
  loaderPhone: v.string(),
  note: v.string(),
  size: v.picklist(COMPARTMENT_SIZES),
  /** From 1 on; null while none has been assigned. */
  compartment: v.nullable(v.number()),
  notBefore: v.nullable(time),
  createdAt: time,
  /** A name; '' for a robot. */
  createdBy: v.string(),
  changedAt: time,
  endedAt: v.nullable(time),
  /** From creation to the end, ms. */
  tookMs: v.nullable(v.number()),
  /**
   * How long the robot usually takes between the same points, ms; only for completed deliveries, and only if there were
   * enough. The time before `notBefore` does not count.
   */
  usualMs: v.optional(v.number()),
  /** The robot waits for a lift or is in it; left out by older servers and by robots that do not say. */
  lift: v.optional(
    v.object({
      /** In the reader's language; '' if the site does not know it. */
      name: v.string(),
      isRiding: v.boolean(),
      since: v.nullable(time),
    }),
  ),
  /** While it waits for a robot: its place in the site's queue from 1 on, and which robot is expected to take it. */
  queue: v.nullable(
    v.object({
      position: v.number(),
      robotName: v.string(),
      at: v.nullable(time),
      ...waiting,
    }),
  ),
  ...times,
  /** What follows if nobody acts. */
  timeout: v.nullable(v.object({ at: time, status: v.picklist(DELIVERY_STATUSES) })),
  hasMoreTime: v.boolean(),
  loadingCode: v.picklist(CODE_STATES),
  pickupCode: v.picklist(CODE_STATES),
  keypadLockedUntil: v.nullable(time),
  /** It is over, its compartment is still jammed, and nobody has dealt with that; left out by older servers. */
  isJammed: v.optional(v.boolean()),
  /** Compartments that were jammed when it was taken from a robot, and still are; left out by older servers. */
  jamsLeft: v.optional(v.array(v.object({ serialNumber: v.string(), robotName: v.string(), compartment: v.number() }))),
  /** Whose last message was not sent, while it matters; left out by older servers. */
  unsent: v.optional(v.array(v.picklist(CODE_TYPES))),
  /** The last act that the robot has to carry out, with its answer. */
  act: v.nullable(
    v.object({
      type: v.picklist(DELIVERY_ACTS),
      at: time,
      by: v.string(),
      state: v.picklist(['sent', 'done', 'failed']),
      reason: v.picklist(DELIVERY_REASONS),
    }),
  ),
  /** The recipient has said that they are somewhere else, and nobody has dealt with it; left out by older servers. */
  isElsewhere: v.optional(v.boolean()),
  /** Read it with the file calls; `fileId` is '' unless it is `taken`. */
  photo: v.object({ state: v.picklist(DOOR_PHOTO_STATES), fileId: v.string(), at: v.nullable(time) }),
  returns: v.picklist(RETURN_STATES),
  isAcknowledged: v.boolean(),
  /** What the reader may do now. */
  acts: v.object({
    cancel: obstacle,
    resendCode: obstacle,
    openCabinet: obstacle,
    redirect: obstacle,
    sendBack: obstacle,
    moreTime: obstacle,
    revealCode: obstacle,
    /** Left out by older servers. */
    revealPhone: v.optional(obstacle),
    acknowledge: obstacle,
  }),
});
export type Delivery = v.InferOutput<typeof delivery>;

/** A line of the history. */
export const deliveryStep = v.object({
  id: v.number(),
  at: time,
  kind: v.picklist(DELIVERY_ENTRIES),
  /** The new status, for `status`; the status at that time otherwise. */
  status: v.picklist(DELIVERY_STATUSES),
  cause: v.picklist(DELIVERY_CAUSES),
  /** A person's name; '' for others. */
  by: v.string(),
  reason: v.picklist(DELIVERY_REASONS),
  /** A robot for `assigned`, a place for `redirected`, a masked phone number for messages; '' otherwise. */
  subject: v.string(),
  /** A count for `wrongCode`, a compartment for `opened`; null otherwise. */
  value: v.nullable(v.number()),
  /** Why this robot, for `assigned`; unknown for lines of earlier versions. */
  choice: v.optional(robotChoice),
});
export type DeliveryStep = v.InferOutput<typeof deliveryStep>;

/** What a recipient or loader sees, without an account. */
export const parcel = v.object({
  /** The server's time. */
  time,
  deliveryId,
  number: v.number(),
  type: v.picklist(CODE_TYPES),
  status: v.picklist(DELIVERY_STATUSES),
  reason: v.picklist(DELIVERY_REASONS),
  station: v.number(),
  isOver: v.boolean(),
  siteName: v.string(),
  timeZone: v.string(),
  loadingPoint: v.string(),
  destination: v.string(),
  robotName: v.string(),
  note: v.string(),
  compartment: v.nullable(v.number()),
  createdAt: time,
  changedAt: time,
  ...times,
  /** When the robot leaves again; null while it is not waiting. */
  leavesAt: v.nullable(time),
  /** Six digits; '' after the end of the delivery. */
  code: v.string(),
  /** Names of errors; null: possible now. */
  acts: v.object({
    open: obstacle,
    moreTime: obstacle,
    sendBack: obstacle,
    /** Left out by older servers. */
    notMine: v.optional(obstacle),
    elsewhere: v.optional(obstacle),
  }),
  /** When the open compartment closes by itself; null if the robot does not say, left out by older servers. */
  closesAt: v.optional(v.nullable(time)),
  /** The recipient has said that it is not theirs; the robot has not closed the compartment yet. */
  isLeftInside: v.optional(v.boolean()),
  /** The recipient has said that they are somewhere else; an operator has not redirected it yet. */
  isElsewhere: v.optional(v.boolean()),
  /** The robot waits for a lift or rides in it; left out otherwise. */
  lift: v.optional(v.picklist(['waiting', 'riding'])),
  /** The state of the last order to open the compartment. */
  opening: v.nullable(v.object({ at: time, state: v.picklist(['sent', 'done', 'failed']) })),
  keypadLockedUntil: v.nullable(time),
  /** A number to call, with its country code and spaces; '' without one, left out by older servers. */
  sitePhone: v.optional(v.string()),
  /** The robot, metres on its map; null before it has loaded, after the end, and when its position is unknown. */
  robot: v.nullable(
    v.object({
      x: v.number(),
      y: v.number(),
      theta: v.number(),
      floor: v.string(),
      /** The destination's floor. */
      isSameFloor: v.boolean(),
      at: time,
      /** The last metres driven on this floor, oldest first. */
      trail: v.array(v.tuple([v.number(), v.number()])),
      /** The destination, if it is on this floor. */
      destination: v.nullable(v.tuple([v.number(), v.number()])),
    }),
  ),
});
export type Parcel = v.InferOutput<typeof parcel>;

/** A jammed compartment of a robot of the reader. */
export const jamLeft = v.object({
  serialNumber: v.string(),
  robotName: v.string(),
  compartment: v.number(),
  at: time,
  /** Why the reader cannot say that it works again; null: possible. */
  obstacle,
  /** A parcel was left in it; left out by older servers. */
  isParcelInside: v.optional(v.boolean()),
});
export type JamLeft = v.InferOutput<typeof jamLeft>;

export const deliveryExport = v.object({
  exportId: v.string(),
  state: v.picklist(['waiting', 'running', 'done', 'failed']),
  /** Per cent. */
  progress: v.number(),
  rows: v.number(),
  /** Read it with the file calls; '' until it is done. */
  fileId: v.string(),
  fileName: v.string(),
});
export type DeliveryExport = v.InferOutput<typeof deliveryExport>;
