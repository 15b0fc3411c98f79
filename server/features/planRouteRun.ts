/**
 * Plans a route run from a route and its points: a copy of everything it needs, in the language of the user who starts
 * it.
 */
import { randomUUID } from 'node:crypto';
import type { Language } from '../../contract/entities/constants.ts';
import type { CycleType } from '../../contract/rules/routeRun.ts';
import { toRadians } from '../../contract/rules/mapFrame.ts';
import { nameIn, type LocalName } from '../db/localName.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import type { Point } from '../db/repositories/maps.ts';
import type { cruiseRecords, RouteRunPlan, StoredRouteRunStop } from '../db/schema.ts';
import { legCourse, releasedFrom, type RouteRun } from '../fleet/routeRuns/routeRun.ts';

interface Wish {
  robot: { serialNumber: string; name: LocalName };
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  /** The robot's name for the map. */
  mapName: string;
  cycleType: CycleType;
  by: { userId: string; nickname: LocalName; language: Language };
  now: number;
}

export function planRouteRun({
  robot,
  route,
  points,
  mapName,
  cycleType,
  by,
  now,
}: Wish): typeof cruiseRecords.$inferInsert & RouteRun {
  const { language } = by;
  const stops: StoredRouteRunStop[] = route.stops.map(({ areaId }) => ({
    areaId,
    name: points.get(areaId)?.name ?? '',
    state: 'waiting',
    arrivedAt: null,
    leftAt: null,
  }));
  const plan: RouteRunPlan = {
    mapName,
    startSpeech: nameIn(route.startSpeech, language),
    endSpeech: nameIn(route.endSpeech, language),
    stops: route.stops.map(({ areaId, stayTime, speech, angle }) => {
      const point = points.get(areaId);
      return {
        areaId,
        x: point?.x ?? 0,
        y: point?.y ?? 0,
        theta: angle === null ? (point?.theta ?? null) : toRadians(angle),
        stayTime,
        say: nameIn(speech, language) || nameIn(point?.arrivedWord ?? '', language),
        depart: nameIn(point?.departWord ?? '', language),
        doorId: point?.attributes.includes('doorAccessWaiting') ? point.doorId : null,
      };
    }),
  };
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
    loop: 0,
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
    course: legCourse(
      now,
      0,
      stops.map((_, i) => i),
    ),
    arrived: 0,
    skipped: 0,
    revision: 0,
    demo: false,
  };
  return { ...run, course: { ...run.course, released: releasedFrom(run, 0) } };
}
