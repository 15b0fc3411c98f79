/**
 * What is planned for robots of a site in a window, and what is expected of it: the tasks expanded with their exceptions
 * and single changes, and the forecast of each robot. Timetable, previews and exception lists show this.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Language } from '../../contract/entities/constants.ts';
import { expand, type PlannedRun, type RunChangeOf, type TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { periodsOf, type ExceptionTimes } from '../../contract/rules/schedule/exceptions.ts';
import {
  forecastOf,
  type Forecast,
  type ForecastRobot,
  type ForecastTask,
} from '../../contract/rules/schedule/forecast.ts';
import { blockedBy, wayOf } from '../../contract/rules/schedule/outOfService.ts';
import { hasTooFewStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { DISINFECT } from '../../contract/rules/robotCan.ts';
import { isSilent, statusOf } from '../../contract/rules/robotStatus.ts';
import type { AppDeps } from '../appDeps.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import { routesOfSite, type RouteRow } from '../db/repositories/cruiseRoutes.ts';
import { floorsOfSites, pointsOfMaps, type Point } from '../db/repositories/maps.ts';
import { outOfServiceAt } from '../db/repositories/sites.ts';
import type { TaskRow, TaskRunRow } from '../db/repositories/schedules.ts';
import { usualTaskRuns } from '../db/repositories/usualTaskRuns.ts';
import type { ScheduleEstimates } from './scheduleEstimates.ts';
import { timesOf } from './schedulePlan.ts';

type Needs = Pick<AppDeps, 'fleet' | 'now'> & { estimates: ScheduleEstimates };

export interface ForecastRequest {
  siteId: string;
  timeZone: string;
  /** Percent. */
  batteryReserve: number;
  serialNumbers: readonly string[];
  /** Not deleted. */
  tasks: readonly TaskRow[];
  exceptions: readonly (ExceptionTimes & { serialNumber: string })[];
  /** Rows of the window. */
  runs: readonly TaskRunRow[];
  /** ms; what lies before now is not forecast. */
  to: number;
  language: Language;
}
export interface SiteForecast {
  byRobot: ReadonlyMap<string, Forecast>;
  estimates: ReadonlyMap<string, TaskEstimate | null>;
  /** Median durations of the tasks' last runs, all rounds, ms. */
  usual: ReadonlyMap<string, number>;
  names: ReadonlyMap<string, string>;
}

/** The timetable is read every few seconds, and a median changes with a run. */
const USUAL_KEPT_MS = 5 * 60_000;
const USUAL_KEPT = 20_000;
/** Runs that took less than this share of the estimate were before the stays, or their texts, became longer. */
const LEAST_USUAL = 0.5;

