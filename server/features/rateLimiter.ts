/**
 * Limits that are counted in the database: a second server gives nobody more. A key that is spent is refused from memory, without a
 * query; it is asked about again after RECHECK_MS, since another server may have forgiven it.
 */
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/database.ts';
import { signInTries } from '../db/schema.ts';

const RECHECK_MS = 5_000;
const SPENT_MAX = 20_000;

export interface RateLimit {
  /** Not a call's transaction: what was refused counts as well. */
  db: Db;
  prefix: string;
  points: number;
  windowMs: number;
  /** When the points are used up, a whole window begins, instead of the rest of the current one. */
  blocks?: boolean;
}

interface Spent {
  endsAt: number;
  askAgainAt: number;
}
/** By database, as the counts themselves are; in ms since 1970, as the library counts. */
let spentKeys = new WeakMap<Db, Map<string, Spent>>();
/** For tests, which reset the counts in the database. */
export const forgetSpentKeys = (): void => void (spentKeys = new WeakMap());

class RateLimiter extends RateLimiterDrizzle {
  private readonly db: Db;

  constructor({ db, prefix, points, windowMs, blocks = false }: RateLimit) {
    const duration = windowMs / 1000;
    // What is over is thrown away with the rest of what nobody asks for (cleanUp.ts).
    super({
      storeClient: db,
      schema: signInTries,
      clearExpiredByTimeout: false,
      keyPrefix: prefix,
      points,
      duration,
      ...(blocks ? { blockDuration: duration } : {}),
    });
    this.db = db;
  }

  private spent(): Map<string, Spent> {
    let spent = spentKeys.get(this.db);
    if (!spent) spentKeys.set(this.db, (spent = new Map()));
    return spent;
  }

  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    const spent = this.spent();
    const name = this.getKey(key);
    const known = spent.get(name);
    const at = Date.now();
    if (known && at < known.askAgainAt) throw new RateLimiterRes(0, known.endsAt - at);
    try {
      return await super.consume(key, points);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) {
        const endsAt = Date.now() + refused.msBeforeNext;
        spent.delete(name);
        spent.set(name, { endsAt, askAgainAt: Math.min(endsAt, Date.now() + RECHECK_MS) });
        // In the order in which they came: the first are the oldest.
        for (const oldest of spent.keys()) {
          if (spent.size <= SPENT_MAX) break;
          spent.delete(oldest);
        }
      }
      throw refused;
    }
  }

  override reward(key: string, points?: number): Promise<RateLimiterRes> {
    this.spent().delete(this.getKey(key));
    return super.reward(key, points);
  }

  override delete(key: string): Promise<boolean> {
    this.spent().delete(this.getKey(key));
    return super.delete(key);
  }
}

/** `consume` rejects with a RateLimiterRes, or with the database's error. */
export const createRateLimiter = (limit: RateLimit): Pick<RateLimiter, 'consume' | 'reward' | 'delete'> =>
  new RateLimiter(limit);
