/** Rows of stored files. Their bytes are in the file store; a row is always written before them. */
import { and, count, desc, eq, gt, inArray, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../database.ts';
import type { Segment } from '../fileTables.ts';
import { accounts, files, problemReports } from '../schema.ts';

export type FileRow = typeof files.$inferSelect;
export type NewFile = Pick<
  FileRow,
  | 'id'
  | 'kind'
  | 'owner'
  | 'ownerId'
  | 'siteId'
  | 'uploadedBy'
  | 'byRobot'
  | 'name'
  | 'bytes'
  | 'sha256'
  | 'createdAt'
  | 'until'
>;
export type { Segment };

export interface Usage {
  bytes: number;
  count: number;
}
const usage = {
  bytes: sql<number>`coalesce(sum(${files.bytes} + ${files.thumbnailBytes}), 0)::float8`,
  count: count(),
};

/** Files and uploads under way of a site, or of an account or the installation. */
export async function usageOf(
  db: Db,
  of: { siteId: string } | { owner: 'account' | 'installation'; ownerId: string },
): Promise<Usage> {
  const [row] = await db
    .select(usage)
    .from(files)
    .where(
      and(
        ne(files.state, 'deleted'),
        'siteId' in of ? eq(files.siteId, of.siteId) : and(eq(files.owner, of.owner), eq(files.ownerId, of.ownerId)),
      ),
    );
  return row ?? { bytes: 0, count: 0 };
}

/** Uploads of an account or robot that are not completed. */
export async function pendingUploads(db: Db, uploadedBy: string, byRobot: boolean): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(files)
    .where(and(eq(files.uploadedBy, uploadedBy), eq(files.byRobot, byRobot), eq(files.state, 'pending')));
  return row?.total ?? 0;
}

/** The newest upload of this very file that its account began after that moment: something has arrived, not all is completed. */
export async function unfinishedUpload(
  db: Db,
  file: Pick<NewFile, 'kind' | 'owner' | 'ownerId' | 'uploadedBy' | 'name' | 'bytes' | 'sha256'>,
  begunAfter: Date,
): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(
      and(
        eq(files.uploadedBy, file.uploadedBy),
        gt(files.createdAt, begunAfter),
        eq(files.byRobot, false),
        eq(files.state, 'pending'),
        eq(files.kind, file.kind),
        eq(files.owner, file.owner),
        eq(files.ownerId, file.ownerId),
        eq(files.name, file.name),
        eq(files.bytes, file.bytes),
        eq(files.sha256, file.sha256),
        gt(files.received, 0),
      ),
    )
    .orderBy(desc(files.createdAt))
    .limit(1);
  return row;
}

/** Kinds that count by themselves, so that they do not use up the uploads of alarms. */
const COUNTED_ALONE = ['still', 'face'] as const;
export type CountedAlone = (typeof COUNTED_ALONE)[number];
export const countsAlone = (kind: FileRow['kind']): kind is CountedAlone => COUNTED_ALONE.some((one) => one === kind);

/** What a robot has uploaded or announced since then, deleted files included. @param kind only this one; null: all others */
export async function robotUploadsSince(
  db: Db,
  serialNumber: string,
  since: Date,
  kind: CountedAlone | null,
): Promise<Usage> {
  const [row] = await db
    .select(usage)
    .from(files)
    .where(
      and(
        eq(files.uploadedBy, serialNumber),
        eq(files.byRobot, true),
        gt(files.createdAt, since),
        kind === null ? notInArray(files.kind, [...COUNTED_ALONE]) : eq(files.kind, kind),
      ),
    );
  return row ?? { bytes: 0, count: 0 };
}

/** Makes concurrent reservations count each other, on all servers, until the transaction ends. */
export async function lockQuota(db: Db, owner: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${owner}`}, 0))`);
}

