/** Adds, orders and deletes maps; stores their pictures and the robots' names of maps. */
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { COMMAND_STATES, hasEnded } from '../../../contract/rules/commandLife.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import {
  commands,
  cruisePaths,
  cruiseRecords,
  deliveries,
  mapPictures,
  maps,
  mapVersions,
  points,
  robotMapNames,
  robots,
  sites,
} from '../schema.ts';
import { markDeleted } from './files.ts';
import { isUnderWayBetween } from './mapPoints.ts';
import type { StoredMap } from './maps.ts';

export type StoredPicture = typeof mapPictures.$inferSelect;

/** Reads the site and locks the order and names of its maps until the transaction ends. */
export async function lockSite(db: Db, siteId: string): Promise<typeof sites.$inferSelect | undefined> {
  const [row] = await db.select().from(sites).where(eq(sites.id, siteId)).for('update');
  return row;
}

export async function addMap(db: Db, map: typeof maps.$inferInsert): Promise<StoredMap> {
  const [row] = await db.insert(maps).values(map).returning();
  if (!row) throw new Error('a map was not added');
  return row;
}

export const deleteMap = (db: Db, mapId: string): Promise<unknown> => db.delete(maps).where(eq(maps.id, mapId));

/** Makes the map the only default one of the site. */
export async function makeDefault(db: Db, siteId: string, mapId: string): Promise<void> {
  await db
    .update(maps)
    .set({ isDefault: false })
    .where(and(eq(maps.siteId, siteId), ne(maps.id, mapId)));
  await db.update(maps).set({ isDefault: true }).where(eq(maps.id, mapId));
}

export async function putPicture(db: Db, picture: StoredPicture): Promise<void> {
  await db.insert(mapPictures).values(picture);
}

export async function pictureById(db: Db, mapId: string, id: string): Promise<StoredPicture | undefined> {
  const [row] = await db
    .select()
    .from(mapPictures)
    .where(and(eq(mapPictures.id, id), eq(mapPictures.mapId, mapId)));
  return row;
}

/** Deletes a map's pictures and their files except `but`, the current one; null deletes all. */
export async function deletePictures(db: Db, mapId: string, but: string | null): Promise<void> {
  const deleted = await db
    .delete(mapPictures)
    .where(and(eq(mapPictures.mapId, mapId), but === null ? undefined : ne(mapPictures.id, but)))
    .returning({ fileId: mapPictures.fileId });
  await markDeleted(
    db,
    deleted.flatMap(({ fileId }) => fileId ?? []),
  );
}

const isUnmoved = and(isNull(mapPictures.fileId), isNotNull(mapPictures.png));

export async function countUnmovedPictures(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(mapPictures).where(isUnmoved);
  return row?.total ?? 0;
}

/** Pictures whose bytes are still in the database, in order of their ids. */
export const unmovedPictures = (db: Db, after: string, limit: number): Promise<{ id: string }[]> =>
  db
    .select({ id: mapPictures.id })
    .from(mapPictures)
    .where(and(isUnmoved, gt(mapPictures.id, after)))
    .orderBy(asc(mapPictures.id))
    .limit(limit);

/** @returns undefined if it is moved or deleted; `siteId` is null if its map is deleted */
export async function unmovedPicture(
  db: Db,
  id: string,
): Promise<{ png: Buffer; mapId: string; siteId: string | null } | undefined> {
  const [row] = await db
    .select({ png: mapPictures.png, mapId: mapPictures.mapId, siteId: maps.siteId })
    .from(mapPictures)
    .leftJoin(maps, eq(maps.id, mapPictures.mapId))
    .where(and(eq(mapPictures.id, id), isUnmoved));
  return row?.png ? { ...row, png: row.png } : undefined;
}

/** @returns false if another server moved the picture, or it is deleted */
export async function movePicture(db: Db, id: string, fileId: string): Promise<boolean> {
  const changed = await db
    .update(mapPictures)
    .set({ fileId, png: null })
    .where(and(eq(mapPictures.id, id), isUnmoved))
    .returning({ id: mapPictures.id });
  return changed.length > 0;
}

