/** Earlier versions of a map's points. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm';
import { MAP_VERSIONS_KEPT } from '../../../contract/rules/mapLimits.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, mapVersions, points, type StoredPoint, type StoredSummary } from '../schema.ts';

export interface VersionRow {
  revision: number;
  at: Date;
  userId: string | null;
  /** null if no user made the version, or the account was deleted. */
  name: LocalName | null;
  summary: StoredSummary;
  pointCount: number;
}

const columns = {
  revision: mapVersions.revision,
  at: mapVersions.at,
  userId: mapVersions.userId,
  name: accounts.nickname,
  summary: mapVersions.summary,
  pointCount: sql<number>`jsonb_array_length(${mapVersions.points})`,
};

/** Newest first. */
export async function versionsOf(
  db: Db,
  mapId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ total: number; rows: VersionRow[] }> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(mapVersions)
    .where(eq(mapVersions.mapId, mapId));
  const rows = await db
    .select(columns)
    .from(mapVersions)
    .leftJoin(accounts, eq(accounts.id, mapVersions.userId))
    .where(eq(mapVersions.mapId, mapId))
    .orderBy(desc(mapVersions.revision))
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

export async function versionAt(
  db: Db,
  mapId: string,
  revision: number,
): Promise<(VersionRow & { points: StoredPoint[] }) | undefined> {
  const [row] = await db
    .select({ ...columns, points: mapVersions.points })
    .from(mapVersions)
    .leftJoin(accounts, eq(accounts.id, mapVersions.userId))
    .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.revision, revision)));
  return row;
}

/**
 * The points at a revision, from the last version up to it, because not every revision changes points. undefined if it
 * is no longer kept.
 */
export async function pointsOn(db: Db, mapId: string, revision: number): Promise<StoredPoint[] | undefined> {
  const [row] = await db
    .select({ points: mapVersions.points })
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), lte(mapVersions.revision, revision)))
    .orderBy(desc(mapVersions.revision))
    .limit(1);
  return row?.points;
}

/** A point as `StoredPoint`, built from its row. */
const storedPointOf = sql.join(
  Object.entries(getTableColumns(points)).map(([key, column]) => sql`${sql.raw(`'${key}'`)}, ${column}`),
  sql`, `,
);

/**
 * Keeps the current points of the map as a version, unless that revision is kept already, and deletes the oldest versions
 * beyond the limit. The database copies the points itself: they do not pass through this process, because there can be thousands.
 */
export async function keepVersion(
  db: Db,
  { mapId, revision, at, userId, summary }: Omit<typeof mapVersions.$inferInsert, 'id' | 'points'>,
): Promise<void> {
  const allPoints = db
    .select({ all: sql`coalesce(jsonb_agg(jsonb_build_object(${storedPointOf}) order by ${points.areaId}), '[]')` })
    .from(points)
    .where(eq(points.mapId, mapId));
  await db
    .insert(mapVersions)
    .values({ id: randomUUID(), mapId, revision, at, userId, summary, points: sql`(${allPoints})` })
    .onConflictDoNothing();
  await db.execute(sql`delete from ${mapVersions} where ${mapVersions.mapId} = ${mapId} and ${mapVersions.revision} < (
    select min(kept.revision) from (select revision from ${mapVersions} as newest where newest.map_id = ${mapId} order by revision desc limit ${MAP_VERSIONS_KEPT}) as kept)`);
}

export async function hasVersions(db: Db, mapId: string): Promise<boolean> {
  return (
    (await db.select({ revision: mapVersions.revision }).from(mapVersions).where(eq(mapVersions.mapId, mapId)).limit(1))
      .length > 0
  );
}
