/**
 * Deliveries that were under way when the server was upgraded from the schema in which robots named them: they keep
 * their id, belong to their robot's site, and end as the robot says.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createServer, type Server } from '../../../server/app.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import { deliveries, deliverySteps } from '../../../server/db/schema.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { fillPlacesAsPrevious, migrationsWith, OLD } from '../../fakes/previousRelease.ts';

/** The last migration before deliveries were orders of the server. */
const BEFORE_ORDERS = 17;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PASSWORD = 'old-password';

let database: FreshDatabase;
let pool: pg.Pool;
let folders: string[];
let server: Server;
let robot: DeliveryRobot;
beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const migrations = await migrationsWith(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.filter(({ idx }) => idx <= BEFORE_ORDERS),
  }));
  const data = await mkdtemp(join(tmpdir(), 'rh-old-deliveries-'));
  folders = [migrations, data];
  await migrateDatabase(pool, silent, migrations);
  await fillPlacesAsPrevious(pool);
  await pool.query(`update robots set password_hash = $1`, [hashOf(PASSWORD)]);
  for (const [id, status] of [
    ['carried', 'delivering'],
    ['at-door', 'arrivedAtRoom'],
  ])
    await pool.query(
      `insert into deliveries (id, serial_number, status, phone_number, loading_point, destination, loading_code, pickup_code, created_at, changed_at)
       values ($1, $2, $3, '+4930123456', 'dock', 'desk', '123456', '654321', now() - interval '20 minutes', now() - interval '5 minutes')`,
      [id, OLD.serialNumber, status],
    );
  server = await createServer({
    settings: readSettings({
      PORT: '0',
      ROUNDHOUSE_DATA: data,
      DATABASE_URL: database.url,
      ROUNDHOUSE_DEMO: 'off',
      LOG_LEVEL: 'silent',
    }),
    checkAnswers: true,
  });
  robot = await deliveryRobot(server, OLD.serialNumber, PASSWORD);
});
afterEach(async () => {
  await robot.leave();
  await server.close();
  await pool.end();
  await database.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const rowOf = async (id: string) => (await server.deps.db.select().from(deliveries).where(eq(deliveries.id, id)))[0];
const isAt = (id: string, expected: object) =>
  vi.waitFor(async () => expect(await rowOf(id)).toMatchObject(expected), { timeout: 20_000, interval: 20 });

it('keeps them open as what the robot named, and they end as it says', async () => {
  for (const [id, status] of [
    ['carried', 'delivering'],
    ['at-door', 'arrivedAtRoom'],
  ] as const)
    expect(await rowOf(id)).toMatchObject({
      status,
      serialNumber: OLD.serialNumber,
      siteId: 'kai',
      origin: 'robot',
      loadingName: 'Dock',
      destinationName: 'Desk',
      endedAt: null,
    });
  // They are no orders of the server: the robot is not given them.
  expect(robot.list()?.orders).toEqual([]);

  await robot.steps('carried', 'arrivedAtRoom', 'completed');
  await robot.steps('at-door', 'notPickedUp');
  await isAt('carried', { status: 'completed', endedAt: expect.any(Date), endedFrom: 'arrivedAtRoom' });
  await isAt('at-door', { status: 'notPickedUp', endedAt: expect.any(Date), endedFrom: 'arrivedAtRoom' });
  // No second delivery was made of a report.
  expect((await server.deps.db.select().from(deliveries)).map(({ id }) => id).sort()).toEqual(['at-door', 'carried']);
  const steps = await server.deps.db
    .select()
    .from(deliverySteps)
    .where(eq(deliverySteps.deliveryId, 'carried'))
    .orderBy(asc(deliverySteps.id));
  expect(steps).toMatchObject([
    { kind: 'status', status: 'arrivedAtRoom', cause: 'robot' },
    { kind: 'status', status: 'completed', cause: 'robot' },
  ]);
});
