/** Limits and fixed values of scheduled tasks and of exceptions from them. */

/** Rounds of a run (spec 9). */
export const ROUNDS_MAX = 1_000;
export const TASKS_PER_ROBOT = 100;
export const EXCEPTIONS_PER_ROBOT = 200;
export const EXCEPTION_POINTS_MAX = 200;
export const REMARK_MAX = 200;
/** Minutes for which a run waits for its robot. */
export const PATIENCE_MIN = { usual: 30, most: 720 } as const;
/** Days of the forecast. */
export const FORECAST_DAYS = 7;
/** Days of one timetable, and how far it may lie from today. */
export const TIMETABLE_DAYS_MAX = 14;
export const TIMETABLE_REACH_DAYS = 400;
/** Longest exception, days. */
export const EXCEPTION_DAYS_MAX = 366;
/** Charge that a site's robots keep at the end of a run, percent: a run that would end below it waits. */
export const BATTERY_RESERVE = { min: 5, max: 50, usual: 15 } as const;
/** A run does not wait for more charge than this, percent: its robot may never have it. */
export const CHARGED_ENOUGH_PERCENT = 90;
/** Interval of the battery's values in past days, ms. */
export const BATTERY_HISTORY_STEP_MS = 10 * 60_000;
/** Interval of the announcement on the way, ms. */
export const SPEECH_EVERY_MS = 30_000;

export const TASK_KINDS_SCHEDULED = ['cruise', 'disinfection'] as const;
export type ScheduledKind = (typeof TASK_KINDS_SCHEDULED)[number];
/** On and off (spec 3). */
export const TASK_STATES = ['1', '0'] as const;
export type TaskState = (typeof TASK_STATES)[number];
/** Why a task is off although no person switched it off. */
export const TASK_OFF_REASONS = [
  /** It runs once, and its time has come. */
  'ranOnce',
  /** Its robot is at another site than its route or what it disinfects. */
  'robotMoved',
] as const;
export type TaskOffReason = (typeof TASK_OFF_REASONS)[number];

/** What is expected of a planned run. */
export const RUN_VERDICTS = ['asPlanned', 'inPart', 'notAtAll', 'inDoubt', 'over'] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** Why a planned run is not as planned. */
export const RUN_NOTES = [
  'paused',
  'exception',
  /** Starts late, because another run of the robot is expected to last longer. */
  'waitsForRun',
  /** Would wait longer than its patience. */
  'patience',
  /** Ends below the reserve. */
  'battery',
  /** Is expected to charge at the start. */
  'charging',
  'robotSilent',
  'robotAlarm',
  'leaseHeld',
  'held',
  'routeDeleted',
  'routeBroken',
  'pointsDeleted',
  /** Points, rooms or the map of a disinfection are gone, or nothing is left to disinfect there. */
  'placesDeleted',
  /** An elevator or a door on the way is out of service. */
  'elevatorOut',
  'doorOut',
  /** The route is on a map that the robot does not know. */
  'mapUnknown',
  /** The robot cannot drive this by itself. */
  'robotCannot',
  'taskDeleted',
  /** The clock skips the time, or has it twice. */
  'clockSkips',
  'clockRepeats',
] as const;
export type RunNoteType = (typeof RUN_NOTES)[number];

/** Reasons of runs that did not start, in their records. */
export const NOT_STARTED_REASONS = [
  'robotBusy',
  'robotCharging',
  'robotBatteryLow',
  'leaseHeld',
  'robotOffline',
  'robotSilent',
  'robotManual',
  'robotEmergencyStop',
  'robotHeld',
  'robotNotLocated',
  'robotCannot',
  'stopUnconfirmed',
  'routeDeleted',
  'routeBroken',
  'placesDeleted',
  'elevatorOut',
  'doorOut',
  'wrongFloor',
  'crossFloorUnsupported',
  'robotGone',
  /** The robot was moved to another site. */
  'robotMoved',
  /** Exceptions leave no stop. */
  'exception',
  /** No server ran at the time, nor within the patience. */
  'serverDown',
  /** A server ran, but could not decide in time whether it can start. */
  'notChecked',
  /** The task was switched off or deleted while the run waited. */
  'taskOff',
] as const;
export type NotStartedReason = (typeof NOT_STARTED_REASONS)[number];
