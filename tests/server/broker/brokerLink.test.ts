/** The connection to an external broker that misbehaves. */
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { openBrokerLink } from '../../../server/broker/brokerLink.ts';

it('gives up a message that the broker does not acknowledge', async () => {
  const aedes = await Aedes.createBroker({ authorizePublish: () => undefined });
  const server: Server = createServer((socket) => void aedes.handle(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  let isUp = (): void => {};
  const up = new Promise<void>((resolve) => (isUp = resolve));
  const link = openBrokerLink({
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    options: () => ({ clientId: 'roundhouse-1' }),
    topics: ['any'],
    onMessage: () => undefined,
    onUp: isUp,
    log: pino({ level: 'silent' }),
  });
  onTestFinished(async () => {
    await link.close();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    server.close();
  });
  await up;
  await expect(link.publish('any', '{}', { qos: 1, retain: false })).rejects.toMatchObject({ code: ERRORS.brokerAway });
}, 20_000);
