/** Rows of the library of photos and recordings. Lists of them are in mediaLists.ts. */
import { and, count, eq, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { Pose } from '../../../contract/entities/values.ts';
import { DELETED_MEDIA_DAYS, mediaUntil, SHORTENED_MEDIA_DAYS } from '../../../contract/rules/mediaLibrary.ts';
import type { RetentionDays } from '../../../contract/rules/retention.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import type { LocalName } from '../localName.ts';
import { accounts, alarmPictures, files, mediaItems, points } from '../schema.ts';

export type MediaRow = typeof mediaItems.$inferSelect;
type MediaChange = Partial<Omit<MediaRow, 'fileId'>>;

/** A point that is farther away does not say where a robot is, metres. */
const NEAR_POINT_M = 15;

async function nearestPoint(
  db: Db,
  { mapId, x, y }: { mapId: string; x: number; y: number },
): Promise<{ pointId: string; pointName: LocalName } | undefined> {
  const distance = sql<number>`sqrt(power(${points.x} - ${x}, 2) + power(${points.y} - ${y}, 2))`;
  const [row] = await db
    .select({ pointId: points.areaId, pointName: points.name })
    .from(points)
    .where(and(eq(points.mapId, mapId), sql`${distance} <= ${NEAR_POINT_M}`))
    .orderBy(distance)
    .limit(1);
  return row;
}

/** The columns of a pose, with the point that is nearest to it now. */
export async function placeColumns(db: Db, pose: Pose | null) {
  if (!pose) return { mapId: null, x: null, y: null, theta: null, pointId: null, pointName: '' };
  const point = await nearestPoint(db, pose);
  return { ...pose, pointId: point?.pointId ?? null, pointName: point?.pointName ?? '' };
}

export async function nicknameOf(db: Db, userId: string): Promise<LocalName> {
  const [row] = await db.select({ nickname: accounts.nickname }).from(accounts).where(eq(accounts.id, userId));
  return row?.nickname ?? '';
}

/** Files taken within this time have not been through the hourly job; twice its interval. */
const NEW_MEDIA_HOURS = 2;

const untilOf = ({ source, takenAt, keptAt, deletedAt }: MediaRow): Date | null => {
  const until = mediaUntil({
    source,
    takenAt: takenAt.getTime(),
    isKept: keptAt !== null,
    deletedAt: deletedAt?.getTime() ?? null,
  });
  return until === null ? null : new Date(until);
};

/** The file is kept as long as the rules of the library say. */
const setUntil = (db: Db, row: MediaRow, until: Date | null = untilOf(row)): Promise<unknown> =>
  db.update(files).set({ until }).where(eq(files.id, row.fileId));

/** Deleted no earlier than this; a file without an end keeps none. */
export const keepAtLeastUntil = (db: Db, fileId: string, until: Date): Promise<unknown> =>
  db
    .update(files)
    .set({ until })
    .where(and(eq(files.id, fileId), lt(files.until, until)));

/**
 * Applies the retention periods of the installation to what is in the library: new files begin with the defaults. What
 * would be gone by a shorter period is kept for another week, so that a wrong setting can be corrected; new files are not.
 * @param now by the server's clock
 */
export async function restateMediaUntil(
  db: Db,
  days: Pick<RetentionDays, 'stills' | 'alarmPhotos' | 'photos'>,
  now: Date,
): Promise<void> {
  const inDays = (count: SQL | number): SQL => sql`make_interval(days => ${count}::int)`;
  const period = sql`case ${mediaItems.source} when 'timer' then ${days.stills}::int
    when 'alarm' then ${days.alarmPhotos}::int else ${days.photos}::int end`;
  // `least` ignores null: most files are not under Deleted.
  const byPeriod = sql`least(${mediaItems.takenAt} + ${inDays(period)}, ${mediaItems.deletedAt} + ${inDays(DELETED_MEDIA_DAYS)})`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const end = sql`case when ${mediaItems.takenAt} > ${at} - interval '${sql.raw(String(NEW_MEDIA_HOURS))} hours' then ${byPeriod}
    else greatest(${byPeriod}, least(${files.until}, ${at} + ${inDays(SHORTENED_MEDIA_DAYS)})) end`;
  await db
    .update(files)
    .set({ until: end })
    .from(mediaItems)
    .where(
      and(
        eq(mediaItems.fileId, files.id),
        isNull(mediaItems.keptAt),
        isNotNull(files.until),
        sql`${files.until} <> ${end}`,
      ),
    );
}

/** Pictures and videos of robots that are not in the library, oldest first, with the alarm case of a picture. */
export const unlistedFiles = (
  db: Db,
  limit: number,
): Promise<{ file: typeof files.$inferSelect; alarmCaseId: string | null }[]> =>
  db
    .select({ file: files, alarmCaseId: alarmPictures.caseId })
    .from(files)
    .leftJoin(mediaItems, eq(mediaItems.fileId, files.id))
    .leftJoin(alarmPictures, eq(alarmPictures.fileId, files.id))
    .where(
      and(
        eq(files.owner, 'robot'),
        eq(files.state, 'ready'),
        inArray(files.kind, ['picture', 'still', 'video']),
        isNotNull(files.siteId),
        isNull(mediaItems.fileId),
      ),
    )
    .orderBy(files.createdAt)
    .limit(limit);

/** The alarm case of a picture that a robot named before its upload was complete; null without one. */
export async function caseOfPicture(db: Db, fileId: string): Promise<string | null> {
  const [row] = await db
    .select({ caseId: alarmPictures.caseId })
    .from(alarmPictures)
    .where(eq(alarmPictures.fileId, fileId));
  return row?.caseId ?? null;
}

/** A file that is in the library already stays as it is. @param until when it is deleted; by the default period if absent */
export async function addMedia(db: Db, item: typeof mediaItems.$inferInsert, until?: Date): Promise<void> {
  const [row] = await db.insert(mediaItems).values(item).onConflictDoNothing().returning();
  if (row) await setUntil(db, row, until);
}

export async function mediaById(db: Db, fileId: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId));
  return row;
}

