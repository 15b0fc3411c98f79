/** A cruise route: points of one map in the order in which a robot calls at them (spec 3 "Cruise path"). */
import * as v from 'valibot';
import { flag, id, time } from './values.ts';

/** A stop of a route. */
const stop = v.object({
  areaId: id,
  /** Of the point; empty for one that is gone. */
  name: v.string(),
  /** Its point is no longer on the map. */
  isMissing: flag,
  /** Seconds. */
  stayTime: v.number(),
  /** What the robot says there; empty: what the point has it say. */
  speech: v.string(),
  /** Degrees; null: as the point has it. */
  angle: v.nullable(v.number()),
});

const head = {
  pathId: id,
  pathName: v.string(),
  mapId: id,
  mapName: v.string(),
  floor: v.string(),
  /** The one that the robot starts with. */
  isDefault: flag,
  /** Places in the route, from 0, whose points are no longer on the map: with any of them it is not driven. */
  missing: v.array(v.number()),
};

/** A route as it is chosen. */
export const cruisePathChoice = v.object({ ...head, stopCount: v.number() });
export type CruisePathChoice = v.InferOutput<typeof cruisePathChoice>;

export const cruisePath = v.object({
  id,
  ...head,
  createTime: time,
  /** Who made it, and what they are called now; empty for an account that is gone. */
  userId: v.string(),
  userName: v.string(),
  startSpeech: v.string(),
  endSpeech: v.string(),
  mapAreaVOList: v.array(stop),
  /** Rises with every Save. */
  revision: v.number(),
});
export type CruisePath = v.InferOutput<typeof cruisePath>;