/** @returns false if there is a file with this id */
export async function addFile(db: Db, file: NewFile): Promise<boolean> {
  const added = await db
    .insert(files)
    .values({ ...file, state: 'pending', segments: [] })
    .onConflictDoNothing()
    .returning({ id: files.id });
  return added.length > 0;
}

/** Deleted files are not found. */
export async function fileById(db: Db, id: string): Promise<FileRow | undefined> {
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.id, id), ne(files.state, 'deleted')));
  return row;
}

/** Deleted files too, as long as the store has them. */
export const filesByIds = (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(sql`${files.id} = any(${sql.param([...ids])})`);

/** @returns false if the upload continued elsewhere, is complete or was deleted: the segment does not count */
export async function addSegment(db: Db, id: string, offset: number, segment: Segment): Promise<boolean> {
  const changed = await db
    .update(files)
    .set({
      received: offset + segment.bytes,
      segments: sql`${files.segments} || ${JSON.stringify([segment])}::jsonb`,
    })
    .where(and(eq(files.id, id), eq(files.state, 'pending'), eq(files.received, offset)))
    .returning({ id: files.id });
  return changed.length > 0;
}

/** Reserves more for an upload that is not completed. */
export const growUpload = (db: Db, id: string, bytes: number): Promise<unknown> =>
  db
    .update(files)
    .set({ bytes })
    .where(and(eq(files.id, id), eq(files.state, 'pending'), lt(files.bytes, bytes)));

export type Finished = Pick<FileRow, 'bytes' | 'sha256' | 'contentType' | 'thumbnailBytes' | 'storedAs'>;

/** @param until when it expires, if not as announced. @returns the visible file; undefined if it is not pending any more */
export async function markReady(db: Db, id: string, finished: Finished, until?: Date): Promise<FileRow | undefined> {
  const [row] = await db
    .update(files)
    .set({ ...finished, ...(until && { until }), state: 'ready', segments: [], received: 0 })
    .where(and(eq(files.id, id), eq(files.state, 'pending')))
    .returning();
  return row;
}

/** The files are invisible at once; deleteExpiredFiles deletes them from the store. */
export async function markDeleted(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(files)
      .set({ state: 'deleted' })
      .where(inArray(files.id, [...ids]));
}

/** Only an upload that is not completed. @returns whether there was one */
export async function markUploadDeleted(db: Db, id: string): Promise<boolean> {
  const changed = await db
    .update(files)
    .set({ state: 'deleted' })
    .where(and(eq(files.id, id), eq(files.state, 'pending')))
    .returning({ id: files.id });
  return changed.length > 0;
}

/** Marks what has expired; `startedBefore` is for uploads that are not completed. */
export async function markExpired(db: Db, { now, startedBefore }: { now: Date; startedBefore: Date }): Promise<void> {
  await db
    .update(files)
    .set({ state: 'deleted' })
    .where(
      and(
        ne(files.state, 'deleted'),
        or(
          and(eq(files.state, 'ready'), lt(files.until, now)),
          and(eq(files.state, 'pending'), lt(files.createdAt, startedBefore)),
        ),
      ),
    );
}

/** Marks completed files of these kinds that have expired. */
export async function markUnused(db: Db, kinds: readonly FileRow['kind'][], now: Date): Promise<void> {
  await db
    .update(files)
    .set({ state: 'deleted' })
    .where(and(eq(files.state, 'ready'), inArray(files.kind, [...kinds]), lt(files.until, now)));
}

/** Files that still have to be deleted from the store, in order of their ids. */
export const deletedFiles = (db: Db, after: string, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(and(eq(files.state, 'deleted'), gt(files.id, after)))
    .orderBy(files.id)
    .limit(limit);

export async function forgetFile(db: Db, id: string): Promise<void> {
  await db.delete(files).where(and(eq(files.id, id), eq(files.state, 'deleted')));
}

/** Which of these names in the store belong to a file. */
export async function knownNames(db: Db, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ storedAs: files.storedAs })
    .from(files)
    .where(inArray(files.storedAs, [...names]));
  return new Set(rows.flatMap(({ storedAs }) => storedAs ?? []));
}

