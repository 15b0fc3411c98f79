/** Route runs: start, monitor, skip a stop, end. Stop and Resume are robot commands (commands.ts). */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { CYCLE_TYPES } from '../entities/robotConstants.ts';
import { routeRun } from '../entities/routeRun.ts';
import { jsonText, waySpeech } from '../entities/schedule.ts';
import { callerId, routeRunId, routeId, serialNumber } from '../entities/values.ts';
import { ROUNDS_MAX } from '../rules/schedule/scheduleLimits.ts';
import { TASK_KINDS } from '../wire/actions.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const routeRuns = {
  start: endpoint('/navigation/start-cruise', {
    summary:
      "Starts a route run, once or in a loop; an empty `pathId` means the robot's default route. `speech` and `pointSettings` are as in `/navigation/save-cruise-task`, for this run only.",
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      serialNumber,
      cycleType: v.optional(v.picklist(CYCLE_TYPES), 'single'),
      /** Rounds after which a loop ends; left out: it goes on until it is ended. */
      cruiseCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ROUNDS_MAX))),
      pathId: v.optional(v.union([routeId, v.literal('')]), ''),
      speech: v.optional(waySpeech),
      pointSettings: v.optional(jsonText),
      replaces: v.optional(v.picklist(TASK_KINDS)),
    }),
    response: routeRun,
  }),
  current: endpoint('/navigation/get-cruise-drive', {
    summary: 'Returns the current route run of a robot, or else the most recent one.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber }),
    response: v.object({ drive: v.nullable(routeRun) }),
  }),
  skip: endpoint('/navigation/skip-cruise-stop', {
    summary:
      'Skips a stop of the current round, named by its index in the route from 0, or ends the stay there. No effect if the robot has already skipped or left the stop. `loop`, the round from 0, keeps a late request from skipping the stop in the next round.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, driveId: routeRunId, stop: count, loop: v.optional(count) }),
    response: routeRun,
  }),
  end: endpoint('/navigation/end-cruise', {
    summary: 'Ends a route run; the robot stays where it is.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, driveId: routeRunId }),
    response: routeRun,
  }),
};
