/** Commands to a robot and their ledger (spec 7 "Navigation", design 6). Each answers with its ledger entry. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { command } from '../entities/command.ts';
import { CYCLE_TYPES } from '../entities/constants.ts';
import { MOST_STOPS } from '../rules/limits.ts';
import { TASK_KINDS } from '../wire/actions.ts';
import { callerId, id, idOf, limit, mapId, metres, page, pointId, radians, serialNumber } from '../entities/values.ts';

const one = v.object({ userId: callerId, serialNumber });
/** The kind of the task that this ends, as its person saw it. Needed where somebody waits for that task; one that is no longer so is refused. */
const replaces = v.optional(v.picklist(TASK_KINDS));

export const commands = {
  goTo: endpoint('/navigation/start-cruise-to-target', {
    summary:
      'Sends a robot to a point of its site (areaId), or to a place on a map: metres in coordinateX, coordinateY with mapId.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      areaId: v.optional(v.union([pointId, v.literal('')]), ''),
      mapId: v.optional(v.union([mapId, v.literal('')]), ''),
      coordinateX: v.optional(metres),
      coordinateY: v.optional(metres),
      theta: v.optional(radians),
      replaces,
    }),
    response: command,
  }),
  stop: endpoint('/navigation/stop-navigate', {
    summary: 'Holds a robot, at once, without lease or question; lasts until a person resumes.',
    access: onRobot('stop'),
    kind: 'stop',
    request: one,
    response: command,
  }),
  resume: endpoint('/navigation/resume-navigate', {
    summary:
      'Lifts the Stops named in `stopIds` (those that the person saw; without the field, all that are recorded); once none is left the robot goes on with what it had. `cycleType` changes that of the drive that it is on.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      stopIds: v.optional(v.pipe(v.array(idOf('stop', id)), v.maxLength(MOST_STOPS))),
      cycleType: v.optional(v.picklist(CYCLE_TYPES)),
    }),
    response: command,
  }),
  cancel: endpoint('/navigation/cancel-navigate', {
    summary: 'Ends what the robot is carrying out.',
    access: onRobot('operate'),
    kind: 'write',
    request: one,
    response: command,
  }),
  charge: endpoint('/navigation/charge', {
    summary: "Sends a robot to a free bay of its map's charging point.",
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, isNavigationRobot: v.optional(v.boolean(), true), replaces }),
    response: command,
  }),
  relocate: endpoint('/navigation/location', {
    summary: 'Sets the position of a robot: metres on a map, by default the map it is on.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      locationX: metres,
      locationY: metres,
      theta: v.optional(radians, 0),
      mapId: v.optional(v.union([mapId, v.literal('')]), ''),
      replaces,
    }),
    response: command,
  }),
  list: endpoint('/command/get-command-list', {
    summary: 'The ledger of a robot, newest first.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(command) }),
  }),
  get: endpoint('/command/get-command', {
    summary: 'One entry of the ledger.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ commandId: idOf('command', id) }),
    response: command,
  }),
};
