/** Which ids were used for what in the last minutes, in memory: a read's id with another body is refused (design 3). */
import { READ_REPLAY_TTL_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { RequestKey } from '../db/repositories/requests.ts';

/** Ids a generation may hold; a flood then ages the older ones early rather than fill the memory. */
const GENERATION_SIZE = 100_000;

export interface UsedIds {
  /** @throws idReused when the id was used for something else */
  check(key: RequestKey, hash: string): void;
}

/** Two generations: what was said lasts between one and two of their times, and forgetting costs nothing. */
export function createUsedIds(now: () => number): UsedIds {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  let since = now();
  return {
    check({ scope, id }, hash) {
      if (now() - since > READ_REPLAY_TTL_MS || young.size >= GENERATION_SIZE) {
        old = now() - since > 2 * READ_REPLAY_TTL_MS ? new Map() : young;
        [young, since] = [new Map(), now()];
      }
      const key = `${id} ${scope}`;
      const known = young.get(key) ?? old.get(key);
      if (known !== undefined && known !== hash) throw new CodedError('idReused');
      young.set(key, hash);
    },
  };
}
