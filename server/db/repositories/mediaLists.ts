/** Lists of photos and recordings: grouped by day, robot or place, newest first within a group. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';
import type { MediaGrouping } from '../../../contract/entities/mediaItem.ts';
import { MEDIA_GROUPS_MAX, type LibraryKind, type MediaSource } from '../../../contract/rules/mediaLibrary.ts';
import type { Db } from '../database.ts';
import type { LocalName } from '../localName.ts';
import { alarmCases, files, mediaItems, mediaLinks, sites } from '../schema.ts';
import type { MediaRow } from './mediaItems.ts';

export interface MediaFilter {
  serialNumbers: readonly string[];
  /** ms; 0 for no bound. */
  startTime: number;
  endTime: number;
  kind: LibraryKind | '';
  source: MediaSource | '';
  areaId: string | undefined;
  /** An account; undefined for all. */
  takenBy: string | undefined;
  deleted: boolean;
  groupBy: MediaGrouping;
}
export interface ListedMedia {
  item: MediaRow;
  bytes: number;
  thumbnailBytes: number;
  until: Date | null;
  timeZone: string;
  isOfOpenCase: boolean;
}

/** The day in the zone of the robot's site. */
const DAY = sql<string>`to_char(${mediaItems.takenAt} at time zone ${sites.timeZone}, 'YYYY-MM-DD')`;
const KEYS: Readonly<Record<MediaGrouping, SQL<string>>> = {
  day: DAY,
  robot: sql<string>`${mediaItems.serialNumber}`,
  place: sql<string>`coalesce(${mediaItems.pointId}, '')`,
};
/** The newest day first; places without a point last. */
const ORDERS: Readonly<Record<MediaGrouping, SQL>> = {
  day: sql`${DAY} desc`,
  robot: sql`${mediaItems.serialNumber}`,
  place: sql`${mediaItems.pointId} nulls last`,
};
const IS_OPEN = sql<boolean>`coalesce(${alarmCases.id} is not null and ${alarmCases.resolvedAt} is null, false)`;
/** What can be seen: complete files, and recordings of which something is stored. */
const SEEN = sql`(${files.state} = 'ready' or (${mediaItems.isRecording} and ${files.state} = 'pending' and ${files.received} > 0))`;

const ofRobots = (serialNumbers: readonly string[]): SQL =>
  sql`${mediaItems.serialNumber} = any(${sql.param([...serialNumbers])})`;

const matching = ({ serialNumbers, startTime, endTime, kind, source, areaId, takenBy, deleted }: MediaFilter) =>
  and(
    ofRobots(serialNumbers),
    SEEN,
    deleted ? isNotNull(mediaItems.deletedAt) : isNull(mediaItems.deletedAt),
    startTime === 0 ? undefined : gte(mediaItems.takenAt, new Date(startTime)),
    endTime === 0 ? undefined : lt(mediaItems.takenAt, new Date(endTime)),
    kind === '' ? undefined : eq(mediaItems.kind, kind),
    source === '' ? undefined : eq(mediaItems.source, source),
    areaId === undefined ? undefined : eq(mediaItems.pointId, areaId),
    takenBy === undefined ? undefined : eq(mediaItems.userId, takenBy),
  );

const listed = (db: Db) =>
  db
    .select({
      item: mediaItems,
      bytes: sql<number>`case when ${files.state} = 'ready' then ${files.bytes} else ${files.received} end`.mapWith(
        Number,
      ),
      thumbnailBytes: files.thumbnailBytes,
      until: files.until,
      timeZone: sites.timeZone,
      isOfOpenCase: IS_OPEN,
    })
    .from(mediaItems)
    .innerJoin(files, eq(files.id, mediaItems.fileId))
    .innerJoin(sites, eq(sites.id, mediaItems.siteId))
    .leftJoin(alarmCases, eq(alarmCases.id, mediaItems.alarmCaseId));

export const mediaPage = (
  db: Db,
  filter: MediaFilter,
  { page, limit }: { page: number; limit: number },
): Promise<ListedMedia[]> =>
  listed(db)
    .where(matching(filter))
    .orderBy(ORDERS[filter.groupBy], desc(mediaItems.takenAt), asc(mediaItems.fileId))
    .limit(limit)
    .offset((page - 1) * limit);

export const newestPhotos = (db: Db, serialNumber: string, limit: number): Promise<ListedMedia[]> =>
  listed(db)
    .where(
      and(eq(mediaItems.serialNumber, serialNumber), eq(mediaItems.kind, 'photo'), SEEN, isNull(mediaItems.deletedAt)),
    )
    .orderBy(desc(mediaItems.takenAt), asc(mediaItems.fileId))
    .limit(limit);

