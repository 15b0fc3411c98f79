/** Floors that robots map: asked for, under way, and ready to be imported (design 14). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { command } from '../entities/command.ts';
import { callerId, serialNumber, siteId, time } from '../entities/values.ts';
import { COMMAND_STATES } from '../rules/commandLife.ts';
import { MAP_SCANS_LISTED, MAP_SCANS_MS } from '../rules/mapLimits.ts';
import { TASK_KINDS } from '../wire/actions.ts';

const DAYS = MAP_SCANS_MS / 86_400_000;

export const mapScan = v.object({
  /** The command that asked for it. */
  id: v.string(),
  serialNumber,
  robotName: v.string(),
  state: v.picklist(COMMAND_STATES),
  /** 0..1 while the robot maps; null if it does not report it. */
  progress: v.nullable(v.number()),
  /** Why it failed. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
  askedBy: v.string(),
  askedAt: time,
  endedAt: v.nullable(time),
  /** The map that the robot has uploaded. */
  fileId: v.nullable(v.string()),
});
export type MapScan = v.InferOutput<typeof mapScan>;

export const mapScans = {
  start: endpoint('/navigation/start-map-scan', {
    summary:
      'Makes a robot drive through its floor and map it. The map is a file of the robot; `fileId` of the finished command names it, and a person imports it. Ended by /navigation/cancel-navigate.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      /** The task that the caller saw on the robot, and that is displaced. */
      replaces: v.optional(v.picklist(TASK_KINDS)),
    }),
    response: command,
  }),
  list: endpoint('/navigation/get-map-scans', {
    summary: `Lists the last ${MAP_SCANS_LISTED} mappings of a site's robots within ${DAYS} days, newest first, and the robots that can map.`,
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ siteId }),
    response: v.object({
      scans: v.array(mapScan),
      robots: v.array(v.object({ serialNumber, name: v.string() })),
    }),
  }),
};
