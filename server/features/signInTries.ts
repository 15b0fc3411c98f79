/**
 * Slows down whoever tries passwords: so many tries per account, and per address, then a wait (spec 8, design 8). They are
 * counted in the database: a second server gives nobody further tries, and neither does a restart.
 */
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN_TRIES, SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WAIT_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import { signInTries } from '../db/schema.ts';
import { networkOf } from '../http/addressNetwork.ts';
import type { Db } from '../parts.ts';

export interface SignInTries {
  /** Counts a try, before the password is looked at, so that many at once do not slip through. @throws tooManyTries with the seconds to wait */
  count(account: string, address: string): Promise<void>;
  /** It was the right password: the try does not count. */
  forgive(account: string, address: string): Promise<void>;
}

/** @param db not a call's transaction: a refused try counts as well */
export function createSignInTries(db: Db): SignInTries {
  const duration = SIGN_IN_WAIT_MS / 1000;
  // What is over is thrown away with the rest of what nobody asks for (cleanUp.ts).
  const shared = { storeClient: db, schema: signInTries, clearExpiredByTimeout: false, duration, blockDuration: duration };
  const accounts = new RateLimiterDrizzle({ ...shared, keyPrefix: 'account', points: SIGN_IN_TRIES });
  const addresses = new RateLimiterDrizzle({ ...shared, keyPrefix: 'address', points: SIGN_IN_TRIES_PER_ADDRESS });
  return {
    async count(account, address) {
      try {
        await addresses.consume(networkOf(address));
        await accounts.consume(account);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw new CodedError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
      }
    },
    async forgive(account, address) {
      await accounts.delete(account);
      await addresses.reward(networkOf(address));
    },
  };
}
