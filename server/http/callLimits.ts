/**
 * How many calls one session, or one address without a session, may make: far more than people do, so that a
 * page that went mad, or a stranger, cannot keep the server from everybody else.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CodedError } from '../../contract/wire/errors.ts';
import { networkOf } from './addressNetwork.ts';

const WINDOW_SECONDS = 10;
/** Calls in a window. */
export const CALLS_PER_SESSION = 5_000;
export const CALLS_PER_ADDRESS = 2_000;

export interface CallLimits {
  /** @throws tooManyRequests with the seconds to wait */
  countSession(sessionId: string): Promise<void>;
  /** @throws tooManyRequests */
  countAddress(address: string): Promise<void>;
}

export function createCallLimits({ perSession = CALLS_PER_SESSION, perAddress = CALLS_PER_ADDRESS } = {}): CallLimits {
  const sessions = new RateLimiterMemory({ points: perSession, duration: WINDOW_SECONDS });
  const addresses = new RateLimiterMemory({ points: perAddress, duration: WINDOW_SECONDS });
  return {
    countSession: (sessionId) => count(sessions, sessionId),
    countAddress: (address) => count(addresses, networkOf(address)),
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    throw new CodedError('tooManyRequests', { words: { seconds: Math.ceil(spent.msBeforeNext / 1000) } });
  }
}
