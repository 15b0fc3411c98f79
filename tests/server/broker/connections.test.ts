/**
 * Real connections to the broker: what an unknown client, another robot and an ended session can do. In the scaled run
 * the broker is RabbitMQ, which calls the server's auth endpoints.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import type { MqttClient, Packet } from 'mqtt';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseOf, fleetTopic, watchTopic } from '../../../contract/wire/topics.ts';
import { hashOf, issuePassword, userNameOf } from '../../../server/broker/credentials.ts';
import { relations, robots, sessions } from '../../../server/db/schema.ts';
import { SCALED } from '../../fakes/brokerSlot.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

const BASE = baseOf(ROBOT);
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const opened = (client: MqttClient) =>
  new Promise<boolean>((resolve) => client.once('connect', () => resolve(true)).once('close', () => resolve(false)));
const closed = (client: MqttClient) =>
  new Promise<number>((resolve) =>
    client.connected ? client.once('close', () => resolve(Date.now())) : resolve(Date.now()),
  );
const granted = async (client: MqttClient, topic: string): Promise<boolean> => {
  const answer = await client.subscribeAsync(topic).catch(() => []);
  const isGranted = answer.some(({ qos }) => qos < 128);
  // RabbitMQ closes a connection whose SUBSCRIBE it refuses; the embedded broker reports the refusal and keeps the
  // connection.
  if (!isGranted) await soon(() => expect(client.connected).toBe(!SCALED));
  return isGranted;
};
const heardBy = (client: MqttClient): string[] => {
  const heard: string[] = [];
  client.on('message', (topic) => void heard.push(topic));
  return heard;
};

describe('a member', () => {
  it('connects with fetched credentials and watches the robot', async () => {
    const client = world.watcher('lin');
    expect(await opened(client)).toBe(true);
    expect(await granted(client, watchTopic(ROBOT))).toBe(true);
    const heard = heardBy(client);
    const robot = await world.robot();
    await robot.state();
    await soon(() => expect(heard).toContain(`${BASE}/state`));
  });

  it("gets one beat a second on the account's connection", async () => {
    const client = world.watcher('lin', 'tab', null);
    expect(await opened(client)).toBe(true);
    const beats: { beat: number; robots: { serialNumber: string }[] }[] = [];
    client.on(
      'message',
      (_topic, payload) => void beats.push(JSON.parse(payload.toString()) as (typeof beats)[number]),
    );
    expect(await granted(client, fleetTopic('lin'))).toBe(true);
    const robot = await world.robot();
    await robot.state();
    await soon(() => expect(beats.length).toBeGreaterThanOrEqual(3));
    expect(beats.map(({ beat }) => beat)).toEqual(beats.map((_, n) => (beats[0]?.beat ?? 0) + n));
    expect(beats.flatMap(({ robots: changed }) => changed.map(({ serialNumber }) => serialNumber))).toContain('A-1');
  });

  it.each(['instantActions', 'order', 'state', 'teleop/1'])(
    "cannot publish on %s: no orders, no robot's words, no driving without the lease",
    async (name) => {
      const robot = await world.robot();
      const spy: unknown[] = [];
      world.broker.onRobotMessage((_topic, message) => void spy.push(message));
      const client = world.watcher('lin');
      await opened(client);
      client.publish(`${BASE}/${name}`, '{"forged":true}');
      await closed(client);
      await pause(200);
      expect(
        [...robot.received.map(({ message }) => message), ...spy].filter((message) =>
          (message as object | null)?.hasOwnProperty('forged'),
        ),
      ).toEqual([]);
    },
  );

  it('who loses the session is disconnected within 5 s, and does not come back', async () => {
    const client = world.watcher('lin');
    await opened(client);
    const from = Date.now();
    await world.db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.userId, 'lin'));
    expect((await closed(client)) - from).toBeLessThan(5_000);
    await pause(1_500); // The broker may still cache the last decision.
    expect(await opened(world.watcher('lin', 'again'))).toBe(false);
  });

  it('who loses the relation is disconnected within 5 s, and does not come back', async () => {
    const client = world.watcher('lin');
    const other = world.watcher('chen');
    await Promise.all([opened(client), opened(other)]);
    const from = Date.now();
    await world.db.delete(relations).where(eq(relations.userId, 'lin'));
    expect((await closed(client)) - from).toBeLessThan(5_000);
    await pause(1_500);
    expect(await opened(world.watcher('lin', 'again'))).toBe(false);
    expect(other.connected).toBe(true);
  });
});

describe('a stranger', () => {
  it("is not given the robot's topics", async () => {
    expect(await opened(world.watcher('stranger'))).toBe(false);
    for (const [n, topic] of [watchTopic(ROBOT), `${BASE}/state`, '#', fleetTopic('lin')].entries()) {
      const client = world.watcher('stranger', `tab${n}`, null);
      expect(await opened(client)).toBe(true);
      expect(await granted(client, topic), topic).toBe(false);
    }
  });
  it('with a wrong password does not connect', async () => {
    expect(await opened(world.connectAs('A-1', 'wrong', 'robot'))).toBe(false);
    expect(await opened(world.connectAs('user:lin:s-lin', 'wrong', world.clientIdOf('lin')))).toBe(false);
    expect(await opened(world.connectAs('', '', ''))).toBe(false);
  });
  it("cannot evict somebody else's connection by its client id", async () => {
    await world.db.insert(robots).values({
      serialNumber: 'B-2',
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      model: 'W1',
      kind: 'delivery',
      name: 'B',
      siteId: 'site',
      dialect: '2.x',
      passwordHash: hashOf('other'),
    });
    const client = world.watcher('lin');
    const neighbour = world.connectAs('B-2', 'other', 'B-2');
    await Promise.all([opened(client), opened(neighbour)]);
    // An external broker has a single namespace for client ids, so these ids are refused there.
    for (const clientId of [world.clientIdOf('lin'), 'B-2', 'roundhouse-1'])
      expect(await opened(world.connectAs('A-1', 'robot-password', clientId)), clientId).toBe(!SCALED);
    expect([client.connected, neighbour.connected]).toEqual([true, true]);
  });
  it("takes no robot's client id with a person's password", async () => {
    const clientId = world.clientIdOf('lin');
    const right = issuePassword(
      { userId: 'lin', sessionId: 's-lin', clientId, language: 'enUS' },
      world.broker.secret,
      Date.now(),
    );
    const name = userNameOf('lin', 's-lin');
    for (const other of ['robot/A-1/A-1', 'A-1', `${clientId}x`])
      expect(await opened(world.connectAs(name, right, other)), other).toBe(false);
    expect(await opened(world.connectAs(name, right, clientId))).toBe(true);
  });
  it('keeps no client id from a robot that calls itself the same', async () => {
    await world.db.insert(robots).values({
      serialNumber: 'B-2',
      manufacturer: 'Acme',
      interfaceName: 'uagv',
      model: 'W1',
      kind: 'delivery',
      name: 'B',
      siteId: 'site',
      dialect: '2.x',
      passwordHash: hashOf('other'),
    });
    const squatter = world.connectAs('A-1', 'robot-password', 'B-2');
    const isIn = await opened(squatter);
    expect(await opened(world.connectAs('B-2', 'other', 'B-2'))).toBe(true);
    expect(squatter.connected).toBe(isIn);
  });
});

describe('a robot', () => {
  it('cannot speak as another, nor leave a last will in its name', async () => {
    const other = baseOf({ ...ROBOT, serialNumber: 'B-2' });
    const spy: string[] = [];
    world.broker.onRobotMessage((topic) => void spy.push(topic));
    const will = { topic: `${other}/connection`, payload: Buffer.from('{}'), qos: 1 as const, retain: false };
    const intruder = world.connectAs('A-1', 'robot-password', 'intruder', { will });
    if (await opened(intruder)) intruder.publish(`${other}/state`, '{}');
    await closed(intruder);
    const robot = await world.robot();
    await robot.state();
    await soon(() => expect(spy).toContain(`${BASE}/state`));
    expect(spy.filter((topic) => topic.startsWith(other))).toEqual([]);
  });

  it('whose password was made anew loses the connections of the old one', async () => {
    const robot = world.connectAs('A-1', 'robot-password', 'robot');
    await opened(robot);
    await world.db
      .update(robots)
      .set({ passwordHash: hashOf('new one') })
      .where(eq(robots.serialNumber, 'A-1'));
    const from = Date.now();
    world.broker.dropRobot('A-1');
    expect((await closed(robot)) - from).toBeLessThan(5_000);
    await pause(1_500);
    expect(await opened(world.connectAs('A-1', 'robot-password', 'robot'))).toBe(false);
    expect(await opened(world.connectAs('A-1', 'new one', 'robot'))).toBe(true);
  });
});

it('who is refused cannot have a message of the real client delivered twice', async () => {
  if (SCALED) return; // An external broker manages its own QoS 2 state.
  const heard: string[] = [];
  world.broker.onRobotMessage((topic) => void heard.push(topic));
  const robot = world.connectAs('A-1', 'robot-password', 'robot');
  await opened(robot);
  // QoS 2: the broker remembers the message id until it is released (PUBREL). The robot delays that.
  const { outgoingStore, _sendPacket: send } = robot as unknown as {
    outgoingStore: { put(packet: Packet, done: () => void): void };
    _sendPacket(packet: Packet): void;
  };
  const put = outgoingStore.put.bind(outgoingStore);
  const received = new Promise<{ id: number; release: () => void }>((resolve) => {
    outgoingStore.put = (packet, done) =>
      packet.cmd === 'pubrel'
        ? resolve({ id: packet.messageId ?? 0, release: () => put(packet, done) })
        : put(packet, done);
  });
  const topic = `${BASE}/state`;
  const said = robot.publishAsync(topic, '{}', { qos: 2 });
  const { id, release } = await received;
  expect(await opened(world.connectAs('A-1', 'wrong', 'robot'))).toBe(false);
  await robot.publishAsync(`${BASE}/visualization`, '{}', { qos: 1 }); // By now the broker has noticed that the other connection has closed.
  send.call(robot, {
    cmd: 'publish',
    topic,
    payload: '{}',
    qos: 2,
    dup: true,
    retain: false,
    messageId: id,
  } as Packet);
  await robot.publishAsync(`${BASE}/factsheet`, '{}', { qos: 1 });
  await soon(() => expect(heard).toContain(`${BASE}/factsheet`));
  release();
  await said;
  expect(heard.filter((one) => one === topic)).toHaveLength(1);
});

it('a cut broker ends every connection and refuses new ones until it is back', async () => {
  // Only the embedded broker can be cut by the switchboard.
  if (SCALED) return expect([world.broker.setFaults, world.broker.faults]).toEqual([undefined, undefined]);
  const client = world.watcher('lin');
  await opened(client);
  world.broker.setFaults?.({ down: true, delay: 0 });
  await closed(client);
  expect(await opened(world.watcher('chen'))).toBe(false);
  world.broker.setFaults?.({ down: false, delay: 0 });
  expect(await opened(world.watcher('chen', 'again'))).toBe(true);
});

it('whoever announces more than a message may hold is shown out before it is there, over a WebSocket too', async () => {
  if (SCALED) return; // An external broker has its own limits.
  const web = createServer().on('upgrade', (...upgrade) => world.broker.handleUpgrade?.(...upgrade));
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  const socket = new WebSocket(`ws://127.0.0.1:${(web.address() as AddressInfo).port}/mqtt`, 'mqtt');
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const over = new Promise((resolve) => socket.once('close', resolve));
  // PUBLISH with a declared length of 256 MB.
  socket.send(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
  await over;
  web.close();
});
