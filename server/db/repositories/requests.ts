/** Request ids in use, and the stored responses of writes (design 3). */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Reply } from '../../../contract/wire/envelope.ts';
import type { Db } from '../database.ts';
import { requests } from '../schema.ts';

export interface RequestKey {
  /** The user's id, or the caller's address without an account. */
  scope: string;
  id: string;
}
export interface KnownRequest {
  hash: string;
  /** null: not stored, because it would contain a secret. */
  reply: Reply | null;
}

const isKey = ({ scope, id }: RequestKey) => and(eq(requests.scope, scope), eq(requests.id, id));

/**
 * Claims an id for this transaction: true if it was never used, or only before `forgottenBefore`. Waits while another
 * transaction holds it.
 */
export async function claimRequest(
  db: Db,
  key: RequestKey,
  hash: string,
  now: Date,
  forgottenBefore: Date,
): Promise<boolean> {
  const claimed = await db
    .insert(requests)
    .values({ ...key, hash, at: now })
    .onConflictDoUpdate({
      target: [requests.scope, requests.id],
      set: { hash, reply: null, at: now },
      setWhere: lt(requests.at, forgottenBefore),
    })
    .returning({ id: requests.id });
  return claimed.length > 0;
}

/**
 * Records an id without a stored response. False if it was used for a different request; repeating the same one is
 * allowed.
 */
export async function noteRequest(
  db: Db,
  key: RequestKey,
  hash: string,
  now: Date,
  forgottenBefore: Date,
): Promise<boolean> {
  const noted = await db
    .insert(requests)
    .values({ ...key, hash, at: now })
    .onConflictDoUpdate({
      target: [requests.scope, requests.id],
      set: { hash, reply: null, at: sql`excluded.at` },
      setWhere: sql`${eq(requests.hash, hash)} or ${lt(requests.at, forgottenBefore)}`,
    })
    .returning({ id: requests.id });
  return noted.length > 0;
}

/** @param forgottenBefore requests before this time are ignored */
export async function knownRequest(
  db: Db,
  key: RequestKey,
  forgottenBefore = new Date(0),
): Promise<KnownRequest | undefined> {
  const [row] = await db
    .select({ hash: requests.hash, reply: requests.reply })
    .from(requests)
    .where(and(isKey(key), gte(requests.at, forgottenBefore)));
  return row;
}

export async function keepReply(db: Db, key: RequestKey, reply: Reply): Promise<void> {
  await db
    .update(requests)
    .set({ reply: { code: reply.code, message: reply.message, data: reply.data } })
    .where(isKey(key));
}

export async function deleteExpiredRequests(db: Db, before: Date): Promise<void> {
  await db.delete(requests).where(lt(requests.at, before));
}
