/** Control leases: one row per robot, which stays without a holder so that its number only increases. */
import { and, eq, gt, inArray, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { preparedStatement } from '../preparedStatement.ts';
import { leases } from '../schema.ts';

export type LeaseRow = typeof leases.$inferSelect;

/** Values of a row without a holder. */
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
  test: null,
} as const;

export const leaseOf = (db: Db, serialNumber: string): Promise<LeaseRow | undefined> =>
  leaseOfRobot(db).execute({ serialNumber });

const leaseOfRobot = preparedStatement((db) =>
  db.query.leases
    .findFirst({ where: (table, { eq: is }) => is(table.serialNumber, sql.placeholder('serialNumber')) })
    .prepare('lease_of_robot'),
);

/** The lease held at `now`; null if there is none. */
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

/** Creates the row if needed, and locks it until the transaction ends. */
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

/** Leases that were held at least once, with or without a current holder. */
export const leasesEverHeld = (db: Db): Promise<LeaseRow[]> => db.select().from(leases).where(gt(leases.number, 0));

/** Leases with a holder, including expired ones that are not ended yet. */
export const leasesWithHolder = (db: Db): Promise<LeaseRow[]> =>
  db.select().from(leases).where(isNotNull(leases.holderId));

/** Held by these connections of an account, or expired at `expiredBy`. */
export type LeasesToEnd = { userId: string; clientIds: readonly string[] } | { expiredBy: Date };

const isDue = (due: LeasesToEnd): SQL | undefined =>
  'expiredBy' in due
    ? and(isNotNull(leases.holderId), lte(leases.expiresAt, due.expiredBy))
    : and(eq(leases.holderId, due.userId), inArray(leases.holderClientId, [...due.clientIds]));

/** `commandId` is the ledger entry of the teleop period. */
export const leasesToEnd = (db: Db, due: LeasesToEnd): Promise<Pick<LeaseRow, 'serialNumber' | 'commandId'>[]> =>
  db.select({ serialNumber: leases.serialNumber, commandId: leases.commandId }).from(leases).where(isDue(due));

/** @returns the resulting row; undefined if it was changed concurrently and is no longer due */
export async function endLease(db: Db, serialNumber: string, due: LeasesToEnd): Promise<LeaseRow | undefined> {
  const [ended] = await db
    .update(leases)
    .set(NO_HOLDER)
    .where(and(eq(leases.serialNumber, serialNumber), isDue(due)))
    .returning();
  return ended;
}
