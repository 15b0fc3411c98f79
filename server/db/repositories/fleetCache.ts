/** The rows that every server caches in memory for its fleet. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { acceptedDeviations, maps, points, relations, robotMapNames, robots } from '../schema.ts';

/** A text that changes when any server adds, changes or removes a row that `fleetRows` reads. */
export async function fleetRevision(db: Db): Promise<string> {
  const tables = [robots, points, maps, robotMapNames, relations, acceptedDeviations].map(
    (table) => sql`(select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${table})`,
  );
  const { rows } = await db.execute<{ mark: string }>(sql`select concat_ws(' ', ${sql.join(tables, sql`, `)}) as mark`);
  return rows[0]?.mark ?? '';
}

/**
 * All robots in use, points, maps (`width` and `height` of the plan in metres, `resolution` in metres per pixel), robots'
 * names of maps, accepted deviations, and authorised relations. @param db no transaction: six queries run at once
 */
export async function fleetRows(db: Db) {
  const [allRobots, allPoints, allMaps, allNames, allRelations, allAccepted] = await Promise.all([
    db.select().from(robots).where(isNull(robots.retiredAt)).orderBy(asc(robots.serialNumber)),
    db.select().from(points),
    // Without the plan, which is large.
    db
      .select({
        mapId: maps.id,
        siteId: maps.siteId,
        floor: maps.floor,
        name: maps.name,
        resolution: maps.resolution,
        origin: { x: maps.originX, y: maps.originY, yaw: maps.originYaw },
        width: sql<number>`(${maps.plan}->>'width')::float8`,
        height: sql<number>`(${maps.plan}->>'height')::float8`,
      })
      .from(maps)
      .orderBy(asc(maps.siteId), asc(maps.position)),
    db.select().from(robotMapNames),
    db
      .select({ userId: relations.userId, serialNumber: relations.serialNumber })
      .from(relations)
      .innerJoin(robots, and(eq(robots.serialNumber, relations.serialNumber), isNull(robots.retiredAt)))
      .where(eq(relations.isAuth, true)),
    db.select().from(acceptedDeviations).orderBy(asc(acceptedDeviations.at)),
  ]);
  return {
    robots: allRobots,
    points: allPoints,
    maps: allMaps,
    mapNames: allNames,
    relations: allRelations,
    accepted: allAccepted,
  };
}
