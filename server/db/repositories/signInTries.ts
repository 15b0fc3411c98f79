/** Tries of passwords; the rate limiter counts them (features/signInTries.ts). */
import { lt } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { signInTries } from '../schema.ts';

export async function forgetSignInTries(db: Db, before: Date): Promise<void> {
  await db.delete(signInTries).where(lt(signInTries.expire, before));
}
