/** Events that robots reported on their `events` topic. */
import { and, gt, inArray, lt, sql } from 'drizzle-orm';
import type { EventMessage } from '../../../contract/wire/actions.ts';
import type { Db } from '../database.ts';
import { robotEvents } from '../schema.ts';

/** @returns false if the event is stored already; each counts once */
export async function addRobotEvent(db: Db, event: typeof robotEvents.$inferInsert): Promise<boolean> {
  const added = await db.insert(robotEvents).values(event).onConflictDoNothing().returning({ id: robotEvents.id });
  return added.length > 0;
}

/** Deletes events of these kinds reported after then, which must not be stored at all. */
export async function deleteForbiddenEvents(
  db: Db,
  types: readonly EventMessage['event']['type'][],
  after: Date,
): Promise<void> {
  await db
    .delete(robotEvents)
    .where(and(gt(robotEvents.at, after), inArray(sql`${robotEvents.event}->>'type'`, [...types])));
}

/** Deletes events of these kinds reported before then. */
export async function deleteExpiredEvents(
  db: Db,
  types: readonly EventMessage['event']['type'][],
  before: Date,
): Promise<void> {
  await db
    .delete(robotEvents)
    .where(and(inArray(sql`${robotEvents.event}->>'type'`, [...types]), lt(robotEvents.at, before)));
}
