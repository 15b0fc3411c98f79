/**
 * Limits what a connection can send to the embedded broker. MQTT announces each packet's length first, and the broker
 * would buffer up to 256 MB in memory before the client is even authenticated.
 */
import type { Duplex } from 'node:stream';
import { createBucket, createMeter, type Bucket } from './bucket.ts';

/** Packets and bytes, shared by all connections of one account: a second connection adds nothing. */
export interface Allowance {
  packets: Bucket;
  bytes: Bucket;
  /** Topics that it subscribes to: a packet can name thousands, and each needs an access check. */
  topics: Bucket;
  /** What it sends per second. */
  rate(): { messages: number; bytes: number };
  /** Maximum packet length, bytes. */
  longest: number;
}

/** Far above what teleop and a call's signalling need together. */
const PACKETS = { perSecond: 300, most: 1_000 };
const BYTES = { perSecond: 2 << 20, most: 8 << 20 };
/** A page subscribes to a handful; all of an account's are resubscribed together after a fault. */
const TOPICS = { perSecond: 50, most: 500 };
/** An unauthenticated connection: it sends its credentials and first subscriptions. */
const STRANGER_PACKETS = { perSecond: 10, most: 100 };
const STRANGER_BYTES = { perSecond: 16 << 10, most: 256 << 10 };
const STRANGER_LONGEST = 16 << 10;
/** A SUBSCRIBE or UNSUBSCRIBE packet: each topic is parsed before any decision, so a few hundred at most. */
const TOPICS_LONGEST = 16 << 10;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
/** The remaining length is encoded in at most four bytes of seven bits. */
const LENGTH_BYTES = 4;

export function createAllowance(longest: number, now: () => number): Allowance {
  return metered(createBucket(PACKETS, now), createBucket(BYTES, now), longest, now);
}
export function strangersAllowance(now: () => number): Allowance {
  return metered(createBucket(STRANGER_PACKETS, now), createBucket(STRANGER_BYTES, now), STRANGER_LONGEST, now);
}

function metered(packets: Bucket, bytes: Bucket, longest: number, now: () => number): Allowance {
  const [seenPackets, seenBytes] = [createMeter(now), createMeter(now)];
  const measured = (bucket: Bucket, meter: typeof seenPackets): Bucket => ({
    ...bucket,
    take(amount = 1) {
      meter.add(amount);
      return bucket.take(amount);
    },
  });
  return {
    packets: measured(packets, seenPackets),
    bytes: measured(bytes, seenBytes),
    topics: createBucket(TOPICS, now),
    longest,
    rate: () => ({ messages: seenPackets.perSecond(), bytes: seenBytes.perSecond() }),
  };
}

/**
 * Ends the connection and reports the reason when a packet is too long or the rate too high. Attach it before the
 * broker reads.
 */
export function guardPackets(
  stream: Duplex,
  { allowance, onRefused }: { allowance: () => Allowance; onRefused: (reason: string, isFlood: boolean) => void },
): void {
  /** Bytes left of the current packet; null while its header is read. */
  let toCome: number | null = null;
  let header = 0;
  let length = 0;
  let type = 0;

  /** Reason to refuse; null to continue. */
  const look = (chunk: Buffer): { reason: string; isFlood: boolean } | null => {
    const { packets, bytes, longest } = allowance();
    if (!bytes.take(chunk.length)) return { reason: 'too many bytes', isFlood: true };
    for (let at = 0; at < chunk.length;) {
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
      if (header === 1) {
        type = byte >> 4;
        continue;
      }
      length += (byte & 0x7f) * 128 ** (header - 2);
      if (byte >= 0x80) {
        if (header > LENGTH_BYTES) return { reason: 'not MQTT', isFlood: false };
        continue;
      }
      const most = type === SUBSCRIBE || type === UNSUBSCRIBE ? Math.min(longest, TOPICS_LONGEST) : longest;
      if (length > most) return { reason: `a packet of ${length} bytes`, isFlood: false };
      if (!packets.take()) return { reason: 'too many packets', isFlood: true };
      if (length > 0) toCome = length;
      header = 0;
      length = 0;
    }
    return null;
  };
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    const refused = look(chunk);
    if (refused === null) return;
    onRefused(refused.reason, refused.isFlood);
    stream.destroy();
  });
}
