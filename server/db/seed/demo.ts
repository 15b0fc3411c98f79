/**
 * Writes the demo data: sites, maps, points, robots, accounts and their relations, routes and past route runs. Runs at
 * every start of a demo, and writes only if the demo data of this version differs from what was written last. Changes
 * that users made to robots, accounts and maps are kept.
 */
import { createHash } from 'node:crypto';
import { and, eq, inArray, like, notInArray, sql } from 'drizzle-orm';
import { ACCOUNTS } from '../../../demo/accounts.ts';
import { demoFleet, WAITING, type DemoRobot } from '../../../demo/roster.ts';
import { DEFAULT_ROUTES, ROUTES } from '../../../demo/routes.ts';
import { ACCESS_DOORS, LIFTS, mapOf, MAPS, SITES, type DemoMap } from '../../../demo/sites.ts';
import { DEFAULT_INTERFACE } from '../../../contract/wire/topics.ts';
import { newSecret, hashOf } from '../../broker/credentials.ts';
import type { Db } from '../database.ts';
import { markOf, setMark } from '../repositories/installation.ts';
import { accounts, elevators, entrances, maps, points, relations, robotMapNames, robots, sites } from '../schema.ts';
import { seedAlarms } from './alarms.ts';
import { seedRouteRuns } from './routeRuns.ts';
import { seedSchedules } from './schedules.ts';
import { writeRoutes } from './routes.ts';

const MARK = 'demo';
/** Rows per statement; PostgreSQL allows 65,535 parameters. */
const CHUNK = 500;
/** No password matches until seedPasswords has set one. */
const NO_PASSWORD = '';

/**
 * @param runTasks whether the demo's scheduled tasks are on at the first start
 * @returns the demo's robots, which are the same for the same count and seed
 */
export async function seedDemo(
  db: Db,
  count: number,
  seed: number | undefined,
  runTasks = true,
): Promise<readonly DemoRobot[]> {
  const fleet = demoFleet(count, seed);
  const mark = createHash('sha256')
    .update(JSON.stringify([SITES, MAPS, LIFTS, ACCESS_DOORS, ROUTES, DEFAULT_ROUTES, ACCOUNTS, fleet]))
    .digest('hex');
  if ((await markOf(db, MARK)) !== mark) {
    await db.transaction(async (transaction) => {
      await writePlaces(transaction);
      await writeAccounts(transaction);
      await writeRobots(transaction, fleet);
      await writeRoutes(transaction, fleet, ACCOUNTS[0]?.id ?? '');
      await setMark(transaction, MARK, mark);
    });
  }
  await seedSchedules(db, fleet, Date.now(), runTasks);
  await seedRouteRuns(db, fleet, Date.now());
  await seedAlarms(db, fleet, Date.now());
  return fleet;
}

async function writePlaces(db: Db): Promise<void> {
  for (const { id, name, timeZone } of SITES) {
    const site = { name, timeZone, demo: true };
    await db
      .insert(sites)
      .values({ id, ...site })
      .onConflictDoUpdate({ target: sites.id, set: site });
  }
  for (const [position, { id, siteId, floor, name, resolution, plan }] of MAPS.entries()) {
    // A copy, because the demo's plan is read-only and the stored type is mutable.
    const map = { siteId, floor, name, resolution, plan: structuredClone(plan) as typeof maps.$inferInsert.plan };
    await db
      .insert(maps)
      .values({ id, position, ...map })
      .onConflictDoUpdate({ target: maps.id, set: map, setWhere: eq(maps.revision, 0) });
  }
  const untouched = await db
    .select({ id: maps.id })
    .from(maps)
    .where(
      and(
        eq(maps.revision, 0),
        inArray(
          maps.id,
          MAPS.map(({ id }) => id),
        ),
      ),
    );
  for (const row of MAPS.filter(({ id }) => untouched.some((map) => map.id === id)).flatMap(pointsOf)) {
    const { areaId, ...rest } = row;
    await db.insert(points).values(row).onConflictDoUpdate({ target: points.areaId, set: rest });
  }
  for (const { id: siteId } of SITES) {
    const own = await db
      .select({ id: maps.id, isDefault: maps.isDefault })
      .from(maps)
      .where(eq(maps.siteId, siteId))
      .orderBy(maps.position);
    if (own[0] && !own.some(({ isDefault }) => isDefault))
      await db.update(maps).set({ isDefault: true }).where(eq(maps.id, own[0].id));
  }
  for (const { id, siteId, name } of LIFTS)
    await db
      .insert(elevators)
      .values({ id, siteId, name })
      .onConflictDoUpdate({ target: elevators.id, set: { siteId, name } });
  for (const { id, mapId, name } of ACCESS_DOORS) {
    const entrance = { siteId: mapOf(mapId).siteId, mapId, name };
    await db
      .insert(entrances)
      .values({ id, ...entrance })
      .onConflictDoUpdate({ target: entrances.id, set: entrance });
  }
}

