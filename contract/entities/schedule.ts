/**
 * Scheduled tasks, exceptions from them and the timetable (spec 3 "Cruise task", "Cruise ignore period"; design 20).
 * Dates and times of day are in the time zone of the robot's site, instants in ms since 1970.
 */
import * as v from 'valibot';
import {
  BATTERY_RESERVE,
  PATIENCE_MIN,
  RUN_NOTES,
  RUN_VERDICTS,
  TASK_KINDS_SCHEDULED,
  TASK_OFF_REASONS,
  TASK_STATES,
} from '../rules/schedule/scheduleLimits.ts';
import { scheduledPlan } from '../rules/schedule/disinfectionTask.ts';
import { ROBOT_KINDS } from './constants.ts';
import { idOf } from './idOf.ts';
import { flag, id, serialNumber, time } from './values.ts';

export const taskId = idOf('scheduledTask', id);
export const exceptionId = idOf('scheduleException', id);
/** HH:mm. */
export const timeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'HH:mm'));
/** YYYY-MM-DD. */
export const calendarDate = v.pipe(v.string(), v.isoDate());
/** Days of the week, comma-separated, 1 is Monday; empty: once, at the next such time. */
export const repeatDays = v.pipe(v.string(), v.regex(/^(?:[1-7](?:,[1-7]){0,6})?$/u, 'days'));
/** `1`: on, `0`: off. */
export const taskState = v.picklist(TASK_STATES);

/** Said on the way between the stops. */
export const waySpeech = v.pipe(v.string(), v.maxLength(2_000), v.regex(/^(?:\P{Cc}|[\n\r\t])*$/u, 'text'));
/** Settings as JSON text. */
export const jsonText = v.pipe(v.string(), v.maxLength(200_000));

/** What a task changes at a stop of its route. */
export const pointSetting = v.object({
  areaId: id,
  /** Left out by this task. */
  skip: v.optional(flag, false),
  /** Seconds; null: as the route has it. */
  stayTime: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
  /** null: as the route has it. */
  speech: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_000))), null),
});
export type PointSetting = v.InferOutput<typeof pointSetting>;

/** Further settings of a task. */
export const cruiseSetting = v.object({
  /** Minutes for which a run waits for a robot that cannot start; then the run does not start. */
  patience: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PATIENCE_MIN.most)),
    PATIENCE_MIN.usual,
  ),
});
export type CruiseSetting = v.InferOutput<typeof cruiseSetting>;

export const scheduledTask = v.object({
  id,
  serialNumber,
  robotName: v.string(),
  kind: v.picklist(TASK_KINDS_SCHEDULED),
  /** HH:mm. */
  executeTime: v.string(),
  /** Empty for a disinfection. */
  pathId: v.string(),
  /** The route's name, or what is disinfected. */
  pathName: v.string(),
  /** Rounds of each run. */
  cruiseCount: v.number(),
  checkboxRespeatDays: v.string(),
  /** Said on the way between the stops. */
  speech: v.string(),
  state: taskState,
  /** Why it is off, unless a person switched it off. */
  offReason: v.optional(v.picklist(TASK_OFF_REASONS)),
  /** JSON text of `PointSetting[]`; null: all stops as the route has them. */
  pointSettings: v.nullable(v.string()),
  /** JSON text of `CruiseSetting`. */
  cruiseSetting: v.nullable(v.string()),
  /** What is disinfected; null for a cruise. */
  disinfection: v.nullable(scheduledPlan),
  /** Who saved the task last. */
  userId: v.string(),
  userName: v.string(),
  createTime: time,
  /** Incremented with each save. */
  revision: v.number(),
  /** The next planned start; null if there is none. */
  nextAt: v.nullable(time),
});
export type ScheduledTask = v.InferOutput<typeof scheduledTask>;

/** A stop of a task's route, and what the task changes there. */
export const taskStop = v.object({
  areaId: id,
  /** In the reader's language; empty if the point was deleted. */
  name: v.string(),
  isMissing: flag,
  /** The route's own values: seconds, and the text that is spoken. */
  stayTime: v.number(),
  speech: v.string(),
  /** What the task changes; null: nothing. */
  setting: v.nullable(pointSetting),
});
export type TaskStop = v.InferOutput<typeof taskStop>;

/** A period in which stops are skipped (`cruise task ignore`). */
export const scheduleException = v.object({
  id,
  serialNumber,
  robotName: v.string(),
  /** `YYYY-MM-DD HH:mm:00` and `YYYY-MM-DD HH:mm:59`, in the time zone of the robot's site. */
  startTime: v.string(),
  endTime: v.string(),
  /** Whether it repeats every week at the same times. */
  weekly: flag,
  /** Points, comma-separated; empty: the whole run. */
  checkboxPoint: v.string(),
  /** Names of those points, in the reader's language. */
  pointNames: v.array(v.string()),
  remark: v.string(),
  userId: v.string(),
  userName: v.string(),
  createTime: time,
  revision: v.number(),
  /** It is over and cannot be changed. */
  isPast: flag,
  /** Runs of the next 7 days that it touches. */
  runsTouched: v.number(),
});
export type ScheduleException = v.InferOutput<typeof scheduleException>;

