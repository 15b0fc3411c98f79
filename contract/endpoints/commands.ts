/** Robot commands and the command ledger (spec 7 "Navigation", design 6). Each command returns its ledger entry. */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { command } from '../entities/command.ts';
import { CYCLE_TYPES } from '../entities/robotConstants.ts';
import { MOST_STOPS } from '../rules/limits.ts';
import { TASK_KINDS } from '../wire/actions.ts';
import { callerId, id, limit, mapId, metres, page, pointId, radians, serialNumber } from '../entities/values.ts';
import { idOf } from '../entities/idOf.ts';

const one = v.object({ userId: callerId, serialNumber });
/**
 * The kind of the task that this command ends, as the operator saw it. Required if people wait for that task; refused
 * if it is no longer the robot's task.
 */
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
    summary: 'Stops a robot immediately, without a lease or confirmation. The robot is held until a person resumes it.',
    access: onRobot('stop'),
    kind: 'stop',
    request: one,
    response: command,
  }),
  resume: endpoint('/navigation/resume-navigate', {
    summary:
      'Lifts the Stops named in `stopIds` (those that the operator saw; without the field, all recorded ones). Once no Stop is left, the robot continues its task. `cycleType` changes the cycle type of the current route run.',
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
    summary: "Cancels the robot's current order.",
    access: onRobot('operate'),
    kind: 'write',
    request: one,
    response: command,
  }),
  charge: endpoint('/navigation/charge', {
    summary:
      "Sends a robot to a free bay of its map's charging point; one that does not navigate by a map, to its own charger.",
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, isNavigationRobot: v.optional(v.boolean(), true), replaces }),
    response: command,
  }),
  relocate: endpoint('/navigation/location', {
    summary: 'Sets the position of a robot: metres on a map, by default the current map.',
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
    summary: 'Lists the command ledger of a robot, newest first.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(command) }),
  }),
  get: endpoint('/command/get-command', {
    summary: 'Returns one entry of the command ledger.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ commandId: idOf('command', id) }),
    response: command,
  }),
};
