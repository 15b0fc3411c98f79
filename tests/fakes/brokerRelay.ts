/**
 * Runs between the shared RabbitMQ of the tests and the servers that each test starts: hands out the broker's slots,
 * and forwards the broker's authorisation requests to the servers of the slot, trying the next if one does not answer,
 * like a load balancer. It runs in the process that starts the tests.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Slot } from './rabbitmq.ts';

export interface BrokerRelay {
  url: string;
  /** URL to which RabbitMQ sends its authorisation requests. */
  authBase: string;
  open(slots: readonly Slot[]): void;
  close(): Promise<void>;
}

interface Taken extends Slot {
  /** Auth endpoints of the servers that use the slot. */
  targets: readonly string[];
}

const TRY_MS = 5_000;

export async function startBrokerRelay(): Promise<BrokerRelay> {
  const free: Slot[] = [];
  const taken = new Map<string, Taken>();
  let turn = 0;

  /** The slot that has been unused for longest; undefined if none is free. */
  const take = (needsSocket: boolean): Slot | undefined => {
    const at = needsSocket
      ? free.findIndex(({ wsUrl }) => wsUrl !== null)
      : free.findIndex(({ wsUrl }) => wsUrl === null);
    const [slot] = at < 0 ? [] : free.splice(at, 1);
    if (slot) taken.set(slot.vhost, { ...slot, targets: [] });
    return slot;
  };

  const ask = async (path: string, body: string): Promise<string> => {
    const { targets } = taken.get(new URLSearchParams(body).get('vhost') ?? '') ?? { targets: [] };
    turn += 1;
    for (let n = 0; n < targets.length; n += 1) {
      const target = targets[(turn + n) % targets.length] ?? '';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`${target}/${path}`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(TRY_MS),
      }).then(
        (reply) => reply.text(),
        () => undefined,
      );
      if (answer !== undefined) return answer;
    }
    return 'deny';
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    if (path.startsWith('/mqtt-auth/')) return void response.end(await ask(path.slice('/mqtt-auth/'.length), body));
    const said = JSON.parse(body) as { vhost: string; targets: string[]; needsSocket: boolean };
    const slot = taken.get(said.vhost);
    if (path === '/take') return void response.end(JSON.stringify(take(said.needsSocket) ?? null));
    if (path === '/aim' && slot) taken.set(slot.vhost, { ...slot, targets: said.targets });
    if (path === '/free' && slot) {
      taken.delete(slot.vhost);
      free.push(slot);
    }
    response.end('{}');
  };

  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.writeHead(500).end('deny')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    authBase: `${url}/mqtt-auth`,
    open: (slots) => void free.push(...slots),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
