/** All robots of the installation, for account administrators: the list, and changes of their registration. */
import { and, asc, count, eq, exists, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { ROBOT_LIVES, type RobotLife } from '../../../contract/entities/fleetRobot.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import {
  acceptedDeviations,
  alarmRuleRevisions,
  alarmRules,
  commands,
  cruiseDefaults,
  cruisePaths,
  leases,
  maps,
  points,
  relations,
  robotMapNames,
  robotPictures,
  robots,
  robotSettings,
  scheduledTasks,
  scheduleExceptions,
  taskRuns,
  sites,
  videoLayoutTiles,
  wallKeys,
} from '../schema.ts';
import type { RobotRow } from './robots.ts';

export interface FleetRow {
  robot: RobotRow;
  siteName: LocalName;
  timeZone: string;
  bound: boolean;
  life: RobotLife;
}
export interface FleetFilter {
  page: number;
  limit: number;
  text: string;
  ofSite: string;
  life: '' | RobotLife;
  kind: '' | RobotKind;
}

const isBound = (db: Db): SQL<boolean> =>
  exists(
    db
      .select({ one: sql`1` })
      .from(relations)
      .where(
        and(
          eq(relations.serialNumber, robots.serialNumber),
          eq(relations.isSuperAdmin, true),
          eq(relations.isAuth, true),
        ),
      ),
  ) as SQL<boolean>;

/** Position in ROBOT_LIVES. */
const lifeOf = (db: Db): SQL<number> =>
  sql<number>`case when ${robots.retiredAt} is not null then 3 when ${robots.firstHeardAt} is null then 0 when not ${isBound(db)} then 1 else 2 end`;

function whereOf(db: Db, { text, ofSite, life, kind }: Omit<FleetFilter, 'page' | 'limit'>): SQL | undefined {
  const { name, serialNumber, model, manufacturer } = robots;
  return and(
    ofSite === '' ? undefined : eq(robots.siteId, ofSite),
    kind === '' ? undefined : eq(robots.kind, kind),
    life === '' ? undefined : sql`${lifeOf(db)} = ${ROBOT_LIVES.indexOf(life)}`,
    text === ''
      ? undefined
      : sql`position(lower(${text}) in lower(concat_ws(' ', ${name}::text, ${serialNumber}, ${manufacturer}, ${model}))) > 0`,
  );
}

export async function fleetPage(
  db: Db,
  { page, limit, ...filter }: FleetFilter,
): Promise<{ total: number; rows: FleetRow[] }> {
  const where = whereOf(db, filter);
  const [counted] = await db.select({ total: count() }).from(robots).where(where);
  const rows = await rowsOf(db, where)
    .orderBy(lifeOf(db), asc(robots.serialNumber))
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows: rows.map(toFleetRow) };
}

/** Robots after a serial number, in the order of serial numbers: robots added or retired meanwhile shift nothing. */
export async function fleetPiece(
  db: Db,
  filter: Omit<FleetFilter, 'page' | 'limit'>,
  { after, limit }: { after: string; limit: number },
): Promise<FleetRow[]> {
  const rows = await rowsOf(db, and(whereOf(db, filter), gt(robots.serialNumber, after)))
    .orderBy(asc(robots.serialNumber))
    .limit(limit);
  return rows.map(toFleetRow);
}

export async function fleetRow(db: Db, serialNumber: string): Promise<FleetRow | undefined> {
  const [row] = await rowsOf(db, eq(robots.serialNumber, serialNumber));
  return row && toFleetRow(row);
}

const rowsOf = (db: Db, where: SQL | undefined) =>
  db
    .select({
      robot: robots,
      siteName: sites.name,
      timeZone: sites.timeZone,
      bound: isBound(db).mapWith(Boolean),
      rank: lifeOf(db).mapWith(Number),
    })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(where);
const toFleetRow = ({ rank, ...row }: Awaited<ReturnType<typeof rowsOf>>[number]): FleetRow => ({
  ...row,
  life: ROBOT_LIVES[rank] ?? 'bound',
});

export async function countLives(db: Db): Promise<Record<RobotLife, number>> {
  const rank = lifeOf(db);
  const rows = await db
    .select({ rank: rank.mapWith(Number), total: count() })
    .from(robots)
    .groupBy(sql`1`);
  const totals = new Map(rows.map(({ rank: each, total }) => [ROBOT_LIVES[each], total]));
  return {
    neverConnected: totals.get('neverConnected') ?? 0,
    notBound: totals.get('notBound') ?? 0,
    bound: totals.get('bound') ?? 0,
    retired: totals.get('retired') ?? 0,
  };
}

export async function manufacturersOf(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ manufacturer: robots.manufacturer })
    .from(robots)
    .orderBy(asc(robots.manufacturer))
    .limit(most);
  return rows.map(({ manufacturer }) => manufacturer);
}

