/** Deliveries and visits: people without an account who meet a robot. */
import { and, desc, eq, isNotNull, isNull, like, lt, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { deliveries, outbox, robots, sites, visits } from '../schema.ts';

export type StoredDelivery = typeof deliveries.$inferSelect;
export type StoredVisit = typeof visits.$inferSelect;

/**
 * Adds a delivery or updates one in progress; codes are kept, and so are earlier values where the new ones are empty.
 * @returns undefined for a delivery that has ended or belongs to another robot
 */
export async function putDelivery(db: Db, told: StoredDelivery): Promise<StoredDelivery | undefined> {
  const kept = (column: 'phone_number' | 'loading_point' | 'destination') =>
    sql`coalesce(nullif(excluded.${sql.identifier(column)}, ''), ${deliveries}.${sql.identifier(column)})`;
  const [row] = await db
    .insert(deliveries)
    .values(told)
    .onConflictDoUpdate({
      target: deliveries.id,
      set: {
        status: told.status,
        changedAt: told.changedAt,
        endedAt: told.endedAt,
        phoneNumber: kept('phone_number'),
        loadingPoint: kept('loading_point'),
        destination: kept('destination'),
      },
      setWhere: sql`${deliveries.serialNumber} = ${told.serialNumber} and ${deliveries.endedAt} is null`,
    })
    .returning();
  return row;
}

export async function deliveryOf(db: Db, id: string): Promise<StoredDelivery | undefined> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row;
}

export async function deliveryFor(db: Db, id: string, phoneNumber: string): Promise<StoredDelivery | undefined> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.phoneNumber, phoneNumber)));
  return row;
}

/** Expires deliveries without an update since `before`: their robot is gone. */
export async function expireDeliveries(db: Db, before: Date, at: Date): Promise<void> {
  await db
    .update(deliveries)
    .set({ status: 'expired', changedAt: at, endedAt: at })
    .where(and(isNull(deliveries.endedAt), lt(deliveries.changedAt, before)));
}

export async function addVisit(db: Db, visit: Omit<StoredVisit, 'signedOutAt'>): Promise<boolean> {
  const added = await db
    .insert(visits)
    .values({ ...visit, signedOutAt: null })
    .onConflictDoNothing()
    .returning({ id: visits.id });
  return added.length > 0;
}

/** Whether a visitor with this number is signed in. */
export async function isVisiting(db: Db, phoneNumber: string): Promise<boolean> {
  const found = await db
    .select({ id: visits.id })
    .from(visits)
    .where(and(eq(visits.phoneNumber, phoneNumber), isNull(visits.signedOutAt)))
    .limit(1);
  return found.length > 0;
}

/** Ends every visit with this number. @returns the ended visits, latest first */
export async function endVisits(db: Db, phoneNumber: string, at: Date): Promise<StoredVisit[]> {
  const ended = await db
    .update(visits)
    .set({ signedOutAt: at })
    .where(and(eq(visits.phoneNumber, phoneNumber), isNull(visits.signedOutAt)))
    .returning();
  return ended.sort((one, other) => other.signedInAt.getTime() - one.signedInAt.getTime());
}

/** Time zone of a robot's site; empty if the robot does not exist any more. */
export async function zoneOf(db: Db, serialNumber: string): Promise<string> {
  const [row] = await db
    .select({ timeZone: sites.timeZone })
    .from(robots)
    .innerJoin(sites, eq(sites.id, robots.siteId))
    .where(eq(robots.serialNumber, serialNumber));
  return row?.timeZone ?? '';
}

export async function deleteExpiredMeetings(db: Db, before: Date): Promise<void> {
  await db.delete(deliveries).where(and(isNotNull(deliveries.endedAt), lt(deliveries.createdAt, before)));
  await db.delete(visits).where(lt(visits.signedInAt, before));
}

/** Prefix of the ids of messages written by simulated robots; only the newest are kept. */
export const DEMO_MESSAGE = 'demo:';
export async function keepNewestDemoMessages(db: Db, most: number): Promise<void> {
  const isDemo = like(outbox.id, `${DEMO_MESSAGE}%`);
  const newest = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(isDemo)
    .orderBy(desc(outbox.at), desc(outbox.id))
    .limit(most);
  await db.delete(outbox).where(and(isDemo, notInArray(outbox.id, newest)));
}
