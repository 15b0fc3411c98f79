/** Which request ids were used for what, and the replies of writes (design 3). */
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Reply } from '../../../contract/wire/envelope.ts';
import type { Db } from '../database.ts';
import { requests } from '../schema.ts';

export interface RequestKey {
  /** The user's id, or the address of a caller without one. */
  scope: string;
  id: string;
}
export interface KnownRequest {
  hash: string;
  /** null: none is kept, for it would bear a secret. */
  reply: Reply | null;
}

const isKey = ({ scope, id }: RequestKey) => and(eq(requests.scope, scope), eq(requests.id, id));

/**
 * Takes an id for this transaction: true when nobody used it, or only before `forgottenBefore`. While another
 * transaction holds it this waits for its end.
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

/** Notes an id whose reply is not kept. False when it was used for something else; the same again is fine. */
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

/** @param forgottenBefore what was asked before then is forgotten */
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
