/** Records of drives along cruise routes (spec 7 "Robot service"). The calls ending in `-new` take several robots. */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { cruiseDrive, cruiseVisit } from '../entities/cruiseDrive.ts';
import { driveId, idOf, limit, page, routeId, serialNumber, time } from '../entities/values.ts';
import { DRIVE_STATES } from '../rules/cruiseDrive.ts';
import { ROBOTS_AT_ONCE, SERIAL_NUMBER_MAX } from '../rules/limits.ts';

/** Comma-joined; empty: all of one's robots. */
const serialNumberStr = idOf(
  'robots',
  v.pipe(v.string(), v.maxLength(ROBOTS_AT_ONCE * (SERIAL_NUMBER_MAX + 1)), v.regex(/^[\w.:,-]*$/u, 'serialNumberStr')),
);
/** Drives that began from then on, and before then; 0: without bound. */
const filter = {
  startTime: v.optional(time, 0),
  endTime: v.optional(time, 0),
  state: v.optional(v.union([v.picklist(DRIVE_STATES), v.literal('')]), ''),
  pathId: v.optional(v.union([routeId, v.literal('')]), ''),
};
const rows = v.object({ total: v.number(), rows: v.array(cruiseDrive) });
const counts = v.object({
  total: v.number(),
  inProgress: v.number(),
  finished: v.number(),
  failed: v.number(),
  partiallyCompleted: v.number(),
});

export const cruiseRecords = {
  list: endpoint('/srobot/get-cruise-record-list', {
    summary:
      "Drives of a robot, newest first; of all of one's robots when it names none. Their stops are those of the last round.",
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''), page, limit, ...filter }),
    response: rows,
  }),
  listNew: endpoint('/srobot/get-cruise-record-list-new', {
    summary: `The same of up to ${ROBOTS_AT_ONCE} robots.`,
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr, page, limit, ...filter }),
    response: rows,
  }),
  count: endpoint('/srobot/get-cruise-record-count', {
    summary: 'How many drives of a robot there are, by their state.',
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumber: v.optional(v.union([serialNumber, v.literal('')]), ''), ...filter }),
    response: counts,
  }),
  countNew: endpoint('/srobot/get-cruise-record-count-new', {
    summary: 'The same of several robots.',
    access: signedIn,
    kind: 'read',
    request: v.object({ serialNumberStr, ...filter }),
    response: counts,
  }),
  details: endpoint('/srobot/get-patrol-details-list', {
    summary: 'A drive with every visit of it, in their order.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ performId: driveId, page, limit }),
    response: v.object({ drive: cruiseDrive, total: v.number(), rows: v.array(cruiseVisit) }),
  }),
};
