/** The broker address that browsers and robots get: the server's own, or the public address of an external broker. */
import { afterEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
afterEach(() => test.close());

const register = {
  serialNumber: 'N-1',
  manufacturer: 'Other',
  robotModel: 'X9',
  kind: 'reception',
  registerSiteId: A.siteId,
  maps: [],
};
/** The addresses that an account's page, a robot's page and a new robot get. */
const addresses = async (environment: Record<string, string>): Promise<unknown[]> => {
  test = await startTestServer({ environment });
  const replies = await Promise.all([
    test.as('member', catalogue.robots.mqttConfig.path, { serialNumber: '' }),
    test.as('member', catalogue.robots.mqttConfig.path, { serialNumber: A.serialNumber, clientId: 'tab' }),
    test.as('accountAdmin', catalogue.robots.register.path, register),
  ]);
  return replies.map(({ code, data }) => {
    expect(code).toBe(0);
    const { url, mqttUrl } = data as { url?: string; mqttUrl?: string };
    return url ?? mqttUrl;
  });
};

// Nothing listens there: a server starts without its external broker.
it('is MQTT_PUBLIC_URL where that is set, and MQTT_URL stays between server and broker', async () => {
  expect(
    await addresses({
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PUBLIC_URL: 'wss://robots.example.org/mqtt',
      PUBLIC_URL: 'https://console.example.org',
    }),
  ).toEqual(['wss://robots.example.org/mqtt', 'wss://robots.example.org/mqtt', 'wss://robots.example.org/mqtt']);
});

it('is MQTT_URL where that alone is set', async () => {
  expect(await addresses({ MQTT_URL: 'ws://127.0.0.1:1/ws' })).toEqual([
    'ws://127.0.0.1:1/ws',
    'ws://127.0.0.1:1/ws',
    'ws://127.0.0.1:1/ws',
  ]);
});

it("is the server's own place without an outside one: a path for pages, the public address for robots", async () => {
  expect(await addresses({ PUBLIC_URL: 'https://console.example.org' })).toEqual([
    '/mqtt',
    '/mqtt',
    'wss://console.example.org/mqtt',
  ]);
});
