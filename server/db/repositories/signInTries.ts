/** Password attempts; the rate limiter counts them (features/signInRateLimit.ts). */
import { lt } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { signInTries } from '../schema.ts';

export async function deleteExpiredSignInTries(db: Db, before: Date): Promise<void> {
  await db.delete(signInTries).where(lt(signInTries.expire, before));
}
