/** A person who may resume a robot. */
import * as v from 'valibot';
import { flag } from './values.ts';

export const resumer = v.object({
  name: v.string(),
  /** Whether their console is open now. */
  online: flag,
});
export type Resumer = v.InferOutput<typeof resumer>;
