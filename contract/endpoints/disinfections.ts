/** Disinfection: start, monitor, end, records. Stop and Resume are robot commands (commands.ts). */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { disinfection, disinfectionDetails, disinfectionPreview } from '../entities/disinfection.ts';
import { afterRow, serialNumberStr, timeSpan } from '../entities/listRequest.ts';
import { callerId, disinfectionId, limit, page, serialNumber } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { DISINFECTION_MODES, DISINFECTION_RESULTS, disinfectionPlan } from '../rules/disinfection.ts';
import { LIST_COUNTED, ROBOTS_AT_ONCE } from '../rules/limits.ts';
import { TASK_KINDS } from '../wire/actions.ts';

/**
 * `startTime` (inclusive) and `endTime` (exclusive) limit the start of the run; 0: no limit. `state` is a result: a run that
 * did not start is not `failed`, and one whose end nobody heard is only `unknown`.
 */
const filter = {
  serialNumberStr,
  ...timeSpan,
  state: v.optional(v.union([v.picklist(DISINFECTION_RESULTS), v.literal('')]), ''),
  mode: v.optional(v.union([v.picklist(DISINFECTION_MODES), v.literal('')]), ''),
};

export const disinfections = {
  preview: endpoint('/disinfection/preview', {
    summary: 'Returns the cells that a plan covers on the map, with the time, battery and agent it takes.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, plan: disinfectionPlan }),
    response: disinfectionPreview,
  }),
  start: endpoint('/disinfection/start', {
    summary: 'Starts a disinfection of points, rooms, an area, or of what an earlier run of the robot missed.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      plan: disinfectionPlan,
      replaces: v.optional(v.picklist(TASK_KINDS)),
    }),
    response: disinfection,
  }),
  end: endpoint('/disinfection/end', {
    summary: 'Ends a disinfection; the robot stays where it is.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, disinfectionId }),
    response: disinfection,
  }),
  current: endpoint('/disinfection/current', {
    summary: 'Returns the current disinfection of a robot, or else the most recent one.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ run: v.nullable(disinfection) }),
  }),
  list: endpoint('/disinfection/get-record-list', {
    summary: `Lists the disinfections of up to ${ROBOTS_AT_ONCE} robots, newest first, or of all the caller's robots if none is named. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ ...filter, page, limit, after: afterRow(disinfectionId) }),
    response: v.object({ total: v.number(), rows: v.array(disinfection) }),
  }),
  count: endpoint('/disinfection/get-record-count', {
    summary: `Counts the disinfections of several robots by result, each up to ${LIST_COUNTED}.`,
    access: signedIn,
    kind: 'read',
    request: v.object(filter),
    response: v.object({
      total: v.number(),
      inProgress: v.number(),
      finished: v.number(),
      failed: v.number(),
      partiallyCompleted: v.number(),
      notStarted: v.number(),
      unknown: v.number(),
    }),
  }),
  export: endpoint('/disinfection/export', {
    summary:
      'Exports the filtered disinfections as CSV (UTF-8), newest first. Times are in the time zone that the header names.',
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({ ...filter, timeZone: exportZone }),
    response: v.file(),
  }),
  details: endpoint('/disinfection/get-record-details', {
    summary: 'Returns a disinfection with the dose in every cell, and the way that the robot drove.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ disinfectionId }),
    response: disinfectionDetails,
  }),
};
