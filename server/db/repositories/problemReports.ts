/** Problem reports. A recording has megabytes, so it is read only when a report is opened. */
import { and, count, desc, eq, getTableColumns, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { accounts, problemReports } from '../schema.ts';
import { markDeleted } from './files.ts';

type StoredReport = typeof problemReports.$inferSelect;
export type ReportRow = Omit<StoredReport, 'capsule'>;

const { capsule: _capsule, ...withoutRecording } = getTableColumns(problemReports);
const newestFirst = [desc(problemReports.receivedAt), desc(problemReports.id)] as const;

export async function addReport(db: Db, report: StoredReport): Promise<void> {
  await db.insert(problemReports).values(report);
}

/** One report per user at a time on all servers, so that concurrent ones count each other. */
export async function lockReporter(db: Db, userId: string): Promise<void> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('no key update');
}

/** Time of a user's n-th last report, if it was after `since`. */
export async function nthLastReport(db: Db, userId: string, n: number, since: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: problemReports.receivedAt })
    .from(problemReports)
    .where(and(eq(problemReports.userId, userId), gt(problemReports.receivedAt, since)))
    .orderBy(desc(problemReports.receivedAt))
    .limit(1)
    .offset(n - 1);
  return row?.at;
}

/** @param text case-insensitive search in the description; empty for all */
export async function reports(
  db: Db,
  { text, page, limit }: { text: string; page: number; limit: number },
): Promise<{ total: number; rows: ReportRow[] }> {
  const where = text === '' ? undefined : sql`position(lower(${text}) in lower(${problemReports.sentence})) > 0`;
  const [counted] = await db.select({ total: count() }).from(problemReports).where(where);
  const rows = await db
    .select(withoutRecording)
    .from(problemReports)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

export async function recordingOf(
  db: Db,
  id: string,
): Promise<Pick<StoredReport, 'capsule' | 'fileId' | 'page' | 'takenAt'> | undefined> {
  const { capsule, fileId, page, takenAt } = problemReports;
  const [row] = await db
    .select({ capsule, fileId, page, takenAt })
    .from(problemReports)
    .where(eq(problemReports.id, id));
  return row;
}

/** @returns the deleted row without its recording; undefined if it did not exist */
export async function removeReport(db: Db, id: string): Promise<ReportRow | undefined> {
  const [row] = await db.delete(problemReports).where(eq(problemReports.id, id)).returning(withoutRecording);
  return row;
}

/** Deletes reports received before then, and those beyond the newest `kept`, and marks their recordings as deleted. */
export async function deleteExpiredReports(db: Db, before: Date, kept: number): Promise<void> {
  await db.transaction(async (transaction) => {
    const beyond = transaction
      .select({ id: problemReports.id })
      .from(problemReports)
      .orderBy(...newestFirst)
      .offset(kept);
    const removed = await transaction
      .delete(problemReports)
      .where(or(lt(problemReports.receivedAt, before), inArray(problemReports.id, beyond)))
      .returning({ fileId: problemReports.fileId });
    await markDeleted(
      transaction,
      removed.flatMap(({ fileId }) => fileId ?? []),
    );
  });
}
