/** A line of speech near a robot, spoken by it or to it. */
import * as v from 'valibot';
import { BROADCAST_LANGUAGES } from './robotConstants.ts';
import { time } from './values.ts';

export const caption = v.object({
  id: v.string(),
  /** When the server received it. */
  at: time,
  by: v.picklist(['robot', 'person']),
  text: v.string(),
  /** Empty if the robot did not report it. */
  language: v.picklist([...BROADCAST_LANGUAGES, '']),
});
export type Caption = v.InferOutput<typeof caption>;

/** What the page on a robot's own screen receives by MQTT: all lines that it shows. */
export const screenUpdate = v.object({
  /** The server's clock, ms since 1970. */
  now: time,
  captions: v.array(caption),
});
export type ScreenUpdate = v.InferOutput<typeof screenUpdate>;

/** A line that a robot said. */
export const spokenLine = v.omit(caption, ['by']);
export type SpokenLine = v.InferOutput<typeof spokenLine>;
