/**
 * What the due runs of one transaction share: tasks, sites, routes and equipment, each read once instead of for every run.
 * Only the runs are locked then. A task and its robot's exceptions can be saved until the robot's schedule is locked, so
 * the attempt to start a run reads them again after that; so it does with the route.
 */
import type { OutOfService } from '../../contract/rules/schedule/outOfService.ts';
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { routeById, type RouteRow } from '../db/repositories/cruiseRoutes.ts';
import { mapVersionOf, pointsAmong, type MapVersion, type Point } from '../db/repositories/maps.ts';
import { namesOf } from '../db/repositories/robotMembers.ts';
import {
  sitesOfRobots,
  tasksById,
  type SiteOfRobot,
  type TaskRow,
  type TaskRunRow,
} from '../db/repositories/schedules.ts';
import { outOfServiceAt } from '../db/repositories/sites.ts';

/** A route with its stops' points and the version of its map. */
export interface KnownRoute {
  route: RouteRow;
  points: ReadonlyMap<string, Point>;
  version: MapVersion | undefined;
}
/** undefined: the route is deleted. */
export type ReadRoute = (db: Db, pathId: string) => Promise<KnownRoute | undefined>;

/** Not all points of the map, which can be thousands. */
export const pointsOn = async (
  db: Db,
  mapId: string,
  areaIds: readonly string[],
): Promise<ReadonlyMap<string, Point>> =>
  new Map((await pointsAmong(db, mapId, areaIds)).map((point) => [point.areaId, point]));

/** Reads each value once. A read that fails is repeated by the next caller. */
function once<Value>(read: (db: Db, key: string) => Promise<Value>): (db: Db, key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (db, key) => {
    let found = known.get(key);
    if (!found) {
      found = read(db, key);
      known.set(key, found);
      found.catch(() => known.delete(key));
    }
    return found;
  };
}

export const routesOnce = (): ReadRoute =>
  once(async (db, pathId) => {
    const route = await routeById(db, pathId);
    if (!route) return undefined;
    const stops = route.stops.map(({ areaId }) => areaId);
    return { route, points: await pointsOn(db, route.mapId, stops), version: await mapVersionOf(db, route.mapId) };
  });

export interface Batch {
  tasks: ReadonlyMap<string, TaskRow>;
  site(serialNumber: string): SiteOfRobot | undefined;
  nickname(userId: string): LocalName;
  route: ReadRoute;
  equipment(db: Db, siteId: string): Promise<OutOfService<LocalName>>;
}

/** @param runs locked, so that nobody removes or moves them meanwhile; their tasks are not */
export async function readBatch(db: Db, runs: readonly TaskRunRow[]): Promise<Batch> {
  const serialNumbers = [...new Set(runs.map(({ serialNumber }) => serialNumber))];
  const tasks = await tasksById(db, [...new Set(runs.map(({ taskId }) => taskId))]);
  const sites = new Map((await sitesOfRobots(db, serialNumbers)).map((site) => [site.serialNumber, site]));
  const names = await namesOf(db, [...new Set(tasks.map(({ savedBy }) => savedBy))]);
  return {
    tasks: new Map(tasks.map((task) => [task.id, task])),
    site: (serialNumber) => sites.get(serialNumber),
    nickname: (userId) => names.get(userId) ?? '',
    route: routesOnce(),
    equipment: once(outOfServiceAt),
  };
}
