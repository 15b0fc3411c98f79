/** Meaning of the delivery statuses (spec 4 "Delivery statuses"). */
import type { DeliveryStatus } from '../entities/robotConstants.ts';

const OVER: ReadonlySet<DeliveryStatus> = new Set([
  'loadingFailed',
  'goingToLoadingFailed',
  'loadingTimeout',
  'completed',
  'notPickedUp',
  'cancelled',
  'deliveryFailed',
  'expired',
]);

/** Whether the status is final. */
export const isDeliveryOver = (status: DeliveryStatus): boolean => OVER.has(status);
