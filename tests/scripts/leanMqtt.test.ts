/** The console's build of mqtt.js, in a page with a real broker: it connects, sends, receives, and tells a lost link, also a silent one. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type mqttPackage from 'mqtt';
import { leanMqtt } from '../../scripts/leanMqtt.ts';
import { loopbackBroker, type LoopbackBroker, loopbackSocket } from '../fakes/loopbackBroker.ts';
import { workerClock } from '../fakes/workerClock.ts';

let broker: LoopbackBroker;
beforeEach(async () => {
  broker = await loopbackBroker();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await broker.close();
});

let loads = 0;
const loaded = async (): Promise<typeof mqttPackage> => {
  // A module of its own each time: it looks once at what the page has.
  const code = Buffer.from(`${await leanMqtt()}\n// ${(loads += 1)}`).toString('base64');
  return ((await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as { default: typeof mqttPackage })
    .default;
};

it('connects, publishes, subscribes and tells that the link is lost', async () => {
  vi.stubGlobal('window', { document: {} }); // mqtt.js then uses what it has for browsers
  const mqtt = await loaded();
  const asked = vi.fn(loopbackSocket);
  const client = mqtt.connect(`${broker.origin.replace('http', 'ws')}/mqtt?site=1`, {
    clientId: 'lean',
    reconnectPeriod: 0,
    timerVariant: 'native',
    will: { topic: 'last', payload: Buffer.from('gone'), qos: 0, retain: false },
    createWebsocket: (url, protocols) => asked(url, protocols),
  });
  const heard: string[] = [];
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
  const closed = vi.fn();
  client.on('close', closed);
  await vi.waitFor(() => expect(client.connected).toBe(true));
  expect(asked).toHaveBeenCalledWith(`${broker.origin.replace('http', 'ws')}/mqtt?site=1`, ['mqtt']);

  await client.subscribeAsync('place', { qos: 1 });
  await client.publishAsync('place', 'Köln 科隆', { qos: 1 });
  await broker.publish('place', 'x'.repeat(200_000));
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(heard).toEqual(['place Köln 科隆', `place ${'x'.repeat(200_000)}`]);

  const last = new Promise<string>((told) =>
    broker.aedes.on('publish', ({ topic, payload }) => topic === 'last' && told(payload.toString())),
  );
  for (const socket of broker.sockets) socket.terminate();
  expect(await last).toBe('gone');
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(client.connected).toBe(false);
});

it('sends a ping by the timers of a worker while nothing else is sent, and tells a broker that no longer answers', async () => {
  const KEEP_ALIVE_S = 10;
  const clock = workerClock();
  vi.stubGlobal('window', { document: {} });
  vi.stubGlobal('Worker', clock.Worker);
  vi.stubGlobal('performance', clock.performance);
  const mqtt = await loaded();
  const pings = vi.fn();
  broker.aedes.on('ping', pings);
  const client = mqtt.connect(`${broker.origin.replace('http', 'ws')}/mqtt`, {
    clientId: 'quiet',
    keepalive: KEEP_ALIVE_S,
    reconnectPeriod: 0,
    createWebsocket: loopbackSocket,
  });
  const failed = vi.fn<(error: Error) => void>();
  const closed = vi.fn();
  client.on('error', failed);
  client.on('close', closed);
  let heard = 0;
  client.on('packetreceive', () => (heard += 1));
  const hears = (packets: number) => vi.waitFor(() => expect(heard).toBe(packets));
  await hears(1);
  expect(client.connected).toBe(true);

  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  await clock.pass(KEEP_ALIVE_S * 1_000 - 1);
  expect(pings).not.toHaveBeenCalled();
  await clock.pass(1);
  await hears(2);
  expect(pings).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  await clock.pass(KEEP_ALIVE_S * 1_000);
  await hears(3);
  expect(pings).toHaveBeenCalledTimes(2);

  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  for (const socket of broker.sockets) socket.pause();
  await clock.pass(KEEP_ALIVE_S * 1_500 - 1);
  expect([failed.mock.calls.length, closed.mock.calls.length, client.connected]).toEqual([0, 0, true]);
  await clock.pass(1);
  expect(failed.mock.calls.map(([{ message }]) => message)).toEqual(['Keepalive timeout']);
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  expect(client.connected).toBe(false);
});
