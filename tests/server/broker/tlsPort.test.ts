/** Robots without WebSocket connect over TLS, with the console's certificate and with its renewed one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Broker } from '../../../server/broker/broker.ts';
import { createEmbeddedBroker } from '../../../server/broker/embedded.ts';
import { createAuthFacts } from '../../../server/broker/authFacts.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import type { Db } from '../../../server/db/database.ts';
import { readSettings } from '../../../server/settings.ts';
import { loadTls, type Tls } from '../../../server/tls.ts';
import { freePort } from '../../fakes/freePort.ts';

/** The only row that the database returns: a robot's password hash. */
const answer = (fields: object) => ('passwordHash' in fields ? [{ passwordHash: hashOf('robot-password') }] : []);
const db = {
  select: (fields: object) => ({ from: () => ({ where: () => Promise.resolve(answer(fields)) }) }),
} as unknown as Db;

let folder: string;
let port: number;
let tls: Tls;
let broker: Broker;
const clients: MqttClient[] = [];
const certificate = async (name: string): Promise<Tls> => {
  const made = await loadTls({ host: '0.0.0.0', tls: undefined, publicUrl: undefined, dataFolder: join(folder, name) });
  if (!made) throw new Error('no certificate');
  return made;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-tls-port-'));
  port = await freePort();
  tls = await certificate('first');
  const settings = { ...readSettings({ ROUNDHOUSE_DEMO: 'off' }), mqttTlsPort: port };
  broker = await createEmbeddedBroker({
    db,
    log: pino({ level: 'silent' }),
    now: Date.now,
    monotonicNow: Date.now,
    settings,
    authFacts: createAuthFacts(db, { now: Date.now, monotonicNow: Date.now }),
    secret: 's',
    tls,
  });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

/** @returns 'connected', or the error */
const connect = (options: mqtt.IClientOptions, scheme = 'mqtts'): Promise<string> => {
  const client = mqtt.connect(`${scheme}://127.0.0.1:${port}`, {
    username: 'A-1',
    password: 'robot-password',
    clientId: 'A-1',
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });
  clients.push(client);
  return new Promise((resolve) =>
    client
      .once('connect', () => resolve('connected'))
      .once('error', (error) => resolve(error.message))
      .once('close', () => resolve('closed')),
  );
};
const trusting = ({ caPem }: Tls): mqtt.IClientOptions => (caPem === undefined ? {} : { ca: caPem });

it('a robot that trusts the authority comes in with its password', async () => {
  expect(await connect(trusting(tls))).toBe('connected');
  expect(await connect({ ...trusting(tls), clientId: 'other', password: 'wrong' })).not.toBe('connected');
});

it('whoever trusts another authority, or speaks without TLS, is not served', async () => {
  expect(await connect(trusting(await certificate('second')))).toMatch(/certificate|signature/u);
  expect(await connect({}, 'mqtt')).not.toBe('connected');
});

it('a renewed certificate is used from then on, and nobody who is connected is cut off', async () => {
  expect(await connect(trusting(tls))).toBe('connected');
  const next = await certificate('second');
  broker.renewTls?.(next);
  expect(await connect({ ...trusting(next), clientId: 'second' })).toBe('connected');
  expect(clients[0]?.connected).toBe(true);
});