export function createScheduleForecast({ fleet, now, estimates }: Needs) {
  const { fleetCache } = fleet;
  /** 0: too few runs. */
  const usualKept = new LRUCache<string, number>({ max: USUAL_KEPT, ttl: USUAL_KEPT_MS });
  const usualOf = async (
    db: Db,
    tasks: readonly TaskRow[],
    known: ReadonlyMap<string, TaskEstimate | null>,
  ): Promise<ReadonlyMap<string, number>> => {
    const asked = tasks.flatMap((task) => {
      const estimate = known.get(task.id);
      const stops = (estimate?.stops ?? []).filter(({ hasNoCells }) => !hasNoCells).map(({ areaId }) => areaId);
      const { id, pathId, rounds, disinfection } = task;
      const about = JSON.stringify([id, pathId, rounds, disinfection?.mode, disinfection?.dose, stops]);
      // People who only look can ask about any draft: a hash bounds what each keeps.
      const key = createHash('sha256').update(about).digest('base64');
      const leastMs = estimate ? estimate.roundSeconds * rounds * 1_000 * LEAST_USUAL : 0;
      return stops.length === 0 ? [] : [{ task, stops, key, leastMs }];
    });
    const found = await usualTaskRuns(
      db,
      asked.filter(({ key }) => !usualKept.has(key)),
    );
    return new Map(
      asked.flatMap(({ task: { id }, key, leastMs }): [string, number][] => {
        const ms = usualKept.get(key) ?? found.get(id) ?? 0;
        if (!usualKept.has(key)) usualKept.set(key, ms);
        return ms > 0 && ms >= leastMs ? [[id, ms]] : [];
      }),
    );
  };

  const robotNow = (serialNumber: string, reserve: number): ForecastRobot => {
    const live = fleet.live(serialNumber, 'enUS');
    const isGone = live.connection !== 'online' || isSilent(live, now());
    return {
      now: now(),
      battery: live.battery,
      canCharge: fleetCache.abilitiesOf(serialNumber).charge,
      charging: live.charging,
      reserve,
      busyUntil: live.task?.until ?? null,
      trouble: isGone
        ? 'robotSilent'
        : statusOf(live) === 'alarm'
          ? 'robotAlarm'
          : live.held
            ? 'held'
            : live.leaseHolder !== null
              ? 'leaseHeld'
              : null,
    };
  };

  const brokenDisinfection = (task: TaskRow, mapId: string, estimate: TaskEstimate | null) => {
    if (!estimate) return 'placesDeleted' as const;
    if (!fleetCache.abilitiesOf(task.serialNumber).actions.includes(DISINFECT)) return 'robotCannot' as const;
    return fleetCache.robotMapNameOf(task.serialNumber, mapId) === null ? ('mapUnknown' as const) : null;
  };
  const brokenBy = (task: TaskRow, route: RouteRow | undefined, points: ReadonlyMap<string, Point>) => {
    if (!route) return 'routeDeleted' as const;
    const isMissing = route.stops.some(({ areaId }) => points.get(areaId)?.mapId !== route.mapId);
    if (isMissing) return 'pointsDeleted' as const;
    if (hasTooFewStops(route.stops, task.pointSettings)) return 'routeBroken' as const;
    if (!fleetCache.abilitiesOf(task.serialNumber).navigate) return 'robotCannot' as const;
    return fleetCache.robotMapNameOf(task.serialNumber, route.mapId) === null ? ('mapUnknown' as const) : null;
  };

  return async (
    db: Db,
    { siteId, timeZone, batteryReserve, serialNumbers, tasks, exceptions, runs, to, language }: ForecastRequest,
  ): Promise<SiteForecast> => {
    const routes = new Map((await routesOfSite(db, siteId)).map((route) => [route.id, route]));
    const maps = new Map((await floorsOfSites(db, [siteId])).map((map) => [map.id, map]));
    const points = new Map((await pointsOfMaps(db, [...maps.keys()])).map((point) => [point.areaId, point]));
    /** Robots of one kind often have the same tasks: each is estimated once. */
    const estimated = new Map<string, Promise<TaskEstimate | null>>();
    const estimateOf = (task: TaskRow): Promise<TaskEstimate | null> => {
      const { disinfection: plan, pointSettings: settings } = task;
      const speed = fleetCache.abilitiesOf(task.serialNumber).maxSpeed;
      const key = JSON.stringify(plan ?? [task.pathId, speed, task.language, settings]);
      const before = estimated.get(key);
      if (before) return before;
      const route = routes.get(task.pathId);
      const found = plan
        ? estimates
            .ofDisinfection(db, { plan, points, version: maps.get(plan.mapId) })
            .then((one) => one?.estimate ?? null)
        : route
          ? estimates.of(db, {
              route,
              points,
              settings,
              language: task.language,
              speed,
              version: maps.get(route.mapId),
            })
          : Promise.resolve(null);
      estimated.set(key, found);
      return found;
    };
    const known = new Map<string, TaskEstimate | null>();
    const names = new Map<string, string>();
    await Promise.all(
      tasks.map(async (task) => {
        const name = task.disinfection ? task.pathName : (routes.get(task.pathId)?.name ?? task.pathName);
        names.set(task.id, nameIn(name, language));
        known.set(task.id, await estimateOf(task));
      }),
    );
    const usual = await usualOf(db, tasks, known);
    const equipment = await outOfServiceAt(db, siteId);
    const blockedOn = (task: TaskRow): ForecastTask['blockedIn'] => {
      const mapId = task.disinfection?.mapId ?? routes.get(task.pathId)?.mapId;
      const isAllInService = equipment.doors.length === 0 && equipment.elevators.length === 0;
      if (mapId === undefined || isAllInService) return () => null;
      const robotMapId = fleet.live(task.serialNumber, language).pose?.mapId;
      const estimate = known.get(task.id) ?? null;
      return (skips) => {
        const way = blockedBy(equipment, wayOf(mapId, task.rounds, estimate, skips), robotMapId);
        return way && { type: way.type, name: nameIn(way.name, language) };
      };
    };
    const from = now();
    const over = new Set(
      runs
        .filter(({ state }) => state === 'started' || state === 'notStarted')
        .map((run) => keyOf(run.taskId, run.plannedAt)),
    );
    const [tasksOf, exceptionsOf, runsOf] = [groupedByRobot(tasks), groupedByRobot(exceptions), groupedByRobot(runs)];
    const byRobot = new Map<string, Forecast>();
    for (const serialNumber of serialNumbers) {
      const own = tasksOf(serialNumber);
      const changes = runsOf(serialNumber)
        .filter((run) => run.changedBy !== null)
        .map((run): RunChangeOf => ({
          taskId: run.taskId,
          plannedAt: run.plannedAt.getTime(),
          startsAt: run.movedTo?.getTime() ?? null,
          isForced: run.isForced,
        }));
      const periods = exceptionsOf(serialNumber).flatMap((one) => periodsOf(one, timeZone, from - DAY_MS, to + DAY_MS));
      const open = runsOf(serialNumber).filter(
        (run) => (run.state === 'waiting' || run.state === 'planned') && run.plannedAt.getTime() <= from,
      );
      const planned = own.flatMap((task): PlannedRun[] => {
        const input = {
          task: { ...timesOf(task), id: task.id, isOn: task.isOn, rounds: task.rounds },
          timeZone,
          periods,
          changes,
          estimate: known.get(task.id) ?? null,
        };
        return [
          // Runs that wait, or were moved from the past.
          ...open
            .filter(({ taskId }) => taskId === task.id)
            .flatMap(({ plannedAt }) => expand({ ...input, from: plannedAt.getTime(), to: plannedAt.getTime() + 1 })),
          ...expand({ ...input, from: from + 1, to }),
        ].filter(({ plannedAt }) => !over.has(keyOf(task.id, plannedAt)));
      });
      const forecastTasks = new Map(
        own.map((task): [string, ForecastTask] => [
          task.id,
          {
            estimate: known.get(task.id) ?? null,
            rounds: task.rounds,
            usualMs: usual.get(task.id),
            patience: task.patience,
            name: names.get(task.id) ?? '',
            broken: task.disinfection
              ? brokenDisinfection(task, task.disinfection.mapId, known.get(task.id) ?? null)
              : brokenBy(task, routes.get(task.pathId), points),
            blockedIn: blockedOn(task),
          },
        ]),
      );
      byRobot.set(serialNumber, forecastOf(planned, forecastTasks, robotNow(serialNumber, batteryReserve)));
    }
    return { byRobot, estimates: known, usual, names };
  };
}

const DAY_MS = 86_400_000;
/** What belongs to each robot, in its order. */
function groupedByRobot<Row extends { serialNumber: string }>(
  rows: readonly Row[],
): (serialNumber: string) => readonly Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.serialNumber);
    if (own) own.push(row);
    else found.set(row.serialNumber, [row]);
  }
  return (serialNumber) => found.get(serialNumber) ?? [];
}
const keyOf = (taskId: string, plannedAt: Date | number): string => `${taskId} ${Number(plannedAt)}`;
