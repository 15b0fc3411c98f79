/**
 * Redaction rules of tasks, runs and exceptions, shared by the pages of the schedules: names of routes and robots, times
 * and results are kept; what a robot says, remarks, reasons and names of people are not.
 */
import type { RedactionRule } from '../recording/redaction.ts';

export const SCHEDULED_TASK = {
  id: true,
  serialNumber: true,
  kind: true,
  executeTime: true,
  pathId: true,
  pathName: true,
  cruiseCount: true,
  checkboxRespeatDays: true,
  disinfection: true,
  state: true,
  offReason: true,
  createTime: true,
  revision: true,
  nextAt: true,
} as const satisfies RedactionRule;
export const SCHEDULE_EXCEPTION = {
  id: true,
  serialNumber: true,
  startTime: true,
  endTime: true,
  weekly: true,
  checkboxPoint: true,
  pointNames: true,
  createTime: true,
  revision: true,
  isPast: true,
  runsTouched: true,
} as const satisfies RedactionRule;
export const TIMETABLE_RUN = {
  taskId: true,
  kind: true,
  plannedAt: true,
  serialNumber: true,
  startsAt: true,
  endsAt: true,
  verdict: true,
  state: true,
  reason: { type: true },
  notes: { '*': { type: true, params: { '*': 'numbers' } } },
  rounds: true,
  stops: true,
  skipped: true,
  arrived: true,
  batteryStart: true,
  batteryEnd: true,
  recordId: true,
  change: { startsAt: true, isForced: true },
  exceptionIds: true,
  isAsBegun: true,
  fixAt: true,
} as const satisfies RedactionRule;
export const TIMETABLE_ROBOT = {
  serialNumber: true,
  model: true,
  kind: true,
  canChange: true,
  canOperate: true,
  canDisinfect: true,
  isSilent: true,
  hasAlarm: true,
  isCharging: true,
  battery: true,
  line: true,
  lowest: true,
} as const satisfies RedactionRule;
export const TIMETABLE = {
  siteId: true,
  timeZone: true,
  batteryReserve: true,
  serverTime: true,
  from: true,
  days: true,
  robots: { '*': TIMETABLE_ROBOT },
  tasks: { '*': SCHEDULED_TASK },
  deleted: { '*': { id: true, serialNumber: true, pathName: true, executeTime: true } },
  runs: { '*': TIMETABLE_RUN },
  exceptions: { '*': SCHEDULE_EXCEPTION },
  summary: true,
} as const satisfies RedactionRule;
export const SCHEDULE_SITE = { siteId: true, timeZone: true, robots: true } as const satisfies RedactionRule;
