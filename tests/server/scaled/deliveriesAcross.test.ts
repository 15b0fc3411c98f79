/**
 * Deliveries on two servers with one database and one broker: each is given to one robot, every step of it is known at
 * both, and a server that is killed while it chooses a robot loses nothing. The tests depend on their order.
 */
import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import type { Notice } from '../../../contract/wire/feed.ts';
import type { DeliveryList } from '../../../contract/wire/deliveries.ts';
import { HARBOUR } from '../../../demo/sites.ts';
import { deliveries, deliverySteps } from '../../../server/db/schema.ts';
import { lockQueue } from '../../fakes/deliveryQueueLock.ts';
import { deliveryRobotOver, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import {
  alsoAt,
  severalServers,
  signInAt,
  type FullApi,
  type RunningServer,
  type SeveralServers,
} from '../../fakes/severalServers.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 50 });
const WAY = { siteId: HARBOUR, from: 'harbour-1f.kitchen-pass', to: 'harbour-1f.room-106' };
/** With two compartments each. */
const PORTERS = ['a', 'b'].map((name) => `D-${randomBytes(3).toString('hex')}${name}`);

let cluster: SeveralServers;
/** Started first, so it leads. */
let leading: RunningServer;
let here: FullApi;
let there: FullApi;
let robots: DeliveryRobot[];
const clients: MqttClient[] = [];
const notices: Notice[] = [];
const connectAs = (options: mqtt.IClientOptions): MqttClient => {
  const client = mqtt.connect(cluster.slot.tcpUrl, { reconnectPeriod: 0, ...options });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
};

let saying: NodeJS.Timeout;
beforeAll(async () => {
  cluster = await severalServers({ robots: 0 });
  const environment = { ROUNDHOUSE_DEMO_GUESTS: 'off' };
  leading = await cluster.start(environment);
  const other = await cluster.start(environment);
  here = await signInAt(leading.url, 'admin@demo.roundhouse');
  there = alsoAt(other.url, here);
  robots = await Promise.all(
    PORTERS.map(async (serialNumber) => {
      const { mqttUsername: username, mqttPassword: password } = await here.robots.register({
        serialNumber,
        manufacturer: 'Acme',
        robotModel: 'W1',
        registerSiteId: HARBOUR,
        maps: [{ registerMapId: 'harbour-1f', robotMapName: 'ground' }],
        bindToCaller: true,
      });
      return deliveryRobotOver(connectAs({ username, password, clientId: serialNumber }), serialNumber);
    }),
  );
  // A robot that says nothing for some seconds gets no delivery.
  saying = setInterval(() => {
    for (const robot of robots) void robot.state().catch(() => undefined);
  }, 500);
  const sign = await there.robots.mqttConfig({ serialNumber: '', clientId: 'tab', language: 'enUS' });
  const watcher = connectAs({ clientId: sign.clientId, username: sign.username, password: sign.password });
  watcher.on('message', (_topic, payload) => void notices.push(JSON.parse(payload.toString()) as Notice));
  await watcher.subscribeAsync(noticesTopic(here.userId));
  // Registered at the one, they are known at the other a moment later.
  for (const serialNumber of PORTERS)
    await soon(async () => expect((await there.robots.detail({ serialNumber })).live.connection).toBe('online'));
}, 240_000);
afterAll(async () => {
  clearInterval(saying);
  for (const client of clients) client.end(true);
  await cluster.close();
});

const hadBy = (robot: DeliveryRobot, id: string): boolean =>
  robot.received.some(
    ({ message }) =>
      message['type'] === 'deliveries' &&
      (message as unknown as DeliveryList).orders.some(({ deliveryId }) => deliveryId === id),
  );
/** The only robot that ever got it, by the only assignment. */
async function carrierOf(id: string): Promise<DeliveryRobot> {
  const found = await soon(() => {
    const carriers = robots.filter((robot) => hadBy(robot, id));
    expect(carriers).toHaveLength(1);
    return carriers;
  });
  const assigned = and(eq(deliverySteps.deliveryId, id), eq(deliverySteps.kind, 'assigned'));
  expect(await cluster.db.select().from(deliverySteps).where(assigned)).toHaveLength(1);
  return found[0] as DeliveryRobot;
}
const statusesOf = async (id: string) =>
  (
    await cluster.db
      .select({ status: deliverySteps.status })
      .from(deliverySteps)
      .where(and(eq(deliverySteps.deliveryId, id), eq(deliverySteps.kind, 'status')))
      .orderBy(asc(deliverySteps.id))
  ).map(({ status }) => status);

const DONE = [
  'goingToLoadingPoint',
  'arrivedAtLoadingPoint',
  'loading',
  'loadingCompleted',
  'delivering',
  'arrivedAtRoom',
  'cabinetOpen',
  'completed',
] as const;

it('a delivery ordered at the one that does not lead is given to one robot, and both know every step', async () => {
  const { id } = await there.deliveries.create(WAY);
  const carrier = await carrierOf(id);
  for (const status of DONE) {
    await carrier.steps(id, status);
    for (const api of [here, there])
      await soon(async () =>
        expect((await api.deliveries.details({ deliveryId: id })).delivery).toMatchObject({ status }),
      );
  }
  expect(await statusesOf(id)).toEqual(['created', ...DONE]);
  const told = () =>
    notices.flatMap((one) => (one.type === 'deliveryChanged' && one.deliveryId === id ? one.status : []));
  // Each once, from whichever server: the assignment is told with the status before it.
  await soon(() => expect(told()).toEqual(['created', 'created', ...DONE]));
}, 120_000);

it('deliveries ordered at both at the same moment get a compartment each, none twice', async () => {
  const created = await Promise.all([here, there, here, there].map((api) => api.deliveries.create(WAY)));
  const ids = created.map(({ id }) => id);
  const taken: string[] = [];
  for (const id of ids) {
    const carrier = await carrierOf(id);
    const order = carrier.list()?.orders.find(({ deliveryId }) => deliveryId === id);
    taken.push(`${robots.indexOf(carrier)} ${order?.compartment}`);
  }
  expect(taken.sort()).toEqual(['0 1', '0 2', '1 1', '1 2']);
  for (const id of ids) await (await carrierOf(id)).steps(id, ...DONE);
  await soon(async () =>
    expect(
      (await cluster.db.select().from(deliveries).where(inArray(deliveries.id, ids))).map(({ status }) => status),
    ).toEqual(ids.map(() => 'completed')),
  );
}, 120_000);

it('a server that is killed while it chooses robots leaves the choice to the other', async () => {
  const lock = await lockQueue(cluster.db, HARBOUR);
  let ids: string[];
  try {
    ids = (await Promise.all([here, there].map((api) => api.deliveries.create(WAY)))).map(({ id }) => id);
    // Each looks at once for what was ordered at it, so both are choosing.
    await lock.awaited(2);
    await leading.kill();
  } finally {
    await lock.release();
  }
  for (const id of ids) {
    const carrier = await carrierOf(id);
    await carrier.steps(id, ...DONE);
    await soon(async () =>
      expect((await there.deliveries.details({ deliveryId: id })).delivery).toMatchObject({ status: 'completed' }),
    );
    expect(await statusesOf(id)).toEqual(['created', ...DONE]);
  }
}, 120_000);
