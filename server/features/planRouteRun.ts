/**
 * Plans a route run from a route and its points: a copy of everything it needs, in the language of the user who starts
 * it.
 */
import { randomUUID } from 'node:crypto';
import type { PointSetting } from '../../contract/entities/schedule.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { CycleType } from '../../contract/rules/routeRun.ts';
import type { Skip } from '../../contract/rules/schedule/expand.ts';
import { keptStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { toRadians } from '../../contract/rules/mapFrame.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import type { Point } from '../db/repositories/maps.ts';
import type { cruiseRecords, RouteRunPlan, StoredRouteRunStop } from '../db/schema.ts';
import { freshStops, leftOut, legCourse, openStops, releasedFrom, type RouteRun } from '../fleet/routeRuns/routeRun.ts';

interface Wish {
  robot: { serialNumber: string; name: LocalName };
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  /** The robot's name for the map. */
  mapName: string;
  cycleType: CycleType;
  /** Rounds after which a loop ends; null: it goes on until it is ended. */
  rounds?: number | null;
  /** What a scheduled task adds, or the person who starts it. */
  settings?: RunSettings;
  task?: TaskOfRun;
  by: { userId: string; nickname: LocalName; language: Language };
  now: number;
}

/** What a run does otherwise than its route says. */
export interface RunSettings {
  settings: readonly PointSetting[];
  speech: LocalName;
}
/** The scheduled task of a run. */
export interface TaskOfRun {
  id: string;
  plannedAt: Date;
  /** Stops that exceptions leave out; indexes among the stops that the task visits. */
  skips: readonly Skip[];
}

export function planRouteRun({
  robot,
  route,
  points,
  mapName,
  cycleType,
  rounds = null,
  settings: own = { settings: [], speech: '' },
  task,
  by,
  now,
}: Wish): typeof cruiseRecords.$inferInsert & RouteRun {
  const { language } = by;
  const settings = new Map(own.settings.map((setting) => [setting.areaId, setting]));
  const waySpeech = nameIn(own.speech, language);
  const visited = keptStops(route.stops, own.settings).flatMap((i) => route.stops[i] ?? []);
  const skips: Record<string, number[]> = {};
  for (const { round, stop } of task?.skips ?? []) (skips[round] ??= []).push(stop);
  const plan: RouteRunPlan = {
    mapName,
    startSpeech: nameIn(route.startSpeech, language),
    endSpeech: nameIn(route.endSpeech, language),
    ...(waySpeech && { waySpeech }),
    ...(task && task.skips.length > 0 && { skips }),
    stops: visited.map(({ areaId, stayTime, speech, angle, takePhoto = false }) => {
      const point = points.get(areaId);
      const setting = settings.get(areaId);
      return {
        areaId,
        x: point?.x ?? 0,
        y: point?.y ?? 0,
        theta: angle === null ? (point?.theta ?? null) : toRadians(angle),
        stayTime: setting?.stayTime ?? stayTime,
        say: setting?.speech ?? (nameIn(speech, language) || nameIn(point?.arrivedWord ?? '', language)),
        depart: nameIn(point?.departWord ?? '', language),
        doorId: point?.attributes.includes('doorAccessWaiting') ? point.doorId : null,
        takePhoto,
      };
    }),
  };
  const fresh = visited.map(({ areaId }): StoredRouteRunStop => ({
    areaId,
    name: points.get(areaId)?.name ?? '',
    state: 'waiting',
    arrivedAt: null,
    leftAt: null,
  }));
  let loop = 0;
  let stops = freshStops(fresh, plan, loop);
  // Exceptions can leave out the first rounds as a whole.
  while (openStops(stops).length === 0 && loop + 1 < (rounds ?? 1)) stops = freshStops(fresh, plan, (loop += 1));
  const run: RouteRun = {
    id: randomUUID(),
    serialNumber: robot.serialNumber,
    robotName: robot.name,
    pathId: route.id,
    pathName: route.name,
    mapId: route.mapId,
    mapName: route.mapName,
    floor: route.floor,
    cycleType,
    loop,
    state: 'inProgress',
    phase: 'starting',
    reason: null,
    startedBy: by.userId,
    startedByName: by.nickname,
    language,
    startedAt: new Date(now),
    endedAt: null,
    leg: 0,
    updateId: 0,
    distance: 0,
    stops,
    plan,
    course: legCourse(now, loop, openStops(stops)),
    arrived: 0,
    skipped: leftOut(plan, loop),
    revision: 0,
    rounds: cycleType === 'single' ? null : rounds,
    taskId: task?.id ?? null,
    plannedAt: task?.plannedAt ?? null,
    demo: false,
  };
  return { ...run, course: { ...run.course, released: releasedFrom(run, 0) } };
}
