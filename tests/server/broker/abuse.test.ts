/**
 * The broker under attack by authenticated clients: retained messages, floods, many connections, and what a client can
 * still do after its credentials were revoked.
 */
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGE_MAX_BYTES, RTC_MAX_BYTES } from '../../../contract/rules/messageLimits.ts';
import { baseOf, rtcInbox, rtcTopic } from '../../../contract/wire/topics.ts';
import { tellEnded } from '../../../server/features/sessionsEnded.ts';
import { MESSAGE_FLOOD } from '../../../server/fleet/floods.ts';
import { SCALED } from '../../fakes/brokerSlot.ts';
import { ROBOT, fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET } from '../../fakes/scriptedRobot.ts';

let world: Awaited<ReturnType<typeof fleetWorld>>;
beforeEach(async () => void (world = await fleetWorld()));
afterEach(() => world.close());

const BASE = baseOf(ROBOT);
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const opened = (client: MqttClient) =>
  new Promise<boolean>((resolve) => client.once('connect', () => resolve(true)).once('close', () => resolve(false)));
const gone = (client: MqttClient) => soon(() => expect(client.connected).toBe(false));
const live = () => world.fleet.live('A-1', 'enUS');
const heardBy = (client: MqttClient) => {
  const heard: { topic: string; bytes: number; retain: boolean }[] = [];
  client.on('message', (topic, payload, { retain }) => void heard.push({ topic, bytes: payload.length, retain }));
  return heard;
};

describe('a viewer', () => {
  it('leaves no ghosts for the robot: what it wants kept is passed on, and not kept', async () => {
    if (SCALED) return; // RabbitMQ's authorisation request does not hold the retain flag; wildcard subscriptions get no retained messages.
    const robot = world.connectAs('A-1', 'robot-password', 'robot');
    await opened(robot);
    await robot.subscribeAsync(rtcInbox('A-1'));
    const heard = heardBy(robot);
    const viewer = world.watcher('lin');
    await opened(viewer);
    const topic = rtcTopic('A-1', world.clientIdOf('lin'), 'up');
    await viewer.publishAsync(topic, 'x'.repeat(RTC_MAX_BYTES), { qos: 1, retain: true });
    await soon(() => expect(heard).toMatchObject([{ topic, bytes: RTC_MAX_BYTES }]));
    await robot.endAsync();

    const again = world.connectAs('A-1', 'robot-password', 'robot');
    await opened(again);
    const ghosts = heardBy(again);
    await again.subscribeAsync([rtcInbox('A-1'), topic]);
    await viewer.publishAsync(topic, 'fresh', { qos: 1 });
    await soon(() => expect(ghosts.map(({ bytes }) => bytes)).toContain(5));
    expect(ghosts.every(({ bytes, retain }) => bytes === 5 && !retain)).toBe(true);
  });
  it('is shown out with a message of 256 KiB, of which nothing is left', async () => {
    if (SCALED) return;
    const viewer = world.watcher('lin');
    await opened(viewer);
    const topic = rtcTopic('A-1', world.clientIdOf('lin'), 'up');
    viewer.publish(topic, 'x'.repeat(MESSAGE_MAX_BYTES), { retain: true });
    await gone(viewer);
    const robot = world.connectAs('A-1', 'robot-password', 'robot');
    await opened(robot);
    const heard = heardBy(robot);
    await robot.subscribeAsync([rtcInbox('A-1'), topic]);
    expect(heard).toEqual([]);
  });
  it('gets no further with many links than with one', async () => {
    if (SCALED) return;
    const links = Array.from({ length: 10 }, (_, n) => world.watcher('lin', `tab${n}`));
    expect(await Promise.all(links.map(opened))).not.toContain(false);
    const other = world.watcher('chen');
    await opened(other);
    for (const [n, link] of links.entries())
      for (let m = 0; m < 400; m += 1) link.publish(rtcTopic('A-1', world.clientIdOf('lin', `tab${n}`), 'up'), '{}');
    await soon(() => expect(links.filter(({ connected }) => !connected).length).toBeGreaterThanOrEqual(5));
    expect(other.connected).toBe(true);
  });
});

describe('what the robot says of itself', () => {
  it('is kept for newcomers as before', async () => {
    const robot = await world.robot();
    await robot.say('factsheet', { name: 'kept' }, { retain: true });
    await robot.say('visualization', { name: 'not kept' }, { retain: !SCALED });
    const viewer = world.watcher('lin');
    await opened(viewer);
    const heard = heardBy(viewer);
    await viewer.subscribeAsync([`${BASE}/connection`, `${BASE}/factsheet`, `${BASE}/visualization`]);
    await soon(() =>
      expect(heard.map(({ topic }) => topic).sort()).toEqual([`${BASE}/connection`, `${BASE}/factsheet`]),
    );
  });
  it('is dropped where it is longer than its topic allows, and the robot stays', async () => {
    const robot = await world.robot();
    const spy: string[] = [];
    world.broker.onRobotMessage((topic) => void spy.push(topic));
    await robot.say('visualization', { long: 'x'.repeat(65 << 10) });
    await robot.state();
    await soon(() => expect(spy).toContain(`${BASE}/state`));
    expect(spy).not.toContain(`${BASE}/visualization`);
  });
});