export const mapNamesOfRobots = (db: Db, serialNumbers: readonly string[]) =>
  serialNumbers.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(robotMapNames)
        .where(inArray(robotMapNames.serialNumber, [...serialNumbers]))
        .orderBy(asc(robotMapNames.robotMapName));

export async function replaceMapNames(
  db: Db,
  serialNumber: string,
  names: readonly { mapId: string; robotMapName: string }[],
): Promise<void> {
  await db.delete(robotMapNames).where(eq(robotMapNames.serialNumber, serialNumber));
  if (names.length > 0) await db.insert(robotMapNames).values(names.map((one) => ({ ...one, serialNumber })));
}

/** Reads the robot and locks it until the transaction ends. */
export async function lockedRobot(db: Db, serialNumber: string): Promise<RobotRow | undefined> {
  const [row] = await db.select().from(robots).where(eq(robots.serialNumber, serialNumber)).for('update');
  return row;
}

/** What belongs to the site of a robot and not to the robot: it stays there when the robot moves. */
export async function belongingsOfRobot(
  db: Db,
  { serialNumber, siteId }: Pick<RobotRow, 'serialNumber' | 'siteId'>,
): Promise<{ maps: LocalName[]; defaultRoute: LocalName | null; routes: number; points: number }> {
  const named = await db
    .selectDistinct({ id: maps.id, name: maps.name })
    .from(robotMapNames)
    .innerJoin(maps, eq(maps.id, robotMapNames.mapId))
    .where(eq(robotMapNames.serialNumber, serialNumber))
    .orderBy(asc(maps.id));
  const [route] = await db
    .select({ name: cruisePaths.name })
    .from(cruiseDefaults)
    .innerJoin(cruisePaths, eq(cruisePaths.id, cruiseDefaults.pathId))
    .where(eq(cruiseDefaults.serialNumber, serialNumber));
  const ofSite = db.select({ id: maps.id }).from(maps).where(eq(maps.siteId, siteId));
  const [routes] = await db.select({ total: count() }).from(cruisePaths).where(inArray(cruisePaths.mapId, ofSite));
  const [sitePoints] = await db.select({ total: count() }).from(points).where(inArray(points.mapId, ofSite));
  return {
    maps: named.map(({ name }) => name),
    defaultRoute: route?.name ?? null,
    routes: routes?.total ?? 0,
    points: sitePoints?.total ?? 0,
  };
}

export async function dropDefaultRoute(db: Db, serialNumber: string): Promise<void> {
  await db.delete(cruiseDefaults).where(eq(cruiseDefaults.serialNumber, serialNumber));
}

/**
 * Makes every server read the relations to a robot again, which triggers note (migration 0010): they end while it is
 * retired. @returns the users
 */
export async function refreshRelations(db: Db, serialNumber: string): Promise<string[]> {
  const rows = await db
    .update(relations)
    .set({ isAuth: sql`${relations.isAuth}` })
    .where(eq(relations.serialNumber, serialNumber))
    .returning({ userId: relations.userId });
  return rows.map(({ userId }) => userId);
}

/** Maps of all sites, without their plans. */
export const sitesWithMaps = (db: Db) =>
  db
    .select({
      siteId: sites.id,
      siteName: sites.name,
      mapId: maps.id,
      mapName: maps.name,
      floor: maps.floor,
    })
    .from(sites)
    .leftJoin(maps, eq(maps.siteId, sites.id))
    .orderBy(asc(sites.id), asc(maps.position), asc(maps.id));

/** Tables that name a robot that has never connected; what it would have to send itself is in none of them. */
export const TABLES_BEFORE_FIRST_MESSAGE = [
  relations,
  robotMapNames,
  robotPictures,
  acceptedDeviations,
  alarmRuleRevisions,
  alarmRules,
  commands,
  leases,
  cruiseDefaults,
  robotSettings,
  scheduledTasks,
  scheduleExceptions,
  taskRuns,
  videoLayoutTiles,
  wallKeys,
] as const;

/** Gives a robot another serial number, which is free. The robot with that number has to confirm a Stop itself. */
export async function changeSerialNumber(db: Db, from: string, to: string): Promise<void> {
  if (from === to) return;
  const [{ claimHash, ...robot } = robotMissing(from)] = await db
    .select()
    .from(robots)
    .where(eq(robots.serialNumber, from));
  // The claim is unique, so it follows once the old row is gone.
  await db.insert(robots).values({ ...robot, serialNumber: to, drivingClearedAt: null });
  for (const table of TABLES_BEFORE_FIRST_MESSAGE)
    await db.update(table).set({ serialNumber: to }).where(eq(table.serialNumber, from));
  await db.delete(robots).where(eq(robots.serialNumber, from));
  await db.update(robots).set({ claimHash }).where(eq(robots.serialNumber, to));
}

function robotMissing(serialNumber: string): never {
  throw new Error(`the robot ${serialNumber} is gone`);
}
