/** Robots, and users' relations to them. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { AccountRole, Relation } from '../../../contract/entities/constants.ts';
import { findTyped, typedSerialNumber } from '../../../contract/rules/serialNumber.ts';
import type { RobotAddress } from '../../../contract/wire/topics.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { relationOf } from '../relation.ts';
import { accounts, maps, relations, robotMapNames, robots, sites } from '../schema.ts';

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

/** Those of these serial numbers whose robots exist. */
export const existingRobots = async (db: Db, serialNumbers: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db
        .select({ serialNumber: robots.serialNumber })
        .from(robots)
        .where(inArray(robots.serialNumber, [...serialNumbers]))
    ).map(({ serialNumber }) => serialNumber),
  );

/** Ignores case and white space. */
const hasSerialNumber = (typed: string) =>
  eq(sql`lower(${robots.serialNumber})`, typedSerialNumber(typed).toLowerCase());

/** Robots in use and retired ones whose serial number differs from one of these in case at most. */
export const robotsAlike = (db: Db, typed: readonly string[]): Promise<RobotRow[]> =>
  db
    .select()
    .from(robots)
    .where(
      inArray(
        sql`lower(${robots.serialNumber})`,
        typed.map((one) => typedSerialNumber(one).toLowerCase()),
      ),
    )
    .orderBy(asc(robots.serialNumber));

/** The serial number that a person typed; undefined if no robot has it that is in use. */
export async function typedRobot(db: Db, typed: string): Promise<string | undefined> {
  const alike = await db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(and(isNull(robots.retiredAt), hasSerialNumber(typed)));
  return findTyped(
    typed,
    alike.map(({ serialNumber }) => serialNumber),
  );
}

export async function robotExists(db: Db, serialNumber: string): Promise<boolean> {
  const [row] = await db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(eq(robots.serialNumber, serialNumber));
  return row !== undefined;
}

/** The parts of a robot's topics. */
export async function robotAddress(db: Db, serialNumber: string): Promise<RobotAddress | null> {
  const [row] = await db
    .select({
      serialNumber: robots.serialNumber,
      manufacturer: robots.manufacturer,
      interfaceName: robots.interfaceName,
    })
    .from(robots)
    .where(eq(robots.serialNumber, serialNumber));
  return row ?? null;
}

/** SHA-256 of its MQTT password, in hex; null for a robot that cannot connect: unknown, retired, password revoked. */
export async function robotPasswordHash(db: Db, serialNumber: string): Promise<string | null> {
  const [robot] = await db
    .select({ passwordHash: robots.passwordHash })
    .from(robots)
    .where(and(eq(robots.serialNumber, serialNumber), isNull(robots.retiredAt)));
  return robot?.passwordHash || null;
}

export async function changeRobot(
  db: Db,
  serialNumber: string,
  change: Partial<typeof robots.$inferInsert>,
): Promise<void> {
  await db.update(robots).set(change).where(eq(robots.serialNumber, serialNumber));
}

/** Notes that the robot confirmed a Stop; the first time counts. */
export async function clearDriving(db: Db, serialNumber: string, at: Date): Promise<void> {
  await db
    .update(robots)
    .set({ drivingClearedAt: at })
    .where(and(eq(robots.serialNumber, serialNumber), isNull(robots.drivingClearedAt)));
}

export const relationBetween = (db: Db, userId: string, serialNumber: string): Promise<RelationRow | undefined> =>
  db.query.relations.findFirst({
    where: (table, { and: both, eq: is }) => both(is(table.userId, userId), is(table.serialNumber, serialNumber)),
  });

/**
 * A user without any relation to the robot, authorised or not, gets no roles either. No user has a relation to a retired
 * robot.
 */
export async function rolesAndRelation(
  db: Db,
  userId: string,
  serialNumber: string,
): Promise<{ roles: AccountRole[]; relation: Relation | null }> {
  const [row] = await db
    .select({
      roles: accounts.roles,
      isAuth: relations.isAuth,
      isRobotAdmin: relations.isRobotAdmin,
      isSuperAdmin: relations.isSuperAdmin,
    })
    .from(relations)
    .innerJoin(accounts, eq(accounts.id, relations.userId))
    .innerJoin(robots, and(eq(robots.serialNumber, relations.serialNumber), isNull(robots.retiredAt)))
    .where(and(eq(relations.userId, userId), eq(relations.serialNumber, serialNumber)));
  return { roles: row?.roles ?? [], relation: relationOf(row) };
}

/** A robot's site; undefined if the robot does not exist any more. */
export async function siteOfRobot(db: Db, serialNumber: string): Promise<typeof sites.$inferSelect | undefined> {
  const [row] = await db
    .select({ site: sites })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(eq(robots.serialNumber, serialNumber));
  return row?.site;
}

const isOwn = (userId: string) => and(eq(relations.userId, userId), eq(relations.isAuth, true));

/** The user's robots, each with the relation, without retired ones. */
export const robotsOf = (db: Db, userId: string): Promise<OwnRobot[]> =>
  db
    .select({ robot: robots, relation: relations })
    .from(relations)
    .innerJoin(robots, eq(robots.serialNumber, relations.serialNumber))
    .where(and(isOwn(userId), isNull(robots.retiredAt)))
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

/** False if the serial number is taken. */
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

/** Those of these maps that belong to the site. */
export const mapsOnSite = async (db: Db, siteId: string, mapIds: readonly string[]): Promise<string[]> =>
  mapIds.length === 0
    ? []
    : (
        await db
          .select({ id: maps.id })
          .from(maps)
          .where(and(eq(maps.siteId, siteId), inArray(maps.id, [...mapIds])))
      ).map(({ id }) => id);

export async function hasSuperAdmin(db: Db, serialNumber: string): Promise<boolean> {
  const found = await db
    .select({ id: relations.id })
    .from(relations)
    .where(and(eq(relations.serialNumber, serialNumber), eq(relations.isSuperAdmin, true), eq(relations.isAuth, true)))
    .limit(1);
  return found.length > 0;
}

/** Makes the user a robot's super administrator, replacing any previous relation. */
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

export async function renameRobot(db: Db, serialNumber: string, name: LocalName): Promise<void> {
  await db.update(robots).set({ name }).where(eq(robots.serialNumber, serialNumber));
}
