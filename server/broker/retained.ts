/**
 * What the embedded broker keeps for newcomers, found by its topic. The broker's own memory tries every kept message on
 * every topic that is subscribed: two thousand robots that connect, or one browser that joins them, would hold up
 * everybody's messages with that. It keeps so much and no more, and for a while only.
 */
import { Readable } from 'node:stream';
import { mayBeRetained, RETAINED } from '../../contract/rules/messageLimits.ts';
import { baseOf, parseTopic } from '../../contract/wire/topics.ts';

interface Kept {
  topic: string;
  payload: Buffer | string;
}

/** Of the broker's memory what is about kept messages. */
export interface RetainedStore {
  /** An empty payload forgets what was kept. */
  storeRetained(packet: Kept): Promise<void>;
  createRetainedStreamCombi(patterns: readonly string[]): Readable;
}

export interface Retained {
  /** Forgets what is old, but for robots that are here: they said it once and may not say it again. */
  forgetOld(isHere: (serialNumber: string) => boolean): void;
}

/** In all; the longest unchanged goes first. Twenty thousand robots' connections, factsheets and leases fit. */
const MOST_BYTES = 256 << 20;
/** A topic and what it costs to keep it. */
const OVERHEAD_BYTES = 512;
const KEPT_MS = 24 * 3_600_000;

/** What every topic of a pattern begins with; `a/#` means `a` too. */
const beginningOf = (pattern: string): string => pattern.slice(0, pattern.search(/[+#]/u)).replace(/\/$/u, '');
/** What a watcher's `{base}/+` can find, by name: no search for it. Any other topic or pattern as it is. */
const namesIn = (pattern: string): string[] => {
  const parsed = parseTopic(pattern);
  return parsed?.about === 'robot' && parsed.name === '+'
    ? RETAINED.map((name) => `${baseOf(parsed)}/${name}`)
    : [pattern];
};
const sizeOf = ({ payload }: Kept): number => payload.length + OVERHEAD_BYTES;

/** Makes `store` search for patterns alone, and for those only where something is kept; call it before anything is. */
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
