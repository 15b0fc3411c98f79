/**
 * Sends `kill -9` to the server around the minute at which scheduled tasks are due: before, in the middle of the decision,
 * and right after it. Then the server is down for an hour. No run is lost, and none starts twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { zonedTimeOfDay } from '../../contract/rules/zonedTime.ts';
import type { OrderMessage, StateMessage } from '../../contract/wire/vda5050.ts';
import { HARBOUR, pointOf, SITES } from '../../demo/sites.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { cruiseRecords, taskRuns } from '../../server/db/schema.ts';
import { createApi, type Api } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../fakes/scriptedRobot.ts';
import { serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

const MAP = 'harbour-1f';
const ROUTE = 'harbour-1f.route-kitchen';
const TIME_ZONE = SITES.find(({ id }) => id === HARBOUR)?.timeZone ?? 'UTC';
const HOUR_MS = 3_600_000;
/** The tasks are planned so far from now that none of their runs comes due by itself, at whatever hour this runs. */
const HALF_DAY_MS = 12 * HOUR_MS;

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });

interface Robot {
  serialNumber: string;
  account: { username: string; password: string };
  line: ScriptedRobot | undefined;
  /** The ids of the orders that any server sent it. */
  orders: Set<string>;
}

let folder: string;
let database: FreshDatabase;
let program: ServerProgram;
let pool: pg.Pool;
let db: Db;
let api: Api<typeof catalogue>;
const clients: MqttClient[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-schedule-crash-'));
  database = await freshDatabase();
  program = await serverProgram(folder, { DATABASE_URL: database.url });
  await program.start();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => undefined);
  db = connect(pool);
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  api = createApi(program.url, catalogue, { token, userId });
}, 120_000);
afterAll(async () => {
  for (const client of clients) client.end(true);
  await program.remove();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

async function register(serialNumber: string): Promise<Robot> {
  const { mqttUsername: username, mqttPassword: password } = await api.robots.register({
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: HARBOUR,
    maps: [{ registerMapId: MAP, robotMapName: MAP }],
    bindToCaller: true,
  });
  return { serialNumber, account: { username, password }, line: undefined, orders: new Set() };
}
const { x, y } = pointOf('harbour-1f.kitchen-pass');
const idle: Partial<StateMessage> = { agvPosition: { x, y, theta: 0, mapId: MAP, positionInitialized: true } };
async function comeOnline(robot: Robot): Promise<void> {
  const client = mqtt.connect(`${program.url.replace('http', 'ws')}/mqtt`, {
    ...robot.account,
    clientId: robot.serialNumber,
    reconnectPeriod: 0,
  });
  client.on('error', () => undefined);
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/order')) robot.orders.add((JSON.parse(payload.toString()) as OrderMessage).orderId);
  });
  clients.push(client);
  const { serialNumber } = robot;
  robot.line = await scriptedRobot(client, { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber });
  await robot.line.say('factsheet', FACTSHEET, { retain: true });
  await robot.line.state(idle);
}
/** States are repeated: a robot that says nothing for some seconds counts as silent, and its run waits. */
const report = (robots: readonly Robot[]) =>
  Promise.all(
    robots.map(async ({ line, orders }) => {
      if (orders.size === 0) await line?.state(idle);
    }),
  );

async function addTask({ serialNumber }: Robot, patience: number): Promise<string> {
  const { id } = await soon(() =>
    api.schedules.save({
      serialNumber,
      executeTime: zonedTimeOfDay(TIME_ZONE, Date.now() + HALF_DAY_MS),
      pathId: ROUTE,
      cruiseCount: 1,
      checkboxRespeatDays: '1,2,3,4,5,6,7',
      speech: '',
      state: '1',
      pointSettings: null,
      cruiseSetting: JSON.stringify({ patience }),
      disinfection: null,
    }),
  );
  return id;
}
/** Moves the planned run of a task. */
const startAt = (taskId: string, at: number): Promise<unknown> =>
  db
    .update(taskRuns)
    .set({ startsAt: new Date(at), dueAt: new Date(at), movedTo: new Date(at), changedBy: 'admin' })
    .where(eq(taskRuns.taskId, taskId));
