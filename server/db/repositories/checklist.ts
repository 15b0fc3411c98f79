/** What shows that the steps of the first set-up have happened. Demo data does not count. */
import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, isNull, min, ne, sql } from 'drizzle-orm';
import type { AccountRole } from '../../../contract/entities/constants.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { accounts, commands, floorDrawings, maps, points, robots, sessions, sites } from '../schema.ts';

export interface FirstFloor {
  mapId: string;
  siteId: string;
  floor: string;
  name: LocalName;
  width: number;
  height: number;
  isDrawn: boolean;
  at: Date;
}

export async function firstSite(db: Db) {
  const [row] = await db.select().from(sites).where(eq(sites.demo, false)).orderBy(asc(sites.createdAt)).limit(1);
  return row;
}

export async function firstFloor(db: Db): Promise<FirstFloor | undefined> {
  const [row] = await db
    .select({
      mapId: maps.id,
      siteId: maps.siteId,
      floor: maps.floor,
      name: maps.name,
      // Only the size of the plan, which can be large.
      width: sql<number>`(${maps.plan} ->> 'width')::float8`,
      height: sql<number>`(${maps.plan} ->> 'height')::float8`,
      isDrawn: sql<boolean>`${floorDrawings.id} is not null`,
      at: maps.createdAt,
    })
    .from(maps)
    .innerJoin(sites, eq(sites.id, maps.siteId))
    .leftJoin(floorDrawings, eq(floorDrawings.mapId, maps.id))
    .where(eq(sites.demo, false))
    .orderBy(asc(maps.createdAt))
    .limit(1);
  return row;
}

const inUse = and(isNull(robots.retiredAt), eq(robots.demo, false));
/** Kinds of commands that make a robot drive by itself. */
const DRIVES = ['goTo', 'cruise', 'charge'] as const;
const finished = (kinds: readonly (typeof commands.$inferSelect)['kind'][]) =>
  and(
    eq(commands.serialNumber, robots.serialNumber),
    inArray(commands.kind, [...kinds]),
    eq(commands.state, 'finished'),
  );

/** Of more robots, only the first are looked at: whether one of them has been driven says enough. */
const ROBOTS_LOOKED_AT = 20;

/** The serial number of the robot that has come furthest on the way from registered over heard to driven and stopped. */
export async function furthestRobot(db: Db): Promise<string | undefined> {
  const first = db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(inUse)
    .orderBy(desc(isNotNull(robots.firstHeardAt)), asc(robots.registeredAt))
    .limit(ROBOTS_LOOKED_AT);
  const has = (kinds: Parameters<typeof finished>[0]) => exists(db.select().from(commands).where(finished(kinds)));
  const isDriven = sql`(${robots.drivenAt} is not null or ${has(DRIVES)})`;
  const [row] = await db
    .select({ serialNumber: robots.serialNumber })
    .from(robots)
    .where(inArray(robots.serialNumber, first))
    .orderBy(
      desc(sql`(${isDriven})::int + (${has(['stop'])})::int`),
      desc(isNotNull(robots.firstHeardAt)),
      asc(robots.registeredAt),
    )
    .limit(1);
  return row?.serialNumber;
}

/** The first finished command of each kind. */
export async function firstDriveAndStop(db: Db, serialNumber: string) {
  const first = async (kinds: Parameters<typeof finished>[0]) => {
    const [row] = await db
      .select({ askedAt: commands.askedAt, endedAt: commands.endedAt })
      .from(commands)
      .innerJoin(robots, eq(robots.serialNumber, commands.serialNumber))
      .where(and(finished(kinds), eq(robots.serialNumber, serialNumber)))
      .orderBy(asc(commands.endedAt))
      .limit(1);
    return row?.endedAt ? { askedAt: row.askedAt, endedAt: row.endedAt } : undefined;
  };
  return { order: await first(DRIVES), stop: await first(['stop']) };
}

/** The first other person who signed in: not the account that was created first. */
export async function firstColleague(
  db: Db,
): Promise<{ nickname: LocalName; roles: AccountRole[]; at: Date } | undefined> {
  const own = and(eq(accounts.demo, false), isNull(accounts.lockedAt));
  const [founder] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.demo, false))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
    .limit(1);
  if (!founder) return undefined;
  const [row] = await db
    .select({ nickname: accounts.nickname, roles: accounts.roles, at: min(sessions.createdAt) })
    .from(accounts)
    .innerJoin(sessions, eq(sessions.userId, accounts.id))
    .where(and(own, ne(accounts.id, founder.id)))
    .groupBy(accounts.id)
    .orderBy(asc(min(sessions.createdAt)))
    .limit(1);
  return row?.at ? { ...row, at: row.at } : undefined;
}

export async function countInstallation(
  db: Db,
): Promise<{ sites: number; floors: number; bays: number; robots: number }> {
  const one = (rows: { total: number }[]): number => rows[0]?.total ?? 0;
  const bays = sql<number>`coalesce(sum(jsonb_array_length(${points.chargeBase}::jsonb)), 0)::int`;
  return {
    sites: one(await db.select({ total: count() }).from(sites)),
    floors: one(await db.select({ total: count() }).from(maps)),
    bays: one(await db.select({ total: bays }).from(points)),
    robots: one(await db.select({ total: count() }).from(robots).where(isNull(robots.retiredAt))),
  };
}

/** Robots of which nobody knows yet whether a person has driven them. */
export const undrivenRobots = async (db: Db): Promise<string[]> =>
  (
    await db
      .select({ serialNumber: robots.serialNumber })
      .from(robots)
      .where(and(isNull(robots.drivenAt), isNull(robots.retiredAt)))
  ).map(({ serialNumber }) => serialNumber);

/** A period of control that is longer than the stored one, and began no later, replaces its metres. */
export async function recordDriven(db: Db, serialNumber: string, at: Date, metres: number): Promise<void> {
  await db
    .update(robots)
    .set({ drivenAt: sql`coalesce(${robots.drivenAt}, ${at})`, drivenMetres: metres })
    .where(
      and(
        eq(robots.serialNumber, serialNumber),
        sql`(${robots.drivenMetres} is null or ${gt(sql`${metres}::float8`, robots.drivenMetres)})`,
      ),
    );
}
