/**
 * What the embedded broker keeps for newcomers, found by its topic. The broker's own memory tries every kept message on
 * every topic that is subscribed: two thousand robots that connect, or one browser that joins them, would hold up
 * everybody's messages with that.
 */
import { Readable } from 'node:stream';

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

/** What every topic of a pattern begins with; `a/#` means `a` too. */
const beginningOf = (pattern: string): string => pattern.slice(0, pattern.search(/[+#]/u)).replace(/\/$/u, '');

/** Makes `store` search for patterns alone, and for those only where something is kept; call it before anything is. */
export function findByTopic(store: RetainedStore): void {
  const kept = new Map<string, Kept>();
  const keep = store.storeRetained.bind(store);
  const search = store.createRetainedStreamCombi.bind(store);
  store.storeRetained = async (packet) => {
    if (packet.payload.length === 0) kept.delete(packet.topic);
    else kept.set(packet.topic, { ...packet });
    await keep(packet);
  };
  const mayHave = (pattern: string): boolean => {
    const beginning = beginningOf(pattern);
    for (const topic of kept.keys()) if (topic.startsWith(beginning)) return true;
    return false;
  };
  store.createRetainedStreamCombi = (wanted) => {
    const patterns = wanted.filter((one) => /[+#]/u.test(one) && mayHave(one));
    const named = wanted.flatMap((one) => kept.get(one) ?? []);
    return patterns.length === 0 ? Readable.from(named) : Readable.from(joined(named, search(patterns)));
  };
}

async function* joined(named: readonly Kept[], found: Readable): AsyncGenerator<unknown> {
  yield* named;
  yield* found;
}
