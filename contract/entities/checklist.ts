/** First set-up of an installation: which steps have happened, and what shows it. */
import * as v from 'valibot';
import { refusedConnection } from './conformance.ts';
import { ACCOUNT_ROLES } from './constants.ts';
import { fleetRobot } from './fleetRobot.ts';
import { id, time } from './values.ts';

/** In the order of the list. The last one can be done at any time. */
export const CHECKLIST_STEPS = ['site', 'floor', 'robot', 'firstMessage', 'drive', 'colleague'] as const;
export type ChecklistStep = (typeof CHECKLIST_STEPS)[number];

/** How a floor was made. */
export const FLOOR_SOURCES = ['drawn', 'imported'] as const;

const reached = <const Entries extends v.ObjectEntries>(entries: Entries) => v.nullable(v.object(entries));

/** null: the step has not happened yet, or was undone. */
export const checklist = v.object({
  serverTime: time,
  /** False in the demo and once the checklist was hidden. */
  applies: v.boolean(),
  steps: v.object({
    site: reached({ siteId: id, name: v.string(), timeZone: v.string(), at: time }),
    floor: reached({
      mapId: id,
      siteId: id,
      floor: v.string(),
      name: v.string(),
      /** Metres. */
      width: v.number(),
      height: v.number(),
      source: v.picklist(FLOOR_SOURCES),
      at: time,
    }),
    robot: reached({ at: time }),
    firstMessage: reached({
      at: time,
      /** Version in the robot's header; '' if this server has not read one yet. */
      version: v.string(),
      /** Open findings of the conformance check. */
      findings: v.number(),
    }),
    drive: reached({
      at: time,
      /** By hand; null: an order. */
      metres: v.nullable(v.number()),
      /** From the request of the first confirmed Stop to its confirmation, ms. */
      stopMs: v.number(),
    }),
    colleague: reached({ name: v.string(), roles: v.array(v.picklist(ACCOUNT_ROLES)), at: time }),
  }),
  /** The robot that the steps are about: the one that has come furthest. */
  robot: v.nullable(fleetRobot),
  /** Of `drive`, which needs both. */
  driven: v.nullable(v.object({ at: time, metres: v.nullable(v.number()) })),
  stopConfirmed: v.boolean(),
  /** Whether the console refuses orders to the robot until it confirms a Stop. */
  drivingBlocked: v.boolean(),
  /** Whether a Stop holds the robot, and whether the robot says so. */
  held: v.boolean(),
  paused: v.boolean(),
  /** Whether the caller may drive the robot. */
  operable: v.boolean(),
  /** Whether the robot's factsheet allows driving it by hand. */
  teleop: v.boolean(),
  counts: v.object({ sites: v.number(), floors: v.number(), bays: v.number(), robots: v.number() }),
  /** Until the first message: refused connections of the last hour that are of no other robot; newest first. */
  refused: v.array(refusedConnection),
});
export type Checklist = v.InferOutput<typeof checklist>;
