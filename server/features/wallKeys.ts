/** Identifies the holder of a key for a board or a robot's screen. Used by pages that work without an account. */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { WALL_KEY, type WallKeyKind } from '../../contract/entities/wallKey.ts';
import {
  SESSION_LAST_USED_PRECISION_MS,
  WRONG_KEYS_PER_ADDRESS,
  WRONG_KEYS_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import { hashOf } from '../broker/credentials.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { keyByHash, type StoredKey, touchKey } from '../db/repositories/wallKeys.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';

/**
 * The key's row; undefined when it was revoked, is of the other kind, or never existed. Lookup by hash reveals nothing
 * through its timing. An address with too many wrong guesses has to wait, but valid keys still work: many boards can
 * share one address, and one of them can have a revoked key.
 * @throws tooManyRequests with the seconds to wait
 */
export type HolderOfKey = (key: string, kind: WallKeyKind, address: string) => Promise<StoredKey | undefined>;

export function createHolderOfKey({
  db,
  sharedDb,
  log,
  now,
}: Pick<CoreDeps, 'db' | 'sharedDb' | 'log' | 'now'>): HolderOfKey {
  const wrong = createRateLimiter({
    db: sharedDb,
    prefix: 'key',
    points: WRONG_KEYS_PER_ADDRESS,
    windowMs: WRONG_KEYS_WINDOW_MS,
  });
  const wait = ({ msBeforeNext }: RateLimiterRes) =>
    new ApiError('tooManyRequests', { words: { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) } });

  return async (key, kind, address) => {
    const found = WALL_KEY.test(key) ? await keyByHash(db, hashOf(key), kind) : undefined;
    if (!found) {
      await wrong.consume(networkOf(address)).catch((spent: unknown) => {
        throw spent instanceof RateLimiterRes ? wait(spent) : spent;
      });
      return undefined;
    }
    const at = now();
    const stale = new Date(at - SESSION_LAST_USED_PRECISION_MS);
    if (found.lastUsedAt === null || found.lastUsedAt < stale) {
      // Informational only: the board keeps working when it cannot be written (for example when the disk is full).
      await touchKey(db, found.id, new Date(at), stale).catch((error: unknown) =>
        log.warn({ err: error }, 'the last use of a display key could not be recorded'),
      );
    }
    return found;
  };
}
