/** The past of a site's robots, without their positions. */
import * as v from 'valibot';
import { LANE_STATES } from '../rules/replayTrack.ts';
import { ROBOT_KINDS } from './constants.ts';
import { serialNumber, time } from './values.ts';

const ms = v.number();

export const laneOfRobot = v.object({
  serialNumber,
  name: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  /** What it did, [from, until, state]; empty for a time of more than a day. */
  bars: v.array(v.tuple([time, time, v.picklist(LANE_STATES)])),
  /** ms of each hour in each state, in the order of LANE_STATES, [hour, shares]; empty for a time up to a day. */
  hours: v.array(v.tuple([time, v.array(ms)])),
});
export type LaneOfRobot = v.InferOutput<typeof laneOfRobot>;

export const monitoringOverview = v.object({
  /** Server time. */
  time,
  /** Of one page. */
  robots: v.array(laneOfRobot),
  /** The page that has these robots, from 1. */
  page: v.number(),
  /** Robots on all pages. */
  total: v.number(),
  /** Times in which tracks were recorded. */
  periods: v.array(v.tuple([time, time])),
  /** Positions before are deleted; only events remain. */
  keptFrom: time,
  /** Robots of the site that the caller may not see. */
  hidden: v.number(),
});
export type MonitoringOverview = v.InferOutput<typeof monitoringOverview>;
