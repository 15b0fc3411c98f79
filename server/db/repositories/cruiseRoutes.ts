/** Cruise routes, their stops, and the robots' default routes. */
import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { accounts, audit, cruiseDefaults, cruisePaths, cruiseRecords, maps, points, robots } from '../schema.ts';

export type StoredRoute = typeof cruisePaths.$inferSelect;
/** A route with data of its map and its creator. */
export type RouteRow = StoredRoute & { mapName: LocalName; floor: string; madeBy: LocalName | null };

const rows = (db: Db) =>
  db
    .select({ ...getTableColumns(cruisePaths), mapName: maps.name, floor: maps.floor, madeBy: accounts.nickname })
    .from(cruisePaths)
    .innerJoin(maps, eq(maps.id, cruisePaths.mapId))
    .leftJoin(accounts, eq(accounts.id, cruisePaths.createdBy));
const inOrder = [asc(maps.position), asc(maps.id), asc(cruisePaths.createdAt), asc(cruisePaths.id)] as const;

export const routesOfSite = (db: Db, siteId: string): Promise<RouteRow[]> =>
  rows(db)
    .where(eq(maps.siteId, siteId))
    .orderBy(...inOrder);

export async function routePage(
  db: Db,
  siteId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: RouteRow[] }> {
  const [counted] = await db
    .select({ total: count() })
    .from(cruisePaths)
    .innerJoin(maps, eq(maps.id, cruisePaths.mapId))
    .where(eq(maps.siteId, siteId));
  return {
    total: counted?.total ?? 0,
    rows: await rows(db)
      .where(eq(maps.siteId, siteId))
      .orderBy(...inOrder)
      .limit(limit)
      .offset((page - 1) * limit),
  };
}

const byId = preparedStatement((db) =>
  rows(db)
    .where(eq(cruisePaths.id, sql.placeholder('pathId')))
    .prepare('route_by_id'),
);

export async function routeById(db: Db, pathId: string): Promise<RouteRow | undefined> {
  const [row] = await byId(db).execute({ pathId });
  return row;
}

export const routesOfMap = (db: Db, mapId: string): Promise<StoredRoute[]> =>
  db.select().from(cruisePaths).where(eq(cruisePaths.mapId, mapId)).orderBy(asc(cruisePaths.id));

export interface Place {
  mapId: string;
  name: LocalName;
  stayTime: number;
}

/** Those of these points that exist on a site. */
export async function placesOf(
  db: Db,
  siteId: string,
  areaIds: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  if (areaIds.length === 0) return new Map();
  const found = await db
    .select({ areaId: points.areaId, mapId: points.mapId, name: points.name, stayTime: points.stayTime })
    .from(points)
    .innerJoin(maps, eq(maps.id, points.mapId))
    .where(and(eq(maps.siteId, siteId), sql`${points.areaId} = any(${sql.param([...new Set(areaIds)])})`));
  return new Map(found.map(({ areaId, ...place }) => [areaId, place]));
}

export async function addRoute(db: Db, route: typeof cruisePaths.$inferInsert): Promise<void> {
  await db.insert(cruisePaths).values(route);
}

export async function changeRoute(
  db: Db,
  pathId: string,
  change: Partial<typeof cruisePaths.$inferInsert>,
): Promise<void> {
  await db.update(cruisePaths).set(change).where(eq(cruisePaths.id, pathId));
}

/** Whether the unique index rejected a duplicate route name. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === '23505';

export const deleteRoute = (db: Db, pathId: string): Promise<unknown> =>
  db.delete(cruisePaths).where(eq(cruisePaths.id, pathId));

/** A robot's default route, on any site; null if there is none. */
export async function defaultRouteOf(db: Db, serialNumber: string): Promise<string | null> {
  const [row] = await db
    .select({ pathId: cruiseDefaults.pathId })
    .from(cruiseDefaults)
    .where(eq(cruiseDefaults.serialNumber, serialNumber));
  return row?.pathId ?? null;
}

export async function setDefaultRoute(db: Db, serialNumber: string, pathId: string): Promise<void> {
  await db
    .insert(cruiseDefaults)
    .values({ serialNumber, pathId })
    .onConflictDoUpdate({ target: cruiseDefaults.serialNumber, set: { pathId } });
}

export interface NamedRobot {
  serialNumber: string;
  name: LocalName;
}

/** Robots of the route's site that have it as their default; robots moved to another site are not included. */
export const robotsStartingWith = (db: Db, { id, mapId }: Pick<StoredRoute, 'id' | 'mapId'>): Promise<NamedRobot[]> =>
  db
    .select({ serialNumber: robots.serialNumber, name: robots.name })
    .from(cruiseDefaults)
    .innerJoin(robots, eq(robots.serialNumber, cruiseDefaults.serialNumber))
    .innerJoin(maps, and(eq(maps.id, mapId), eq(maps.siteId, robots.siteId)))
    .where(and(eq(cruiseDefaults.pathId, id), isNull(robots.retiredAt)))
    .orderBy(asc(robots.serialNumber));

export const robotsDriving = (db: Db, pathId: string): Promise<NamedRobot[]> =>
  db
    .selectDistinct({ serialNumber: robots.serialNumber, name: robots.name })
    .from(cruiseRecords)
    .innerJoin(robots, eq(robots.serialNumber, cruiseRecords.serialNumber))
    .where(and(eq(cruiseRecords.pathId, pathId), eq(cruiseRecords.state, 'inProgress')))
    .orderBy(asc(robots.serialNumber));

/**
 * Current name of the account that saved the route last; undefined if there is no such audit entry or account any more.
 */
export async function lastSaverOf(db: Db, pathId: string): Promise<LocalName | undefined> {
  const [row] = await db
    .select({ name: accounts.nickname })
    .from(audit)
    .innerJoin(accounts, eq(accounts.id, audit.userId))
    .where(and(eq(audit.subject, pathId), inArray(audit.act, ['route.add', 'route.change'])))
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(1);
  return row?.name;
}
