/** Visits: people without an account who meet a robot; and the outbox of simulated robots. */
import { and, desc, eq, isNull, like, lt, notInArray } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { outbox, robots, sites, visits } from '../schema.ts';

export type StoredVisit = typeof visits.$inferSelect;

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

export async function deleteExpiredVisits(db: Db, before: Date): Promise<void> {
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
