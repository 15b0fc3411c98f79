/**
 * Still pictures over an account's own connection, on a real broker and a real database: who holds a grant receives what
 * the robot sends to its viewer's id, nobody else does, and a withdrawn relation ends the grant.
 */
import { eq } from 'drizzle-orm';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MediaGrants } from '../../../contract/wire/privateCommands.ts';
import { rtcInbox, rtcTopic, viewerIdOf } from '../../../contract/wire/topics.ts';
import { clientIdOf, issuePassword, userNameOf } from '../../../server/broker/credentials.ts';
import { relations } from '../../../server/db/schema.ts';
import { SCALED } from '../../fakes/brokerSlot.ts';
import { fleetWorld } from '../../fakes/fleetWorld.ts';
import { FACTSHEET, type ScriptedRobot } from '../../fakes/scriptedRobot.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });

let world: Awaited<ReturnType<typeof fleetWorld>>;
let robot: ScriptedRobot;
let signalling: MqttClient;
/** What the robot hears, by topic. */
const asked: string[] = [];
beforeEach(async () => {
  world = await fleetWorld();
  robot = await world.robot();
  await robot.say('factsheet', FACTSHEET, { retain: true });
  await robot.state();
  await soon(() => expect(world.fleet.fleetCache.abilitiesOf('A-1').video).toBe(true));
  signalling = world.connectAs('A-1', 'robot-password', 'robot-signalling');
  await new Promise((resolve) => signalling.once('connect', resolve));
  asked.length = 0;
  signalling.on('message', (topic) => void asked.push(topic));
  await signalling.subscribeAsync(rtcInbox('A-1'));
});
afterEach(() => world.close());

const viewerOf = (who: string): string => viewerIdOf(clientIdOf(who, null, 'tab', false), 'A-1') ?? '';
const down = (who: string): string => rtcTopic('A-1', viewerOf(who), 'down');
async function accountOf(who: string) {
  const clientId = clientIdOf(who, null, 'tab', false);
  const password = issuePassword(
    { userId: who, sessionId: `s-${who}`, clientId, language: 'enUS' },
    world.broker.secret,
    Date.now(),
  );
  const client = world.connectAs(userNameOf(who, `s-${who}`), password, clientId);
  const heard: string[] = [];
  client.on('message', (topic, payload) => void heard.push(`${topic} ${payload.toString()}`));
  await new Promise((resolve) => client.once('connect', resolve));
  const subscribe = (topic: string): Promise<boolean> =>
    client.subscribeAsync(topic).then(
      (granted) => granted.every(({ qos }) => Number(qos) < 128),
      () => false,
    );
  return { client, heard, subscribe };
}
const granted = (): string[] =>
  robot.received
    .filter(({ name }) => name === 'private/commands')
    .map(({ message }) => message as unknown as MediaGrants)
    .findLast(({ type }) => type === 'mediaGrants')
    ?.grants.map(({ viewer, what }) => `${viewer} ${what.join('+')}`) ?? [];

it('is granted under the id of the viewer at that robot, and reaches this account alone', async () => {
  const lin = await accountOf('lin');
  expect(await lin.subscribe(down('lin'))).toBe(true);
  for (const foreign of [down('lin'), 'rtc/A-1/+/down', 'rtc/+/+/down', 'rtc/#']) {
    // RabbitMQ closes a connection that subscribes to what it may not.
    const stranger = await accountOf('chen');
    expect([foreign, await stranger.subscribe(foreign)]).toEqual([foreign, false]);
  }
  const chen = await accountOf('chen');
  expect(await chen.subscribe(down('chen'))).toBe(true);
  await world.media.view({ serialNumber: 'A-1', clientId: viewerOf('lin'), what: ['picture'] }, world.as('lin'));
  await soon(() => expect(granted()).toEqual([`${viewerOf('lin')} picture`]));
  await lin.client.publishAsync(rtcTopic('A-1', viewerOf('lin'), 'up'), '{}');
  await soon(() => expect(asked).toEqual([rtcTopic('A-1', viewerOf('lin'), 'up')]));
  await signalling.publishAsync(down('lin'), 'for lin', { qos: 1, retain: !SCALED });
  await signalling.publishAsync(down('chen'), 'for chen', { qos: 1 });
  await soon(() => expect(chen.heard).toEqual([`${down('chen')} for chen`]));
  await soon(() => expect(lin.heard).toEqual([`${down('lin')} for lin`]));
  // Nothing of a picture stays in the broker.
  const again = await accountOf('lin');
  expect(await again.subscribe(down('lin'))).toBe(true);
  await signalling.publishAsync(down('lin'), 'later', { qos: 1 });
  await soon(() => expect(again.heard).toEqual([`${down('lin')} later`]));
});

it('ends with the relation: the grant at once, and the robot is asked for nothing more', async () => {
  const lin = await accountOf('lin');
  await world.media.view({ serialNumber: 'A-1', clientId: viewerOf('lin'), what: ['picture'] }, world.as('lin'));
  await soon(() => expect(granted()).toHaveLength(1));
  await world.db.update(relations).set({ isAuth: false }).where(eq(relations.userId, 'lin'));
  await world.fleet.recheckMedia();
  await soon(() => expect(granted()).toEqual([]));
  world.broker.authFacts.forgetPeople();
  expect(await lin.subscribe(down('lin'))).toBe(false);
  lin.client.publish(rtcTopic('A-1', viewerOf('lin'), 'up'), '{}');
  await soon(() => expect(lin.client.connected).toBe(false));
  // A later message that is allowed arrives, and lin's did not before it.
  const chen = await accountOf('chen');
  await chen.client.publishAsync(rtcTopic('A-1', viewerOf('chen'), 'up'), '{}', { qos: 1 });
  await soon(() => expect(asked).not.toEqual([]));
  expect(asked).toEqual([rtcTopic('A-1', viewerOf('chen'), 'up')]);
});
