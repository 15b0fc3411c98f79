/** Real connections to the broker: what a stranger, another robot and a lost session run into. */
import { eq } from 'drizzle-orm';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { baseOf, fleetTopic, watchTopic } from '../../../contract/wire/topics.ts';
import { relations, sessions } from '../../../server/db/schema.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

const BASE = baseOf(ROBOT);
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 8_000, interval: 20 });
const opened = (client: MqttClient) =>
  new Promise<boolean>((resolve) => client.once('connect', () => resolve(true)).once('close', () => resolve(false)));
const granted = async (client: MqttClient, topic: string): Promise<boolean> => {
  const answer = await client.subscribeAsync(topic).catch(() => []);
  return answer.some(({ qos }) => qos < 128);
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

  it('gets one beat a second on the account\'s connection', async () => {
    const client = world.watcher('lin', 'tab', null);
    expect(await opened(client)).toBe(true);
    const beats: { beat: number; robots: { serialNumber: string }[] }[] = [];
    client.on('message', (_topic, payload) => void beats.push(JSON.parse(payload.toString()) as (typeof beats)[number]));
    expect(await granted(client, fleetTopic('lin'))).toBe(true);
    const robot = await world.robot();
    await robot.state();
    await soon(() => expect(beats.length).toBeGreaterThanOrEqual(3));
    expect(beats.map(({ beat }) => beat)).toEqual(beats.map((_, n) => (beats[0]?.beat ?? 0) + n));
    expect(beats.flatMap(({ robots }) => robots.map(({ serialNumber }) => serialNumber))).toContain('A-1');
  });

  it('cannot give orders, speak as the robot, or drive without the lease', async () => {
    const robot = await world.robot();
    const client = world.watcher('lin');
    await opened(client);
    client.publish(`${BASE}/instantActions`, '{"forged":true}');
    client.publish(`${BASE}/order`, '{"forged":true}');
    client.publish(`${BASE}/state`, '{"forged":true}');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(robot.received.filter(({ message }) => 'forged' in message)).toEqual([]);
  });

  it('who loses the session is disconnected within 5 s', async () => {
    const client = world.watcher('lin');
    await opened(client);
    const closed = new Promise<number>((resolve) => client.once('close', () => resolve(Date.now())));
    const from = Date.now();
    await world.db.update(sessions).set({ endedCode: 1006 }).where(eq(sessions.userId, 'lin'));
    expect((await closed) - from).toBeLessThan(5_000);
  });

  it('who loses the relation is disconnected within 5 s', async () => {
    const client = world.watcher('lin');
    await opened(client);
    const closed = new Promise<number>((resolve) => client.once('close', () => resolve(Date.now())));
    const from = Date.now();
    await world.db.delete(relations).where(eq(relations.userId, 'lin'));
    expect((await closed) - from).toBeLessThan(5_000);
  });
});

describe('a stranger', () => {
  it('is not given the robot\'s topics', async () => {
    const client = world.watcher('stranger');
    await opened(client);
    expect(await granted(client, watchTopic(ROBOT))).toBe(false);
    expect(await granted(client, `${BASE}/state`)).toBe(false);
    expect(await granted(client, '#')).toBe(false);
    expect(await granted(client, fleetTopic('lin'))).toBe(false);
  });
  it('with a wrong password does not connect', async () => {
    expect(await opened(world.connectAs('A-1', 'wrong', 'robot'))).toBe(false);
    expect(await opened(world.connectAs('user:lin:s-lin', 'wrong', world.clientIdOf('lin')))).toBe(false);
    expect(await opened(world.connectAs('', '', ''))).toBe(false);
  });
  it('cannot evict somebody else\'s connection by its client id', async () => {
    const client = world.watcher('lin');
    await opened(client);
    const thief = world.connectAs('A-1', 'robot-password', world.clientIdOf('lin'));
    expect(await opened(thief)).toBe(false);
    expect(client.connected).toBe(true);
  });
});

it('a robot cannot speak as another, nor leave a last will in its name', async () => {
  const watcher = world.watcher('lin');
  await opened(watcher);
  await granted(watcher, watchTopic(ROBOT));
  const heard = heardBy(watcher);
  const other = baseOf({ ...ROBOT, serialNumber: 'B-2' });
  const robot = world.connectAs('A-1', 'robot-password', 'robot', { will: { topic: `${other}/connection`, payload: Buffer.from('{}'), qos: 1, retain: false } });
  await opened(robot);
  const spy: string[] = [];
  world.broker.onRobotMessage((topic) => void spy.push(topic));
  robot.publish(`${BASE}/connection`, '{}');
  await soon(() => expect(heard).toContain(`${BASE}/connection`));
  const intruder = world.connectAs('A-1', 'robot-password', 'robot2', { will: { topic: `${other}/connection`, payload: Buffer.from('{}'), qos: 1, retain: false } });
  await opened(intruder);
  intruder.publish(`${other}/state`, '{}');
  intruder.stream.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(spy.filter((topic) => topic.startsWith(other))).toEqual([]);
});

it('a cut broker ends every connection and refuses new ones until it is back', async () => {
  const client = world.watcher('lin');
  await opened(client);
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  world.broker.setFaults?.({ down: true, delay: 0 });
  await closed;
  expect(await opened(world.watcher('chen'))).toBe(false);
  world.broker.setFaults?.({ down: false, delay: 0 });
  expect(await opened(world.watcher('chen', 'again'))).toBe(true);
});
