/**
 * Rate limits counted in the database, so that several servers share them. An exhausted key is refused from memory,
 * without a query, and checked again after RECHECK_MS, because another server may have reset it.
 */
import { LRUCache } from 'lru-cache';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from '../db/database.ts';
import { signInTries } from '../db/schema.ts';

const RECHECK_MS = 5_000;
const SPENT_MAX = 20_000;

export interface RateLimit {
  /** Not the call's transaction: refused calls count as well. */
  db: Db;
  prefix: string;
  points: number;
  windowMs: number;
  /** When the points are used up, blocks for a full window instead of the rest of the current one. */
  blocks?: boolean;
}

/** When an exhausted key has points again, ms since 1970. Cached until the next database check. */
type SpentKeys = LRUCache<string, number>;
/** Per database, like the counts. */
let spentKeys = new WeakMap<Db, SpentKeys>();
/** For tests that reset the counts in the database. */
export const forgetSpentKeys = (): void => void (spentKeys = new WeakMap());

class RateLimiter extends RateLimiterDrizzle {
  private readonly db: Db;

  constructor({ db, prefix, points, windowMs, blocks = false }: RateLimit) {
    const duration = windowMs / 1000;
    // Expired rows are deleted by retention.ts.
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
export const createRateLimiter = (limit: RateLimit): Pick<RateLimiter, 'consume' | 'get' | 'reward' | 'delete'> =>
  new RateLimiter(limit);