const recordsOf = (taskId: string) => db.select().from(cruiseRecords).where(eq(cruiseRecords.taskId, taskId));
const runsOf = (taskId: string) =>
  db.select().from(taskRuns).where(eq(taskRuns.taskId, taskId)).orderBy(taskRuns.plannedAt);

/** One record, which the run leads to, and the orders of no other one; the next run is planned. */
async function expectStartedOnce({ serialNumber, orders }: Robot, taskId: string): Promise<void> {
  const records = await recordsOf(taskId);
  expect(records).toHaveLength(1);
  const [first, ...later] = await runsOf(taskId);
  expect(first).toMatchObject({ state: 'started', recordId: records[0]?.id, dueAt: null, serialNumber });
  expect(later).toMatchObject([{ state: 'planned' }]);
  expect(records[0]).toMatchObject({ serialNumber, plannedAt: first?.plannedAt });
  expect([...orders]).toEqual([`${records[0]?.id}.0`]);
}

it.each(['before', 'during', 'after'] as const)(
  'a server killed %s the decision leaves each due run to the next server, and none starts twice',
  async (moment) => {
    const robots = await Promise.all([1, 2, 3].map((n) => register(`S-${moment}-${n}`)));
    for (const robot of robots) await comeOnline(robot);
    const taskIds: string[] = [];
    for (const robot of robots) taskIds.push(await addTask(robot, 30));
    const isDecided = async () => (await Promise.all(taskIds.map(recordsOf))).some((records) => records.length > 0);

    await report(robots);
    const dueAt = Date.now() + 1_000;
    // The decision waits for this lock, so that the server is killed in the middle of its transaction.
    const holder = await pool.connect();
    try {
      if (moment === 'during') await holder.query('begin; lock table cruise_records in exclusive mode');
      for (const id of taskIds) await startAt(id, dueAt);
      if (moment === 'before') await vi.waitUntil(() => Date.now() >= dueAt, { timeout: 5_000, interval: 1 });
      else
        await soon(async () => {
          await report(robots);
          if (moment === 'after') expect(await isDecided()).toBe(true);
          else
            expect(
              (
                await pool.query(
                  `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
                  ['insert into "cruise_records"%'],
                )
              ).rows,
            ).toHaveLength(1);
        });
      await program.end('SIGKILL');
      if (moment === 'during') await holder.query('rollback');
    } finally {
      holder.release();
    }
    if (moment === 'during') expect(await isDecided()).toBe(false);

    await program.start();
    for (const robot of robots) await comeOnline(robot);
    await soon(async () => {
      await report(robots);
      expect(robots.filter(({ orders }) => orders.size === 0)).toEqual([]);
    });
    for (const [i, robot] of robots.entries()) await expectStartedOnce(robot, taskIds[i] ?? '');
  },
  120_000,
);

it('a server that was down for an hour starts the runs that can still wait, and records the others with the reason', async () => {
  const patient = await register('S-patient');
  const late = await register('S-late');
  const robots = [patient, late];
  for (const robot of robots) await comeOnline(robot);
  const patientTask = await addTask(patient, 90);
  const lateTask = await addTask(late, 30);
  await program.end('SIGKILL');
  for (const id of [patientTask, lateTask]) await startAt(id, Date.now() - HOUR_MS);

  await program.start();
  for (const robot of robots) await comeOnline(robot);
  await soon(async () => {
    await report(robots);
    expect(patient.orders.size).toBe(1);
    expect(await recordsOf(lateTask)).toHaveLength(1);
  });
  await expectStartedOnce(patient, patientTask);
  const [record] = await recordsOf(lateTask);
  expect(record).toMatchObject({ state: 'failed', reason: { type: 'serverDown' }, phase: null });
  expect(await runsOf(lateTask)).toMatchObject([
    { state: 'notStarted', reason: 'serverDown', recordId: record?.id, dueAt: null },
    { state: 'planned' },
  ]);
  expect([...late.orders]).toEqual([]);
}, 120_000);
