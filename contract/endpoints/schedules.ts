/**
 * Scheduled tasks, exceptions from them, and the timetable (spec 7 "Navigation"; the calls under `/schedule/` are
 * Roundhouse's own).
 */
import * as v from 'valibot';
import { endpoint, onRobot, signedIn } from '../endpoint.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import {
  batteryHistory,
  calendarDate,
  exceptionId,
  jsonText,
  repeatDays,
  scheduledTask,
  scheduleException,
  taskId,
  taskState,
  taskStop,
  timeOfDay,
  timetable,
  timetableRun,
  waySpeech,
} from '../entities/schedule.ts';
import { callerId, flag, id, limit, page, routeId, serialNumber, siteId, time } from '../entities/values.ts';
import { ROBOTS_AT_ONCE, SERIAL_NUMBER_MAX } from '../rules/limits.ts';
import { scheduledPlan } from '../rules/schedule/disinfectionTask.ts';
import {
  EXCEPTION_POINTS_MAX,
  EXCEPTIONS_PER_ROBOT,
  PATIENCE_MIN,
  REMARK_MAX,
  ROUNDS_MAX,
  TASK_KINDS_SCHEDULED,
  TASKS_PER_ROBOT,
  TIMETABLE_DAYS_MAX,
} from '../rules/schedule/scheduleLimits.ts';

const revision = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const settingText = v.optional(v.nullable(jsonText), null);
/** `YYYY-MM-DD HH:mm`, with or without seconds. */
const localTime = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} [0-2]\d:[0-5]\d(?::[0-5]\d)?$/u, 'YYYY-MM-DD HH:mm'));
const remark = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(REMARK_MAX), v.regex(/^\P{Cc}*$/u, 'one line')), '');

const task = {
  serialNumber,
  /** Without it, that of the saved task, or a cruise. */
  kind: v.optional(v.picklist(TASK_KINDS_SCHEDULED)),
  executeTime: timeOfDay,
  pathId: v.optional(v.union([routeId, v.literal('')]), ''),
  cruiseCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ROUNDS_MAX)), 1),
  checkboxRespeatDays: v.optional(repeatDays, ''),
  speech: v.optional(waySpeech, ''),
  state: v.optional(taskState, '1'),
  pointSettings: settingText,
  cruiseSetting: settingText,
  disinfection: v.optional(v.nullable(scheduledPlan), null),
};
const exception = {
  serialNumber,
  startTime: localTime,
  endTime: localTime,
  weekly: v.optional(flag, false),
  /** Comma-separated; their access is the access to the robot, whose site has to have them. */
  checkboxPoint: v.optional(v.pipe(v.string(), v.maxLength(EXCEPTION_POINTS_MAX * 65), v.regex(/^[\w:.@,-]*$/u)), ''),
  /** For copies, and to make a deleted exception again: points that no longer exist are kept. */
  keepsDeletedPoints: v.optional(flag, false),
  remark,
};
const runKey = { serialNumber, taskId, plannedAt: time };

