/**
 * The embedded broker's retained messages, indexed by topic. The broker's own store matches every retained message
 * against every subscribed topic: with two thousand robots connecting, or one browser joining them, that would delay
 * everybody's messages. Size and age are limited.
 */
import { Readable } from 'node:stream';
import { mayBeRetained, RETAINED } from '../../contract/rules/messageLimits.ts';
import { baseOf, parseTopic } from '../../contract/wire/topics.ts';

interface Kept {
  topic: string;
  payload: Buffer | string;
}

/** The part of the broker's persistence that handles retained messages. */
export interface RetainedStore {
  /** An empty payload deletes the retained message. */
  storeRetained(packet: Kept): Promise<void>;
  createRetainedStreamCombi(patterns: readonly string[]): Readable;
}

export interface Retained {
  /** Deletes old messages, except of connected robots: they may not publish them again. */
  forgetOld(isHere: (serialNumber: string) => boolean): void;
}

/**
 * In total; the longest unchanged message is dropped first. Enough for connections, factsheets and leases of 20,000
 * robots.
 */
const MOST_BYTES = 256 << 20;
/** Assumed size of a topic and its bookkeeping. */
const OVERHEAD_BYTES = 512;
const KEPT_MS = 24 * 3_600_000;

/** Common prefix of all topics that match a pattern; `a/#` matches `a` too. */
const beginningOf = (pattern: string): string => pattern.slice(0, pattern.search(/[+#]/u)).replace(/\/$/u, '');
/**
 * Expands a console's `{base}/+` into the names that can be retained, which needs no search. Other patterns stay as
 * they are.
 */
const namesIn = (pattern: string): string[] => {
  const parsed = parseTopic(pattern);
  return parsed?.about === 'robot' && parsed.name === '+'
    ? RETAINED.map((name) => `${baseOf(parsed)}/${name}`)
    : [pattern];
};
const sizeOf = ({ payload }: Kept): number => payload.length + OVERHEAD_BYTES;

/** Makes `store` search only for patterns, and only where something is retained. Call it before anything is stored. */
export function keepRetained(store: RetainedStore, now: () => number, mostBytes = MOST_BYTES): Retained {
  const kept = new Map<string, Kept & { at: number }>();
  let bytes = 0;
  const keep = store.storeRetained.bind(store);
  const search = store.createRetainedStreamCombi.bind(store);
  const forget = (topic: string): void => {
    const known = kept.get(topic);
    if (!known) return;
    bytes -= sizeOf(known);
    kept.delete(topic);
  };

  store.storeRetained = async (packet) => {
    if (!mayBeRetained(packet.topic)) return;
    forget(packet.topic);
    const lost: string[] = [];
    if (packet.payload.length > 0) {
      kept.set(packet.topic, { ...packet, at: now() });
      bytes += sizeOf(packet);
      for (const topic of kept.keys()) {
        if (bytes <= mostBytes) break;
        lost.push(topic);
        forget(topic);
      }
    }
    await keep(packet);
    for (const topic of lost) await keep({ ...packet, topic, payload: '' });
  };
  const mayHave = (pattern: string): boolean => {
    const beginning = beginningOf(pattern);
    for (const topic of kept.keys()) if (topic.startsWith(beginning)) return true;
    return false;
  };
  store.createRetainedStreamCombi = (asked) => {
    const wanted = [...new Set(asked.flatMap(namesIn))];
    const patterns = wanted.filter((one) => /[+#]/u.test(one) && mayHave(one));
    const named = wanted.flatMap((one) => kept.get(one) ?? []);
    return patterns.length === 0 ? Readable.from(named) : Readable.from(joined(named, search(patterns)));
  };

  return {
    forgetOld(isHere) {
      for (const [topic, packet] of kept) {
        const parsed = parseTopic(topic);
        if (now() - packet.at < KEPT_MS || (parsed?.about === 'robot' && isHere(parsed.serialNumber))) continue;
        forget(topic);
        void keep({ ...packet, payload: '' });
      }
    },
  };
}

async function* joined(named: readonly Kept[], found: Readable): AsyncGenerator<unknown> {
  yield* named;
  yield* found;
}
