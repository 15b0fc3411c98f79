/** Remembers recent request ids in memory: reusing the id of a read with another body is refused (design 3). */
import { LRUCache } from 'lru-cache';
import { READ_REPLAY_TTL_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { RequestKey } from '../db/repositories/requests.ts';

/** Maximum number of ids: under a flood the oldest are evicted early, so that memory stays bounded. */
const MOST = 100_000;

export interface ReplayGuard {
  /** @throws idReused when the id was used for another request */
  check(key: RequestKey, hash: string): void;
}

export function createReplayGuard(now: () => number): ReplayGuard {
  const hashes = new LRUCache<string, string>({ max: MOST, ttl: READ_REPLAY_TTL_MS, ttlResolution: 0, perf: { now } });
  return {
    check({ scope, id }, hash) {
      const key = `${id} ${scope}`;
      const known = hashes.get(key);
      if (known !== undefined && known !== hash) throw new ApiError('idReused');
      hashes.set(key, hash);
    },
  };
}
