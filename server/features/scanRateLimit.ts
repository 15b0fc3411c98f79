/**
 * Slows down whoever tries codes to sign in with: so many wrong ones per account, and per address, then a wait (design 8), counted
 * apart from passwords. The account comes first: one that is stopped spends nothing of what its address has for everybody
 * else there. A right one gives back what it took and no more: codes of one's own are to be had for nothing.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN_TRIES, SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WAIT_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';
import type { SignInRateLimit } from './signInRateLimit.ts';

/** @param db not a call's transaction: a refused try counts as well */
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
