/** Messages to contacts about alarm cases. */
import { and, asc, count, eq, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm';
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

export const notificationsOf = (db: Db, caseId: string): Promise<NotificationRow[]> =>
  db
    .select()
    .from(alarmNotifications)
    .where(eq(alarmNotifications.caseId, caseId))
    .orderBy(asc(alarmNotifications.at), asc(alarmNotifications.id));

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
        ne(alarmNotifications.state, 'digested'),
      ),
    )
    .groupBy(alarmNotifications.contactId);
  return new Map(rows.map(({ contactId, total }) => [contactId, total]));
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

/**
 * Withdraws the messages of a case that were not sent yet, also those that wait for another attempt or for a summary.
 * @returns their ids
 */
export async function withdrawQueued(db: Db, caseId: string, at: Date): Promise<string[]> {
  const rows = await db
    .update(alarmNotifications)
    .set({ state: 'withdrawn', settledAt: at })
    .where(
      and(
        eq(alarmNotifications.caseId, caseId),
        or(
          eq(alarmNotifications.state, 'queued'),
          and(eq(alarmNotifications.state, 'digested'), isNull(alarmNotifications.settledAt)),
        ),
      ),
    )
    .returning({ id: alarmNotifications.id });
  return rows.map(({ id }) => id);
}

/** Messages to a contact that wait for the next summary. */
export const digestedSince = (db: Db, contactId: string, since: Date): Promise<NotificationRow[]> =>
  db
    .select()
    .from(alarmNotifications)
    .where(
      and(
        eq(alarmNotifications.contactId, contactId),
        eq(alarmNotifications.state, 'digested'),
        gte(alarmNotifications.at, since),
        sql`${alarmNotifications.settledAt} is null`,
      ),
    )
    .orderBy(asc(alarmNotifications.at))
    .limit(1_000);

export async function settleDigested(db: Db, ids: readonly string[], at: Date): Promise<void> {
  await db
    .update(alarmNotifications)
    .set({ settledAt: at })
    .where(inArray(alarmNotifications.id, [...ids]));
}
