/**
 * Rate limits per address for calls that cause costs or reveal information. Counted in the database, so that several
 * servers share the limits.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import {
  CAPTCHAS_PER_ADDRESS,
  CAPTCHAS_WINDOW_MS,
  CODES_PER_ADDRESS,
  CODES_WINDOW_MS,
  LOGIN_QRS_PER_ADDRESS,
  LOGIN_QRS_WINDOW_MS,
  REGISTERED_ASKED_PER_ADDRESS,
  REGISTERED_WINDOW_MS,
  VISIT_CODES_PER_ADDRESS,
  VISIT_CODES_WINDOW_MS,
  VISIT_TRIES_PER_ADDRESS,
  VISIT_TRIES_WINDOW_MS,
} from '../../contract/rules/limits.ts';
import { ApiError, type ErrorName } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { networkOf } from '../security/addressNetwork.ts';
import { createRateLimiter } from './rateLimiter.ts';

const LIMITS = {
  code: { points: CODES_PER_ADDRESS, windowMs: CODES_WINDOW_MS, error: 'codeTooOften' },
  captcha: { points: CAPTCHAS_PER_ADDRESS, windowMs: CAPTCHAS_WINDOW_MS, error: 'tooManyRequests' },
  qr: { points: LOGIN_QRS_PER_ADDRESS, windowMs: LOGIN_QRS_WINDOW_MS, error: 'tooManyRequests' },
  registered: { points: REGISTERED_ASKED_PER_ADDRESS, windowMs: REGISTERED_WINDOW_MS, error: 'tooManyRequests' },
  visitCode: { points: VISIT_CODES_PER_ADDRESS, windowMs: VISIT_CODES_WINDOW_MS, error: 'codeTooOften' },
  visitTry: { points: VISIT_TRIES_PER_ADDRESS, windowMs: VISIT_TRIES_WINDOW_MS, error: 'tooManyTries' },
} as const satisfies Record<string, { points: number; windowMs: number; error: ErrorName }>;

/** Counts one call. @throws codeTooOften, tooManyRequests or tooManyTries, with the seconds to wait */
export type CountAddress = (what: keyof typeof LIMITS, address: string) => Promise<void>;

/** @param db not the call's transaction: refused calls count as well */
export function createAddressLimits(db: Db): CountAddress {
  const limiterOf = (what: keyof typeof LIMITS) =>
    createRateLimiter({ db, prefix: what, points: LIMITS[what].points, windowMs: LIMITS[what].windowMs });
  const limiters = {
    code: limiterOf('code'),
    captcha: limiterOf('captcha'),
    qr: limiterOf('qr'),
    registered: limiterOf('registered'),
    visitCode: limiterOf('visitCode'),
    visitTry: limiterOf('visitTry'),
  };
  return async (what, address) => {
    try {
      await limiters[what].consume(networkOf(address));
    } catch (spent) {
      if (!(spent instanceof RateLimiterRes)) throw spent;
      throw new ApiError(LIMITS[what].error, {
        words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) },
      });
    }
  };
}
