/** Robots, and people's relations to them. */
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { maps, relations, robotMapNames, robots, sites } from '../schema.ts';

export type RobotRow = typeof robots.$inferSelect;
export type RelationRow = typeof relations.$inferSelect;
export interface OwnRobot {
  robot: RobotRow;
  relation: RelationRow;
}

export async function robotBySerialNumber(db: Db, serialNumber: string): Promise<RobotRow | undefined> {
  const [row] = await db.select().from(robots).where(eq(robots.serialNumber, serialNumber));
  return row;
}

/** Where a robot works; undefined for one that is gone. */
export async function siteOfRobot(db: Db, serialNumber: string): Promise<typeof sites.$inferSelect | undefined> {
  const [row] = await db
    .select({ site: sites })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(eq(robots.serialNumber, serialNumber));
  return row?.site;
}

const isOwn = (userId: string) => and(eq(relations.userId, userId), eq(relations.isAuth, true));

/** Somebody's robots, each with the relation. */
export const robotsOf = (db: Db, userId: string): Promise<OwnRobot[]> =>
  db
    .select({ robot: robots, relation: relations })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(isOwn(userId))
    .orderBy(asc(robots.serialNumber));

export async function ownRobot(db: Db, userId: string, serialNumber: string): Promise<OwnRobot | undefined> {
  const [row] = await db
    .select({ robot: robots, relation: relations })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(isOwn(userId), eq(robots.serialNumber, serialNumber)));
  return row;
}

export const mapNamesOf = (db: Db, serialNumber: string): Promise<{ mapId: string; robotMapName: string }[]> =>
  db
    .select({ mapId: robotMapNames.mapId, robotMapName: robotMapNames.robotMapName })
    .from(robotMapNames)
    .where(eq(robotMapNames.serialNumber, serialNumber))
    .orderBy(asc(robotMapNames.robotMapName));

/** False when the serial number is taken. */
export async function addRobot(
  db: Db,
  robot: typeof robots.$inferInsert,
  mapNames: readonly { mapId: string; robotMapName: string }[],
): Promise<boolean> {
  const added = await db
    .insert(robots)
    .values(robot)
    .onConflictDoNothing({ target: robots.serialNumber })
    .returning({ serialNumber: robots.serialNumber });
  if (added.length === 0) return false;
  if (mapNames.length > 0)
    await db.insert(robotMapNames).values(mapNames.map((one) => ({ ...one, serialNumber: robot.serialNumber })));
  return true;
}

/** Of these maps, those of the site. */
export const mapsOnSite = async (db: Db, siteId: string, mapIds: readonly string[]): Promise<string[]> =>
  mapIds.length === 0
    ? []
    : (
        await db
          .select({ id: maps.id })
          .from(maps)
          .where(and(eq(maps.siteId, siteId), inArray(maps.id, [...mapIds])))
      ).map(({ id }) => id);

/** Uses a claim code up; the robot it was for, or undefined when it is none, or was used. */
export async function spendClaim(db: Db, claimHash: string): Promise<string | undefined> {
  const [row] = await db
    .update(robots)
    .set({ claimHash: null })
    .where(and(eq(robots.claimHash, claimHash), isNotNull(robots.claimHash)))
    .returning({ serialNumber: robots.serialNumber });
  return row?.serialNumber;
}

export async function hasSuperAdmin(db: Db, serialNumber: string): Promise<boolean> {
  const found = await db
    .select({ id: relations.id })
    .from(relations)
    .where(and(eq(relations.serialNumber, serialNumber), eq(relations.isSuperAdmin, true), eq(relations.isAuth, true)))
    .limit(1);
  return found.length > 0;
}

/** Makes somebody a robot's super administrator, whatever they were to it before. */
export async function makeSuperAdmin(
  db: Db,
  relation: { id: string; userId: string; serialNumber: string },
): Promise<void> {
  const rights = { isAuth: true, isRobotAdmin: true, isSuperAdmin: true };
  await db
    .insert(relations)
    .values({ ...relation, ...rights })
    .onConflictDoUpdate({ target: [relations.userId, relations.serialNumber], set: rights });
}

/** False when there is no such robot. */
export async function setRobotPassword(db: Db, serialNumber: string, passwordHash: string): Promise<boolean> {
  return (
    (
      await db
        .update(robots)
        .set({ passwordHash })
        .where(eq(robots.serialNumber, serialNumber))
        .returning({ serialNumber: robots.serialNumber })
    ).length > 0
  );
}

export async function renameRobot(db: Db, serialNumber: string, name: LocalName): Promise<void> {
  await db.update(robots).set({ name }).where(eq(robots.serialNumber, serialNumber));
}
