/** Records of what happened to robots (spec 7 "Robot service"). The call ending in `-new` takes several robots. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { BIZ_TYPES, EVENT_ID_MAX, EVENT_NAME_MAX, eventId, eventRecord } from '../entities/eventRecord.ts';
import { independent } from '../entities/idOf.ts';
import { optionalRobots, timeSpan } from '../entities/listRequest.ts';
import { routeRun } from '../entities/routeRun.ts';
import { callerId, flag, limit, mapId, page, serialNumber } from '../entities/values.ts';
import { exportZone } from '../entities/zone.ts';
import { LIST_COUNTED, LIST_SEARCHED, PAGE_SIZE, ROBOTS_AT_ONCE } from '../rules/limits.ts';

const oneRobot = v.optional(v.union([serialNumber, v.literal('')]), '');
/** Part of a name, in one line. */
const namePart = v.optional(
  v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(EVENT_NAME_MAX), v.regex(/^[^\p{Cc}]*$/u, 'one line')), ''),
  '',
);
/**
 * `startTime` (inclusive) and `endTime` (exclusive) limit the beginning; 0: no limit. `mapId` finds what has a place on that
 * floor, also of robots that are on another one now, `place` what has a point or room whose name contains the text, and
 * `person` what a person of such a name did or has taken, and alarms in which a robot recognised such a person.
 */
const filter = {
  loginUserId: callerId,
  bizType: v.optional(v.union([v.picklist(BIZ_TYPES), v.literal('')]), ''),
  mapId: v.optional(v.nullable(v.union([independent(mapId), v.literal('')]), ''), ''),
  place: namePart,
  person: namePart,
  /** Only alarms and lost connections whose case nobody has resolved. */
  openOnly: v.optional(flag, false),
  ...timeSpan,
};
/** As `afterRow`: an event's id is of no one kind of record, so the handler checks that it is of the caller's robots. */
const after = v.optional(v.pipe(v.string(), v.maxLength(EVENT_ID_MAX)), '');
const rows = v.object({ total: v.number(), rows: v.array(eventRecord) });

export const eventRecords = {
  list: endpoint('/srobot/get-event-record', {
    summary: `Lists what happened to a robot, newest first, or to all the caller's robots if none is named: deliveries, runs, disinfections, alarms, receptions, commands of people and events of the system. \`place\` and \`person\` search names in the newest ${LIST_SEARCHED} events that match the other filters. \`total\` stops at ${LIST_COUNTED}, and so do the pages; \`after\` goes on.`,
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
    summary: `Exports the newest ${LIST_COUNTED} events of the filter as CSV (UTF-8) in the reader's language, with the notes of people on alarms. Times are in the time zone that the header names.`,
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
