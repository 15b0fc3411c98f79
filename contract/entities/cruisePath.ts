/** A cruise route: points of one map in the order in which a robot visits them (spec 3 "Cruise path"). */
import * as v from 'valibot';
import { flag, id, time } from './values.ts';

const stop = v.object({
  areaId: id,
  /** The point's name; empty if the point was deleted. */
  name: v.string(),
  /** Whether the point is no longer on the map. */
  isMissing: flag,
  /** Seconds. */
  stayTime: v.number(),
  /** The announcement at the stop; empty: the point's own. */
  speech: v.string(),
  /** Degrees; null: the point's own angle. */
  angle: v.nullable(v.number()),
  /** Whether a robot that can takes a photo there. */
  takePhoto: v.optional(flag, false),
});

const head = {
  pathId: id,
  pathName: v.string(),
  mapId: id,
  mapName: v.string(),
  floor: v.string(),
  /** Whether it is the robot's default route. */
  isDefault: flag,
  /** Indexes (from 0) of stops whose points are no longer on the map. A route with missing points cannot be run. */
  missing: v.array(v.number()),
};

/** A route in a selection list. */
export const cruisePathChoice = v.object({ ...head, stopCount: v.number() });
export type CruisePathChoice = v.InferOutput<typeof cruisePathChoice>;

export const cruisePath = v.object({
  id,
  ...head,
  createTime: time,
  /** The author and their current name; empty if the account was deleted. */
  userId: v.string(),
  userName: v.string(),
  startSpeech: v.string(),
  endSpeech: v.string(),
  mapAreaVOList: v.array(stop),
  /** Incremented by every save. */
  revision: v.number(),
});
export type CruisePath = v.InferOutput<typeof cruisePath>;
