/**
 * Limits that are counted in the database: a second server gives nobody more. A key that is spent is refused from memory, without a
 * query; it is asked about again after RECHECK_MS, since another server may have forgiven it.
 */
import { LRUCache } from 'lru-cache';
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

/** When a spent key has points again, ms since 1970. Kept until the database is to be asked again. */
type SpentKeys = LRUCache<string, number>;
/** By database, as the counts themselves are. */
let spentKeys = new WeakMap<Db, SpentKeys>();
/** For tests, which reset the counts in the database. */
export const forgetSpentKeys = (): void => void (spentKeys = new WeakMap());

class RateLimiter extends RateLimiterDrizzle {
  private readonly db: Db;

  constructor({ db, prefix, points, windowMs, blocks = false }: RateLimit) {
    const duration = windowMs / 1000;
    // What is over is thrown away with the rest of what nobody asks for (retention.ts).
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

  private spent(): SpentKeys {
    let spent = spentKeys.get(this.db);
    if (!spent) spentKeys.set(this.db, (spent = new LRUCache({ max: SPENT_MAX, ttlResolution: 0, perf: Date })));
    return spent;
  }

  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    const spent = this.spent();
    const name = this.getKey(key);
    const endsAt = spent.get(name);
    if (endsAt !== undefined) throw new RateLimiterRes(0, endsAt - Date.now());
    try {
      return await super.consume(key, points);
    } catch (refused) {
      const wait = refused instanceof RateLimiterRes ? Math.min(refused.msBeforeNext, RECHECK_MS) : 0;
      if (refused instanceof RateLimiterRes && wait > 0)
        spent.set(name, Date.now() + refused.msBeforeNext, { ttl: wait });
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
