/** Slows down whoever tries passwords: so many tries per account, and per address, then a wait (spec 8, design 8). */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SIGN_IN_TRIES, SIGN_IN_TRIES_PER_ADDRESS, SIGN_IN_WAIT_MS } from '../../contract/rules/limits.ts';
import { CodedError } from '../../contract/wire/errors.ts';

export interface SignInTries {
  /** Counts a try, before the password is looked at, so that many at once do not slip through. @throws tooManyTries with the seconds to wait */
  count(account: string, address: string): Promise<void>;
  /** It was the right password: the try does not count. */
  forgive(account: string, address: string): Promise<void>;
}

export function createSignInTries(): SignInTries {
  const duration = SIGN_IN_WAIT_MS / 1000;
  const accounts = new RateLimiterMemory({ keyPrefix: 'account', points: SIGN_IN_TRIES, duration, blockDuration: duration });
  const addresses = new RateLimiterMemory({ keyPrefix: 'address', points: SIGN_IN_TRIES_PER_ADDRESS, duration, blockDuration: duration });
  return {
    async count(account, address) {
      try {
        await addresses.consume(address);
        await accounts.consume(account);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw new CodedError('tooManyTries', { words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) } });
      }
    },
    async forgive(account, address) {
      await accounts.delete(account);
      await addresses.reward(address);
    },
  };
}
