/**
 * Sends `kill -9` between telling a robot to stop and recording the Stop: the next start holds the robot and records
 * who asked.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { createApi } from '../fakes/apiClient.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';
import { seededTemplate } from '../fakes/databaseTemplates.ts';
import { databaseProxy, type DatabaseProxy } from '../fakes/databaseProxy.ts';
import { scriptedRobot } from '../fakes/scriptedRobot.ts';
import { programSettings, serverProgram, type ServerProgram } from '../fakes/serverProcess.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const on = { serialNumber: 'C-1' };

let folder: string;
let database: FreshDatabase;
let network: DatabaseProxy;
let program: ServerProgram;
const lines: MqttClient[] = [];
afterAll(async () => {
  for (const line of lines) line.end(true);
  await program.remove();
  await network.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

it('holds and records the Stop that a killed server had told', async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-stop-crash-'));
  database = await freshDatabase(await seededTemplate(programSettings()));
  network = await databaseProxy(database.url);
  program = await serverProgram(folder, { DATABASE_URL: network.databaseUrl });
  await program.start();
  const { accessToken: token, userId } = await createApi(program.url, catalogue).session.signIn({
    email: 'admin@demo.roundhouse',
    password: encodePassword('Roundhouse1'),
  });
  const api = createApi(program.url, catalogue, { token, userId });
  const { claimCode, mqttUsername, mqttPassword } = await api.robots.register({
    ...on,
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: 'harbour',
    maps: [],
  });
  await api.robots.bind({ code: claimCode });
  const connect = async () => {
    const line = mqtt.connect(`${program.url.replace('http', 'ws')}/mqtt`, {
      username: mqttUsername,
      password: mqttPassword,
      clientId: 'C-1',
      reconnectPeriod: 0,
    });
    line.on('error', () => undefined);
    lines.push(line);
    const robot = await scriptedRobot(line, { interfaceName: 'uagv', manufacturer: 'Acme', ...on });
    await robot.state();
    return robot;
  };
  const robot = await connect();
  await soon(async () => expect((await api.robots.detail(on)).live.connection).toBe('online'));
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const bound = Number((await pool.query('select count(*) from relations where is_auth')).rows[0].count);
  await pool.end();
  await soon(async () => {
    const metrics = await (await fetch(`${program.url}/metrics`)).text();
    expect(metrics).toContain(`roundhouse_rights_known{of="relations"} ${bound}\n`);
    expect(metrics).toContain('roundhouse_rights_known{of="sessions"} 1\n');
  });

  network.stall();
  const { id } = await api.commands.stop(on);
  await soon(() =>
    expect(robot.actions()).toContainEqual(expect.objectContaining({ actionType: 'startPause', actionId: id })),
  );
  await program.end('SIGKILL');
  // No pending query of the killed server reaches the database.
  network.cut();
  network.flow();
  network.restore();
  await program.start();

  const again = await connect();
  await soon(() => expect(again.actions()[0]).toMatchObject({ actionType: 'startPause' }));
  await soon(async () =>
    expect((await api.robots.detail(on)).live).toMatchObject({
      held: true,
      stops: [{ id, by: { userId }, recorded: true }],
    }),
  );
  expect(await api.commands.get({ commandId: id })).toMatchObject({ kind: 'stop', askedBy: { userId } });
}, 400_000);
