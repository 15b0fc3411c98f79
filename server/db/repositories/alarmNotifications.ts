/** Messages to contacts about alarm cases. */
import { and, asc, count, desc, eq, gte, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import type { NotificationState } from '../../../contract/rules/alarmNotification.ts';
import type { Db } from '../database.ts';
import { alarmNotifications } from '../schema.ts';

export type NotificationRow = typeof alarmNotifications.$inferSelect;

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

/** How many messages were sent, or will be, to each of these contacts since then; those without any are missing. */
export async function countToContacts(
  db: Db,
  contactIds: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  if (contactIds.length === 0) return new Map();
  const rows = await db
    .select({ contactId: alarmNotifications.contactId, total: count() })
    .from(alarmNotifications)
    .where(
      and(
        inArray(alarmNotifications.contactId, [...contactIds]),
        gte(alarmNotifications.at, since),
        notInArray(alarmNotifications.state, ['digested', 'withdrawn']),
      ),
    )
    .groupBy(alarmNotifications.contactId);
  return new Map(rows.map(({ contactId, total }) => [contactId, total]));
}

/** A failed message that is sent again waits like any other, and is withdrawn like any other. */
export async function requeueFailed(db: Db, id: string): Promise<void> {
  await db
    .update(alarmNotifications)
    .set({ state: 'queued', settledAt: null })
    .where(and(eq(alarmNotifications.id, id), eq(alarmNotifications.state, 'failed')));
}

/**
 * Settles a message, or counts an attempt that failed. A message that was withdrawn meanwhile stays withdrawn, and one
 * that was given up does not wait again because of an attempt that was cut off.
 */
export async function settleNotification(
  db: Db,
  id: string,
  change: { state: NotificationState; reason: string; attempts: number; settledAt: Date | null },
): Promise<void> {
  await db
    .update(alarmNotifications)
    .set(change)
    .where(
      and(
        eq(alarmNotifications.id, id),
        inArray(alarmNotifications.state, change.state === 'queued' ? ['queued'] : ['queued', 'failed']),
      ),
    );
}

const waitsForSummary = and(eq(alarmNotifications.state, 'digested'), isNull(alarmNotifications.settledAt));
/** Locks messages in the order of their ids, so that two who lock some of the same ones do not wait for each other. */
async function lockedInOrder(db: Db, which: SQL | undefined): Promise<string[]> {
  const rows = await db
    .select({ id: alarmNotifications.id })
    .from(alarmNotifications)
    .where(which)
    .orderBy(asc(alarmNotifications.id))
    .for('update');
  return rows.map(({ id }) => id);
}

/**
 * Withdraws the messages of a case that were not sent yet, also those that wait for another attempt or for a summary.
 * @returns their ids
 */
export async function withdrawQueued(db: Db, caseId: string, at: Date): Promise<string[]> {
  const waits = or(eq(alarmNotifications.state, 'queued'), waitsForSummary);
  const ids = await lockedInOrder(db, and(eq(alarmNotifications.caseId, caseId), waits));
  if (ids.length === 0) return [];
  const rows = await db
    .update(alarmNotifications)
    .set({ state: 'withdrawn', settledAt: at })
    .where(and(inArray(alarmNotifications.id, ids), waits))
    .returning({ id: alarmNotifications.id });
  return rows.map(({ id }) => id);
}

/** Messages to a contact that wait for the next summary. */
export const digestedSince = (db: Db, contactId: string, since: Date): Promise<NotificationRow[]> =>
  db
    .select()
    .from(alarmNotifications)
    .where(and(eq(alarmNotifications.contactId, contactId), waitsForSummary, gte(alarmNotifications.at, since)))
    .orderBy(asc(alarmNotifications.at))
    .limit(1_000);

/** Ends the messages to a contact that wait for a summary, because it is given up. */
export async function failDigested(
  db: Db,
  contactId: string,
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const ids = await lockedInOrder(db, and(eq(alarmNotifications.contactId, contactId), waitsForSummary));
  if (ids.length > 0)
    await db
      .update(alarmNotifications)
      .set({ state: 'failed', reason, settledAt: at })
      .where(inArray(alarmNotifications.id, ids));
}

export async function settleDigested(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(alarmNotifications)
    .set({ settledAt: at })
    .where(inArray(alarmNotifications.id, [...ids]));
}
