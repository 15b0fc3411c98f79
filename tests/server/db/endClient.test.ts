/** Connections of their own end, also when the network to the database is gone without a word. */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endClient } from '../../../server/db/endClient.ts';
import { listenTo } from '../../../server/db/listen.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';

const LIMIT_MS = 200;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let database: FreshDatabase;
/** A network that, once it is gone, takes nothing and answers nothing, not even that a connection is closed. */
let network: Server;
let isGone = false;
const sockets = new Set<Socket>();
beforeEach(async () => {
  isGone = false;
  database = await freshDatabase();
  const url = new URL(database.url);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  network = createServer({ allowHalfOpen: true }, (socket) => {
    const upstream = folder === null ? connect(port, url.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (!isGone && to.write(data)));
      from.on('end', () => void (!isGone && to.end()));
      from.on('error', () => undefined);
      from.on('close', () => sockets.delete(from));
    }
  });
  await new Promise<void>((listening) => network.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => network.close(closed));
  await database.drop();
});

const newClient = (): pg.Client => {
  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((network.address() as AddressInfo).port);
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => undefined);
  return client;
};
const fromUs = () => [...sockets].filter(({ localPort }) => localPort === (network.address() as AddressInfo).port);

it('says goodbye where somebody hears it', async () => {
  const client = newClient();
  await client.connect();
  const ended = vi.fn();
  client.on('end', ended);
  await endClient(client, 60_000);
  expect(ended).toHaveBeenCalledOnce();
});

it('is cut where nobody does', async () => {
  const client = newClient();
  await client.connect();
  const ended = vi.fn();
  client.on('end', ended);
  isGone = true;
  await endClient(client, LIMIT_MS);
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
});

it('a server that listens for notifications ends although its network is gone', async () => {
  const heard = vi.fn();
  const stop = listenTo(newClient, { fleet: heard }, log);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(''));
  isGone = true;
  expect(fromUs()).toHaveLength(1);
  await stop();
});
