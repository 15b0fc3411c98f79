/** The control lease (design 6): the right to drive a robot manually, held by one tab of one person. */
import * as v from 'valibot';
import { serialNumber, time } from './values.ts';

const person = v.object({ userId: v.string(), name: v.string() });

export const lease = v.object({
  serialNumber,
  /** Incremented for every holder; 0: never held. The robot obeys only the number in the last `controlLease` action. */
  number: v.number(),
  /** null: no holder. */
  holder: v.nullable(v.object({ ...person.entries, clientId: v.string() })),
  since: v.nullable(time),
  expiresAt: v.nullable(time),
  /** Reason of the takeover; null if it was not taken over. */
  reason: v.nullable(v.string()),
  /** The person who requested the lease and waits for it. */
  askedBy: v.nullable(v.object({ ...person.entries, clientId: v.string(), at: time })),
});
export type Lease = v.InferOutput<typeof lease>;
