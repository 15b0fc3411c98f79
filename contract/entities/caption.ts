/** A line that was said near a robot, by it or to it. */
import * as v from 'valibot';
import { BROADCAST_LANGUAGES } from './constants.ts';
import { time } from './values.ts';

export const caption = v.object({
  id: v.string(),
  /** When the server heard of it. */
  at: time,
  by: v.picklist(['robot', 'person']),
  text: v.string(),
  /** Empty where the robot did not say. */
  language: v.picklist([...BROADCAST_LANGUAGES, '']),
});
export type Caption = v.InferOutput<typeof caption>;
