/** What a first start writes, and what a second start leaves unchanged. */
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { robotCredentials } from '../../../contract/wire/simulator.ts';
import { isGoodPassword } from '../../../contract/rules/password.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { ROBOTS } from '../../../demo/roster.ts';
import { ROUTES } from '../../../demo/routes.ts';
import { connect } from '../../../server/db/connect.ts';
import type { Db } from '../../../server/db/database.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import {
  accounts,
  cruiseDefaults,
  cruisePaths,
  cruiseRecords,
  cruiseVisits,
  elevators,
  entrances,
  installation,
  maps,
  points,
  relations,
  robotMapNames,
  robots,
  sites,
} from '../../../server/db/schema.ts';
import { seedDemo } from '../../../server/db/seed/demo.ts';
import { seedPasswords } from '../../../server/db/seed/passwords.ts';
import { seed } from '../../../server/db/seed/seed.ts';
import { writeRobotCredentials } from '../../../server/db/seed/robotCredentials.ts';
import { isPassword } from '../../../server/passwords.ts';
import { MIGRATIONS_FOLDER } from '../../../server/root.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { migratedTemplate } from '../../fakes/databaseTemplates.ts';

let database: FreshDatabase;
let pool: pg.Pool;
let db: Db;
let dataFolder: string;
const log = pino({ level: 'silent' });
beforeEach(async () => {
  database = await freshDatabase(await migratedTemplate());
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  db = connect(pool);
  dataFolder = await mkdtemp(join(tmpdir(), 'rh-seed-'));
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});
const rowsIn = async (table: typeof robots | typeof relations | typeof accounts): Promise<number> =>
  (await db.select().from(table)).length;

describe('migrations', () => {
  it('may be run by several servers at once, and again', async () => {
    await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
    await Promise.all([
      migrateDatabase(pool, log, MIGRATIONS_FOLDER),
      migrateDatabase(pool, log, MIGRATIONS_FOLDER),
      migrateDatabase(pool, log, MIGRATIONS_FOLDER),
    ]);
    await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
    expect(await db.select().from(sites)).toEqual([]);
  });
});

describe('past drives', () => {
  it('are there for ninety days, marked, each with a result and a reason, none into the next; and are written once', async () => {
    await seedDemo(db, ROBOTS.length, undefined);
    const rows = await db.select().from(cruiseRecords).orderBy(cruiseRecords.serialNumber, cruiseRecords.startedAt);
    expect(rows.length).toBeGreaterThan(1_000);
    expect(
      rows.every(
        ({ demo, phase, startedAt, endedAt }) =>
          demo && phase === null && endedAt !== null && endedAt >= startedAt && endedAt.getTime() <= Date.now(),
      ),
    ).toBe(true);
    expect(rows.filter(({ state, reason }) => (state === 'finished') !== (reason === null))).toEqual([]);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['finished', 'failed', 'partiallyCompleted']));
    expect(
      rows.filter(
        (row, i) =>
          rows[i - 1]?.serialNumber === row.serialNumber && (rows[i - 1]?.endedAt ?? row.startedAt) > row.startedAt,
      ),
    ).toEqual([]);
    const visits = await db.select().from(cruiseVisits);
    for (const row of rows.slice(0, 200))
      expect(visits.filter(({ driveId, state }) => driveId === row.id && state === 'arrived')).toHaveLength(
        row.arrived,
      );
    await db.delete(installation).where(eq(installation.key, 'demo'));
    await seedDemo(db, ROBOTS.length, undefined);
    expect(await db.select().from(cruiseRecords)).toHaveLength(rows.length);
  });
});

