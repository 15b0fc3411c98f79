/** Records of what happened to robots (spec 7 "Robot service"). The call ending in `-new` takes several robots. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { BIZ_TYPES, EVENT_ID_MAX, eventId, eventRecord } from '../entities/eventRecord.ts';
import { optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { routeRun } from '../entities/routeRun.ts';
import { callerId, limit, page, serialNumber } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { LIST_COUNTED, PAGE_SIZE, ROBOTS_AT_ONCE } from '../rules/limits.ts';

const oneRobot = v.optional(v.union([serialNumber, v.literal('')]), '');
/** `startTime` (inclusive) and `endTime` (exclusive) limit the beginning; 0: no limit. */
const filter = {
  loginUserId: callerId,
  bizType: v.optional(v.union([v.picklist(BIZ_TYPES), v.literal('')]), ''),
  ...timeSpan,
};
/** As `afterRow`: an event's id is of no one kind of record, so the handler checks that it is of the caller's robots. */
const after = v.optional(v.pipe(v.string(), v.maxLength(EVENT_ID_MAX)), '');
const rows = v.object({ total: v.number(), rows: v.array(eventRecord) });

export const eventRecords = {
  list: endpoint('/srobot/get-event-record', {
    summary: `Lists what happened to a robot, newest first, or to all the caller's robots if none is named: deliveries, runs, disinfections, alarms, receptions, commands of people and events of the system. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumber: oneRobot, page, limit, after, ...filter }),
    response: rows,
  }),
  listNew: endpoint('/srobot/get-event-record-new', {
    summary: `Lists what happened to up to ${ROBOTS_AT_ONCE} robots, like get-event-record.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr: optionalRobots, page, limit, after, ...filter }),
    response: rows,
  }),
  export: endpoint('/srobot/export-event-record', {
    summary: `Exports the newest ${LIST_COUNTED} events of the filter as CSV (UTF-8) in the reader's language. Times are in the time zone that the header names.`,
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({ serialNumberStr: optionalRobots, ...filter, timeZone: exportZone }),
    response: v.file(),
  }),
  details: endpoint('/srobot/get-event-record-details', {
    summary: 'Returns one event by its id, independent of what a list shows.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ eventId }),
    response: eventRecord,
  }),
  newestCruises: endpoint('/srobot/get-newest-cruise-record-list', {
    summary: "Returns the newest route runs of a robot, or of all the caller's robots if none is named.",
    access: signedIn,
    kind: 'read',
    request: v.object({
      serialNumber: oneRobot,
      size: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE.max)), PAGE_SIZE.first),
    }),
    response: v.array(routeRun),
  }),
};
