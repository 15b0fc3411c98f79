/** The timetable of a site, and what a task or an exception would do before it is saved (design 20). */
import type { Received } from '../../contract/endpoint.ts';
import type { schedules } from '../../contract/endpoints/schedules.ts';
import type { Timetable, TimetableRun } from '../../contract/entities/schedule.ts';
import { lowestOf, runMs } from '../../contract/rules/schedule/forecast.ts';
import { FORECAST_DAYS, TIMETABLE_REACH_DAYS } from '../../contract/rules/schedule/scheduleLimits.ts';
import { DISINFECT } from '../../contract/rules/robotCan.ts';
import { isSilent, statusOf } from '../../contract/rules/robotStatus.ts';
import { hasRight } from '../../contract/rules/rights.ts';
import { plusDays, zonedDate, zonedInstant } from '../../contract/rules/zonedTime.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { relationOf } from '../db/relation.ts';
import { routeRunsById } from '../db/repositories/cruiseRecords.ts';
import { disinfectionsById } from '../db/repositories/disinfections.ts';
import { allSites } from '../db/repositories/maps.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import { robotsOf, siteOfRobot } from '../db/repositories/robots.ts';
import {
  exceptionsOf,
  nextStarts,
  runsBetween,
  tasksOf,
  type ExceptionRow,
  type TaskRow,
  type TaskRunRow,
} from '../db/repositories/schedules.ts';
import type { RequestContext } from '../requestContext.ts';
import { runsOfDeleted } from './deletedTaskRuns.ts';
import { createScheduleForecast } from './scheduleForecast.ts';
import type { ScheduleEstimates } from './scheduleEstimates.ts';
import { exceptionTimesOf } from './schedulePlan.ts';
import {
  personName,
  toExceptionDto,
  toFallenOutDto,
  toPastDto,
  toPlannedDto,
  toTaskDto,
  type Names,
} from './schedulePresenter.ts';

type Calls = typeof schedules;
export type TimetableNeeds = Pick<AppDeps, 'fleet' | 'now'> & { estimates: ScheduleEstimates };

const DAY_MS = 86_400_000;
/** A forecast this far ahead covers the days of the picture and of the sentence above it. */
const AHEAD_MS = FORECAST_DAYS * DAY_MS;
const PREVIEW_RUNS = 5;

const isOpen = ({ state }: TaskRunRow): boolean => state === 'planned' || state === 'waiting';
const keyOf = (taskId: string, plannedAt: Date | number): string => `${taskId} ${Number(plannedAt)}`;

