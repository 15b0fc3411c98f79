/** A question from the contact form (spec 3 "Customer inquiry"). */
import * as v from 'valibot';
import { id, time } from './values.ts';

export const inquiry = v.object({
  id,
  at: time,
  name: v.string(),
  /** Empty if none was given. */
  company: v.string(),
  phone: v.string(),
  question: v.string(),
});
export type Inquiry = v.InferOutput<typeof inquiry>;
