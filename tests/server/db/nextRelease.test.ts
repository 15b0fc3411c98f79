/**
 * During an upgrade the next release runs beside today's, on the same database: rows of kinds that today's server does not
 * know change nothing for it, and are left to the server that knows them.
 */
import * as v from 'valibot';
import { sql } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { robotsWithWaitingRuns, waitsBefore } from '../../../server/db/repositories/schedules.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { FACTSHEET, scriptedRobot, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const one = { serialNumber: A.serialNumber };
const FILE_ID = 'd'.repeat(32);
let test: TestServer;
let robotsLine: MqttClient;
let robot: ScriptedRobot;

beforeAll(async () => {
  test = await startTestServer({ checkAnswers: false });
  const { db } = test;
  await db.execute(sql`insert into commands (id, serial_number, kind, target, asked_by, asked_by_name, state, asked_at)
    values ('future', ${A.serialNumber}, 'juggle', '""', 'member', '"Member"', 'running', now())`);
  await db.execute(sql`insert into files (id, kind, owner, owner_id, site_id, uploaded_by, name, state, bytes, sha256, segments, created_at)
    values (${FILE_ID}, 'hologram', 'robot', ${A.serialNumber}, ${A.siteId}, 'member', 'x', 'ready', 1, 'x', '[]', now())`);
  await db.execute(sql`insert into jobs (id, kind, key, payload, due_at, created_at, max_attempts)
    values ('future', 'levitate', 'future', '{}', now(), now(), 1)`);
  await db.execute(sql`insert into scheduled_tasks
    (id, serial_number, kind, execute_time, path_id, path_name, point_settings, patience, anchor_at, saved_by, created_at)
    values ('future', ${A.serialNumber}, 'juggling', '08:00', '', '"x"', '[]', 30, now(), 'member', now()),
      ('known', ${A.serialNumber}, 'cruise', '08:00', 'deleted', '"x"', '[]', 30, now(), 'member', now())`);
  await db.execute(
    sql`insert into audit (at, user_id, act, subject) values (now(), 'member', 'robot.levitate', ${A.serialNumber})`,
  );
  await test.server.deps.fleet.refresh();
  robotsLine = mqtt.connect(`${test.server.url.replace('http', 'ws')}/mqtt`, {
    username: A.serialNumber,
    password: 'secret',
    reconnectPeriod: 0,
  });
  robot = await scriptedRobot(robotsLine, {
    interfaceName: 'uagv',
    manufacturer: 'Acme',
    serialNumber: A.serialNumber,
  });
  await robot.say('factsheet', FACTSHEET, { retain: true });
  await robot.say('connection', { connectionState: 'ONLINE' }, { retain: true });
});
afterAll(async () => {
  await robotsLine.endAsync(true);
  await test.close();
});

/** What a console of today's release makes of a response. */
const read = async (endpoint: Endpoint, person: 'member' | 'accountAdmin', data: object) => {
  const reply = await test.as(person, endpoint.path, data);
  return v.is(endpoint.response, reply.data) ? reply.data : reply;
};

it('lists what it knows, in a form that its console reads', async () => {
  const page = { page: 1, limit: 10 };
  expect(await read(catalogue.commands.list, 'member', { ...one, ...page })).toMatchObject({
    rows: [{ id: A.commandId }],
    total: 1,
  });
  expect(await read(catalogue.photos.list, 'member', page)).toEqual({ rows: [] });
  const jobs = await read(catalogue.jobs.overview, 'accountAdmin', {});
  expect(jobs).toHaveProperty('counts');
  expect(JSON.stringify(jobs)).toContain('levitate');
  expect(await read(catalogue.audit.list, 'accountAdmin', page)).toMatchObject({ rows: [{ act: 'robot.levitate' }] });
});

it('shows no file without a rule for it', async () => {
  expect(await test.as('superAdmin', catalogue.files.address.path, { fileId: FILE_ID })).toMatchObject({
    code: ERRORS.fileUnknown,
  });
});

it('leaves a scheduled run of a kind that it does not know to the server that knows it', async () => {
  const due = sql`date_trunc('second', now())`;
  // The unknown one comes first.
  await test.db.execute(sql`insert into task_runs (task_id, planned_at, serial_number, starts_at, due_at, moved_to)
    values ('future', ${due} - interval '2 s', ${A.serialNumber}, ${due} - interval '2 s', ${due} - interval '2 s', ${due}),
      ('known', ${due} - interval '1 s', ${A.serialNumber}, ${due} - interval '1 s', ${due} - interval '1 s', ${due})`);
  const runs = async (taskId: string) =>
    (
      await test.db.execute(sql`select state, due_at is null as is_decided from task_runs where task_id = ${taskId}
      order by planned_at limit 1`)
    ).rows;
  await vi.waitFor(async () => expect(await runs('known')).toEqual([{ state: 'notStarted', is_decided: true }]), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await runs('future')).toEqual([{ state: 'planned', is_decided: false }]);
  const listed = await read(catalogue.schedules.list, 'member', { ...one, page: 1, limit: 10 });
  expect(listed).toMatchObject({ total: 1 });
});

it('lets its robot be used once no server that knows its kind looks after a waiting run', async () => {
  const now = new Date();
  const startsAt = new Date(now.getTime() - 3_600_000);
  const wait = (dueAt: Date) =>
    test.db.execute(sql`insert into task_runs (task_id, planned_at, serial_number, starts_at, due_at, state, reason)
      values ('future', ${startsAt}, ${A.serialNumber}, ${startsAt}, ${dueAt}, 'waiting', 'robotBusy')
      on conflict (task_id, planned_at) do update set due_at = excluded.due_at`);
  const later = { serialNumber: A.serialNumber, taskId: 'known', plannedAt: now, startsAt: now };
  const kept = async () => [
    await waitsBefore(test.db, later, now),
    (await robotsWithWaitingRuns(test.db, now)).has(A.serialNumber),
  ];
  await wait(new Date(now.getTime() - 2_000));
  expect(await kept()).toEqual([true, true]);
  await wait(new Date(now.getTime() - 60_000));
  expect(await kept()).toEqual([false, false]);
  await test.db.execute(sql`delete from task_runs where task_id = 'future' and planned_at = ${startsAt}`);
});

it('goes on with the robot, and leaves command and job alone', async () => {
  await robot.state();
  await vi.waitFor(
    async () =>
      expect((await test.as('member', catalogue.robotSettings.status.path, one)).data).toMatchObject({ onLine: true }),
    { timeout: 20_000, interval: 50 },
  );
  const stop = await test.as('member', catalogue.commands.stop.path, one);
  expect(stop).toMatchObject({ code: 0 });
  const states = await test.db.execute(sql`select state from commands where id = 'future'
    union all select state from jobs where id = 'future'`);
  expect(states.rows).toEqual([{ state: 'running' }, { state: 'waiting' }]);
  expect(test.logged.filter((line) => /"level":(?:50|60)/u.test(line))).toEqual([]);
});
