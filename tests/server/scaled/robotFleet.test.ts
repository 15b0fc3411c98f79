/** Credentials and retirement on two servers with one broker: what one changes ends at the other too. */
import { randomBytes } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { alsoAt, severalServers, signInAt, type FullApi, type SeveralServers } from '../../fakes/severalServers.ts';

const serialNumber = `F-${randomBytes(4).toString('hex')}`;
let cluster: SeveralServers;
let here: FullApi;
let there: FullApi;
let owner: { here: FullApi; there: FullApi };
const clients: MqttClient[] = [];

beforeAll(async () => {
  cluster = await severalServers({ robots: 0 });
  const first = await cluster.start();
  const second = await cluster.start();
  here = await signInAt(first.url, 'admin@demo.roundhouse');
  there = alsoAt(second.url, here);
  const lin = await signInAt(first.url, 'operator@demo.roundhouse');
  owner = { here: lin, there: alsoAt(second.url, lin) };
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await cluster.close();
});

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 50 });
const connect = (password: string): Promise<MqttClient | null> => {
  const client = mqtt.connect(cluster.slot.tcpUrl, {
    reconnectPeriod: 0,
    username: serialNumber,
    password,
    clientId: serialNumber,
  });
  clients.push(client);
  return new Promise((resolve) => {
    client.on('error', () => resolve(null));
    client.once('connect', () => resolve(client)).once('close', () => resolve(null));
  });
};

it('a renewed password ends the connection of the old one, whichever server is asked', async () => {
  const made = await here.robots.register({
    serialNumber,
    manufacturer: 'Acme',
    robotModel: 'W1',
    registerSiteId: 'harbour',
  });
  await owner.there.robots.bind({ code: made.claimCode });
  const robot = await connect(made.mqttPassword);
  expect(robot).not.toBeNull();
  const gone = new Promise<void>((resolve) => robot?.once('close', () => resolve()));
  const { mqttPassword } = await there.robots.newPassword({ robotToRenew: serialNumber });
  await gone;
  // The broker's own cache of decisions expires within seconds.
  await soon(async () => expect(await connect(made.mqttPassword)).toBeNull());
  await soon(async () => expect(await connect(mqttPassword)).not.toBeNull());
});

it('a robot that one server retires is gone at the other, and takes no command there', async () => {
  const on = { serialNumber };
  await soon(async () => expect(await owner.there.robots.detail(on)).toMatchObject(on));
  await here.robotFleet.retire({ robotToRetire: serialNumber });
  for (const api of [owner.here, owner.there]) {
    expect((await api.robots.listOfView({ robotView: 'all' })).map((robot) => robot.serialNumber)).not.toContain(
      serialNumber,
    );
    await expect(api.commands.charge(on)).rejects.toMatchObject({ name: 'ApiError' });
    await soon(() => expect(api.commands.stop(on)).rejects.toMatchObject({ name: 'ApiError' }));
  }
  await here.robotFleet.reinstate({ robotToReinstate: serialNumber });
  await soon(async () => expect(await owner.there.robots.detail(on)).toMatchObject(on));
});