export function createTimetable(needs: TimetableNeeds) {
  const { fleet, now } = needs;
  const { fleetCache } = fleet;
  const forecast = createScheduleForecast(needs);

  const namesFor = async (
    db: Db,
    userIds: readonly (string | null)[],
    language: Names['language'],
  ): Promise<Names> => ({
    robot: (serialNumber) => fleetCache.robot(serialNumber),
    point: (areaId) => fleetCache.point(areaId),
    people: await namesOf(db, [...new Set(userIds.flatMap((id) => id ?? []))]),
    language,
  });

  /** Everything of some robots of one site from `from` to `to`, ms; tasks and exceptions can be replaced by a draft. */
  const readSite = async (
    { db, language }: Pick<RequestContext, 'db' | 'language'>,
    site: { id: string; timeZone: string; batteryReserve: number },
    serialNumbers: readonly string[],
    { from, to, task, exception }: { from: number; to: number; task?: TaskRow; exception?: ExceptionRow },
  ) => {
    const [stored, kept, runs] = await Promise.all([
      tasksOf(db, serialNumbers),
      exceptionsOf(db, serialNumbers),
      runsBetween(db, serialNumbers, new Date(Math.min(from, now() - DAY_MS)), new Date(to)),
    ]);
    const all = task ? [...stored.filter(({ id }) => id !== task.id), task] : stored;
    const exceptions = exception ? [...kept.filter(({ id }) => id !== exception.id), exception] : kept;
    const tasks = all.filter(({ deletedAt }) => deletedAt === null);
    const ahead = await forecast(db, {
      siteId: site.id,
      timeZone: site.timeZone,
      batteryReserve: site.batteryReserve,
      serialNumbers,
      tasks,
      exceptions: exceptions.map((one) => ({ ...exceptionTimesOf(one), serialNumber: one.serialNumber })),
      runs,
      to,
      language,
    });
    const recordIds = runs.flatMap(({ recordId }) => recordId ?? []);
    const records = new Map((await routeRunsById(db, recordIds)).map((record) => [record.id, record]));
    const disinfections = new Map((await disinfectionsById(db, recordIds)).map((record) => [record.id, record]));
    const names = await namesFor(
      db,
      [
        ...all.flatMap(({ savedBy, deletedBy }) => [savedBy, deletedBy]),
        ...exceptions.map(({ savedBy }) => savedBy),
        ...runs.map(({ changedBy }) => changedBy),
      ],
      language,
    );
    const rows = new Map(runs.map((run) => [keyOf(run.taskId, run.plannedAt), run]));
    const taskById = new Map(all.map((one) => [one.id, one]));
    const planned = [...ahead.byRobot.values()].flatMap(({ runs: expected }) =>
      expected.flatMap((one) => {
        const of = taskById.get(one.run.taskId);
        return of ? [toPlannedDto(one, of, rows.get(keyOf(of.id, one.run.plannedAt)), names)] : [];
      }),
    );
    const fallenOut = runsOfDeleted(all, runs, site.timeZone).map(({ task: of, run }) =>
      toFallenOutDto(run, of, rows.get(keyOf(of.id, run.plannedAt)), names),
    );
    const past = runs
      .filter((run) => !isOpen(run))
      .map((run) => {
        const kind = taskById.get(run.taskId)?.kind ?? 'cruise';
        const id = run.recordId ?? '';
        return toPastDto(
          run,
          kind === 'cruise' ? { kind, record: records.get(id) } : { kind, record: disinfections.get(id) },
          names,
          { task: taskById.get(run.taskId), timeZone: site.timeZone },
        );
      });
    return { tasks, all, exceptions, planned, fallenOut, past, ahead, names };
  };

  /** How many runs each exception touches. */
  const touchedBy = (runs: readonly TimetableRun[]): ((id: string) => number) => {
    const counts = new Map<string, number>();
    for (const id of runs.flatMap(({ exceptionIds }) => exceptionIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return (id) => counts.get(id) ?? 0;
  };
  const sentence = (runs: readonly TimetableRun[]): Timetable['summary'] => {
    const soon = runs.filter(({ startsAt }) => startsAt < now() + AHEAD_MS);
    const of = (verdict: TimetableRun['verdict']): number => soon.filter((run) => run.verdict === verdict).length;
    return {
      total: soon.length,
      asPlanned: of('asPlanned'),
      inPart: of('inPart'),
      notAtAll: of('notAtAll'),
      inDoubt: of('inDoubt'),
    };
  };

  return {
    namesFor,
    readSite,
    touchedBy,

    async timetable({ siteId, from, days }: Received<Calls['timetable']>, context: RequestContext): Promise<Timetable> {
      const { db, userId, roles, language } = context;
      const site = (await allSites(db)).find(({ id }) => id === siteId);
      if (!site) throw new ApiError('siteUnknown', { field: 'siteId' });
      const today = zonedDate(site.timeZone, now());
      if (from < plusDays(today, -TIMETABLE_REACH_DAYS) || from > plusDays(today, TIMETABLE_REACH_DAYS))
        throw new ApiError('fieldInvalid', { field: 'from' });
      const begin = zonedInstant(site.timeZone, from);
      const end = zonedInstant(site.timeZone, plusDays(from, days));
      const own = (await robotsOf(db, userId)).filter(({ robot }) => robot.siteId === siteId);
      const serialNumbers = own.map(({ robot }) => robot.serialNumber);
      const { tasks, all, exceptions, planned, fallenOut, past, ahead, names } = await readSite(
        context,
        site,
        serialNumbers,
        { from: begin, to: Math.max(end, now() + AHEAD_MS) },
      );
      const nextAt = await nextStarts(
        db,
        tasks.map(({ id }) => id),
      );
      const withTasks = new Set(all.map(({ serialNumber }) => serialNumber));
      const inWindow = ({ startsAt, plannedAt }: TimetableRun): boolean =>
        (startsAt >= begin && startsAt < end) || (plannedAt >= begin && plannedAt < end);
      const runs = [...past, ...fallenOut, ...planned].filter(inWindow).sort((a, b) => a.startsAt - b.startsAt);
      const shown = new Set(runs.map(({ taskId }) => taskId));
      const touched = touchedBy(planned);
      return {
        siteId,
        siteName: nameIn(site.name, language),
        timeZone: site.timeZone,
        batteryReserve: site.batteryReserve,
        serverTime: now(),
        from,
        days,
        robots: own
          .filter(
            ({ robot }) => fleetCache.abilitiesOf(robot.serialNumber).navigate || withTasks.has(robot.serialNumber),
          )
          .map(({ robot, relation }) => {
            const { serialNumber } = robot;
            const live = fleet.live(serialNumber, language);
            const line = ahead.byRobot.get(serialNumber)?.line ?? [];
            const lowest = lowestOf(line);
            const right = relationOf(relation);
            return {
              serialNumber,
              name: nameIn(robot.name, language),
              model: robot.model,
              kind: robot.kind,
              canChange: hasRight(roles, right, 'administer'),
              canOperate: hasRight(roles, right, 'operate'),
              canDisinfect: fleetCache.abilitiesOf(serialNumber).actions.includes(DISINFECT),
              isSilent: live.connection !== 'online' || isSilent(live, now()),
              hasAlarm: statusOf(live) === 'alarm',
              isCharging: live.charging,
              battery: live.battery,
              line: line.map(({ at, percent, charging }) => ({
                at: Math.round(at),
                percent: Math.round(percent * 10) / 10,
                charging,
              })),
              lowest: lowest && { at: Math.round(lowest.at), percent: Math.round(lowest.percent) },
            };
          }),
        tasks: tasks.map((task) => toTaskDto(task, names, dated(task, nextAt, ahead.names))),
        deleted: all
          .filter(({ id, deletedAt }) => deletedAt !== null && shown.has(id))
          .map((task) => ({
            id: task.id,
            serialNumber: task.serialNumber,
            pathName: nameIn(task.pathName, language),
            executeTime: task.executeTime,
            byName: personName(task.deletedBy, names),
          })),
        runs,
        exceptions: exceptions.map((one) =>
          toExceptionDto(one, names, { timeZone: site.timeZone, now: now(), runsTouched: touched(one.id) }),
        ),
        summary: sentence([...planned, ...fallenOut.filter(({ startsAt }) => startsAt > now())]),
      };
    },

    async sites({ db, userId, language }: RequestContext) {
      const own = await robotsOf(db, userId);
      return (await allSites(db)).flatMap(({ id, name, timeZone }) => {
        const robots = own.filter(({ robot }) => robot.siteId === id).length;
        return robots > 0 ? [{ siteId: id, name: nameIn(name, language), timeZone, robots }] : [];
      });
    },

    /** The next runs of a task, saved or not, among the other tasks of its robot. */
    async previewTask(task: TaskRow, context: RequestContext) {
      const site = await siteOfRobot(context.db, task.serialNumber);
      if (!site) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      const { planned, ahead } = await readSite(context, site, [task.serialNumber], {
        from: now(),
        to: now() + AHEAD_MS,
        task,
      });
      const own = planned.filter(({ taskId }) => taskId === task.id).sort((a, b) => a.startsAt - b.startsAt);
      const estimate = ahead.estimates.get(task.id) ?? null;
      return {
        metres: task.disinfection ? null : (estimate?.metres ?? null),
        seconds: estimate?.roundSeconds ?? null,
        totalSeconds: estimate && runMs({ estimate, rounds: task.rounds, usualMs: ahead.usual.get(task.id) }) / 1_000,
        battery: estimate && Math.round(estimate.battery * task.rounds),
        perWeek: own.length,
        runs: own.slice(0, PREVIEW_RUNS),
      };
    },

    /** The runs that an exception touches, saved or not. */
    async previewException(exception: ExceptionRow, context: RequestContext) {
      const site = await siteOfRobot(context.db, exception.serialNumber);
      if (!site) throw new ApiError('robotUnknown', { field: 'serialNumber' });
      // All runs up to its days are expanded; far ahead, that would be millions.
      const reach = now() + TIMETABLE_REACH_DAYS * DAY_MS;
      const begin = Math.min(reach, Math.max(now(), zonedInstant(site.timeZone, exception.start.slice(0, 10))));
      const { planned } = await readSite(context, site, [exception.serialNumber], {
        from: now(),
        to: begin + AHEAD_MS,
        exception,
      });
      return {
        site,
        runs: planned
          .filter(({ exceptionIds }) => exceptionIds.includes(exception.id))
          .sort((a, b) => a.startsAt - b.startsAt),
      };
    },
  };
}

const dated = ({ id }: TaskRow, nextAt: ReadonlyMap<string, Date>, names: ReadonlyMap<string, string>) => {
  const [at, pathName] = [nextAt.get(id), names.get(id)];
  return { ...(at && { nextAt: at }), ...(pathName !== undefined && { pathName }) };
};
