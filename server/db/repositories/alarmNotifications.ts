/** Messages to contacts about alarm cases. */
import { and, asc, count, desc, eq, gte, inArray, isNull, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { NotificationState } from '../../../contract/rules/alarmNotification.ts';
import type { AlarmLevel } from '../../../contract/rules/alarms.ts';
import type { Db } from '../database.ts';
import { alarmNotifications } from '../schema.ts';
import { hasFailed } from './outbox.ts';

export type NotificationRow = typeof alarmNotifications.$inferSelect;

/** It is written for the next summary, and in none yet. */
export const waitsForSummary = and(eq(alarmNotifications.state, 'digested'), isNull(alarmNotifications.settledAt));
/** It belongs to a summary that was made (alarmDigests.ts). */
export const isInDigest = sql`${alarmNotifications.id} ~ '^[0-9a-f]{20}:'`;

/** Locks messages in the order of their ids, so that two who lock some of the same ones do not wait for each other. */
export const lockedInOrder = (db: Db, which: SQL | undefined) =>
  db
    .select({ id: alarmNotifications.id, channel: alarmNotifications.channel, target: alarmNotifications.target })
    .from(alarmNotifications)
    .where(which)
    .orderBy(asc(alarmNotifications.id))
    .for('update');

export async function addNotifications(
  db: Db,
  rows: readonly (typeof alarmNotifications.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(alarmNotifications).values([...rows]);
}

/** The newest messages of a case, oldest first, and how many older ones there are. */
export async function notificationsOf(
  db: Db,
  caseId: string,
  limit: number,
): Promise<{ rows: NotificationRow[]; older: number }> {
  const isOfCase = eq(alarmNotifications.caseId, caseId);
  const rows = await db
    .select()
    .from(alarmNotifications)
    .where(isOfCase)
    .orderBy(desc(alarmNotifications.at), desc(alarmNotifications.id))
    .limit(limit);
  if (rows.length < limit) return { rows: rows.reverse(), older: 0 };
  const [all] = await db.select({ total: count() }).from(alarmNotifications).where(isOfCase);
  return { rows: rows.reverse(), older: Math.max(0, (all?.total ?? 0) - rows.length) };
}

/** What became of the messages of these cases. */
export const messageStatesOf = (
  db: Db,
  caseIds: readonly string[],
): Promise<Pick<NotificationRow, 'caseId' | 'channel' | 'state' | 'at' | 'settledAt'>[]> => {
  const { caseId, channel, state, at, settledAt } = alarmNotifications;
  return db
    .select({ caseId, channel, state, at, settledAt })
    .from(alarmNotifications)
    .where(inArray(caseId, [...caseIds]));
};

export async function notificationById(db: Db, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db.select().from(alarmNotifications).where(eq(alarmNotifications.id, id));
  return row;
}

/** Reads the message and locks it until the transaction ends. */
export async function lockNotification(db: Db, id: string): Promise<NotificationRow | undefined> {
  const [row] = await db.select().from(alarmNotifications).where(eq(alarmNotifications.id, id)).for('update');
  return row;
}

export async function changeNotificationState(
  db: Db,
  id: string,
  change: { state: NotificationState; reason: string; settledAt: Date },
): Promise<void> {
  await db.update(alarmNotifications).set(change).where(eq(alarmNotifications.id, id));
}

/**
 * How many messages were sent by themselves, or will be, to each of these contacts since then, counted up to `most`; those
 * without any are missing.
 * @param level counts only messages of this level
 */
export async function countToContacts(
  db: Db,
  contactIds: readonly string[],
  since: Date,
  { most, level }: { most: number; level?: AlarmLevel },
): Promise<Map<string, number>> {
  if (contactIds.length === 0) return new Map();
  const counts = and(
    sql`${alarmNotifications.contactId} = contact.id`,
    gte(alarmNotifications.at, since),
    level === undefined ? undefined : eq(alarmNotifications.level, level),
    notInArray(alarmNotifications.state, ['digested', 'withdrawn']),
    not(isInDigest),
  );
  const { rows } = await db.execute<{ id: string; total: number }>(sql`
    select contact.id, counted.total
    from unnest(${sql.param([...contactIds])}::text[]) as contact (id),
      lateral (
        select count(*)::int as total from (select 1 from ${alarmNotifications} where ${counts} limit ${most}) as one
      ) as counted
    where counted.total > 0`);
  return new Map(rows.map(({ id, total }) => [id, total]));
}

/**
 * Those of the contacts for whom a message since then waits for a summary. In a long flood this is one row to read, and
 * counting what was sent would be thousands.
 */
export async function contactsInFlood(
  db: Db,
  contactIds: readonly string[],
  since: Date,
): Promise<ReadonlySet<string>> {
  if (contactIds.length === 0) return new Set();
  const waits = and(
    sql`${alarmNotifications.contactId} = contact.id`,
    waitsForSummary,
    gte(alarmNotifications.at, since),
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select contact.id from unnest(${sql.param([...contactIds])}::text[]) as contact (id)
    where exists (select 1 from ${alarmNotifications} where ${waits})`);
  return new Set(rows.map(({ id }) => id));
}

/** A failed message that is sent again waits like any other, and is withdrawn like any other. */
export async function requeueFailed(db: Db, id: string): Promise<void> {
  await db
    .update(alarmNotifications)
    .set({ state: 'queued', settledAt: null })
    .where(and(eq(alarmNotifications.id, id), eq(alarmNotifications.state, 'failed')));
}

/** Counts an attempt that failed. A message that was withdrawn, reported or given up meanwhile does not wait again. */
export async function countAttempt(db: Db, id: string, change: { reason: string; attempts: number }): Promise<void> {
  await db
    .update(alarmNotifications)
    .set(change)
    .where(and(eq(alarmNotifications.id, id), eq(alarmNotifications.state, 'queued')));
}

/**
 * The gateway has accepted the message, or it is kept. One that was withdrawn meanwhile stays withdrawn. One that was given
 * up meanwhile was sent after all, unless the gateway's report that it failed came before its answer.
 */
export async function settleNotification(
  db: Db,
  id: string,
  { state, attempts, settledAt }: { state: 'sent' | 'kept'; attempts: number; settledAt: Date },
): Promise<void> {
  await db.transaction(async (transaction) => {
    // Locked before the outbox is read: a report changes both in one transaction.
    const row = await lockNotification(transaction, id);
    if (row?.state !== 'queued' && row?.state !== 'failed') return;
    if (row.state === 'failed' && (await hasFailed(transaction, id))) return;
    await transaction
      .update(alarmNotifications)
      .set({ state, reason: '', attempts, settledAt })
      .where(eq(alarmNotifications.id, id));
  });
}

/**
 * Withdraws the messages of a case, or to a contact, that were not sent yet, also those that wait for another attempt or for a summary.
 * @returns their ids
 */
export async function withdrawQueued(
  db: Db,
  of: { caseId: string } | { contactId: string },
  at: Date,
): Promise<string[]> {
  const isMeant =
    'caseId' in of ? eq(alarmNotifications.caseId, of.caseId) : eq(alarmNotifications.contactId, of.contactId);
  const waits = or(eq(alarmNotifications.state, 'queued'), waitsForSummary);
  const locked = await lockedInOrder(db, and(isMeant, waits));
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .update(alarmNotifications)
    .set({ state: 'withdrawn', settledAt: at })
    .where(and(inArray(alarmNotifications.id, ids), waits))
    .returning({ id: alarmNotifications.id });
  return rows.map(({ id }) => id);
}

/** Ends the messages to a contact that wait for a summary, because it is given up. */
export async function failDigested(
  db: Db,
  contactId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const waits = and(eq(alarmNotifications.contactId, contactId), waitsForSummary);
  const ids = (await lockedInOrder(db, waits)).map(({ id }) => id);
  if (ids.length > 0)
    await db
      .update(alarmNotifications)
      .set({ state: 'failed', reason, settledAt: at })
      .where(inArray(alarmNotifications.id, ids));
}
