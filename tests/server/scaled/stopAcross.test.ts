/**
 * Stop at one of two servers whose database does not respond, and Resume at the other: a Stop that is not recorded, or
 * that the user has not seen, cannot be lifted.
 */
import { randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { RobotAddress } from '../../../contract/wire/topics.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { databaseProxy, type DatabaseProxy } from '../../fakes/databaseProxy.ts';
import { FACTSHEET, scriptedRobot, lastWillOf, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import { alsoAt, severalServers, signInAt, type FullApi, type SeveralServers } from '../../fakes/severalServers.ts';

const STATE_MS = 250;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const serialNumber = `R-${randomBytes(4).toString('hex')}`;
const address: RobotAddress = { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber };
const on = { userId: '', serialNumber };

let servers: SeveralServers;
let network: DatabaseProxy;
/** The server whose database can be frozen (`here`), and the other (`there`). */
let here: FullApi;
let there: FullApi;
let robot: ScriptedRobot;
let line: MqttClient;
let state: Partial<StateMessage> = {};
let saying: NodeJS.Timeout;

beforeAll(async () => {
  servers = await severalServers({ robots: 0 });
  network = await databaseProxy(servers.databaseUrl);
  const frozen = await servers.start({ DATABASE_URL: network.databaseUrl });
  const other = await servers.start();
  here = await signInAt(frozen.url, 'operator@demo.roundhouse');
  there = alsoAt(other.url, here);
  const admin = await signInAt(other.url, 'admin@demo.roundhouse');
  const { mqttUsername, mqttPassword, claimCode } = await admin.robots.register({
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: 'harbour',
    maps: [{ registerMapId: 'harbour-1f', robotMapName: 'ground' }],
  });
  await there.robots.bind({ code: claimCode });
  line = mqtt.connect(servers.slot.tcpUrl, {
    reconnectPeriod: 0,
    username: mqttUsername,
    password: mqttPassword,
    clientId: serialNumber,
    will: lastWillOf(address),
  });
  line.on('error', () => undefined);
  robot = await scriptedRobot(line, address);
  await robot.say('factsheet', FACTSHEET, { retain: true });
  saying = setInterval(() => void robot.state(state).catch(() => undefined), STATE_MS);
  await soon(async () => {
    for (const api of [here, there])
      expect(await api.robots.detail(on)).toMatchObject({ live: { connection: 'online' } });
  });
  const bound = Number((await servers.pool.query('select count(*) from relations where is_auth')).rows[0].count);
  await soon(async () => {
    const metrics = await (await fetch(`${frozen.url}/metrics`)).text();
    expect(metrics).toContain('roundhouse_rights_known{of="sessions"} 2\n');
    expect(metrics).toContain(`roundhouse_rights_known{of="relations"} ${bound}\n`);
  });
});
afterAll(async () => {
  clearInterval(saying);
  line.end(true);
  network.flow();
  await servers.close();
  await network.close();
});

const refusal = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => 'not refused',
    (reason: unknown) => reason,
  );
const liveAt = async (api: FullApi) => (await api.robots.detail(on)).live;

it('a Stop at a server whose database is frozen holds at both, and no Resume lifts it before it is recorded', async () => {
  network.stall();
  const { id } = await here.commands.stop(on);
  await soon(() =>
    expect(robot.actions()).toContainEqual(expect.objectContaining({ actionType: 'startPause', actionId: id })),
  );
  state = { paused: true };
  // The other server received the Stop over the broker and can record it as well.
  await soon(async () => expect(await liveAt(there)).toMatchObject({ held: true, paused: true, stops: [{ id }] }));
  network.flow();
  await soon(async () => expect((await liveAt(there)).stops).toMatchObject([{ id, recorded: true }]));
  await soon(async () => expect((await liveAt(here)).stops).toMatchObject([{ id, recorded: true }]));

  const resumed = await there.commands.resume({ ...on, stopIds: [id] });
  await soon(() =>
    expect(robot.actions()).toContainEqual(expect.objectContaining({ actionType: 'stopPause', actionId: resumed.id })),
  );
  state = {};
  await soon(async () => {
    for (const api of [here, there]) expect(await liveAt(api)).toMatchObject({ held: false, stops: [], paused: false });
  });
  // The Stop stays lifted: no server sends it to the robot again.
  const told = robot.actions().length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(
    robot
      .actions()
      .slice(told)
      .filter(({ actionType }) => actionType === 'startPause'),
  ).toEqual([]);
});

it('a Resume lifts the Stops that it names, at whichever server they were asked for', async () => {
  const first = await here.commands.stop(on);
  const second = await there.commands.stop(on);
  state = { paused: true };
  await soon(async () =>
    expect((await liveAt(there)).stops.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort()),
  );
  await soon(async () => expect(await liveAt(here)).toMatchObject({ paused: true }));
  const early = await here.commands.resume({ ...on, stopIds: [first.id] });
  await soon(async () =>
    expect(await here.commands.get({ commandId: early.id })).toMatchObject({
      state: 'failed',
      reason: { type: 'robotStillHeld' },
    }),
  );
  await soon(async () => expect((await liveAt(there)).stops).toMatchObject([{ id: second.id }]));
  await soon(async () =>
    expect(await refusal(there.commands.resume({ ...on, stopIds: [second.id] }))).toBe('not refused'),
  );
  state = {};
  await soon(async () => {
    for (const api of [here, there]) expect(await liveAt(api)).toMatchObject({ held: false, stops: [], paused: false });
  });
  expect(await refusal(there.commands.resume(on))).toMatchObject({ code: ERRORS.notPaused });
});
