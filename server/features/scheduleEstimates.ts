/**
 * How long the runs of scheduled tasks take, and when they reach their stops or places. The ways between stops are planned
 * in a worker thread; ways and the cells of disinfections are kept by the version of the map.
 */
import type { PointSetting } from '../../contract/entities/schedule.ts';
import type { Language } from '../../contract/entities/constants.ts';
import type { DisinfectionPlan } from '../../contract/rules/disinfection.ts';
import { estimateOf } from '../../contract/rules/cruiseEstimate.ts';
import { toDegrees } from '../../contract/rules/mapFrame.ts';
import { endsOf, type RouteLeg } from '../../contract/rules/planPath/routePlan.ts';
import { estimateOfDisinfection, partsOf } from '../../contract/rules/schedule/disinfectionTask.ts';
import type { TaskEstimate } from '../../contract/rules/schedule/expand.ts';
import { keptStops } from '../../contract/rules/schedule/scheduledTask.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { nameIn } from '../db/localName.ts';
import type { RouteRow } from '../db/repositories/cruiseRoutes.ts';
import { mapById, mapVersionOf, type MapVersion, type Point } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import { groundOfMap } from './mapGround.ts';
import { planDisinfection, sizeOf, type PlannedDisinfection } from './planDisinfection.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

/** Routes whose ways are kept, and disinfections. */
const MOST_KEPT = 2_000;
const MOST_PLANS_KEPT = 200;

interface Needs {
  log: { warn(context: object, message: string): void };
  store: FileStore;
}
export interface EstimateOfTask {
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  settings: readonly PointSetting[];
  language: Language;
  /** m/s. */
  speed: number;
  /** Of the route's map, if it was read before. */
  version?: MapVersion | undefined;
}
export interface EstimateOfDisinfection {
  estimate: TaskEstimate;
  planned: PlannedDisinfection;
}
export type ScheduleEstimates = ReturnType<typeof createScheduleEstimates>;

export function createScheduleEstimates({ log, store }: Needs) {
  const kept = new Map<string, Promise<readonly RouteLeg[] | null>>();
  /** Ways that are planned. */
  const legs = new Map<string, readonly RouteLeg[] | null>();
  const plans = new Map<string, Promise<EstimateOfDisinfection | null>>();

  const planned = async (db: Db, mapId: string, stops: readonly Point[]): Promise<readonly RouteLeg[] | null> => {
    const map = await mapById(db, mapId);
    if (!map) return null;
    return runInWorker('planLegs', {
      ...(await groundOfMap(db, store, map)),
      legs: endsOf({ stops: stops.map(({ x, y }) => [x, y] as const), loops: true }),
    });
  };
  const keyOf = async (
    db: Db,
    { route: { mapId }, version: known }: EstimateOfTask,
    stops: readonly Point[],
  ): Promise<string | null> => {
    const version = known ?? (await mapVersionOf(db, mapId));
    return version
      ? [mapId, version.revision, version.pictureId ?? '', ...stops.map(({ x, y }) => `${x},${y}`)].join(' ')
      : null;
  };
  const legsOf = async (
    db: Db,
    asked: EstimateOfTask,
    stops: readonly Point[],
  ): Promise<readonly RouteLeg[] | null> => {
    const { mapId } = asked.route;
    const key = await keyOf(db, asked, stops);
    if (key === null) return null;
    let planning = kept.get(key);
    if (!planning) {
      const [oldest] = kept.keys();
      if (kept.size >= MOST_KEPT && oldest !== undefined) for (const map of [kept, legs]) map.delete(oldest);
      planning = planned(db, mapId, stops).then(
        (found) => {
          legs.set(key, found);
          return found;
        },
        (error: unknown) => {
          kept.delete(key);
          log.warn({ err: error, mapId }, 'the ways of a route could not be planned for its estimate');
          return null;
        },
      );
      kept.set(key, planning);
    }
    return planning;
  };

  const placesOf = ({ route, points, settings }: EstimateOfTask): Point[] | null => {
    const stops = keptStops(route.stops, settings).flatMap((i) => route.stops[i] ?? []);
    const places = stops.flatMap(({ areaId }) => points.get(areaId) ?? []);
    return places.length !== stops.length || stops.length === 0 ? null : places;
  };

  return {
    /** null if a stop is missing or the ways are not known. Waits until they are planned. */
    async of(db: Db, asked: EstimateOfTask): Promise<TaskEstimate | null> {
      const places = placesOf(asked);
      const found = places && (await legsOf(db, asked, places));
      return found && estimateAlong(found, asked);
    },
    /** The same without waiting: undefined while the ways are not planned. */
    async known(db: Db, asked: EstimateOfTask): Promise<TaskEstimate | null | undefined> {
      const places = placesOf(asked);
      const key = places && (await keyOf(db, asked, places));
      if (key === null) return null;
      const found = legs.get(key);
      return found && estimateAlong(found, asked);
    },
    /**
     * null if places are gone, or nothing is left to disinfect.
     * @param points those of the map
     * @param known the map's version, if it was read before
     */
    async ofDisinfection(
      db: Db,
      plan: DisinfectionPlan,
      points: ReadonlyMap<string, Point>,
      known?: MapVersion,
    ): Promise<EstimateOfDisinfection | null> {
      const version = known ?? (await mapVersionOf(db, plan.mapId));
      if (!version) return null;
      const parts = partsOf(plan);
      const places = parts.map((id) => {
        const point = points.get(id);
        return point && [point.mapId, point.x, point.y, point.name];
      });
      const key = JSON.stringify([version.revision, plan, places]);
      let found = plans.get(key);
      if (!found) {
        const [oldest] = plans.keys();
        if (plans.size >= MOST_PLANS_KEPT && oldest !== undefined) plans.delete(oldest);
        found = planDisinfection(db, plan).then(
          (one): EstimateOfDisinfection => ({
            planned: one,
            estimate: estimateOfDisinfection(plan.mode, parts, one.sections.map(sizeOf), one.grid.cellM ** 2),
          }),
          (error: unknown) => {
            if (error instanceof ApiError) return null;
            plans.delete(key);
            throw error;
          },
        );
        plans.set(key, found);
      }
      return found;
    },
  };
}

function estimateAlong(
  legs: readonly RouteLeg[],
  { route, points, settings, language, speed }: EstimateOfTask,
): TaskEstimate {
  const changed = new Map(settings.map((setting) => [setting.areaId, setting]));
  const stops = keptStops(route.stops, settings).flatMap((i) => route.stops[i] ?? []);
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
    paths: legs.map(({ path, isStraight }) => (isStraight ? [] : path)),
  };
}
