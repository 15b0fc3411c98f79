/**
 * How long the runs of scheduled tasks take, and when they reach their stops or places. The ways between stops are planned
 * in a worker thread; ways and the cells of disinfections are kept by the version of the map.
 */
import type { PointSetting } from '../../contract/entities/schedule.ts';
import type { Language } from '../../contract/entities/constants.ts';
import { cellCentre, decodeRuns } from '../../contract/rules/cellGrid.ts';
import type { Place } from '../../contract/entities/floorPlan.ts';
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
import { planningMapOf } from './planningMap.ts';
import { planDisinfection, sizeOf, type PlannedDisinfection } from './planDisinfection.ts';
import { createScheduleApproach } from './scheduleApproach.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';

/** Routes whose ways are kept, and disinfections. */
const MOST_KEPT = 2_000;
const MOST_PLANS_KEPT = 200;

interface Needs {
  log: { warn(context: object, message: string): void };
  now(): number;
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
export interface DisinfectionAsked {
  plan: DisinfectionPlan;
  /** Those of the map. */
  points: ReadonlyMap<string, Point>;
  /** Of the map, if it was read before. */
  version?: MapVersion | undefined;
}
export interface EstimateOfDisinfection {
  estimate: TaskEstimate;
  planned: PlannedDisinfection;
  /** Of each part; null for one without cells. */
  places: readonly (Place | null)[];
}
/** Places that are driven to in turn, back to the first one. */
interface Tour {
  mapId: string;
  version?: MapVersion | undefined;
  stops: readonly Place[];
}
type PlannedWithPlaces = Omit<EstimateOfDisinfection, 'places'> & Pick<Tour, 'stops'> & { version: MapVersion };
export type ScheduleEstimates = ReturnType<typeof createScheduleEstimates>;

export function createScheduleEstimates({ log, now, store }: Needs) {
  const kept = new Map<string, Promise<readonly RouteLeg[] | null>>();
  /** Ways that are planned. */
  const legs = new Map<string, readonly RouteLeg[] | null>();
  const plans = new Map<string, Promise<Omit<PlannedWithPlaces, 'version'> | null>>();

  const planned = async (db: Db, mapId: string, stops: readonly Place[]): Promise<readonly RouteLeg[] | null> => {
    const map = await mapById(db, mapId);
    if (!map) return null;
    return runInWorker('planLegs', { ...(await planningMapOf(db, store, map)), legs: endsOf({ stops, loops: true }) });
  };
  const keyOf = async (db: Db, { mapId, version: known, stops }: Tour): Promise<string | null> => {
    const version = known ?? (await mapVersionOf(db, mapId));
    return version
      ? [mapId, version.revision, version.pictureId ?? '', ...stops.map(([x, y]) => `${x},${y}`)].join(' ')
      : null;
  };
  const legsOf = async (db: Db, tour: Tour): Promise<readonly RouteLeg[] | null> => {
    const { mapId, stops } = tour;
    const key = await keyOf(db, tour);
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

  const planOf = async (
    db: Db,
    { plan, points, version: known }: DisinfectionAsked,
  ): Promise<PlannedWithPlaces | null> => {
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
        (one): Omit<PlannedWithPlaces, 'version'> => ({
          planned: one,
          estimate: estimateOfDisinfection(plan.mode, parts, one.sections.map(sizeOf), one.grid.cellM ** 2),
          stops: placesOf(one),
        }),
        (error: unknown) => {
          if (error instanceof ApiError) return null;
          plans.delete(key);
          throw error;
        },
      );
      plans.set(key, found);
    }
    const kept = await found;
    return kept && { ...kept, version };
  };

  return {
    approach: createScheduleApproach({ log, now, store }),
    /** null if a stop is missing or the ways are not known. Waits until they are planned. */
    async of(db: Db, asked: EstimateOfTask): Promise<TaskEstimate | null> {
      const tour = tourOf(asked);
      const found = tour && (await legsOf(db, tour));
      return found && estimateAlong(found, asked);
    },
    /** The same without waiting: undefined while the ways are not planned. */
    async known(db: Db, asked: EstimateOfTask): Promise<TaskEstimate | null | undefined> {
      const tour = tourOf(asked);
      const key = tour && (await keyOf(db, tour));
      if (key === null) return null;
      const found = legs.get(key);
      return found && estimateAlong(found, asked);
    },
    /** null if places are gone, or nothing is left to disinfect. Waits until the ways between its places are planned. */
    async ofDisinfection(db: Db, asked: DisinfectionAsked): Promise<EstimateOfDisinfection | null> {
      const found = await planOf(db, asked);
      return found && alongWays(asked.plan, found, await legsOf(db, { mapId: asked.plan.mapId, ...found }));
    },
    /** The same without waiting: `areWaysKnown` is false while the ways are not planned, and the estimate has none. */
    async knownDisinfection(
      db: Db,
      asked: DisinfectionAsked,
    ): Promise<(EstimateOfDisinfection & { areWaysKnown: boolean }) | null> {
      const found = await planOf(db, asked);
      if (!found) return null;
      const key = await keyOf(db, { mapId: asked.plan.mapId, ...found });
      const ways = key === null ? null : legs.get(key);
      return { ...alongWays(asked.plan, found, ways ?? null), areWaysKnown: ways !== undefined };
    },
  };
}

/** null if a stop is missing. */
function tourOf({ route, points, settings, version }: EstimateOfTask): Tour | null {
  const stops = keptStops(route.stops, settings).flatMap((i) => route.stops[i] ?? []);
  const places = stops.flatMap(({ areaId }): Place[] => {
    const point = points.get(areaId);
    return point ? [[point.x, point.y]] : [];
  });
  return places.length !== stops.length || stops.length === 0 ? null : { mapId: route.mapId, version, stops: places };
}

/** The stops of a route run of the task, as in its estimate; none if one is missing. */
export const placesOfStops = (asked: EstimateOfTask): readonly Place[] => tourOf(asked)?.stops ?? [];

/** A place in each section: where the robot stands, or a cell in its middle. */
function placesOf({ grid, planned, sections }: PlannedDisinfection): Place[] {
  const numbers = decodeRuns(planned, grid.columns * grid.rows);
  const cells = sections.map((): number[] => []);
  numbers.forEach((number, cell) => cells[number - 1]?.push(cell));
  return sections.flatMap(({ stand }, i): Place[] => {
    const middle = cells[i]?.[Math.floor(cells[i].length / 2)];
    if (stand) return [[stand.x, stand.y]];
    return middle === undefined ? [] : [cellCentre(grid, middle)];
  });
}

/** The last way leads back to the first place. @param legs null: not known */
function alongWays(
  plan: DisinfectionPlan,
  { estimate, planned, stops }: PlannedWithPlaces,
  legs: readonly RouteLeg[] | null,
): EstimateOfDisinfection {
  const ways = (legs ?? []).map(({ path, isStraight }) => (isStraight ? [] : path));
  // Parts without cells have no section: no place, and no way begins there.
  const sectionAt = partsOf(plan).map((part) => planned.sections.findIndex(({ id }) => id === part));
  const places = sectionAt.map((i) => stops[i] ?? null);
  const paths = sectionAt.map((i) => ways[i] ?? []);
  return { planned, places, estimate: { ...estimate, paths } };
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
