/** The wall board: robots that are offline, and the number that are online. */
import * as v from 'valibot';
import { ROBOT_KINDS } from './constants.ts';
import { serialNumber, time } from './values.ts';

export const offlineRobot = v.object({
  serialNumber,
  robotNickName: v.string(),
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  site: v.string(),
  /** IANA time zone of the site. */
  timeZone: v.string(),
  /** Last known floor and room; empty if unknown. */
  floor: v.string(),
  room: v.string(),
  /** When the last message arrived; null if there was none. */
  since: v.nullable(time),
});
export type OfflineRobot = v.InferOutput<typeof offlineRobot>;

export const offlineBoard = v.object({
  /** The server's time. */
  at: time,
  /** Number of robots of the installation, and how many of them are online. */
  total: v.number(),
  online: v.number(),
  /** Most recently lost first, robots never heard last; OFFLINE_SHOWN at most. */
  robots: v.array(offlineRobot),
});
export type OfflineBoard = v.InferOutput<typeof offlineBoard>;