/** The last photos up to a moment, newest first, and the first ones after it, oldest first. */
export async function photosAround(
  db: Db,
  serialNumber: string,
  at: Date,
  limit: number,
): Promise<{ until: ListedMedia[]; after: ListedMedia[] }> {
  const ofRobot = and(
    eq(mediaItems.serialNumber, serialNumber),
    eq(mediaItems.kind, 'photo'),
    SEEN,
    isNull(mediaItems.deletedAt),
  );
  const until = await listed(db)
    .where(and(ofRobot, lte(mediaItems.takenAt, at)))
    .orderBy(desc(mediaItems.takenAt), desc(mediaItems.fileId))
    .limit(limit);
  const after = await listed(db)
    .where(and(ofRobot, gt(mediaItems.takenAt, at)))
    .orderBy(asc(mediaItems.takenAt), asc(mediaItems.fileId))
    .limit(limit);
  return { until, after };
}

export const mediaAmong = (db: Db, fileIds: readonly string[]): Promise<ListedMedia[]> =>
  listed(db).where(and(inArray(mediaItems.fileId, [...fileIds]), SEEN));

export interface MediaCounts {
  photos: number;
  videos: number;
  robots: number;
  bytes: number;
}

export async function mediaCounts(db: Db, filter: MediaFilter): Promise<MediaCounts> {
  const [row] = await db
    .select({
      photos: sql<number>`count(*) filter (where ${mediaItems.kind} = 'photo')`.mapWith(Number),
      videos: sql<number>`count(*) filter (where ${mediaItems.kind} = 'video')`.mapWith(Number),
      robots: sql<number>`count(distinct ${mediaItems.serialNumber})`.mapWith(Number),
      bytes:
        sql<number>`coalesce(sum(case when ${files.state} = 'ready' then ${files.bytes} else ${files.received} end), 0)`.mapWith(
          Number,
        ),
    })
    .from(mediaItems)
    .innerJoin(files, eq(files.id, mediaItems.fileId))
    .where(matching(filter));
  return row ?? { photos: 0, videos: 0, robots: 0, bytes: 0 };
}

export async function countDeletedMedia(db: Db, serialNumbers: readonly string[]): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(mediaItems)
    .innerJoin(files, eq(files.id, mediaItems.fileId))
    .where(and(ofRobots(serialNumbers), SEEN, isNotNull(mediaItems.deletedAt)));
  return row?.total ?? 0;
}

/** In the order of the list. */
export const mediaGroups = (
  db: Db,
  filter: MediaFilter,
): Promise<{ key: string; pointName: LocalName; photos: number; videos: number }[]> => {
  const key = KEYS[filter.groupBy];
  return db
    .select({
      key: key.as('key'),
      // Texts of the same point can differ if it was renamed.
      pointName: sql<LocalName>`max(${mediaItems.pointName})`.mapWith(mediaItems.pointName),
      photos: sql<number>`count(*) filter (where ${mediaItems.kind} = 'photo')`.mapWith(Number),
      videos: sql<number>`count(*) filter (where ${mediaItems.kind} = 'video')`.mapWith(Number),
    })
    .from(mediaItems)
    .innerJoin(files, eq(files.id, mediaItems.fileId))
    .innerJoin(sites, eq(sites.id, mediaItems.siteId))
    .where(matching(filter))
    .groupBy(sql`1`)
    .orderBy(
      filter.groupBy === 'day'
        ? sql`1 desc`
        : filter.groupBy === 'robot'
          ? sql`1`
          : sql`nullif(max(coalesce(${mediaItems.pointId}, '')), '') nulls last`,
    )
    .limit(MEDIA_GROUPS_MAX);
};

const MOST_PLACES = 200;

/** Points near which something was taken. */
export const mediaPlaces = (db: Db, serialNumbers: readonly string[]): Promise<{ areaId: string; name: LocalName }[]> =>
  db
    .select({
      areaId: sql<string>`${mediaItems.pointId}`,
      name: sql<LocalName>`max(${mediaItems.pointName})`.mapWith(mediaItems.pointName),
    })
    .from(mediaItems)
    .where(and(ofRobots(serialNumbers), isNotNull(mediaItems.pointId), isNull(mediaItems.deletedAt)))
    .groupBy(mediaItems.pointId)
    .orderBy(sql`2`)
    .limit(MOST_PLACES);

export type MediaLinkRow = typeof mediaLinks.$inferSelect;

export async function addMediaLink(db: Db, link: typeof mediaLinks.$inferInsert): Promise<void> {
  await db.insert(mediaLinks).values(link);
}

export const validLinks = (db: Db, fileId: string, at: Date): Promise<MediaLinkRow[]> =>
  db
    .select()
    .from(mediaLinks)
    .where(and(eq(mediaLinks.fileId, fileId), isNull(mediaLinks.revokedAt), gte(mediaLinks.until, at)))
    .orderBy(asc(mediaLinks.createdAt));

export async function mediaLinkById(db: Db, id: string): Promise<MediaLinkRow | undefined> {
  const [row] = await db.select().from(mediaLinks).where(eq(mediaLinks.id, id));
  return row;
}

export const revokeMediaLink = (db: Db, id: string, at: Date): Promise<unknown> =>
  db
    .update(mediaLinks)
    .set({ revokedAt: at })
    .where(and(eq(mediaLinks.id, id), isNull(mediaLinks.revokedAt)));

export const deleteExpiredMediaLinks = (db: Db, before: Date): Promise<unknown> =>
  db.delete(mediaLinks).where(lt(mediaLinks.until, before));
