/** Driving a cruise route: start, follow, skip, end. Stop and resume are the robot's own (commands.ts). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { CYCLE_TYPES } from '../entities/constants.ts';
import { cruiseDrive } from '../entities/cruiseDrive.ts';
import { callerId, driveId, routeId, serialNumber } from '../entities/values.ts';
import { TASK_KINDS } from '../wire/actions.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const cruiseDrives = {
  start: endpoint('/navigation/start-cruise', {
    summary: 'Has a robot drive a route once or in a loop; an empty `pathId` is the route that it starts with.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      cycleType: v.optional(v.picklist(CYCLE_TYPES), 'single'),
      pathId: v.optional(v.union([routeId, v.literal('')]), ''),
      replaces: v.optional(v.picklist(TASK_KINDS)),
    }),
    response: cruiseDrive,
  }),
  current: endpoint('/navigation/get-cruise-drive', {
    summary: 'The drive that a robot is on, else the newest of it.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ drive: v.nullable(cruiseDrive) }),
  }),
  skip: endpoint('/navigation/skip-cruise-stop', {
    summary:
      'Leaves out a stop of the present round, named by its place in the route from 0, or ends the stay there. One that was skipped or left already stays as it is; `loop`, the round from 0, keeps a late one from skipping in the next round.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, driveId, stop: count, loop: v.optional(count) }),
    response: cruiseDrive,
  }),
  end: endpoint('/navigation/end-cruise', {
    summary: 'Ends a drive; the robot stays where it is.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, driveId }),
    response: cruiseDrive,
  }),
};
