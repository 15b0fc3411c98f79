/**
 * The broker of a test world: the embedded one with a plain listener; in the scaled run a slot of RabbitMQ, which uses
 * our auth endpoints.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { AppDeps } from '../../server/appDeps.ts';
import { addBrokerAuth } from '../../server/broker/authEndpoints.ts';
import type { Broker } from '../../server/broker/broker.ts';
import { createBroker } from '../../server/broker/createBroker.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import { SCALED, SERVER_SIGN_IN, takeBrokerSlot } from './brokerSlot.ts';
import { freePort } from './freePort.ts';

type Needs = Pick<AppDeps, 'db' | 'sharedDb' | 'log' | 'now' | 'monotonicNow' | 'rights'>;

export interface WorldBroker {
  settings: Settings;
  broker: Broker;
  /** URL for clients. */
  url: string;
  close(): Promise<void>;
}

const ENVIRONMENT = { PORT: '0', ROUNDHOUSE_DEMO: 'off' };

export const worldBroker = (needs: Needs): Promise<WorldBroker> => (SCALED ? outside(needs) : embedded(needs));

async function embedded(needs: Needs): Promise<WorldBroker> {
  const port = await freePort();
  const settings = { ...readSettings(ENVIRONMENT), mqttTcpPort: port };
  const broker = await createBroker({ ...needs, settings });
  return { settings, broker, url: `mqtt://127.0.0.1:${port}`, close: () => broker.close() };
}

async function outside(needs: Needs): Promise<WorldBroker> {
  const slot = await takeBrokerSlot();
  const settings = readSettings({
    ...ENVIRONMENT,
    MQTT_URL: slot.tcpUrl,
    MQTT_PUBLIC_URL: 'ws://127.0.0.1:1',
    MQTT_USERNAME: SERVER_SIGN_IN.username,
    MQTT_PASSWORD: SERVER_SIGN_IN.password,
  });
  const broker = await createBroker({ ...needs, settings });
  const door = Fastify();
  door.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  addBrokerAuth(door, { ...needs, settings, broker });
  await door.listen({ port: 0, host: '127.0.0.1' });
  await slot.aim(`http://127.0.0.1:${(door.server.address() as AddressInfo).port}/mqtt-auth`);
  await new Promise<void>((resolve) => (broker.isUp() ? resolve() : broker.onUp(resolve)));
  return {
    settings,
    broker,
    url: slot.tcpUrl,
    close: async () => {
      await broker.close();
      await door.close();
      await slot.free();
    },
  };
}
