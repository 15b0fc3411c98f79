/**
 * Rate limit on guessing passwords: tries per account, and per address, then a block (spec 8, design 8). Counted in the
 * database, so that another server or a restart grants no further tries.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import {
  SIGN_IN_TRIES,
  SIGN_IN_TRIES_PER_ADDRESS,
  SIGN_IN_WAIT_MS,
  SIGN_INS_PER_ACCOUNT,
  SIGN_INS_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';

export interface SignInRateLimit {
  /**
   * Counts a try before the password is verified, so that concurrent requests cannot bypass the limit. @throws
   * tooManyTries with the seconds to wait
   */
  count(account: string, address: string): Promise<void>;
  /** Call after a correct password: the try does not count. */
  forgive(account: string, address: string): Promise<void>;
}

/**
 * Limits successful sign-ins of an account, because each creates a session. @throws tooManyTries with the seconds to
 * wait
 */
export function createSignInLimit(db: Db): (accountId: string) => Promise<void> {
  const accounts = createRateLimiter({
    db,
    windowMs: SIGN_INS_WINDOW_MS,
    prefix: 'signedIn',
    points: SIGN_INS_PER_ACCOUNT,
  });
  return async (accountId) => {
    await accounts.consume(accountId).catch(refuse);
  };
}

const refuse = (spent: unknown): never => {
  if (!(spent instanceof RateLimiterRes)) throw spent;
  throw new ApiError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
};

/** @param db not the call's transaction: refused tries count as well */
export function createSignInRateLimit(db: Db): SignInRateLimit {
  const shared = { db, windowMs: SIGN_IN_WAIT_MS, blocks: true };
  const accounts = createRateLimiter({ ...shared, prefix: 'account', points: SIGN_IN_TRIES });
  const addresses = createRateLimiter({ ...shared, prefix: 'address', points: SIGN_IN_TRIES_PER_ADDRESS });
  return {
    async count(account, address) {
      try {
        await addresses.consume(networkOf(address));
        await accounts.consume(account);
      } catch (spent) {
        refuse(spent);
      }
    },
    async forgive(account, address) {
      await accounts.delete(account);
      await addresses.reward(networkOf(address));
    },
  };
}
