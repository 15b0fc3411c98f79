/** A drive along a cruise route, under way or over: its record (spec 2 "Robot activities", spec 3 "Cruise/patrol record"). */
import * as v from 'valibot';
import { DRIVE_PHASES, DRIVE_STATES, STOP_STATES } from '../rules/cruiseDrive.ts';
import { CYCLE_TYPES } from './constants.ts';
import { flag, id, serialNumber, time } from './values.ts';

const stop = v.object({
  areaId: id,
  /** In the reader's language. */
  name: v.string(),
  state: v.picklist(STOP_STATES),
  arrivedAt: v.nullable(time),
  leftAt: v.nullable(time),
});

export const cruiseDrive = v.object({
  id,
  serialNumber,
  robotName: v.string(),
  pathId: v.string(),
  pathName: v.string(),
  mapId: v.string(),
  mapName: v.string(),
  floor: v.string(),
  cycleType: v.picklist(CYCLE_TYPES),
  state: v.picklist(DRIVE_STATES),
  /** null once it is over. */
  phase: v.nullable(v.picklist(DRIVE_PHASES)),
  /** While it stays at a stop: until when. */
  stayUntil: v.nullable(time),
  /** Rounds done. */
  loop: v.number(),
  /** Why it is over; null while it is under way and when it finished. The type is of DRIVE_REASONS, or the robot's errorType. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
  startedBy: v.object({ userId: v.string(), name: v.string() }),
  startedAt: time,
  endedAt: v.nullable(time),
  /** Metres. */
  distance: v.number(),
  /** Of the present round, the last one when it is over. */
  stops: v.array(stop),
  /** Stops that were arrived at and skipped, in all rounds. */
  arrived: v.number(),
  skipped: v.number(),
  /** Rises with each change. */
  revision: v.number(),
  /** Written for the demo: it was never driven. */
  demo: flag,
});
export type CruiseDrive = v.InferOutput<typeof cruiseDrive>;
export type CruiseDriveStop = CruiseDrive['stops'][number];

/** One stop of one round. */
export const cruiseVisit = v.object({
  /** The round, from 0, and the place in the route, from 0. */
  loop: v.number(),
  stop: v.number(),
  ...stop.entries,
});
export type CruiseVisit = v.InferOutput<typeof cruiseVisit>;