describe('the demo', () => {
  it('is whole: sites with time zones, maps, points, robots with map names, accounts with relations', async () => {
    const fleet = await seedDemo(db, ROBOTS.length, undefined);
    expect(fleet).toHaveLength(ROBOTS.length + 1);
    expect((await db.select().from(sites)).map(({ id, timeZone, demo }) => [id, timeZone, demo]).sort()).toEqual([
      ['harbour', 'Asia/Shanghai', true],
      ['riverside', 'Europe/Berlin', true],
    ]);
    expect(await db.select({ id: maps.id }).from(maps)).toHaveLength(3);
    expect(
      (await db.select().from(maps))
        .filter(({ isDefault }) => isDefault)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['harbour-1f', 'riverside-1f']);
    expect((await db.select().from(elevators)).map(({ id }) => id).sort()).toEqual([
      'harbour-lift-1',
      'harbour-lift-2',
    ]);
    expect(
      (await db.select().from(entrances))
        .filter(({ siteId }) => siteId === 'riverside')
        .map(({ mapId, name }) => [mapId, name]),
    ).toEqual([['riverside-1f', { enUS: 'Pharmacy door', zhCN: '药房门' }]]);
    const charging = (await db.select().from(points)).filter(({ attributes }) => attributes.includes('charging'));
    expect(
      charging.every(
        ({ chargeBase }) => chargeBase.length > 0 && chargeBase.every(({ name }) => typeof name === 'object'),
      ),
    ).toBe(true);
    expect(await rowsIn(robots)).toBe(ROBOTS.length + 1);
    expect(
      (await db.select().from(robotMapNames))
        .filter(({ serialNumber }) => serialNumber === 'W1-2308-0417')
        .map(({ mapId }) => mapId)
        .sort(),
    ).toEqual(['harbour-1f', 'harbour-2f']);
    expect(
      (await db.select().from(relations))
        .filter(({ userId }) => userId === 'demo-admin')
        .every(({ isSuperAdmin }) => isSuperAdmin),
    ).toBe(true);
    expect(await rowsIn(relations)).toBe(ROBOTS.length * 3);
    expect((await db.select().from(accounts)).every(({ demo }) => demo)).toBe(true);
  });

  it('has routes in both languages, and one that each patrol and delivery robot starts with', async () => {
    await seedDemo(db, ROBOTS.length, undefined);
    const routes = await db.select().from(cruisePaths).orderBy(cruisePaths.createdAt);
    expect(routes.map(({ id }) => id).sort()).toEqual(ROUTES.map(({ id }) => id).sort());
    expect(routes[0]).toMatchObject({
      id: 'harbour-1f.route-lobby',
      name: { enUS: 'Lobby round', zhCN: '大堂巡逻' },
      revision: 0,
    });
    const starting = (await db.select().from(robots))
      .filter(({ kind }) => kind === 'security' || kind === 'delivery')
      .map(({ serialNumber }) => serialNumber)
      .sort();
    expect((await db.select().from(cruiseDefaults)).map(({ serialNumber }) => serialNumber).sort()).toEqual(starting);
  });

  it('of another version leaves the routes that somebody edited or chose, and puts none on a map whose points are gone', async () => {
    await seedDemo(db, ROBOTS.length, undefined);
    await db.update(cruisePaths).set({ name: 'Mine', revision: 1 }).where(eq(cruisePaths.id, 'harbour-1f.route-west'));
    await db.update(cruisePaths).set({ name: 'Old' }).where(eq(cruisePaths.id, 'harbour-1f.route-lobby'));
    await db
      .update(cruiseDefaults)
      .set({ pathId: 'harbour-1f.route-lobby' })
      .where(eq(cruiseDefaults.serialNumber, 'S2-2402-0057'));
    await db.update(maps).set({ revision: 1 }).where(eq(maps.id, 'riverside-1f'));
    await db.delete(cruisePaths).where(eq(cruisePaths.mapId, 'riverside-1f'));
    await db.delete(points).where(eq(points.areaId, 'riverside-1f.nurses'));
    await db.delete(installation).where(eq(installation.key, 'demo'));
    await seedDemo(db, ROBOTS.length, undefined);
    const names = new Map((await db.select().from(cruisePaths)).map(({ id, name }) => [id, name]));
    expect([names.get('harbour-1f.route-west'), names.get('harbour-1f.route-lobby')]).toEqual([
      'Mine',
      { enUS: 'Lobby round', zhCN: '大堂巡逻' },
    ]);
    expect([...names.keys()].filter((id) => id.startsWith('riverside'))).toEqual(['riverside-1f.route-clinics']);
    expect(
      (await db.select().from(cruiseDefaults).where(eq(cruiseDefaults.serialNumber, 'S2-2402-0057')))[0]?.pathId,
    ).toBe('harbour-1f.route-lobby');
  });

  it('written again changes nothing, not even what people changed', async () => {
    await seedDemo(db, ROBOTS.length, undefined);
    await db.update(robots).set({ name: 'Renamed' }).where(eq(robots.serialNumber, 'W1-2308-0417'));
    await seedDemo(db, ROBOTS.length, undefined);
    await seedDemo(db, 20, 3);
    const [robot] = await db.select().from(robots).where(eq(robots.serialNumber, 'W1-2308-0417'));
    expect(robot?.name).toBe('Renamed');
  });

  it('of another version brings maps up to date, but none that somebody edited', async () => {
    await seedDemo(db, 1, undefined);
    await db.update(maps).set({ name: 'Mine', floor: 'X', revision: 1 }).where(eq(maps.id, 'harbour-1f'));
    await db.update(maps).set({ floor: 'X' }).where(eq(maps.id, 'harbour-2f'));
    await db.delete(points).where(eq(points.mapId, 'harbour-1f'));
    await db.delete(points).where(eq(points.mapId, 'harbour-2f'));
    await db.update(maps).set({ isDefault: false });
    await db.update(maps).set({ isDefault: true }).where(eq(maps.id, 'harbour-2f'));
    await db.delete(installation).where(eq(installation.key, 'demo'));
    await seedDemo(db, 1, undefined);
    expect(
      (await db.select().from(maps).orderBy(maps.id)).map(({ name, floor, isDefault }) => [
        typeof name === 'string' ? name : name.enUS,
        floor,
        isDefault,
      ]),
    ).toEqual([
      ['Mine', 'X', false],
      ['Guest floor', '2F', true],
      ['Clinic floor', '1F', true],
    ]);
    const put = new Set((await db.select().from(points)).map(({ mapId }) => mapId));
    expect([...put].sort()).toEqual(['harbour-2f', 'riverside-1f']);
  });

  it('grows to a thousand robots for a load, and shrinks again', { timeout: 180_000 }, async () => {
    await seedDemo(db, 1_000, 7);
    expect([await rowsIn(robots), await rowsIn(relations)]).toEqual([1_001, 3_000]);
    await seedDemo(db, ROBOTS.length, 7);
    expect([await rowsIn(robots), await rowsIn(relations)]).toEqual([ROBOTS.length + 1, ROBOTS.length * 3]);
  });
});

