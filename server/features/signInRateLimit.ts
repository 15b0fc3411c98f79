/**
 * Slows down whoever tries passwords: so many tries per account, and per address, then a wait (spec 8, design 8). They are
 * counted in the database: a second server gives nobody further tries, and neither does a restart.
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
  /** Counts a try, before the password is looked at, so that many at once do not slip through. @throws tooManyTries with the seconds to wait */
  count(account: string, address: string): Promise<void>;
  /** It was the right password: the try does not count. */
  forgive(account: string, address: string): Promise<void>;
}

/** Counts the sign-ins of an account whose password was right: each writes a session. @throws tooManyTries with the seconds to wait */
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

/** @param db not a call's transaction: a refused try counts as well */
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