/** @returns undefined if the file is not in the library */
export async function changeMedia(db: Db, fileId: string, change: MediaChange): Promise<MediaRow | undefined> {
  const [row] = await db.update(mediaItems).set(change).where(eq(mediaItems.fileId, fileId)).returning();
  if (row) await setUntil(db, row);
  return row;
}

/** Recordings of a person that are not completed. */
export async function runningRecordings(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(mediaItems)
    .innerJoin(files, eq(files.id, mediaItems.fileId))
    .where(and(eq(files.uploadedBy, userId), eq(files.state, 'pending'), eq(mediaItems.isRecording, true)));
  return row?.total ?? 0;
}

/** Something arrived of a recording. */
export const postponeRecording = (db: Db, fileId: string, dueAt: Date): Promise<unknown> =>
  db
    .update(mediaItems)
    .set({ dueAt })
    .where(and(eq(mediaItems.fileId, fileId), eq(mediaItems.isRecording, true)));

const isDue = (at: Date) => and(isNotNull(mediaItems.dueAt), lte(mediaItems.dueAt, at));
export const anySilentRecording = (at: Date): DueCheck => anyRow(mediaItems, isDue(at), [mediaItems.dueAt]);
/** Recordings to which nothing was added for a while. Their next time is `again`, should their completion get lost. */
export async function takeSilentRecordings(db: Db, at: Date, again: Date, limit: number): Promise<string[]> {
  const due = db
    .select({ fileId: mediaItems.fileId })
    .from(mediaItems)
    .where(isDue(at))
    .orderBy(mediaItems.dueAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(mediaItems)
    .set({ dueAt: again })
    .where(sql`${mediaItems.fileId} in (${due})`)
    .returning({ fileId: mediaItems.fileId });
  return rows.map(({ fileId }) => fileId);
}