const pointsOf = (map: DemoMap): (typeof points.$inferInsert)[] =>
  map.points.map(
    ({ id, name, departWord, arrivedWord, x, y, theta, stayTime, attributes, chargeBase, elevatorId, doorId }) => ({
      areaId: id,
      mapId: map.id,
      name,
      departWord,
      arrivedWord,
      x,
      y,
      theta,
      stayTime,
      attributes: [...attributes],
      chargeBase: (chargeBase ?? []).map((bay, i) => ({
        ...bay,
        name: { enUS: `${name.enUS} ${i + 1}`, zhCN: `${name.zhCN} ${i + 1}` },
      })),
      elevatorId: elevatorId ?? null,
      doorId: doorId ?? null,
    }),
  );

async function writeAccounts(db: Db): Promise<void> {
  await db
    .insert(accounts)
    .values(
      ACCOUNTS.map(({ id, name, email, phone, roles }) => ({
        id,
        nickname: name,
        roles: [...roles],
        email,
        phoneNumber: phone ?? null,
        passwordHash: NO_PASSWORD,
        demo: true,
      })),
    )
    .onConflictDoNothing();
}

async function writeRobots(db: Db, fleet: readonly DemoRobot[]): Promise<void> {
  await removeSurplus(db, fleet);
  for (const part of inChunks(fleet)) {
    await db
      .insert(robots)
      .values(
        part.map((robot) => ({
          serialNumber: robot.serialNumber,
          manufacturer: robot.manufacturer,
          interfaceName: DEFAULT_INTERFACE,
          model: robot.model,
          kind: robot.kind,
          name: robot.name,
          siteId: robot.siteId,
          dialect: '2.x' as const,
          // A placeholder: writeRobotCredentials sets the real password.
          passwordHash: hashOf(newSecret()),
          simulated: true,
          demo: true,
          softwareVersion: robot.softwareVersion,
        })),
      )
      .onConflictDoUpdate({
        target: robots.serialNumber,
        set: { siteId: sql`excluded.site_id` },
        setWhere: eq(robots.demo, true),
      });
    await db
      .insert(robotMapNames)
      .values(
        part.flatMap(({ serialNumber, siteId }) =>
          MAPS.filter((map) => map.siteId === siteId).map(({ id }) => ({ serialNumber, robotMapName: id, mapId: id })),
        ),
      )
      .onConflictDoNothing();
    for (const { id, relation } of ACCOUNTS) {
      if (relation === null) continue;
      const known = part.filter(({ serialNumber }) => serialNumber !== WAITING.serialNumber);
      if (known.length === 0) continue;
      await db
        .insert(relations)
        .values(
          known.map(({ serialNumber }) => ({
            id: `${id}.${serialNumber}`.slice(0, 64),
            userId: id,
            serialNumber,
            isAuth: true,
            isRobotAdmin: relation !== 'member',
            isSuperAdmin: relation === 'superAdmin',
          })),
        )
        .onConflictDoNothing();
    }
  }
}

/** Deletes load-test robots that are no longer needed; named robots stay, because users may have worked with them. */
async function removeSurplus(db: Db, fleet: readonly DemoRobot[]): Promise<void> {
  const wanted = fleet.filter(({ light }) => light).map(({ serialNumber }) => serialNumber);
  const isLight = and(eq(robots.demo, true), like(robots.serialNumber, '__-L-%'));
  await db.delete(robots).where(wanted.length > 0 ? and(isLight, notInArray(robots.serialNumber, wanted)) : isLight);
}

const inChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, i) => items.slice(i * CHUNK, (i + 1) * CHUNK));
