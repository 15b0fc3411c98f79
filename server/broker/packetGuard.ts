/**
 * What one connection may send to the embedded broker: MQTT announces each packet's length first, and the broker would
 * wait for 256 MB of it in memory, before it even knows who speaks.
 */
import type { Duplex } from 'node:stream';
import { createBucket } from './bucket.ts';

/** Packets a second, and how many at once: driving by hand and a call's signalling together are far below. */
const PACKETS = { perSecond: 300, most: 2_000 };
const BYTES = { perSecond: 2 << 20, most: 8 << 20 };
/** The remaining length is written in at most four bytes of seven bits. */
const LENGTH_BYTES = 4;

/** Ends the connection, and says why, when it sends what is too long or too much. Put it on before the broker reads. */
export function guardPackets(stream: Duplex, { longest, now, onRefused }: { longest: number; now: () => number; onRefused: (reason: string) => void }): void {
  const packets = createBucket(PACKETS.perSecond, PACKETS.most, now);
  const bytes = createBucket(BYTES.perSecond, BYTES.most, now);
  /** Bytes of the packet under way that are still to come; null in a header, of which `length` was read. */
  let toCome: number | null = null;
  let header = 0;
  let length = 0;

  /** Why not; null when it may go on. */
  const look = (chunk: Buffer): string | null => {
    if (!bytes.take(chunk.length)) return 'too many bytes';
    for (let at = 0; at < chunk.length; ) {
      if (toCome !== null) {
        const step = Math.min(toCome, chunk.length - at);
        at += step;
        toCome -= step;
        if (toCome === 0) toCome = null;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      header += 1;
      if (header === 1) continue; // the packet's type
      length += (byte & 0x7f) * 128 ** (header - 2);
      if (byte >= 0x80) {
        if (header > LENGTH_BYTES) return 'no MQTT';
        continue;
      }
      if (length > longest) return `a packet of ${length} bytes`;
      if (!packets.take()) return 'too many packets';
      if (length > 0) toCome = length;
      header = 0;
      length = 0;
    }
    return null;
  };
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    const reason = look(chunk);
    if (reason === null) return;
    onRefused(reason);
    stream.destroy();
  });
}