describe.skipIf(SCALED)('topics that somebody follows', () => {
  const named = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, n) => rtcTopic('A-1', `viewer-${from + n}`, 'up'));
  const grantedOf = (client: MqttClient, topics: string[]): Promise<number> =>
    new Promise((resolve) =>
      client.subscribe(topics, (_error, _wanted, answer) =>
        resolve((answer?.granted ?? []).filter((qos) => qos !== 128).length),
      ),
    );

  it('are a hundred of one connection, those of one packet counted too', async () => {
    const robot = world.connectAs('A-1', 'robot-password', 'many');
    await opened(robot);
    expect(await grantedOf(robot, named(0, 150))).toBe(100);
    await robot.unsubscribeAsync(named(0, 40));
    expect(await grantedOf(robot, named(200, 260))).toBe(40);
  });
  it('are a hundred also where they are given up before they were looked up', async () => {
    const robot = world.connectAs('A-1', 'robot-password', 'sly');
    await opened(robot);
    const heard = heardBy(robot);
    await Promise.all(
      [0, 100, 200].flatMap((from) => [
        grantedOf(robot, named(from, from + 100)),
        robot.unsubscribeAsync(named(from, from + 100)).catch(() => undefined),
      ]),
    );
    await grantedOf(robot, named(300, 400));
    await Promise.all(named(0, 400).map((topic) => world.broker.publish(topic, '{}')));
    await robot.subscribeAsync(named(399, 400)).catch(() => undefined); // Its SUBACK follows all earlier messages.
    expect(heard.length).toBeLessThanOrEqual(100);
  });
  it('are asked for a few hundred times in a row, then as often as pages do', async () => {
    const robot = world.connectAs('A-1', 'robot-password', 'often');
    await opened(robot);
    let granted = 0;
    for (let n = 0; n < 10; n += 1) {
      granted += await grantedOf(robot, named(0, 100));
      await robot.unsubscribeAsync(named(0, 100));
    }
    expect(granted).toBeGreaterThanOrEqual(500);
    expect(granted).toBeLessThan(1_000);
    expect(robot.connected).toBe(true);
  });
});

describe('a robot that floods', () => {
  it('is cut off for a minute, its page says so with figures, and then it is back', async () => {
    const robot = world.connectAs('A-1', 'robot-password', 'mad');
    await opened(robot);
    const viewer = world.watcher('lin', 'tab', null);
    await opened(viewer);
    const flood = setInterval(() => {
      for (let n = 0; n < 60 && robot.connected; n += 1) robot.publish(`${BASE}/visualization`, '{}');
    }, 20);
    await soon(() =>
      expect(live().problems).toMatchObject([
        { type: MESSAGE_FLOOD, level: 'WARNING', hint: expect.stringMatching(/^\d{3,}\/s, \d+ KiB\/s$/u) as string },
      ]),
    );
    await gone(robot);
    clearInterval(flood);
    expect(viewer.connected).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, SCALED ? 1_500 : 0)); // RabbitMQ may still cache the last decision.
    expect(await opened(world.connectAs('A-1', 'robot-password', 'mad'))).toBe(false);

    world.later(61_000);
    const back = await world.robot();
    await back.state();
    await soon(() => expect(live()).toMatchObject({ connection: 'online', problems: [{ type: MESSAGE_FLOOD }] }));
    world.later(300_000);
    await back.state();
    await soon(() => expect(live().problems).toEqual([]));
  }, 60_000);
});

describe('a session that ended', () => {
  it('leaves no link at once, and lets go of the robot that it drove; another session of the account goes on', async () => {
    const robot = await world.robot();
    await robot.say('factsheet', FACTSHEET);
    await robot.state();
    await soon(() =>
      expect([live().connection, world.fleet.fleetCache.abilitiesOf('A-1').teleop]).toEqual(['online', true]),
    );
    const client = world.watcher('lin');
    const other = world.watcher('chen');
    await Promise.all([opened(client), opened(other)]);
    await world.control.take({ serialNumber: 'A-1', clientId: world.clientIdOf('lin') }, world.as('lin'));
    await world.settled();
    expect((await world.control.get({ serialNumber: 'A-1' }, world.as('chen'))).holder).toMatchObject({
      userId: 'lin',
    });

    await world.endSession('lin');
    await tellEnded(world.deps, 'lin', ['s-lin']);
    await gone(client);
    await soon(async () =>
      expect((await world.control.get({ serialNumber: 'A-1' }, world.as('chen'))).holder).toBeNull(),
    );
    await soon(() =>
      expect(
        robot
          .actions()
          .filter(({ actionType }) => actionType === 'controlLease')
          .at(-1)?.actionParameters,
      ).toContainEqual({ key: 'lease', value: 0 }),
    );
    expect(other.connected).toBe(true);
  });
});
