/**
 * Two complete servers run one fleet: a request at one takes effect at the other, and when the leader is killed the
 * other continues. One scripted robot; the tests depend on their order.
 */
import { randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { encodePassword } from '../../../contract/rules/password.ts';
import { LEASE_RENEW_MS, SIGN_IN_TRIES } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { baseOf, fleetTopic } from '../../../contract/wire/topics.ts';
import type { RobotAddress } from '../../../contract/wire/topics.ts';
import type { FleetUpdate } from '../../../contract/wire/feed.ts';
import type { StateMessage } from '../../../contract/wire/vda5050.ts';
import { relations } from '../../../server/db/schema.ts';
import { FACTSHEET, scriptedRobot, lastWillOf, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';
import {
  alsoAt,
  severalServers,
  signInAt,
  type FullApi,
  type RunningServer,
  type SeveralServers,
} from '../../fakes/severalServers.ts';

const STATE_MS = 250;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 50 });

const serialNumber = `R-${randomBytes(4).toString('hex')}`;
const address: RobotAddress = { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber };
const on = { userId: '', serialNumber };

let cluster: SeveralServers;
/** Started first, so it leads. */
let leading: RunningServer;
let other: RunningServer;
/** API clients of one account, one at each server. */
let lin: { leading: FullApi; other: FullApi };
let sam: { leading: FullApi; other: FullApi };
let robot: ScriptedRobot;
let robotsLine: MqttClient;
/** What the robot reports, several times a second. */
let state: Partial<StateMessage> = {};
let saying: NodeJS.Timeout;
const clients: MqttClient[] = [];
const connectAs = (options: mqtt.IClientOptions): MqttClient => {
  const client = mqtt.connect(cluster.slot.tcpUrl, { reconnectPeriod: 0, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};
/** The fleet updates that the account receives. */
const beats: FleetUpdate[] = [];

beforeAll(async () => {
  cluster = await severalServers({ robots: 0 });
  leading = await cluster.start();
  other = await cluster.start();
  const both = async (email: string) => {
    const api = await signInAt(leading.url, email);
    return { leading: api, other: alsoAt(other.url, api) };
  };
  const admin = await signInAt(other.url, 'admin@demo.roundhouse');
  [lin, sam] = [await both('operator@demo.roundhouse'), await both('new@demo.roundhouse')];
  const { mqttUsername, mqttPassword, claimCode } = await admin.robots.register({
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: 'harbour',
    maps: [{ registerMapId: 'harbour-1f', robotMapName: 'ground' }],
  });
  await lin.other.robots.bind({ code: claimCode });
  await cluster.db.insert(relations).values({ id: 'sams', userId: sam.other.userId, serialNumber, isAuth: true });

  robotsLine = connectAs({
    username: mqttUsername,
    password: mqttPassword,
    clientId: serialNumber,
    will: lastWillOf(address),
  });
  robot = await scriptedRobot(robotsLine, address);
  await robot.say('factsheet', FACTSHEET, { retain: true });
  saying = setInterval(() => void robot.state(state).catch(() => undefined), STATE_MS);
  await soon(async () => {
    for (const api of [lin.leading, lin.other])
      expect(await api.robots.detail(on)).toMatchObject({
        live: { connection: 'online' },
        abilities: { teleop: true },
      });
  });

  const { clientId, username, password } = await lin.other.robots.mqttConfig({
    serialNumber: '',
    clientId: 'tab',
    language: 'enUS',
  });
  const watcher = connectAs({ clientId, username, password });
  watcher.on('message', (_topic, payload) => void beats.push(JSON.parse(payload.toString()) as FleetUpdate));
  await watcher.subscribeAsync(fleetTopic(lin.other.userId));
});
afterAll(async () => {
  clearInterval(saying);
  for (const client of clients) client.end(true);
  await cluster.close();
});

const refusal = (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => 'not refused',
    (reason: unknown) => reason,
  );
const tab = async (api: FullApi): Promise<string> =>
  (await api.robots.mqttConfig({ serialNumber, clientId: 'tab' })).clientId;
/**
 * Waits for more updates and checks all since `from`. Each server numbers its own updates, so two publishers would
 * break the sequence.
 */
const expectOneFeed = async (from: number): Promise<void> => {
  await soon(() => expect(beats.length).toBeGreaterThanOrEqual(from + 4));
  const heard = beats.slice(from).map(({ beat }) => beat);
  expect(heard).toEqual(heard.map((_, n) => (heard[0] ?? 0) + n));
};

describe('two servers', () => {
  it("know each other's sign-ins, and their ends", async () => {
    const here = await signInAt(leading.url, 'viewer@demo.roundhouse');
    const there = alsoAt(other.url, here);
    expect(await there.session.userInfo({ id: here.userId })).toMatchObject({ id: 'demo-viewer' });
    await there.session.signOut({});
    expect(await refusal(here.session.userInfo({ id: here.userId }))).toMatchObject({ code: ERRORS.sessionInvalid });
  });

  it('give nobody twice the tries of a password', async () => {
    const wrong = { email: 'nobody@demo.roundhouse', password: encodePassword('Guess1234') };
    const answers = [];
    for (let n = 0; n <= SIGN_IN_TRIES; n += 1)
      answers.push(await refusal((n % 2 ? lin.leading : lin.other).session.signIn(wrong)));
    expect(answers.map((error) => (error as { code: number }).code)).toEqual([
      ...Array.from({ length: SIGN_IN_TRIES }, () => ERRORS.accountUnknown),
      ERRORS.tooManyTries,
    ]);
  });

  it('keep one feed for an account: a beat a second from one of them', () => expectOneFeed(beats.length));

  it('carry a command, asked at the one that does not lead, to its proved end', async () => {
    const { id } = await lin.other.commands.goTo({ ...on, mapId: 'harbour-1f', coordinateX: 20.5, coordinateY: 23 });
    const order = await soon(() => {
      const found = robot.received.find(({ name }) => name === 'order');
      expect(found?.message).toMatchObject({ orderId: id });
      return found?.message as { nodes: { nodeId: string }[] };
    });
    const nodeId = order.nodes.at(-1)?.nodeId ?? '';
    const stateOf = async () => (await lin.leading.commands.get({ commandId: id })).state;
    state = { orderId: id, driving: true, nodeStates: [{ nodeId, sequenceId: 2, released: true }] };
    await soon(async () => expect(await stateOf()).toBe('running'));
    state = {
      orderId: id,
      lastNodeId: nodeId,
      agvPosition: { x: 20.5, y: 23, theta: 0, mapId: 'ground', positionInitialized: true },
    };
    await soon(async () => expect(await stateOf()).toBe('finished'));
    expect(await lin.other.commands.get({ commandId: id })).toMatchObject({ state: 'finished', reason: null });
    expect(robot.received.filter(({ name }) => name === 'order')).toHaveLength(1);
    state = {};
  });

  it('honour one control lease: what one gave the other refuses, naming the holder', async () => {
    const clientId = await tab(lin.leading);
    const { number } = await lin.leading.control.take({ serialNumber, clientId });
    const error = await refusal(
      tab(sam.other).then((samsTab) => sam.other.control.take({ serialNumber, clientId: samsTab })),
    );
    expect(error).toMatchObject({ code: ERRORS.leaseHeld, detail: { words: { holder: 'Lin Wei' } } });
    expect(
      await refusal(sam.other.commands.goTo({ ...on, mapId: 'harbour-1f', coordinateX: 20.5, coordinateY: 23 })),
    ).toMatchObject({ code: ERRORS.leaseHeld });
    await lin.other.control.renew({ serialNumber, clientId, number });
    await lin.other.control.release({ serialNumber, clientId, number });
    expect(await sam.leading.control.get({ serialNumber })).toMatchObject({ holder: null });
  });

  it('let who took over drive at once, whichever of them the broker asks', async () => {
    const lines = new Map<string, MqttClient>();
    const drive = async (api: FullApi, number: number): Promise<void> => {
      const { clientId, username, password } = await api.robots.mqttConfig({ serialNumber, clientId: 'tab' });
      const line = lines.get(clientId) ?? connectAs({ clientId, username, password });
      lines.set(clientId, line);
      await robotsLine.subscribeAsync(`${baseOf(address)}/teleop/${number}`);
      await line.publishAsync(`${baseOf(address)}/teleop/${number}`, JSON.stringify({ from: clientId }), { qos: 1 });
      await soon(() =>
        expect(robot.received).toContainEqual({ name: `teleop/${number}`, message: { from: clientId } }),
      );
    };
    const mine = await tab(lin.leading);
    let { number } = await lin.leading.control.take({ serialNumber, clientId: mine });
    await drive(lin.leading, number);
    for (const [api, clientId] of [
      [sam.other, await tab(sam.other)],
      [lin.leading, mine],
      [sam.leading, await tab(sam.leading)],
    ] as const) {
      ({ number } = await api.control.takeOver({ serialNumber, clientId, reason: 'my turn' }));
      await drive(api, number);
    }
    expect([...lines.values()].map(({ connected }) => connected)).toEqual([true, true]);
    await sam.leading.control.release({ serialNumber, clientId: await tab(sam.leading), number });
  });
});

describe('when the one that leads is killed', () => {
  it('a Stop reaches the robot though nobody leads, and the other leads then, with the feed, the lease and the proof', async () => {
    const clientId = await tab(lin.leading);
    const { number } = await lin.leading.control.take({ serialNumber, clientId });
    await leading.kill();
    // No server can become the leader while this row is locked, so the test controls how long there is none.
    const gap = await cluster.pool.connect();
    await gap.query(`begin`);
    await gap.query(`select value from installation where key = 'leader' for update`);
    const renewals = [refusal(lin.other.control.renew({ serialNumber, clientId, number }))];
    const renewing = setInterval(
      () => renewals.push(refusal(lin.other.control.renew({ serialNumber, clientId, number }))),
      LEASE_RENEW_MS,
    );
    expect(
      await refusal(tab(sam.other).then((samsTab) => sam.other.control.take({ serialNumber, clientId: samsTab }))),
    ).toMatchObject({ code: ERRORS.leaseHeld });
    const { id } = await sam.other.commands.stop(on);
    await soon(() =>
      expect(robot.actions()).toContainEqual(expect.objectContaining({ actionType: 'startPause', actionId: id })),
    );
    state = { paused: true };
    const before = beats.length;
    await gap.query('commit');
    gap.release();

    await expectOneFeed(before);
    await soon(async () =>
      expect(await lin.other.commands.get({ commandId: id })).toMatchObject({ state: 'finished' }),
    );
    expect((await lin.other.robots.detail(on)).live).toMatchObject({ connection: 'online', held: true, paused: true });
    clearInterval(renewing);
    expect(new Set(await Promise.all(renewals))).toEqual(new Set(['not refused']));
    await lin.other.control.release({ serialNumber, clientId, number });
  });

  it('Stop is told again until the robot stands, by the one that leads now, and lifted by Resume alone', async () => {
    const told = robot.actions().length;
    state = { driving: true };
    await soon(() =>
      expect(
        robot
          .actions()
          .slice(told)
          .filter(({ actionType }) => actionType === 'startPause').length,
      ).toBeGreaterThanOrEqual(2),
    );
    state = { paused: true };
    await soon(async () => expect((await lin.other.robots.detail(on)).live).toMatchObject({ paused: true }));
    const { id } = await lin.other.commands.resume({ ...on, cycleType: 'single' });
    await soon(() =>
      expect(robot.actions()).toContainEqual(expect.objectContaining({ actionType: 'stopPause', actionId: id })),
    );
    state = { actionStates: [{ actionId: id, actionStatus: 'FINISHED' }] };
    await soon(async () =>
      expect(await lin.other.commands.get({ commandId: id })).toMatchObject({ state: 'finished' }),
    );
  });

  it('a server that comes back follows, and knows what became of everything', async () => {
    const next = await cluster.start();
    const again = alsoAt(next.url, lin.other);
    await soon(async () =>
      expect((await again.robots.detail(on)).live).toMatchObject({ connection: 'online', held: false, paused: false }),
    );
    expect(
      (await again.commands.list({ serialNumber, page: 1, limit: 20 })).rows
        .map(({ kind, state: reached }) => `${kind} ${reached}`)
        .sort(),
    ).toEqual([
      'drive finished',
      'drive finished',
      'drive finished',
      'drive finished',
      'drive finished',
      'drive finished',
      'goTo finished',
      'resume finished',
      'stop finished',
    ]);
    await expectOneFeed(beats.length);
  });
});
