/**
 * How long the rounds of scheduled tasks take, and when they reach their stops. The ways between the stops are planned in
 * a worker thread and kept by the version of the map.
 */
import type { PointSetting } from '../../contract/entities/schedule.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { estimateOf } from '../../contract/rules/cruiseEstimate.ts';
import { toDegrees } from '../../contract/rules/mapFrame.ts';
import { PLAN_META } from '../../contract/rules/mapFiles/planPicture.ts';
import type { RouteLeg } from '../../contract/rules/planPath/routePlan.ts';
import type { TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { keptStops } from '../../contract/rules/schedule/scheduledTask.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import { pictureById } from '../db/repositories/mapFiles.ts';
import { mapById, mapVersionOf, type Point } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { mapPictureBytes } from '../files/mapPictures.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

/** Routes whose ways are kept. */
const MOST_KEPT = 500;

interface Needs {
  log: { warn(context: object, message: string): void };
  store?: FileStore;
}
export interface EstimateOfTask {
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  settings: readonly PointSetting[];
  language: Language;
  /** m/s. */
  speed: number;
}
export type ScheduleEstimates = ReturnType<typeof createScheduleEstimates>;

export function createScheduleEstimates({ log, store }: Needs) {
  const kept = new Map<string, Promise<readonly RouteLeg[] | null>>();

  const planned = async (db: Db, mapId: string, stops: readonly Point[]): Promise<readonly RouteLeg[] | null> => {
    const map = await mapById(db, mapId);
    if (!map) return null;
    const stored = map.pictureId === null ? undefined : await pictureById(db, mapId, map.pictureId);
    const png = stored && (store ? await mapPictureBytes(store, stored).catch(() => null) : stored.png);
    return runInWorker('planLegs', {
      png: png ?? null,
      meta: stored?.meta ?? PLAN_META,
      plan: map.plan,
      resolution: map.resolution,
      origin: { x: map.originX, y: map.originY, yaw: map.originYaw },
      stops: stops.map(({ x, y }) => [x, y] as const),
    });
  };
  const legsOf = async (db: Db, mapId: string, stops: readonly Point[]): Promise<readonly RouteLeg[] | null> => {
    const version = await mapVersionOf(db, mapId);
    if (!version) return null;
    const key = [mapId, version.revision, version.pictureId ?? '', ...stops.map(({ x, y }) => `${x},${y}`)].join(' ');
    let legs = kept.get(key);
    if (!legs) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      legs = planned(db, mapId, stops).catch((error: unknown) => {
        kept.delete(key);
        log.warn({ err: error, mapId }, 'the ways of a route could not be planned for its estimate');
        return null;
      });
      kept.set(key, legs);
    }
    return legs;
  };

  return {
    /** null if a stop is missing or the ways are not known. */
    async of(db: Db, { route, points, settings, language, speed }: EstimateOfTask): Promise<TaskEstimate | null> {
      const changed = new Map(settings.map((setting) => [setting.areaId, setting]));
      const stops = keptStops(route.stops, settings).flatMap((i) => route.stops[i] ?? []);
      const places = stops.flatMap(({ areaId }) => points.get(areaId) ?? []);
      if (places.length !== stops.length || stops.length === 0) return null;
      const legs = await legsOf(db, route.mapId, places);
      if (!legs) return null;
      const estimate = estimateOf({
        legs,
        stops: stops.map(({ areaId, stayTime, speech, angle }) => {
          const [setting, point] = [changed.get(areaId), points.get(areaId)];
          return {
            stayTime: setting?.stayTime ?? stayTime,
            speech: setting?.speech ?? (nameIn(speech, language) || nameIn(point?.arrivedWord ?? '', language)),
            angle: angle ?? (point ? toDegrees(point.theta) : null),
          };
        }),
        speed,
      });
      let at = 0;
      return {
        stops: stops.map(({ areaId }, i) => {
          const reached = at;
          at += (estimate.stops[i] ?? 0) + (estimate.legs[i] ?? 0);
          return { areaId, at: reached };
        }),
        roundSeconds: estimate.seconds,
        metres: estimate.metres,
        battery: estimate.battery,
      };
    },
  };
}
