/** A timetable as the server answers, for tests of the machines and pages of the schedules. */
import type { ScheduledTask, ScheduleException, Timetable, TimetableRun } from '../../contract/entities/schedule.ts';
import { zonedInstant } from '../../contract/rules/zonedTime.ts';

export const ZONE = 'Asia/Shanghai';
/** Saturday, 2026-11-21 14:32 in Shanghai. */
export const SCHEDULE_NOW = zonedInstant(ZONE, '2026-11-21', '14:32');
export const atTime = (date: string, time: string): number => zonedInstant(ZONE, date, time);

export const sampleTask = (change: Partial<ScheduledTask> = {}): ScheduledTask => ({
  id: 't1',
  serialNumber: 'S2-1',
  robotName: 'East patrol',
  kind: 'cruise',
  executeTime: '22:00',
  pathId: 'p1',
  pathName: 'Lobby round',
  cruiseCount: 4,
  checkboxRespeatDays: '1,2,3,4,5,6,7',
  speech: '',
  state: '1',
  pointSettings: null,
  cruiseSetting: null,
  disinfection: null,
  userId: 'u1',
  userName: 'Lin Wei',
  createTime: SCHEDULE_NOW - 86_400_000,
  revision: 3,
  nextAt: atTime('2026-11-21', '22:00'),
  ...change,
});

export const sampleRun = (change: Partial<TimetableRun> = {}): TimetableRun => {
  const plannedAt = change.plannedAt ?? atTime('2026-11-21', '22:00');
  return {
    taskId: 't1',
    kind: 'cruise',
    plannedAt,
    serialNumber: 'S2-1',
    startsAt: plannedAt,
    endsAt: plannedAt + 26 * 60_000,
    verdict: 'asPlanned',
    state: null,
    reason: null,
    notes: [],
    rounds: 4,
    stops: 24,
    skipped: 0,
    arrived: 0,
    batteryStart: 74,
    batteryEnd: 61,
    recordId: null,
    change: null,
    exceptionIds: [],
    fixAt: null,
    ...change,
  };
};

export const sampleException = (change: Partial<ScheduleException> = {}): ScheduleException => ({
  id: 'e1',
  serialNumber: 'S2-1',
  robotName: 'East patrol',
  startTime: '2026-11-22 15:00:00',
  endTime: '2026-11-22 23:25:59',
  weekly: false,
  checkboxPoint: '',
  pointNames: [],
  remark: 'Wedding in the lobby',
  userId: 'u1',
  userName: 'Lin Wei',
  createTime: SCHEDULE_NOW,
  revision: 1,
  isPast: false,
  runsTouched: 1,
  ...change,
});

const robot = (change: Partial<Timetable['robots'][number]>): Timetable['robots'][number] => ({
  serialNumber: 'S2-1',
  name: 'East patrol',
  model: 'S2',
  kind: 'security',
  canChange: true,
  canOperate: true,
  canDisinfect: false,
  isSilent: false,
  hasAlarm: false,
  isCharging: false,
  battery: 69,
  line: [
    { at: SCHEDULE_NOW - 3_600_000, percent: 75, charging: false },
    { at: SCHEDULE_NOW, percent: 69, charging: false },
    { at: SCHEDULE_NOW + 3_600_000, percent: 80, charging: true },
  ],
  lowest: { at: atTime('2026-11-22', '00:45'), percent: 61 },
  ...change,
});

/** A week from Thursday on: a past run, one under way, planned ones, one skipped by an exception, one in conflict. */
export const sampleTimetable = (change: Partial<Timetable> = {}): Timetable => ({
  siteId: 'h1',
  siteName: 'Harbour Hotel',
  timeZone: ZONE,
  batteryReserve: 15,
  serverTime: SCHEDULE_NOW,
  from: '2026-11-19',
  days: 7,
  robots: [robot({}), robot({ serialNumber: 'S2-2', name: 'West patrol', canChange: false, canOperate: false })],
  tasks: [
    sampleTask(),
    sampleTask({
      id: 't2',
      serialNumber: 'S2-2',
      robotName: 'West patrol',
      executeTime: '14:30',
      pathName: 'Day round',
      cruiseCount: 1,
    }),
  ],
  deleted: [],
  runs: [
    sampleRun({
      plannedAt: atTime('2026-11-20', '22:00'),
      state: 'finished',
      verdict: 'over',
      arrived: 24,
      recordId: 'r1',
    }),
    sampleRun({
      taskId: 't2',
      serialNumber: 'S2-2',
      plannedAt: atTime('2026-11-21', '14:30'),
      state: 'inProgress',
      verdict: 'over',
      rounds: 1,
      stops: 9,
      arrived: 3,
      recordId: 'r2',
    }),
    sampleRun({
      verdict: 'inDoubt',
      notes: [{ type: 'battery', params: { percent: 9 } }],
      batteryEnd: 9,
      fixAt: atTime('2026-11-21', '23:20'),
    }),
    sampleRun({
      plannedAt: atTime('2026-11-22', '22:00'),
      verdict: 'notAtAll',
      endsAt: null,
      notes: [{ type: 'exception', params: {} }],
      exceptionIds: ['e1'],
    }),
    sampleRun({ plannedAt: atTime('2026-11-23', '22:00') }),
  ],
  exceptions: [sampleException()],
  summary: { total: 3, asPlanned: 1, inPart: 0, notAtAll: 1, inDoubt: 1 },
  ...change,
});
