/**
 * Caches error replies of writes for their repeats: in memory, for READ_REPLAY_TTL_MS, up to MOST entries. A refused
 * write changed nothing and leaves no row; once the entry has expired, or on another server, a repeat runs again.
 */
import { LRUCache } from 'lru-cache';
import { READ_REPLAY_TTL_MS } from '../../contract/rules/limits.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import type { KnownRequest, RequestKey } from '../db/repositories/requests.ts';

const MOST = 20_000;

export interface ErrorReplyCache {
  keep(key: RequestKey, hash: string, reply: Reply): void;
  find(key: RequestKey): KnownRequest | undefined;
}

export function createRefusals(now: () => number, most = MOST): ErrorReplyCache {
  const kept = new LRUCache<string, KnownRequest>({
    max: most,
    ttl: READ_REPLAY_TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const nameOf = ({ scope, id }: RequestKey): string => `${id} ${scope}`;
  return {
    keep: (key, hash, reply) => void kept.set(nameOf(key), { hash, reply }),
    find: (key) => kept.get(nameOf(key)),
  };
}
