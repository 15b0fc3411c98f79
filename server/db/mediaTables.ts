/** Tables of the library of photos and recordings. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { LibraryKind, MediaSource } from '../../contract/rules/mediaLibrary.ts';
import { instant, localText } from './columns.ts';
import { files } from './fileTables.ts';

/** What is known about a photo or recording of a robot besides its bytes. Deleted with its file. */
export const mediaItems = pgTable(
  'media_items',
  {
    fileId: text('file_id')
      .primaryKey()
      .references(() => files.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<LibraryKind>().notNull(),
    serialNumber: text('serial_number').notNull(),
    siteId: text('site_id').notNull(),
    source: text('source').$type<MediaSource>().notNull(),
    /** Who took it; null if it was the robot. */
    userId: text('user_id'),
    userName: localText('user_name').notNull().default(''),
    alarmCaseId: text('alarm_case_id'),
    /** The route run at a stop of which it was taken. */
    runId: text('run_id'),
    /** Pose of the robot at that moment, in metres and radians; null if it was not known. */
    mapId: text('map_id'),
    x: doublePrecision('x'),
    y: doublePrecision('y'),
    theta: doublePrecision('theta'),
    /** Nearest point on the map, by its name at that moment. */
    pointId: text('point_id'),
    pointName: localText('point_name').notNull().default(''),
    takenAt: instant('taken_at').notNull(),
    durationMs: integer('duration_ms'),
    width: integer('width'),
    height: integer('height'),
    /** Not complete yet: the file is pending. */
    isRecording: boolean('is_recording').notNull().default(false),
    /** When the server completes a recording of which nothing more arrived. */
    dueAt: instant('due_at'),
    /** Kept for good since then. */
    keptAt: instant('kept_at'),
    keptBy: text('kept_by'),
    /** Under Deleted since then. */
    deletedAt: instant('deleted_at'),
    deletedBy: text('deleted_by'),
  },
  (table) => [
    index('media_items_robot').on(table.serialNumber, table.takenAt.desc()),
    index('media_items_case')
      .on(table.alarmCaseId)
      .where(sql`alarm_case_id is not null`),
    index('media_items_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** Who opened a photo or recording last: the newest of each person, and only the newest persons. */
export const mediaViews = pgTable(
  'media_views',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => mediaItems.fileId, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.userId] })],
);

/** Links to one photo or recording that work without an account until they expire or are revoked. */
export const mediaLinks = pgTable(
  'media_links',
  {
    id: text('id').primaryKey(),
    fileId: text('file_id')
      .notNull()
      .references(() => mediaItems.fileId, { onDelete: 'cascade' }),
    createdBy: text('created_by').notNull(),
    createdByName: localText('created_by_name').notNull(),
    createdAt: instant('created_at').notNull(),
    until: instant('until').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('media_links_file').on(table.fileId), index('media_links_until').on(table.until)],
);
