/** Sites, maps and points. */
import { and, asc, eq, getTableColumns, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { StoredPlan } from '../localName.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { maps, points, relations, robots, sites } from '../schema.ts';

export type Site = typeof sites.$inferSelect;
export type StoredMap = typeof maps.$inferSelect;
export type Point = typeof points.$inferSelect;

/** The first sites, ordered by id. @param most maximum number */
export const firstSites = (db: Db, most: number): Promise<Site[]> =>
  db.select().from(sites).orderBy(asc(sites.id)).limit(most);

export const allSites = (db: Db): Promise<Site[]> => db.select().from(sites).orderBy(asc(sites.id));

/** Sites where the user has a robot. */
export async function sitesOf(db: Db, userId: string): Promise<Site[]> {
  const own = db
    .select({ siteId: robots.siteId })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(eq(relations.userId, userId), eq(relations.isAuth, true), isNull(robots.retiredAt)));
  return db.select().from(sites).where(inArray(sites.id, own)).orderBy(asc(sites.id));
}

/** Sites without bound robots; retired robots do not count. */
export async function sitesWithoutMembers(db: Db): Promise<Site[]> {
  const used = db
    .select({ siteId: robots.siteId })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(eq(relations.isAuth, true), isNull(robots.retiredAt)));
  return db.select().from(sites).where(notInArray(sites.id, used)).orderBy(asc(sites.id));
}

export const mapsOfSites = async (db: Db, siteIds: readonly string[]): Promise<StoredMap[]> =>
  siteIds.length === 0
    ? []
    : db
        .select()
        .from(maps)
        .where(inArray(maps.siteId, [...siteIds]))
        .orderBy(asc(maps.siteId), asc(maps.position), asc(maps.id));

const { plan: _, ...withoutPlan } = getTableColumns(maps);
/** Without the plan, which is large. */
export const floorsOfSites = async (db: Db, siteIds: readonly string[]): Promise<Omit<StoredMap, 'plan'>[]> =>
  siteIds.length === 0
    ? []
    : db
        .select(withoutPlan)
        .from(maps)
        .where(inArray(maps.siteId, [...siteIds]))
        .orderBy(asc(maps.siteId), asc(maps.position), asc(maps.id));

export async function mapById(db: Db, id: string): Promise<StoredMap | undefined> {
  const [row] = await db.select().from(maps).where(eq(maps.id, id));
  return row;
}

/** What changes whenever the plan or the picture of a map does. */
export type MapVersion = Pick<StoredMap, 'revision' | 'pictureId'>;
const versionById = preparedStatement((db) =>
  db
    .select({ revision: maps.revision, pictureId: maps.pictureId })
    .from(maps)
    .where(eq(maps.id, sql.placeholder('id')))
    .prepare('map_version'),
);

export async function mapVersionOf(db: Db, id: string): Promise<MapVersion | undefined> {
  const [row] = await versionById(db).execute({ id });
  return row;
}

/** Only the rooms of the plans, which are large; by map. */
export async function roomsOfMaps(
  db: Db,
  mapIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPlan['rooms']>> {
  if (mapIds.length === 0) return new Map();
  const rows = await db
    .select({ id: maps.id, rooms: sql<StoredPlan['rooms']>`${maps.plan} -> 'rooms'` })
    .from(maps)
    .where(inArray(maps.id, [...mapIds]));
  return new Map(rows.map(({ id, rooms }) => [id, rooms]));
}

export const pointsOfMaps = async (db: Db, mapIds: readonly string[]): Promise<Point[]> =>
  mapIds.length === 0
    ? []
    : db
        .select()
        .from(points)
        .where(inArray(points.mapId, [...mapIds]))
        .orderBy(asc(points.mapId), asc(points.areaId));

/** Those of some points that are on a map. */
export const pointsAmong = (db: Db, mapId: string, areaIds: readonly string[]): Promise<Point[]> =>
  amongPoints(db).execute({ mapId, areaIds: [...new Set(areaIds)] });

const amongPoints = preparedStatement((db) =>
  db
    .select()
    .from(points)
    .where(and(eq(points.mapId, sql.placeholder('mapId')), sql`${points.areaId} = any(${sql.placeholder('areaIds')})`))
    .orderBy(asc(points.areaId))
    .prepare('points_among'),
);

/** Points read in one query; between two queries the event loop is free. */
const PAGE = 1_000;

/** All points of a map by id, in the order of the ids: in pages, so that thousands do not hold up the event loop. */
export async function pointsOfMap(db: Db, mapId: string): Promise<Map<string, Point>> {
  const found = new Map<string, Point>();
  for (let last = '', rows: Point[]; ; last = rows.at(-1)?.areaId ?? last) {
    rows = await db
      .select()
      .from(points)
      .where(and(eq(points.mapId, mapId), gt(points.areaId, last)))
      .orderBy(asc(points.areaId))
      .limit(PAGE);
    for (const point of rows) found.set(point.areaId, point);
    if (rows.length < PAGE) return found;
  }
}

export async function pointCounts(db: Db, mapIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (mapIds.length === 0) return new Map();
  const rows = await db
    .select({ id: points.mapId, count: sql<number>`count(*)::int` })
    .from(points)
    .where(inArray(points.mapId, [...mapIds]))
    .groupBy(points.mapId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function pointById(db: Db, areaId: string): Promise<Point | undefined> {
  const [row] = await db.select().from(points).where(eq(points.areaId, areaId));
  return row;
}

export async function changeMap(db: Db, id: string, change: Partial<typeof maps.$inferInsert>): Promise<void> {
  await db.update(maps).set(change).where(eq(maps.id, id));
}
