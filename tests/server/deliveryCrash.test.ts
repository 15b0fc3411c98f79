/**
 * Sends `kill -9` to the server after a delivery was asked for, and while a robot is being chosen for it: it is kept once,
 * and one robot gets it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { Delivery } from '../../contract/entities/delivery.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import type { DeliveryList } from '../../contract/wire/deliveries.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { HARBOUR } from '../../demo/sites.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { deliveries, deliverySteps } from '../../server/db/schema.ts';
import { createApi, post } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { seededTemplate } from '../fakes/databaseTemplates.ts';
import { deliveryRobot, type DeliveryRobot } from '../fakes/deliveryRobot.ts';
import { lockQueue } from '../fakes/deliveryQueueLock.ts';
import { programSettings, serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 50 });
const [FROM, TO] = ['harbour-1f.kitchen-pass', 'harbour-1f.room-106'];
const PORTERS = ['P-1', 'P-2'] as const;

let folder: string;
let database: FreshDatabase;
let program: ServerProgram;
let pool: pg.Pool;
let db: Db;
let token: string;
const passwords = new Map<string, string>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-delivery-crash-'));
  database = await freshDatabase(await seededTemplate(programSettings()));
  program = await serverProgram(folder, { DATABASE_URL: database.url });
  await program.start();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => undefined);
  db = connect(pool);
  const { accessToken, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  token = accessToken;
  const api = createApi(program.url, catalogue, { token, userId });
  for (const serialNumber of PORTERS) {
    const { mqttPassword } = await api.robots.register({
      serialNumber,
      manufacturer: 'Acme',
      robotModel: 'W1',
      registerSiteId: HARBOUR,
      maps: [{ registerMapId: 'harbour-1f', robotMapName: 'ground' }],
      bindToCaller: true,
    });
    passwords.set(serialNumber, mqttPassword);
  }
}, 400_000);
afterAll(async () => {
  await program.remove();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

const comeOnline = (): Promise<DeliveryRobot[]> =>
  Promise.all(PORTERS.map((serialNumber) => deliveryRobot(program, serialNumber, passwords.get(serialNumber) ?? '')));
/** The same id for the same request, as the console repeats one without an answer. */
const create = (id: string, note: string): Promise<Reply> =>
  post(program.url, catalogue.deliveries.create.path, { siteId: HARBOUR, from: FROM, to: TO, note }, { token }, { id });
const noted = (note: string) => db.select().from(deliveries).where(eq(deliveries.note, note));
const assignments = (deliveryId: string) =>
  db
    .select()
    .from(deliverySteps)
    .where(and(eq(deliverySteps.deliveryId, deliveryId), eq(deliverySteps.kind, 'assigned')));
/** One robot has it, in every list since; the other one never had it. */
async function expectCarriedOnce(robots: readonly DeliveryRobot[], id: string): Promise<void> {
  const hadBy = (robot: DeliveryRobot): boolean =>
    robot.received.some(
      ({ message }) =>
        message['type'] === 'deliveries' &&
        (message as unknown as DeliveryList).orders.some(({ deliveryId }) => deliveryId === id),
    );
  await soon(async () => {
    // A robot that says nothing for some seconds gets no delivery.
    for (const robot of robots) await robot.state();
    expect(robots.filter(hadBy)).toHaveLength(1);
  });
  const [carrier] = robots.filter(hadBy);
  expect(carrier?.list()?.orders.filter(({ deliveryId }) => deliveryId === id)).toHaveLength(1);
  expect(await assignments(id)).toHaveLength(1);
  for (const status of ['goingToLoadingPoint', 'loadingCompleted', 'completed']) await carrier?.steps(id, status);
  await soon(async () =>
    expect(await db.select().from(deliveries).where(eq(deliveries.id, id))).toMatchObject([{ status: 'completed' }]),
  );
  for (const robot of robots) await robot.leave();
}

it('killed after it was asked for is carried out by one robot, and its request repeated is not a second one', async () => {
  const [id, note] = ['b'.repeat(32), 'after it was asked for'];
  const first = await create(id, note);
  await program.end('SIGKILL');
  await program.start();
  expect((await create(id, note)).data).toMatchObject({ id: (first.data as Delivery).id });
  expect(await noted(note)).toHaveLength(1);
  await expectCarriedOnce(await comeOnline(), (first.data as Delivery).id);
}, 400_000);

it('killed while a robot is being chosen gives it to one robot after the next start', async () => {
  const [id, note] = ['c'.repeat(32), 'while a robot is being chosen'];
  const before = await comeOnline();
  const beat = setInterval(() => {
    // The connections end with the server.
    for (const robot of before) void robot.state().catch(() => undefined);
  }, 500);
  const lock = await lockQueue(db, HARBOUR);
  let asked: Delivery;
  try {
    asked = (await create(id, note)).data as Delivery;
    await lock.awaited();
    await program.end('SIGKILL');
  } finally {
    clearInterval(beat);
    await lock.release();
  }
  expect(await assignments(asked.id)).toEqual([]);
  await program.start();
  expect(await noted(note)).toMatchObject([{ status: 'created', serialNumber: '' }]);
  await expectCarriedOnce(await comeOnline(), asked.id);
}, 400_000);
