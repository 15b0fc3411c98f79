/**
 * Rate limits against guessing serial numbers or accounts, counted in the database for all servers; and the lookup of
 * an account that a user typed.
 */
import { RateLimiterRes } from 'rate-limiter-flexible';
import { APP_ID } from '../../contract/entities/integratorApp.ts';
import { ASKS_WINDOW_MS } from '../../contract/rules/limits.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { Db } from '../db/database.ts';
import { accountByEmail, accountByPhone, type Account } from '../db/repositories/accounts.ts';
import { appById } from '../db/repositories/apps.ts';
import { createRateLimiter } from './rateLimiter.ts';

export interface FriendRateLimit {
  /** @throws tooManyRequests with the seconds to wait */
  count(userId: string): Promise<void>;
}

/**
 * @param db not the call's transaction: refused tries count as well
 * @param what kind of try, counted separately: at most `points` in ASKS_WINDOW_MS
 */
export function createFriendRateLimit(db: Db, what: 'ask' | 'invite', points: number): FriendRateLimit {
  const people = createRateLimiter({ db, prefix: what, points, windowMs: ASKS_WINDOW_MS });
  return {
    async count(userId) {
      try {
        await people.consume(userId);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        throw new ApiError('tooManyRequests', {
          words: { seconds: Math.max(1, Math.ceil(spent.msBeforeNext / 1000)) },
        });
      }
    },
  };
}

/**
 * Finds an account by e-mail address or by phone number with country code, or an app's by its id; undefined if it
 * cannot sign in.
 */
export async function accountNamed(db: Db, typed: string, demo: boolean): Promise<Account | undefined> {
  if (APP_ID.test(typed)) return appNamed(db, typed);
  const found = typed.includes('@')
    ? await accountByEmail(db, typed)
    : await accountByPhone(db, `+${typed.replace(/\D/gu, '')}`);
  return found && found.lockedAt === null && (demo || !found.demo) ? found : undefined;
}

async function appNamed(db: Db, appId: string): Promise<Account | undefined> {
  const found = await appById(db, appId);
  return found && found.app.revokedAt === null && found.account.lockedAt === null ? found.account : undefined;
}