describe('passwords of the demo', () => {
  const hashes = async () =>
    new Map((await db.select().from(accounts)).map(({ id, passwordHash }) => [id, passwordHash]));

  it('are the known one on the loopback address alone', async () => {
    await seedDemo(db, 1, undefined);
    const [admin] = await seedPasswords(db, { host: '127.0.0.1', dataFolder });
    expect(admin).toEqual({ email: 'admin@demo.roundhouse', phone: '', password: 'Roundhouse1' });
    expect(await isPassword((await hashes()).get('demo-admin') ?? '', 'Roundhouse1')).toBe(true);

    const open = await seedPasswords(db, { host: '0.0.0.0', dataFolder });
    for (const { password } of open) expect(isGoodPassword(password ?? '')).toBe(true);
    expect(new Set(open.map(({ password }) => password)).size).toBe(4);
    expect(await isPassword((await hashes()).get('demo-admin') ?? '', 'Roundhouse1')).toBe(false);
    expect(await isPassword((await hashes()).get('demo-admin') ?? '', open[0]?.password ?? '')).toBe(true);
    expect((await stat(join(dataFolder, 'demo-passwords.json'))).mode & 0o777).toBe(0o600);

    expect(await seedPasswords(db, { host: '0.0.0.0', dataFolder })).toEqual(open);
    expect(
      (await seedPasswords(db, { host: '0.0.0.0', dataFolder: join(dataFolder, 'of-another-server') })).map(
        ({ password }) => password,
      ),
    ).toEqual([null, null, null, null]);
  });

  it('are those that one of several servers told, though they start together', async () => {
    const told = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await mkdir(join(dataFolder, name));
        return seed(
          db,
          readSettings({ HOST: '0.0.0.0', ROUNDHOUSE_DATA: join(dataFolder, name), ROUNDHOUSE_ROBOTS: '1' }),
        );
      }),
    );
    const passwords = told
      .map(({ signIns }) => signIns.map(({ password }) => password))
      .filter(([first]) => first !== null);
    expect(passwords).toHaveLength(1);
    expect(await isPassword((await hashes()).get('demo-admin') ?? '', passwords[0]?.[0] ?? '')).toBe(true);
  });

  it('that a person changed stay changed', async () => {
    await seedDemo(db, 1, undefined);
    await seedPasswords(db, { host: '127.0.0.1', dataFolder });
    await db.update(accounts).set({ passwordHash: 'own' }).where(eq(accounts.id, 'demo-admin'));
    await seedPasswords(db, { host: '127.0.0.1', dataFolder });
    expect((await hashes()).get('demo-admin')).toBe('own');
  });
});

describe('credentials of the robots', () => {
  it('are random, private, known to the database by their hash, and the same at the next start', async () => {
    const fleet = await seedDemo(db, ROBOTS.length, undefined);
    const write = async (folder = dataFolder) => {
      const file = await writeRobotCredentials(db, fleet, { dataFolder: folder, url: 'ws://127.0.0.1:1/mqtt' });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      return v.parse(robotCredentials, JSON.parse(await readFile(file, 'utf8')));
    };
    const first = await write();
    expect(new Set(first.robots.map(({ password }) => password)).size).toBe(ROBOTS.length + 1);
    const known = new Map(
      (await db.select().from(robots)).map(({ serialNumber, passwordHash }) => [serialNumber, passwordHash]),
    );
    for (const { serialNumber, password } of first.robots) expect(known.get(serialNumber)).toBe(hashOf(password));
    expect(await write()).toEqual(first);
    // Another server over the same database, with its own folder.
    await mkdir(join(dataFolder, 'other'));
    expect(await write(join(dataFolder, 'other'))).toEqual(first);

    await db
      .update(robots)
      .set({ passwordHash: hashOf('renewed by somebody') })
      .where(eq(robots.serialNumber, 'W1-2308-0417'));
    const next = await write();
    expect(
      next.robots
        .filter(({ password }, i) => password !== first.robots[i]?.password)
        .map(({ serialNumber }) => serialNumber),
    ).toEqual(['W1-2308-0417']);
  });
});