export const schedules = {
  list: endpoint('/navigation/get-cruise-task-list', {
    summary: "Lists a robot's scheduled tasks by time of day.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(scheduledTask) }),
  }),
  save: endpoint('/navigation/save-cruise-task', {
    summary: `Adds a scheduled task (at most ${TASKS_PER_ROBOT} a robot), or replaces the one that \`id\` names. \`executeTime\` is in the time zone of the robot's site; without days it runs once, at the next such time. \`pointSettings\` is JSON text of a list of {areaId, skip, stayTime, speech}, \`cruiseSetting\` of {patience}: minutes for which a run waits for the robot, ${PATIENCE_MIN.usual} by default. A task of the kind \`disinfection\` has a plan in \`disinfection\` instead of route, rounds, speech and settings of stops. The kind of a saved task stays. A run under way goes on as it began.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, id: v.optional(v.union([taskId, v.literal('')]), ''), ...task, revision }),
    response: scheduledTask,
  }),
  remove: endpoint('/navigation/delete-cruise-task', {
    summary: 'Deletes a scheduled task. Its past runs stay; a run under way goes on.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, id: taskId, serialNumber }),
    response: nothing,
  }),
  restore: endpoint('/schedule/restore-task', {
    summary: 'Brings back a scheduled task that was deleted less than a day ago.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ id: taskId, serialNumber }),
    response: scheduledTask,
  }),
  setState: endpoint('/navigation/update-cruise-task-state', {
    summary: 'Switches a scheduled task on (`1`) or off (`0`). A run under way goes on.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, serialNumber, id: taskId, state: taskState }),
    response: scheduledTask,
  }),
  pointSettings: endpoint('/navigation/get-cruise-task-point-setting', {
    summary: 'Returns the stops of a route with what a task changes at each; without a task, the stops alone.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ taskId: v.optional(v.union([taskId, v.literal('')]), ''), pathId: routeId }),
    response: v.object({ mapId: v.string(), stops: v.array(taskStop) }),
  }),
  copy: endpoint('/schedule/copy-task', {
    summary: `Copies a task to up to ${ROBOTS_AT_ONCE} other robots. Each gets an answer: the id of its task, or the error by which it was refused.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      id: taskId,
      /** Comma-separated. */
      serialNumberStr: idOf(
        'robots',
        v.pipe(
          v.string(),
          v.nonEmpty(),
          v.maxLength(ROBOTS_AT_ONCE * (SERIAL_NUMBER_MAX + 1)),
          v.regex(/^[\w.:,-]*$/u, 'serialNumberStr'),
        ),
      ),
      /** Of the task as the caller knows it: a task that was changed meanwhile is not copied. */
      revision,
    }),
    response: v.array(v.object({ serialNumber, id: v.string(), code: v.number(), message: v.string() })),
  }),
  checkCopy: endpoint('/schedule/check-copy', {
    summary:
      "Returns, for each of the caller's other robots at the site of a task, the error by which its copy would be refused; `code` 0: it can have one.",
    access: onRobot('administer'),
    kind: 'read',
    request: v.object({ id: taskId }),
    response: v.array(v.object({ serialNumber, code: v.number(), message: v.string() })),
  }),
  exceptions: endpoint('/navigation/get-cruise-task-ignore', {
    summary: "Lists a robot's exceptions, the latest first.",
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ serialNumber, page, limit }),
    response: v.object({ total: v.number(), rows: v.array(scheduleException) }),
  }),
  saveException: endpoint('/navigation/save-cruise-task-ignore', {
    summary: `Adds a period in which stops are skipped (at most ${EXCEPTIONS_PER_ROBOT} a robot), or changes the one that \`id\` names. Stored from :00 of the first minute to :59 of the last, in the time zone of the robot's site. Without points the whole run falls out. A run under way is not changed, and an exception that is over cannot be.`,
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({
      userId: callerId,
      id: v.optional(v.union([exceptionId, v.literal('')]), ''),
      ...exception,
      revision,
    }),
    response: scheduleException,
  }),
  deleteException: endpoint('/navigation/delete-cruise-task-ignore', {
    summary: 'Deletes an exception that is not over.',
    access: onRobot('administer'),
    kind: 'write',
    request: v.object({ userId: callerId, id: exceptionId }),
    response: nothing,
  }),
  exportExceptions: endpoint('/schedule/export-exceptions', {
    summary:
      "Exports the exceptions of a site's robots as CSV (UTF-8) in the reader's language, the latest first. Only the caller's robots. Times are in the time zone that the headers name.",
    access: signedIn,
    kind: 'read',
    binary: true,
    request: v.object({ siteId }),
    response: v.file(),
  }),
  timetable: endpoint('/schedule/get-timetable', {
    summary: `Returns the tasks, runs and exceptions of a site's robots for up to ${TIMETABLE_DAYS_MAX} days: past runs with their outcome, the next 7 days with what is expected. Only the caller's robots.`,
    access: signedIn,
    kind: 'read',
    request: v.object({
      siteId,
      from: calendarDate,
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TIMETABLE_DAYS_MAX)), 7),
    }),
    response: timetable,
  }),
  batteryHistory: endpoint('/schedule/get-battery-history', {
    summary: `Returns the battery of a site's robots in up to ${TIMETABLE_DAYS_MAX} days, up to now, about every ten minutes. Only the caller's robots, and only days whose tracks are stored.`,
    access: signedIn,
    kind: 'read',
    request: v.object({
      siteId,
      from: calendarDate,
      days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(TIMETABLE_DAYS_MAX)), 7),
    }),
    response: batteryHistory,
  }),
  preview: endpoint('/schedule/preview-task', {
    summary: 'Returns what a task would do, without saving it: length, battery, and its next runs with conflicts.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ id: v.optional(v.union([taskId, v.literal('')]), ''), ...task }),
    response: v.object({
      /** Of one round; null if the way is not known. */
      metres: v.nullable(v.number()),
      seconds: v.nullable(v.number()),
      /** Of all rounds. */
      totalSeconds: v.nullable(v.number()),
      battery: v.nullable(v.number()),
      perWeek: v.number(),
      runs: v.array(timetableRun),
    }),
  }),
  previewException: endpoint('/schedule/preview-exception', {
    summary:
      'Returns the runs of the next 7 days, from its first day on, that an exception would touch, without saving it.',
    access: onRobot('read'),
    kind: 'read',
    request: v.object({ id: v.optional(v.union([exceptionId, v.literal('')]), ''), ...exception }),
    response: v.object({ runs: v.array(timetableRun) }),
  }),
  changeRun: endpoint('/schedule/change-run', {
    summary:
      'Changes one planned run: another start on the same or another day, or `isForced` to run it in spite of exceptions, with a reason. `startsAt` null and not forced: as the task plans it.',
    access: onRobot('operate'),
    kind: 'write',
    request: v.object({
      ...runKey,
      startsAt: v.optional(v.nullable(time), null),
      isForced: v.optional(flag, false),
      reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(REMARK_MAX)), ''),
    }),
    response: nothing,
  }),
  sites: endpoint('/schedule/get-sites', {
    summary: "Lists the sites of the caller's robots that can have scheduled tasks.",
    access: signedIn,
    kind: 'read',
    request: v.object({}),
    response: v.array(v.object({ siteId: id, name: v.string(), timeZone: v.string(), robots: v.number() })),
  }),
};
