/** Scheduled tasks, exceptions and runs, as the API returns them. */
import type { ScheduledTask, ScheduleException, TimetableRun } from '../../contract/entities/schedule.ts';
import type { SiteSchedule } from '../../contract/entities/site.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { daysOf } from '../../contract/rules/schedule/scheduledTask.ts';
import { endText, isOver, startText } from '../../contract/rules/schedule/exceptions.ts';
import type { PlannedRun } from '../../contract/rules/schedule/expand.ts';
import type { ForecastRun } from '../../contract/rules/schedule/forecast.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { RouteRunRow } from '../db/repositories/cruiseRecords.ts';
import type { ListedDisinfection } from '../db/repositories/disinfections.ts';
import type { ExceptionRow, TaskRow, TaskRunRow } from '../db/repositories/schedules.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';
import { isUnderWay } from '../fleet/routeRuns/routeRun.ts';
import { isDisinfectionAsBegun, isRouteRunAsBegun } from './runAsBegun.ts';
import { timesOf } from './schedulePlan.ts';

export interface Names {
  robot: FleetCache['robot'];
  point: FleetCache['point'];
  people: ReadonlyMap<string, LocalName>;
  language: Language;
}

const robotName = (serialNumber: string, { robot, language }: Pick<Names, 'robot' | 'language'>): string =>
  nameIn(robot(serialNumber)?.name ?? serialNumber, language);
export const personName = (userId: string | null, { people, language }: Names): string =>
  nameIn(people.get(userId ?? '') ?? '', language);

export const toTaskDto = (
  row: TaskRow,
  names: Names,
  { pathName, nextAt }: { pathName?: LocalName; nextAt?: Date } = {},
): ScheduledTask => ({
  id: row.id,
  serialNumber: row.serialNumber,
  robotName: robotName(row.serialNumber, names),
  kind: row.kind,
  executeTime: row.executeTime,
  pathId: row.pathId,
  pathName: nameIn(pathName ?? row.pathName, names.language),
  cruiseCount: row.rounds,
  checkboxRespeatDays: row.days,
  speech: nameIn(row.speech, names.language),
  state: row.isOn ? '1' : '0',
  ...(row.offReason && { offReason: row.offReason }),
  pointSettings: row.pointSettings.length > 0 ? JSON.stringify(row.pointSettings) : null,
  cruiseSetting: JSON.stringify({ patience: row.patience }),
  disinfection: row.disinfection,
  userId: row.savedBy,
  userName: personName(row.savedBy, names),
  createTime: row.createdAt.getTime(),
  revision: row.revision,
  // Changed runs stay planned while the task is off, and do not start.
  nextAt: (row.isOn ? nextAt?.getTime() : undefined) ?? null,
});

export const toSiteSchedule = (
  row: TaskRow,
  names: Pick<Names, 'robot' | 'language'>,
  nextAt: Date | undefined,
): SiteSchedule => ({
  id: row.id,
  name: nameIn(row.pathName, names.language),
  robotName: robotName(row.serialNumber, names),
  ...timesOf(row),
  days: daysOf(row.days),
  nextAt: nextAt?.getTime() ?? null,
});

export const toExceptionDto = (
  row: ExceptionRow,
  names: Names,
  { timeZone, now, runsTouched }: { timeZone: string; now: number; runsTouched: number },
): ScheduleException => ({
  id: row.id,
  serialNumber: row.serialNumber,
  robotName: robotName(row.serialNumber, names),
  startTime: startText(row.start),
  endTime: endText(row.end),
  weekly: row.weekly,
  checkboxPoint: row.points.join(','),
  pointNames: row.points.map((areaId) => nameIn(names.point(areaId)?.name ?? '', names.language)),
  remark: row.remark,
  userId: row.savedBy,
  userName: personName(row.savedBy, names),
  createTime: row.createdAt.getTime(),
  revision: row.revision,
  isPast: isOver(row, timeZone, now),
  runsTouched,
});

const changeOf = (run: TaskRunRow | undefined, names: Names): TimetableRun['change'] =>
  run?.changedBy
    ? {
        startsAt: run.movedTo?.getTime() ?? null,
        isForced: run.isForced,
        reason: run.changeReason,
        byName: personName(run.changedBy, names),
      }
    : null;

