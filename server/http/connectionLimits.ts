/** How many connections one network, and everybody together, may hold: each costs a file handle and what is read ahead of it. */
import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createAddressOf } from '../broker/addressOf.ts';
import { networkOf } from '../security/addressNetwork.ts';

export interface ConnectionLimits {
  most: number;
  perNetwork: number;
}

/** Far more than a fleet of two thousand robots has, which may all come from one address: a proxy that is not trusted, the simulator. */
const MOST = 8_000;

/** At most half of the files that this process may open, and of those three eighths for one network: database, files and log need theirs. */
export function defaultConnectionLimits(openFiles = openFilesMax()): ConnectionLimits {
  const most = Math.max(1, Math.min(MOST, Math.floor(openFiles / 2)));
  return { most, perNetwork: Math.max(1, Math.floor((most * 3) / 8)) };
}

/** Files that this process may open; no bound where the system does not say. */
function openFilesMax(): number {
  try {
    return Number(/^Max open files\s+(\d+)/mu.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Closes a new connection that is one too many.
 * @param trustProxy a proxy's connections count for everybody together alone: they are many people's
 */
export function limitConnections(
  front: Server,
  { most, perNetwork }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  const addressOf = createAddressOf(trustProxy);
  // A trusted proxy is believed whatever name it gives.
  const isProxy = (socket: Socket): boolean =>
    addressOf({ headers: { 'x-forwarded-for': 'client' }, socket }) === 'client';
  const networks = new Map<string, number>();
  let open = 0;
  front.on('connection', (socket: Socket) => {
    const network = isProxy(socket) ? undefined : networkOf(socket.remoteAddress ?? '');
    const own = network === undefined ? 0 : (networks.get(network) ?? 0);
    if (open >= most || own >= perNetwork) return void socket.destroy();
    open++;
    if (network !== undefined) networks.set(network, own + 1);
    socket.once('close', () => {
      open--;
      if (network === undefined) return;
      const left = (networks.get(network) ?? 1) - 1;
      if (left > 0) networks.set(network, left);
      else networks.delete(network);
    });
  });
}