/** Which of these avatars accounts refer to; those of earlier versions may have no row yet. */
export async function avatarsInUse(db: Db, prefix: string, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ path: accounts.avatarPath })
    .from(accounts)
    .where(
      inArray(
        accounts.avatarPath,
        names.map((name) => prefix + name),
      ),
    );
  return new Set(rows.map(({ path }) => path.slice(prefix.length)));
}

/** Which of these uploads are under way. */
export async function pendingAmong(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, [...ids]), eq(files.state, 'pending')));
  return new Set(rows.map(({ id }) => id));
}

const isUnlistedAvatar = (prefix: string) =>
  and(
    sql`starts_with(${accounts.avatarPath}, ${prefix})`,
    sql`not exists (select 1 from ${files} where ${files.storedAs} = substr(${accounts.avatarPath}, ${prefix.length + 1}::int))`,
  );

/** Avatars in the store that have no row yet: from versions before the table of files. */
export const unlistedAvatars = (db: Db, prefix: string, after: string): Promise<{ userId: string; path: string }[]> =>
  db
    .select({ userId: accounts.id, path: accounts.avatarPath })
    .from(accounts)
    .where(and(gt(accounts.id, after), isUnlistedAvatar(prefix)))
    .orderBy(accounts.id)
    .limit(100);

export async function countUnlistedAvatars(db: Db, prefix: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(accounts).where(isUnlistedAvatar(prefix));
  return row?.total ?? 0;
}

const isUnmovedReport = sql`${problemReports.fileId} is null and ${problemReports.capsule} is not null`;

/** Reports whose recordings are still in the database. */
export const unmovedReports = (db: Db, after: string): Promise<{ id: string }[]> =>
  db
    .select({ id: problemReports.id })
    .from(problemReports)
    .where(and(gt(problemReports.id, after), isUnmovedReport))
    .orderBy(problemReports.id)
    .limit(100);

export async function countUnmovedReports(db: Db): Promise<number> {
  const [row] = await db.select({ total: count() }).from(problemReports).where(isUnmovedReport);
  return row?.total ?? 0;
}

export async function unmovedReport(
  db: Db,
  id: string,
): Promise<{ capsule: Buffer; userId: string; receivedAt: Date } | undefined> {
  const [row] = await db
    .select({
      capsule: problemReports.capsule,
      userId: problemReports.userId,
      receivedAt: problemReports.receivedAt,
      fileId: problemReports.fileId,
    })
    .from(problemReports)
    .where(eq(problemReports.id, id));
  return row?.capsule && row.fileId === null ? { ...row, capsule: row.capsule } : undefined;
}

/** @returns false if another server moved the recording, or the report is deleted */
export async function moveReport(db: Db, id: string, fileId: string): Promise<boolean> {
  const changed = await db
    .update(problemReports)
    .set({ fileId, capsule: null })
    .where(and(eq(problemReports.id, id), sql`${problemReports.fileId} is null`))
    .returning({ id: problemReports.id });
  return changed.length > 0;
}

/** The newest still pictures of a robot, newest first. */
export const newestStills = (db: Db, serialNumber: string, limit: number): Promise<FileRow[]> =>
  db
    .select()
    .from(files)
    .where(
      and(eq(files.owner, 'robot'), eq(files.ownerId, serialNumber), eq(files.kind, 'still'), eq(files.state, 'ready')),
    )
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(limit);

/** Marks the still pictures of each robot beyond the newest ones, except those kept for good; deleteExpiredFiles deletes them. */
export async function markSurplusStills(db: Db, keep: number): Promise<void> {
  await db.execute(sql`
    update ${files} set state = 'deleted' where id in (
      select id from (
        select id, row_number() over (partition by owner_id order by created_at desc, id desc) as position
        from ${files} where kind = 'still' and state = 'ready' and until is not null
      ) ranked where position > ${keep}
    )`);
}
