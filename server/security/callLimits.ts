/**
 * Rate limits of API calls per session, or per address without a session. They are far above normal use, so that a
 * runaway page or an unknown client cannot starve the others.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../contract/wire/errors.ts';
import { networkOf } from './addressNetwork.ts';

const WINDOW_SECONDS = 10;
/** Calls per window. */
export const CALLS_PER_SESSION = 5_000;
export const CALLS_PER_ADDRESS = 2_000;
const STOPS_PER_SESSION = 2_000;

export interface CallLimits {
  /** @throws tooManyRequests with the seconds to wait */
  countSession(sessionId: string): Promise<void>;
  /** Counts a Stop, separately from all other calls. @throws tooManyRequests */
  countStop(sessionId: string): Promise<void>;
  /** @throws tooManyRequests */
  countAddress(address: string): Promise<void>;
  /** Counts nothing. @throws tooManyRequests if the address has no calls left */
  checkAddress(address: string): Promise<void>;
}

export function createCallLimits({
  perSession = CALLS_PER_SESSION,
  perAddress = CALLS_PER_ADDRESS,
  stopsPerSession = STOPS_PER_SESSION,
} = {}): CallLimits {
  const sessions = new RateLimiterMemory({ points: perSession, duration: WINDOW_SECONDS });
  const addresses = new RateLimiterMemory({ points: perAddress, duration: WINDOW_SECONDS });
  const stops = new RateLimiterMemory({ points: stopsPerSession, duration: WINDOW_SECONDS });
  return {
    countStop: (sessionId) => count(stops, sessionId),
    async checkAddress(address) {
      const known = await addresses.get(networkOf(address));
      if (known && known.consumedPoints >= perAddress) throw tooMany(known);
    },
    countSession: (sessionId) => count(sessions, sessionId),
    countAddress: (address) => count(addresses, networkOf(address)),
  };
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    throw tooMany(spent);
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new ApiError('tooManyRequests', { words: { seconds: Math.ceil(msBeforeNext / 1000) } });
