/** Messages to people, sent or only stored (design 1). */
import { and, count, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { MessageState, MessageTopic } from '../../../contract/entities/message.ts';
import type { Db } from '../database.ts';
import { outbox } from '../schema.ts';

export type StoredMessage = typeof outbox.$inferSelect;
const newestFirst = [desc(outbox.at), desc(outbox.id)] as const;

/** @returns the state of a message with this id that is stored already; undefined if it was added */
export async function addMessage(db: Db, message: StoredMessage): Promise<MessageState | undefined> {
  const added = await db.insert(outbox).values(message).onConflictDoNothing().returning({ id: outbox.id });
  if (added.length > 0) return undefined;
  const [before] = await db.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, message.id));
  return before?.state;
}

export async function settleMessage(db: Db, id: string, state: MessageState, error: string): Promise<void> {
  await db.update(outbox).set({ state, error }).where(eq(outbox.id, id));
}

/** @param text case-insensitive search in the target; empty for all, as for the topic */
export async function messages(
  db: Db,
  { text, topic, page, limit }: { text: string; topic: MessageTopic | ''; page: number; limit: number },
): Promise<{ total: number; rows: StoredMessage[] }> {
  const where = and(
    text === '' ? undefined : sql`position(lower(${text}) in lower(${outbox.target})) > 0`,
    topic === '' ? undefined : eq(outbox.topic, topic),
  );
  const [counted] = await db.select({ total: count() }).from(outbox).where(where);
  const rows = await db
    .select()
    .from(outbox)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

/** Messages stored for one target after `since`. */
export const keptFor = (db: Db, target: string, since: Date, limit: number): Promise<StoredMessage[]> =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.target, target), eq(outbox.state, 'kept'), gt(outbox.at, since)))
    .orderBy(...newestFirst)
    .limit(limit);

export async function deleteExpiredMessages(db: Db, before: Date): Promise<void> {
  await db.delete(outbox).where(lt(outbox.at, before));
}

/** Marks messages that have been waiting since before then as failed: their server stopped while sending. */
export async function giveUpMessages(db: Db, before: Date): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'failed', error: 'the server stopped while it was sent' })
    .where(and(eq(outbox.state, 'waiting'), lt(outbox.at, before)));
}
