/** A route run, in progress or ended, and its record (spec 2 "Robot activities", spec 3 "Cruise/patrol record"). */
import * as v from 'valibot';
import { ROUTE_RUN_PHASES, ROUTE_RUN_STATES, STOP_STATES } from '../rules/routeRun.ts';
import { CYCLE_TYPES } from './robotConstants.ts';
import { flag, id, serialNumber, time } from './values.ts';

const stop = v.object({
  areaId: id,
  /** In the reader's language. */
  name: v.string(),
  state: v.picklist(STOP_STATES),
  arrivedAt: v.nullable(time),
  leftAt: v.nullable(time),
});

export const routeRun = v.object({
  id,
  serialNumber,
  robotName: v.string(),
  pathId: v.string(),
  pathName: v.string(),
  mapId: v.string(),
  mapName: v.string(),
  floor: v.string(),
  cycleType: v.picklist(CYCLE_TYPES),
  state: v.picklist(ROUTE_RUN_STATES),
  /** null after the end. */
  phase: v.nullable(v.picklist(ROUTE_RUN_PHASES)),
  /** End of the stay while the robot is at a stop. */
  stayUntil: v.nullable(time),
  /** Number of completed rounds. */
  loop: v.number(),
  /** Rounds after which a loop ends; null: it goes on until it is ended. */
  rounds: v.nullable(v.number()),
  /** The scheduled task, and the time for which it planned the run; null for a run that a person started. */
  task: v.nullable(v.object({ id: v.string(), plannedAt: time })),
  /**
   * Why the run ended; null while it is in progress and when it finished. The type is one of ROUTE_RUN_REASONS, or the
   * robot's errorType.
   */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
  startedBy: v.object({ userId: v.string(), name: v.string() }),
  startedAt: time,
  endedAt: v.nullable(time),
  /**
   * Of a finished run in the records: the median duration of the robot's recent runs along this route with as many rounds,
   * ms; absent if there are too few.
   */
  usualMs: v.optional(v.number()),
  /** Metres. */
  distance: v.number(),
  /** Stops of the current round, or of the last round after the end. */
  stops: v.array(stop),
  /** Number of stops reached and skipped, in all rounds. */
  arrived: v.number(),
  skipped: v.number(),
  /** Incremented by every change. */
  revision: v.number(),
  /** Sample record of the demo: the run never took place. */
  demo: flag,
});
export type RouteRun = v.InferOutput<typeof routeRun>;
export type RouteRunStop = RouteRun['stops'][number];

/** One stop of one round. */
export const cruiseVisit = v.object({
  /** Index of the round and of the stop in the route, both from 0. */
  loop: v.number(),
  stop: v.number(),
  ...stop.entries,
});
export type CruiseVisit = v.InferOutput<typeof cruiseVisit>;
