/** Messages to people, sent or only stored (design 1). */
import { and, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { MessageState, MessageTopic } from '../../../contract/entities/message.ts';
import type { GatewayReport } from '../../../contract/rules/alarmNotification.ts';
import type { Db } from '../database.ts';
import { preparedInsert } from '../preparedStatement.ts';
import { outbox } from '../schema.ts';

export type StoredMessage = typeof outbox.$inferSelect;
const newestFirst = [desc(outbox.at), desc(outbox.id)] as const;

/**
 * Adds a message, or makes one that failed wait again.
 * @returns the state of a message with this id that is stored already; undefined if it was added
 */
export async function addMessage(db: Db, message: StoredMessage): Promise<MessageState | undefined> {
  const added = await newMessage.statement(db).execute(newMessage.valuesOf(message));
  if (added.length > 0) return undefined;
  await db
    .update(outbox)
    .set({ state: 'waiting' })
    .where(and(eq(outbox.id, message.id), eq(outbox.state, 'failed')));
  const [before] = await db.select({ state: outbox.state }).from(outbox).where(eq(outbox.id, message.id));
  return before?.state;
}

const newMessage = preparedInsert(outbox, (db, values) =>
  db.insert(outbox).values(values).onConflictDoNothing().returning({ id: outbox.id }).prepare('add_message'),
);

/** After an attempt. A report of the gateway can arrive before its answer to the attempt, and then stays. */
export async function settleMessage(db: Db, id: string, state: 'sent' | 'failed', error: string): Promise<void> {
  await db
    .update(outbox)
    .set({ state, error })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')));
}

/** Only stores a message that was to be sent before, with its text of now. */
export async function keepMessage(
  db: Db,
  id: string,
  { subject, body }: Pick<StoredMessage, 'subject' | 'body'>,
): Promise<void> {
  await db
    .update(outbox)
    .set({ state: 'kept', error: '', subject, body })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')));
}

/** What the gateway reported. A state never goes back: what reached somebody did not fail. */
export async function reportMessage(db: Db, id: string, state: GatewayReport, error: string): Promise<void> {
  const before: MessageState[] = ['waiting', 'sent', 'failed', ...(state === 'answered' ? ['delivered' as const] : [])];
  await db
    .update(outbox)
    .set({ state, error })
    .where(and(eq(outbox.id, id), inArray(outbox.state, before)));
}

export const messagesById = (db: Db, ids: readonly string[]): Promise<StoredMessage[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(outbox)
        .where(inArray(outbox.id, [...ids]));

/** After the gateway has accepted a message, only its report can have made it fail. */
export const hasFailed = async (db: Db, id: string): Promise<boolean> =>
  (await messagesById(db, [id]))[0]?.state === 'failed';

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
