/** The tables of stored files and of the software of robots. Their bytes are in the file store. Part of schema.ts. */
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FileKind, FileOwner } from '../../contract/rules/files.ts';
import { instant, json } from './columns.ts';

/** A stored part of an upload: its name in the file store, and its bytes. */
export interface Segment {
  name: string;
  bytes: number;
}

export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<FileKind>().notNull(),
    owner: text('owner').$type<FileOwner>().notNull(),
    ownerId: text('owner_id').notNull(),
    /** The site whose quota counts it; null for the files of accounts. */
    siteId: text('site_id'),
    /** Account or, with `byRobot`, serial number. */
    uploadedBy: text('uploaded_by').notNull(),
    byRobot: boolean('by_robot').notNull().default(false),
    name: text('name').notNull(),
    /** pending: invisible until it is complete and verified. deleted: the store has not deleted it yet. */
    state: text('state').$type<'pending' | 'ready' | 'deleted'>().notNull(),
    /** While pending as announced, then of the stored content. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** '' while pending. */
    contentType: text('content_type').notNull().default(''),
    thumbnailBytes: integer('thumbnail_bytes').notNull().default(0),
    /** Bytes that are stored durably while pending: the sum of the segments. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    segments: json<Segment[]>('segments').notNull(),
    /** Name in the file store. A new one for every completion, so that two at once do not overwrite each other. */
    storedAs: text('stored_as'),
    createdAt: instant('created_at').notNull(),
    /** When it is deleted; null: with what it belongs to. */
    until: instant('until'),
  },
  (table) => [
    index('files_until').on(table.until),
    index('files_site').on(table.siteId),
    index('files_owner').on(table.owner, table.ownerId),
    index('files_uploader').on(table.uploadedBy, table.createdAt),
    index('files_stored_as').on(table.storedAs),
  ],
);

/** Software for robots, in the download centre. */
export const robotSoftware = pgTable(
  'robot_software',
  {
    id: text('id').primaryKey(),
    /** Upper case, sorted. Rows with the same models are versions of one line. */
    models: text('models').array().notNull(),
    version: text('version').notNull(),
    releasedOn: date('released_on', { mode: 'string' }).notNull(),
    notesZh: text('notes_zh').notNull(),
    notesEn: text('notes_en').notNull(),
    fileId: text('file_id').notNull(),
    /** The manufacturer's hash was compared when it was added. */
    isCompared: boolean('is_compared').notNull(),
    addedAt: instant('added_at').notNull(),
    /** When the stored bytes were found to have another hash; null: they have not been. */
    damagedAt: instant('damaged_at'),
  },
  (table) => [uniqueIndex('robot_software_file').on(table.fileId)],
);