export interface RobotNames {
  serialNumber: string;
  name: LocalName;
  robotMapName: string | null;
  mapId: string | null;
}

/** One row per robot and map name; robots without a name for any map have one row. */
export const namesOnSite = (db: Db, siteId: string): Promise<RobotNames[]> =>
  db
    .select({
      serialNumber: robots.serialNumber,
      name: robots.name,
      robotMapName: robotMapNames.robotMapName,
      mapId: robotMapNames.mapId,
    })
    .from(robots)
    .leftJoin(robotMapNames, eq(robotMapNames.serialNumber, robots.serialNumber))
    .where(and(eq(robots.siteId, siteId), isNull(robots.retiredAt)))
    .orderBy(asc(robots.serialNumber), asc(robotMapNames.robotMapName));

export async function setRobotNames(
  db: Db,
  mapId: string,
  names: readonly { robot: string; name: string }[],
): Promise<void> {
  await db.delete(robotMapNames).where(eq(robotMapNames.mapId, mapId));
  for (const { robot, name } of names)
    await db
      .insert(robotMapNames)
      .values({ serialNumber: robot, robotMapName: name, mapId })
      .onConflictDoUpdate({ target: [robotMapNames.serialNumber, robotMapNames.robotMapName], set: { mapId } });
}

export interface Belongings {
  points: number;
  versions: number;
  routes: LocalName[];
  robots: LocalName[];
  /** By serial number. */
  underWay: ReadonlyMap<string, LocalName>;
  /** Destinations of deliveries under way. */
  deliveries: LocalName[];
}

const UNDER_WAY = COMMAND_STATES.filter((state) => !hasEnded(state));

export async function belongingsOf(db: Db, mapId: string): Promise<Belongings> {
  const rowsIn = async (table: typeof points | typeof mapVersions): Promise<number> => {
    const [row] = await db
      .select({ count: sql<number>`count(*)::int` })
      .from(table)
      .where(eq(table.mapId, mapId));
    return row?.count ?? 0;
  };
  const routes = await db
    .select({ name: cruisePaths.name })
    .from(cruisePaths)
    .where(eq(cruisePaths.mapId, mapId))
    .orderBy(asc(cruisePaths.name));
  const named = await db
    .selectDistinct({ id: robots.serialNumber, name: robots.name })
    .from(robotMapNames)
    .innerJoin(robots, eq(robots.serialNumber, robotMapNames.serialNumber))
    .where(eq(robotMapNames.mapId, mapId))
    .orderBy(asc(robots.serialNumber));
  const onMap = db.select({ id: points.areaId }).from(points).where(eq(points.mapId, mapId));
  const going = await db
    .selectDistinct({ id: robots.serialNumber, name: robots.name })
    .from(commands)
    .innerJoin(robots, eq(robots.serialNumber, commands.serialNumber))
    .where(and(inArray(commands.state, UNDER_WAY), inArray(commands.targetId, onMap)));
  const driving = await db
    .selectDistinct({ id: robots.serialNumber, name: robots.name })
    .from(cruiseRecords)
    .innerJoin(robots, eq(robots.serialNumber, cruiseRecords.serialNumber))
    .where(and(eq(cruiseRecords.state, 'inProgress'), eq(cruiseRecords.mapId, mapId)));
  const delivered = await db
    .select({ name: deliveries.destinationName })
    .from(deliveries)
    .where(isUnderWayBetween(onMap))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.id));
  const underWay = new Map([...going, ...driving].map(({ id, name }) => [id, name]));
  return {
    points: await rowsIn(points),
    versions: await rowsIn(mapVersions),
    routes: routes.map(({ name }) => name),
    robots: named.map(({ name }) => name),
    underWay,
    deliveries: delivered.map(({ name }) => name),
  };
}
