/** Public endpoint for people who receive or load a delivery. */
import * as v from 'valibot';
import { endpoint, publicAccess } from '../endpoint.ts';
import { CODE_TYPES, deliveryCode } from '../entities/delivery.ts';
import { idOf } from '../entities/idOf.ts';
import { DELIVERY_TRIES, DELIVERY_TRIES_PER_ADDRESS, DELIVERY_TRIES_WINDOW_MS } from '../rules/limits.ts';

export const deliveries = {
  taskCode: endpoint('/wrobot/get-delivery-task-code', {
    summary: `Returns the pickup or loading code of a delivery, its destination and its progress, to a person who knows the delivery's number from the message and the recipient's phone number. All other combinations get the same error. At most ${DELIVERY_TRIES} attempts per delivery and ${DELIVERY_TRIES_PER_ADDRESS} per IP address in ${DELIVERY_TRIES_WINDOW_MS / 60_000} minute.`,
    access: publicAccess,
    kind: 'read',
    request: v.object({
      phoneNumber: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
      countryAreaCode: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^\+?\d{0,4}$/u, 'country code')), ''),
      type: v.optional(v.picklist(CODE_TYPES), 'pickup'),
      taskId: idOf('delivery', v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(64))),
    }),
    response: deliveryCode,
  }),
};
