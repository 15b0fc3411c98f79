/** The console's build of mqtt.js, in a page with a real broker: it connects, sends, receives, and tells a lost link. */
import { afterEach, expect, it, vi } from 'vitest';
import type mqttPackage from 'mqtt';
import { leanMqtt } from '../../scripts/leanMqtt.ts';
import { loopbackBroker, loopbackSocket } from '../fakes/loopbackBroker.ts';

const broker = await loopbackBroker();
afterEach(async () => {
  vi.unstubAllGlobals();
  await broker.close();
});

const loaded = async (): Promise<typeof mqttPackage> => {
  const code = Buffer.from(await leanMqtt()).toString('base64');
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
