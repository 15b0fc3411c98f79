/** The way that a robot drove for a run or a delivery: positions with their times, oldest first. */
import * as v from 'valibot';
import { time } from './values.ts';

export const drivenWay = v.array(
  v.object({ at: time, mapId: v.string(), x: v.number(), y: v.number(), theta: v.number() }),
);
export type DrivenWay = v.InferOutput<typeof drivenWay>;
