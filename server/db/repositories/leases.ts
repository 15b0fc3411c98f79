/** Control leases: one row a robot, which stays when nobody holds it, so that its number only rises. */
import { and, eq, gt, inArray, isNotNull, lte, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { leases } from '../schema.ts';

export type LeaseRow = typeof leases.$inferSelect;

/** What a row says while nobody holds the lease. */
export const NO_HOLDER = {
  holderId: null,
  holderName: null,
  holderClientId: null,
  since: null,
  expiresAt: null,
  reason: null,
  askedById: null,
  askedByName: null,
  askedByClientId: null,
  askedAt: null,
  commandId: null,
} as const;

export const leaseOf = (db: Db, serialNumber: string): Promise<LeaseRow | undefined> =>
  db.query.leases.findFirst({ where: (table, { eq: is }) => is(table.serialNumber, serialNumber) });

/** Who holds the lease at `now`; null when nobody does. */
export async function activeLease(
  db: Db,
  serialNumber: string,
  now: Date,
): Promise<{ number: number; clientId: string } | null> {
  const [row] = await db
    .select({ number: leases.number, clientId: leases.holderClientId })
    .from(leases)
    .where(and(eq(leases.serialNumber, serialNumber), gt(leases.expiresAt, now)));
  return row?.clientId ? { number: row.number, clientId: row.clientId } : null;
}

/** Makes the row where there is none, and locks it until the transaction ends. */
export async function lockLease(db: Db, serialNumber: string): Promise<LeaseRow | undefined> {
  await db.insert(leases).values({ serialNumber, number: 0 }).onConflictDoNothing();
  const [row] = await db.select().from(leases).where(eq(leases.serialNumber, serialNumber)).for('update');
  return row;
}

export async function changeLease(
  db: Db,
  serialNumber: string,
  change: Partial<LeaseRow>,
): Promise<LeaseRow | undefined> {
  const [row] = await db.update(leases).set(change).where(eq(leases.serialNumber, serialNumber)).returning();
  return row;
}

/** Of every robot that was steered at least once, whether somebody holds the lease now or not. */
export const leasesEverHeld = (db: Db): Promise<LeaseRow[]> => db.select().from(leases).where(gt(leases.number, 0));

/** Those with a holder, also those whose time is over and that were not ended yet. */
export const leasesWithHolder = (db: Db): Promise<LeaseRow[]> =>
  db.select().from(leases).where(isNotNull(leases.holderId));

/** Held by these connections of an account, or past their end at `expiredBy`. */
export type LeasesToEnd = { userId: string; clientIds: readonly string[] } | { expiredBy: Date };

const isDue = (due: LeasesToEnd): SQL | undefined =>
  'expiredBy' in due
    ? and(isNotNull(leases.holderId), lte(leases.expiresAt, due.expiredBy))
    : and(eq(leases.holderId, due.userId), inArray(leases.holderClientId, [...due.clientIds]));

/** `commandId`: the ledger entry of the spell of driving. */
export const leasesToEnd = (db: Db, due: LeasesToEnd): Promise<Pick<LeaseRow, 'serialNumber' | 'commandId'>[]> =>
  db.select({ serialNumber: leases.serialNumber, commandId: leases.commandId }).from(leases).where(isDue(due));

/** @returns the row as it is then; undefined when it changed meanwhile and is not due any more */
export async function endLease(db: Db, serialNumber: string, due: LeasesToEnd): Promise<LeaseRow | undefined> {
  const [ended] = await db
    .update(leases)
    .set(NO_HOLDER)
    .where(and(eq(leases.serialNumber, serialNumber), isDue(due)))
    .returning();
  return ended;
}
