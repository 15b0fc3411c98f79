/** The audit log (design 8): who did what to what, before and after. Never a password, a token or a code. */
import type { Db } from '../../parts.ts';
import { audit } from '../schema.ts';

export async function record(db: Db, entry: { userId: string; act: string; subject: string; before?: unknown; after?: unknown }): Promise<void> {
  await db.insert(audit).values({ before: null, after: null, ...entry });
}
