/** Limits the connections of each network and in total: each costs a file descriptor and read buffers. */
import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createAddressOf } from '../broker/addressOf.ts';
import { networkOf } from '../security/addressNetwork.ts';

export interface ConnectionLimits {
  most: number;
  perNetwork: number;
}

/**
 * Far more than a fleet of 2000 robots needs, all of which may share one address (an untrusted proxy, the simulator).
 */
const MOST = 8_000;

/**
 * At most half of the process's file descriptors, and three eighths of those for one network: database, files and log
 * need the rest.
 */
export function defaultConnectionLimits(openFiles = openFilesMax()): ConnectionLimits {
  const most = Math.max(1, Math.min(MOST, Math.floor(openFiles / 2)));
  return { most, perNetwork: Math.max(1, Math.floor((most * 3) / 8)) };
}

/** File descriptor limit of this process; Infinity where the system does not report one. */
function openFilesMax(): number {
  try {
    return Number(/^Max open files\s+(\d+)/mu.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Closes new connections beyond the limits.
 * @param trustProxy connections of trusted proxies count towards the total only, because they carry many clients
 */
export function limitConnections(
  front: Server,
  { most, perNetwork }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  const addressOf = createAddressOf(trustProxy);
  // The forwarded address is only used when it comes from a trusted proxy.
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
