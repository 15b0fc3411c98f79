/** What a wall shows: every robot that is offline, and how many are online. */
import * as v from 'valibot';
import { ROBOT_KINDS } from './constants.ts';
import { serialNumber, time } from './values.ts';

export const offlineRobot = v.object({
  serialNumber,
  robotNickName: v.string(),
  robotModel: v.string(),
  kind: v.picklist(ROBOT_KINDS),
  site: v.string(),
  /** The site's, IANA. */
  timeZone: v.string(),
  /** Where it was last: a floor and a room on it; empty where that is not known. */
  floor: v.string(),
  room: v.string(),
  /** When it was last heard; null for one that never was. */
  since: v.nullable(time),
});
export type OfflineRobot = v.InferOutput<typeof offlineRobot>;

export const offlineBoard = v.object({
  /** The server's time. */
  at: time,
  /** Robots of the installation, and those of them that are online. */
  total: v.number(),
  online: v.number(),
  /** Last lost first, those never heard at the end; OFFLINE_SHOWN at most. */
  robots: v.array(offlineRobot),
});
export type OfflineBoard = v.InferOutput<typeof offlineBoard>;
