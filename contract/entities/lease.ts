/** The control lease (design 6): who steers a robot by hand. Held by one tab of one person. */
import * as v from 'valibot';
import { serialNumber, time } from './values.ts';

const person = v.object({ userId: v.string(), name: v.string() });

export const lease = v.object({
  serialNumber,
  /** Rises with every holder; 0: never held. The robot obeys only the number it was last told. */
  number: v.number(),
  /** null: nobody steers. */
  holder: v.nullable(v.object({ ...person.entries, clientId: v.string() })),
  since: v.nullable(time),
  expiresAt: v.nullable(time),
  /** Why it was taken over, when it was. */
  reason: v.nullable(v.string()),
  /** Who asked for it and waits. */
  askedBy: v.nullable(v.object({ ...person.entries, clientId: v.string(), at: time })),
});
export type Lease = v.InferOutput<typeof lease>;
