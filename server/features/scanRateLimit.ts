/**
 * Rate limit on guessing sign-in QR codes: wrong tries per account, and per address, then a block (design 8), counted
 * separately from passwords. The account is counted first, so that a blocked account does not use up the limit of a
 * shared address. A correct code gives back only its own point, because users can create valid codes at will.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN_TRIES, SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WAIT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';
import type { SignInRateLimit } from './signInRateLimit.ts';

/** @param db not the call's transaction: refused tries count as well */
export function createScanRateLimit(db: Db): SignInRateLimit {
  const shared = { db, windowMs: SIGN_IN_WAIT_MS, blocks: true };
  const accounts = createRateLimiter({ ...shared, prefix: 'scanAccount', points: SIGN_IN_TRIES });
  const addresses = createRateLimiter({ ...shared, prefix: 'scanAddress', points: SIGN_IN_TRIES_PER_ADDRESS });
  return {
    async count(account, address) {
      try {
        await accounts.consume(account);
        await addresses.consume(networkOf(address));
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw new ApiError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
      }
    },
    async forgive(account, address) {
      await accounts.reward(account);
      await addresses.reward(networkOf(address));
    },
  };
}
