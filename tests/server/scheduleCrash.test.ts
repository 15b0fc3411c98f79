/**
 * Sends `kill -9` to the server around the minute at which scheduled tasks are due: before, in the middle of the decision,
 * and right after it. Then the server is down for an hour. No run is lost, and none starts twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt from 'mqtt';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { connect } from '../../server/db/connect.ts';
import { createApi } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { seededTemplate } from '../fakes/databaseTemplates.ts';
import { scheduledRobots, soon } from '../fakes/scheduledRobots.ts';
import { programSettings, serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

const HOUR_MS = 3_600_000;

let folder: string;
let database: FreshDatabase;
let program: ServerProgram;
let pool: pg.Pool;
let scheduled: ReturnType<typeof scheduledRobots>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-schedule-crash-'));
  database = await freshDatabase(await seededTemplate(programSettings()));
  program = await serverProgram(folder, { DATABASE_URL: database.url });
  await program.start();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => undefined);
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  scheduled = scheduledRobots({
    api: createApi(program.url, catalogue, { token, userId }),
    db: connect(pool),
    connect: (options) => mqtt.connect(`${program.url.replace('http', 'ws')}/mqtt`, options),
  });
}, 400_000);
afterAll(async () => {
  scheduled.close();
  await program.remove();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it.each(['before', 'during', 'after'] as const)(
  'a server killed %s the decision leaves each due run to the next server, and none starts twice',
  async (moment) => {
    const robots = await Promise.all([1, 2, 3].map((n) => scheduled.register(`S-${moment}-${n}`)));
    for (const robot of robots) await scheduled.comeOnline(robot);
    const taskIds: string[] = [];
    for (const robot of robots) taskIds.push(await scheduled.addTask(robot, 30));
    const isDecided = async () =>
      (await Promise.all(taskIds.map(scheduled.recordsOf))).some((records) => records.length > 0);

    await scheduled.report(robots);
    const dueAt = Date.now() + 1_000;
    // The decision waits for this lock, so that the server is killed in the middle of its transaction.
    const holder = await pool.connect();
    try {
      if (moment === 'during') await holder.query('begin; lock table cruise_records in exclusive mode');
      for (const id of taskIds) await scheduled.startAt(id, dueAt);
      if (moment === 'before') await vi.waitUntil(() => Date.now() >= dueAt, { timeout: 5_000, interval: 1 });
      else
        await soon(async () => {
          await scheduled.report(robots);
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
    for (const robot of robots) await scheduled.comeOnline(robot);
    await soon(async () => {
      await scheduled.report(robots);
      expect(robots.filter(({ orders }) => orders.size === 0)).toEqual([]);
    });
    for (const [i, robot] of robots.entries()) await scheduled.expectStartedOnce(robot, taskIds[i] ?? '');
  },
  120_000,
);

it('a server that was down for an hour starts the runs that can still wait, and records the others with the reason', async () => {
  const patient = await scheduled.register('S-patient');
  const late = await scheduled.register('S-late');
  const robots = [patient, late];
  for (const robot of robots) await scheduled.comeOnline(robot);
  const patientTask = await scheduled.addTask(patient, 90);
  const lateTask = await scheduled.addTask(late, 30);
  await program.end('SIGKILL');
  for (const id of [patientTask, lateTask]) await scheduled.startAt(id, Date.now() - HOUR_MS);

  await program.start();
  for (const robot of robots) await scheduled.comeOnline(robot);
  await soon(async () => {
    await scheduled.report(robots);
    expect(patient.orders.size).toBe(1);
    expect(await scheduled.recordsOf(lateTask)).toHaveLength(1);
  });
  await scheduled.expectStartedOnce(patient, patientTask);
  const [record] = await scheduled.recordsOf(lateTask);
  expect(record).toMatchObject({ state: 'failed', reason: { type: 'serverDown' }, phase: null });
  expect(await scheduled.runsOf(lateTask)).toMatchObject([
    { state: 'notStarted', reason: 'serverDown', recordId: record?.id, dueAt: null },
    { state: 'planned' },
  ]);
  expect([...late.orders]).toEqual([]);
}, 400_000);