/** A run that is planned or waits. */
export const toPlannedDto = (
  { run, verdict, notes, startsAt, endsAt, batteryStart, batteryEnd, fixAt }: ForecastRun,
  { serialNumber, kind, rounds }: Pick<TaskRow, 'serialNumber' | 'kind' | 'rounds'>,
  row: TaskRunRow | undefined,
  names: Names,
): TimetableRun => ({
  taskId: run.taskId,
  kind,
  plannedAt: run.plannedAt,
  serialNumber,
  startsAt,
  endsAt: endsAt === null ? null : Math.round(endsAt),
  verdict,
  state: row?.state === 'waiting' ? 'waiting' : null,
  reason: row?.state === 'waiting' && row.reason ? { type: row.reason, description: '' } : null,
  notes,
  rounds,
  stops: run.stops,
  skipped: run.skips.length,
  arrived: 0,
  batteryStart: batteryStart === null ? null : Math.round(batteryStart),
  batteryEnd: batteryEnd === null ? null : Math.round(batteryEnd),
  recordId: null,
  change: changeOf(row, names),
  exceptionIds: [...run.exceptionIds],
  fixAt,
});

/** A run that was still to come when its task was deleted. */
export const toFallenOutDto = (
  run: PlannedRun,
  task: TaskRow,
  row: TaskRunRow | undefined,
  names: Names,
): TimetableRun =>
  toPlannedDto(
    {
      run,
      verdict: 'notAtAll',
      notes: [{ type: 'taskDeleted', params: {} }],
      startsAt: run.startsAt,
      endsAt: null,
      batteryStart: null,
      batteryEnd: null,
      fixAt: null,
    },
    task,
    row,
    names,
  );

/** What records of route runs and of disinfections have in common. */
type PastRecord = Pick<RouteRunRow, 'startedAt' | 'endedAt' | 'state' | 'reason'>;
/** The record of a run, of the kind of its task. */
export type RecordOfRun =
  | { kind: 'cruise'; record: RouteRunRow | undefined }
  | { kind: 'disinfection'; record: ListedDisinfection | undefined };

const figuresOf = ({ kind, record }: RecordOfRun): Pick<TimetableRun, 'rounds' | 'stops' | 'skipped' | 'arrived'> => {
  if (kind === 'disinfection') {
    const done = record?.sections.filter(({ state }) => state === 'done').length ?? 0;
    return { rounds: 1, stops: record?.sections.length ?? 0, skipped: 0, arrived: done };
  }
  const [arrived, skipped] = [record?.arrived ?? 0, record?.skipped ?? 0];
  const stops = record ? record.stops.length * (record.rounds ?? 1) : 0;
  return {
    rounds: record?.rounds ?? 1,
    stops: record && isUnderWay(record) ? stops : Math.max(stops, arrived + skipped),
    skipped,
    arrived,
  };
};

const isRunAsBegun = (task: TaskRow, row: TaskRunRow, of: RecordOfRun, timeZone: string): boolean =>
  of.kind === 'cruise'
    ? of.record !== undefined && isRouteRunAsBegun(task, row, of.record, timeZone)
    : of.record !== undefined && isDisinfectionAsBegun(task, row, of.record, timeZone);

/** A run under way or over. */
/** @param task as it is now; undefined if it is not known any more */
export function toPastDto(
  row: TaskRunRow,
  of: RecordOfRun,
  names: Names,
  { task, timeZone }: { task: TaskRow | undefined; timeZone: string },
): TimetableRun {
  const record: PastRecord | undefined = of.record;
  return {
    taskId: row.taskId,
    kind: of.kind,
    plannedAt: row.plannedAt.getTime(),
    serialNumber: row.serialNumber,
    startsAt: (row.state === 'started' && record ? record.startedAt : row.startsAt).getTime(),
    endsAt: row.state === 'started' ? (record?.endedAt?.getTime() ?? null) : null,
    verdict: 'over',
    state: row.state === 'notStarted' ? 'notStarted' : (record?.state ?? 'failed'),
    reason: record?.reason ?? (row.reason === null ? null : { type: row.reason, description: '' }),
    notes: [],
    ...figuresOf(of),
    ...(task && record?.state === 'inProgress' && isRunAsBegun(task, row, of, timeZone) && { isAsBegun: true }),
    batteryStart: null,
    batteryEnd: null,
    recordId: row.recordId,
    change: changeOf(row, names),
    exceptionIds: [],
    fixAt: null,
  };
}
