/** Secrets and marks of this installation, by key. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../parts.ts';
import { installation } from '../schema.ts';

export async function markOf(db: Db, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: installation.value }).from(installation).where(eq(installation.key, key));
  return row?.value;
}

export async function setMark(db: Db, key: string, value: string): Promise<void> {
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } });
}