/** Why a run is not as planned, with parameters for its text. */
export const runNote = v.object({
  type: v.picklist(RUN_NOTES),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
});
export type RunNote = v.InferOutput<typeof runNote>;

/** A run of a task: past, under way or planned. Its key is the task and the time for which it was planned. */
export const timetableRun = v.object({
  taskId: id,
  kind: v.picklist(TASK_KINDS_SCHEDULED),
  plannedAt: time,
  serialNumber,
  /** When it starts or started, after a change for this one run and after waiting. */
  startsAt: time,
  /** Its end, or its estimated end; null if it does not run. */
  endsAt: v.nullable(time),
  /** Of a run that is not over: what is expected; `over` for the others. */
  verdict: v.picklist(RUN_VERDICTS),
  /** Outcome of a run under way or over; null before. */
  state: v.nullable(v.picklist(['waiting', 'inProgress', 'finished', 'partiallyCompleted', 'failed', 'notStarted'])),
  /** A robot's own error type or a reason of its record, with its description; null if there is none. */
  reason: v.nullable(v.object({ type: v.string(), description: v.string() })),
  notes: v.array(runNote),
  rounds: v.number(),
  /** Stops of all rounds, or places that are disinfected, and those that are or were left out. */
  stops: v.number(),
  skipped: v.number(),
  /** Stops reached, or places done; 0 before the start. */
  arrived: v.number(),
  /** Percent at the start and at the end; null if unknown. */
  batteryStart: v.nullable(v.number()),
  batteryEnd: v.nullable(v.number()),
  /** The record of the run; null before its start. */
  recordId: v.nullable(v.string()),
  /** This run was moved to another time, or is run in spite of an exception; by whom and why. */
  change: v.nullable(v.object({ startsAt: v.nullable(time), isForced: flag, reason: v.string(), byName: v.string() })),
  /** Exceptions that concern it. */
  exceptionIds: v.array(v.string()),
  /** It is under way and goes on as it began: its task says something else now. */
  isAsBegun: v.optional(flag),
  /** A start at which this run has no conflict; null if it has none, or no such time was found. */
  fixAt: v.nullable(time),
});
export type TimetableRun = v.InferOutput<typeof timetableRun>;

export const timetable = v.object({
  siteId: v.string(),
  siteName: v.string(),
  timeZone: v.string(),
  /** Charge that the site's robots keep at the end of a run, percent. */
  batteryReserve: v.optional(v.number(), BATTERY_RESERVE.usual),
  serverTime: time,
  /** YYYY-MM-DD, the first day, and the number of days. */
  from: v.string(),
  days: v.number(),
  robots: v.array(
    v.object({
      serialNumber,
      name: v.string(),
      model: v.string(),
      kind: v.picklist(ROBOT_KINDS),
      /** Whether the caller may change tasks, and may start runs. */
      canChange: flag,
      canOperate: flag,
      /** It carries out disinfections. */
      canDisinfect: flag,
      isSilent: flag,
      hasAlarm: flag,
      isCharging: flag,
      /** Percent now; null if unknown. */
      battery: v.nullable(v.number()),
      /** Expected percent from now on; `charging` for the line up to this value. */
      line: v.array(v.object({ at: time, percent: v.nullable(v.number()), charging: flag })),
      /** The lowest expected percent; null if unknown. */
      lowest: v.nullable(v.object({ at: time, percent: v.number() })),
    }),
  ),
  tasks: v.array(scheduledTask),
  /** Tasks that were deleted and have runs in these days. */
  deleted: v.array(v.object({ id, serialNumber, pathName: v.string(), executeTime: v.string(), byName: v.string() })),
  runs: v.array(timetableRun),
  exceptions: v.array(scheduleException),
  /** Of the next 7 days. */
  summary: v.object({
    total: v.number(),
    asPlanned: v.number(),
    inPart: v.number(),
    notAtAll: v.number(),
    inDoubt: v.number(),
  }),
});
export type Timetable = v.InferOutput<typeof timetable>;

/** The battery of a site's robots in past days. */
export const batteryHistory = v.array(
  v.object({
    serialNumber,
    /** As in the timetable; `percent` is null from where the robot was offline or nothing is stored. */
    line: v.array(v.object({ at: time, percent: v.nullable(v.number()), charging: flag })),
  }),
);
export type BatteryHistory = v.InferOutput<typeof batteryHistory>;
