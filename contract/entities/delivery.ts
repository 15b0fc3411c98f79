/** A delivery as the recipient sees it (spec 3 "Delivery record", 7 "Task code request"). */
import * as v from 'valibot';
import { DELIVERY_STATUSES } from './robotConstants.ts';
import { time } from './values.ts';

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
