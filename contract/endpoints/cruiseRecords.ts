/** Records of route runs (spec 7 "Robot service"). The calls ending in `-new` take several robots. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { drivenWay } from '../entities/drivenWay.ts';
import { routeRun, cruiseVisit } from '../entities/routeRun.ts';
import { routeRunId, limit, page, routeId, serialNumber } from '../entities/values.ts';
import { afterRow, serialNumberStr, timeSpan } from '../entities/listRequest.ts';
import { ROUTE_RUN_STATES } from '../rules/routeRun.ts';
import { LIST_COUNTED, ROBOTS_AT_ONCE } from '../rules/limits.ts';

/** `startTime` (inclusive) and `endTime` (exclusive) limit the start of the route run; 0: no limit. */
const filter = {
  ...timeSpan,
  state: v.optional(v.union([v.picklist(ROUTE_RUN_STATES), v.literal('')]), ''),
  pathId: v.optional(v.union([routeId, v.literal('')]), ''),
};
const place = { page, limit, after: afterRow(routeRunId) };
const rows = v.object({ total: v.number(), rows: v.array(routeRun) });
const counts = v.object({
  total: v.number(),
  inProgress: v.number(),
  finished: v.number(),
  failed: v.number(),
  partiallyCompleted: v.number(),
});

export const cruiseRecords = {
  list: endpoint('/srobot/get-cruise-record-list', {
    summary: `Lists the route runs of a robot, newest first, or of all the caller's robots if none is named. Each comes with the stops of its last round. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''), ...place, ...filter }),
    response: rows,
  }),
  listNew: endpoint('/srobot/get-cruise-record-list-new', {
    summary: `Lists the route runs of up to ${ROBOTS_AT_ONCE} robots, like get-cruise-record-list.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr, ...place, ...filter }),
    response: rows,
  }),
  count: endpoint('/srobot/get-cruise-record-count', {
    summary: `Counts the route runs of a robot by state, each up to ${LIST_COUNTED}.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''), ...filter }),
    response: counts,
  }),
  countNew: endpoint('/srobot/get-cruise-record-count-new', {
    summary: `Counts the route runs of several robots by state, each up to ${LIST_COUNTED}.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr, ...filter }),
    response: counts,
  }),
  details: endpoint('/srobot/get-patrol-details-list', {
    summary:
      'Returns a route run with all its stops in all rounds, in order. The first page comes with the way that the robot drove, of at most the last 12 hours, where its tracks are stored.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ performId: routeRunId, page, limit }),
    response: v.object({
      drive: routeRun,
      total: v.number(),
      rows: v.array(cruiseVisit),
      track: v.optional(drivenWay, []),
    }),
  }),
};
