/** Software for robots in the download centre, and the exports that wait for an account. */
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import { files, relations, robots, robotSoftware } from '../schema.ts';
import type { FileRow } from './files.ts';

export type SoftwareRow = typeof robotSoftware.$inferSelect;
export interface StoredSoftware {
  software: SoftwareRow;
  file: FileRow;
}

/** Newest first. @param models those of a line; all without them */
export const softwareRows = (db: Db, models?: readonly string[]): Promise<StoredSoftware[]> =>
  db
    .select({ software: robotSoftware, file: files })
    .from(robotSoftware)
    .innerJoin(files, eq(files.id, robotSoftware.fileId))
    .where(models && eq(robotSoftware.models, [...models]))
    .orderBy(desc(robotSoftware.addedAt), desc(robotSoftware.id));

/** Additions and deletions wait for each other until the transaction ends, on all servers. */
export async function lockSoftware(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('robot software', 0))`);
}

/** Adds the row, and keeps its file until it is deleted. @returns false if the file is gone or another row has it */
export async function addSoftware(db: Db, row: SoftwareRow): Promise<boolean> {
  const added = await db.insert(robotSoftware).values(row).onConflictDoNothing().returning({ id: robotSoftware.id });
  if (added.length === 0) return false;
  const kept = await db
    .update(files)
    .set({ until: null })
    .where(and(eq(files.id, row.fileId), eq(files.state, 'ready'), eq(files.kind, 'software')))
    .returning({ id: files.id });
  return kept.length > 0;
}

/** The rows, whose files the caller has to mark as deleted. */
export const deleteSoftware = (db: Db, ids: readonly string[]): Promise<SoftwareRow[]> =>
  db
    .delete(robotSoftware)
    .where(inArray(robotSoftware.id, [...ids]))
    .returning();

/** @param at when the bytes were found to be damaged; null: they are as they were added */
export const noteDamage = (db: Db, fileId: string, at: Date | null): Promise<unknown> =>
  db.update(robotSoftware).set({ damagedAt: at }).where(eq(robotSoftware.fileId, fileId));

export async function isKnownDamaged(db: Db, fileId: string): Promise<boolean> {
  const [row] = await db
    .select({ damagedAt: robotSoftware.damagedAt })
    .from(robotSoftware)
    .where(eq(robotSoftware.fileId, fileId));
  return (row?.damagedAt ?? null) !== null;
}

/** Whether the software of the file is for a robot to which the user has an authorised relation. */
export async function hasRobotOfModel(db: Db, userId: string, fileId: string): Promise<boolean> {
  const found = await db
    .select({ id: robotSoftware.id })
    .from(robotSoftware)
    .innerJoin(robots, and(isNull(robots.retiredAt), sql`upper(trim(${robots.model})) = any(${robotSoftware.models})`))
    .innerJoin(
      relations,
      and(eq(relations.serialNumber, robots.serialNumber), eq(relations.userId, userId), eq(relations.isAuth, true)),
    )
    .where(eq(robotSoftware.fileId, fileId))
    .limit(1);
  return found.length > 0;
}

/**
 * Files that the server wrote for an account, newest first. Those that an account uploaded are stored under another name
 * than their id (completeUpload.ts).
 */
export const ownExports = (db: Db, userId: string, now: Date, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(
      and(
        eq(files.owner, 'account'),
        eq(files.ownerId, userId),
        inArray(files.kind, ['sheet', 'archive']),
        eq(files.state, 'ready'),
        eq(files.storedAs, files.id),
        gt(files.until, now),
      ),
    )
    .orderBy(desc(files.createdAt), asc(files.id))
    .limit(limit);
