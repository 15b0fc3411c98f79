/** A delivery as its recipient sees it (spec 3 "Delivery record", 7 "Task code request"). */
import * as v from 'valibot';
import { DELIVERY_STATUSES } from './constants.ts';
import { time } from './values.ts';

/** Who asks: whoever receives, or whoever loads. */
export const CODE_TYPES = ['pickup', 'loading'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

export const deliveryCode = v.object({
  /** Six digits; empty once the delivery is over. */
  code: v.string(),
  type: v.picklist(CODE_TYPES),
  status: v.picklist(DELIVERY_STATUSES),
  isOver: v.boolean(),
  /** Names, in the reader's language; empty where nobody said. */
  loadingPoint: v.string(),
  destination: v.string(),
  robotName: v.string(),
  changedAt: time,
  /** IANA, of the robot's site; empty when it is gone. */
  timeZone: v.string(),
});
export type DeliveryCode = v.InferOutput<typeof deliveryCode>;
