/** Messages to contacts about alarm cases. */
import { and, asc, count, desc, eq, gte, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { ToldSoFar } from '../../../contract/rules/alarmAskAgain.ts';
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

/** What became of the messages about these cases that were made since then. Cases without any are missing. */
export async function toldSoFar(
  db: Db,
  cases: readonly { id: string; since: number }[],
): Promise<ReadonlyMap<string, ToldSoFar>> {
  if (cases.length === 0) return new Map();
  const ms = (time: SQL): SQL<number> => sql<number>`(extract(epoch from ${time}) * 1000)::float8`;
  const isPending = sql`(${alarmNotifications.state} = 'queued'
    or ${alarmNotifications.state} = 'digested' and ${alarmNotifications.settledAt} is null)`;
  const asked = sql`json_to_recordset(${JSON.stringify(cases)}::json) as asked(id text, since float8)`;
  const rows = await db
    .select({
      caseId: alarmNotifications.caseId,
      lastAt: ms(sql`max(${alarmNotifications.at})`),
      pendingAt: sql<number | null>`${ms(sql`max(${alarmNotifications.at}) filter (where ${isPending})`)}`,
      isReached: sql<boolean>`bool_or(${alarmNotifications.state} in ('sent', 'delivered', 'answered', 'kept')
        or ${alarmNotifications.state} = 'digested' and ${alarmNotifications.settledAt} is not null)`,
    })
    .from(alarmNotifications)
    .innerJoin(
      asked,
      sql`asked.id = ${alarmNotifications.caseId} and ${alarmNotifications.at} >= to_timestamp(asked.since / 1000)`,
    )
    .groupBy(alarmNotifications.caseId);
  return new Map(rows.map(({ caseId, ...told }) => [caseId, told]));
}
