/** Tables of floors that are drawn by hand. Part of schema.ts. */
import { doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { Drawing } from '../../contract/entities/floorDrawing.ts';
import { bytea, instant, json } from './columns.ts';
import type { LocalName } from './localName.ts';
import { maps, sites } from './mapTables.ts';

/** A drawn floor as a draft. Robots get the plan of its map, which only publishing changes. */
export const floorDrawings = pgTable(
  'floor_drawings',
  {
    /** Also the id of its map. */
    id: text('id').primaryKey(),
    siteId: text('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** null: never published. Deleting the map deletes the drawing. */
    mapId: text('map_id').references(() => maps.id, { onDelete: 'cascade' }),
    /** Until it is published: then the map's name and floor apply. */
    floor: text('floor').notNull(),
    name: json<LocalName>('name').notNull(),
    /** Metres. */
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    drawing: json<Drawing>('drawing').notNull(),
    revision: integer('revision').notNull().default(0),
    publishedRevision: integer('published_revision'),
    savedAt: instant('saved_at').notNull(),
    /** Not a reference, because a drawing survives the account. */
    savedBy: text('saved_by').notNull(),
  },
  (table) => [index('floor_drawings_site').on(table.siteId), index('floor_drawings_map').on(table.mapId)],
);

/** The picture under a drawing, re-encoded as PNG on upload; one per drawing. Its bytes are in the file store. */
export const floorTraces = pgTable('floor_traces', {
  drawingId: text('drawing_id')
    .primaryKey()
    .references(() => floorDrawings.id, { onDelete: 'cascade' }),
  pictureId: text('picture_id').notNull(),
  /** The stored file; null until a picture of an earlier version has been moved to the file store. */
  fileId: text('file_id'),
  /** Only of pictures that have not been moved. */
  png: bytea('png'),
  /** Pixels. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** Metres per pixel. */
  resolution: doublePrecision('resolution').notNull(),
  originX: doublePrecision('origin_x').notNull(),
  originY: doublePrecision('origin_y').notNull(),
  originYaw: doublePrecision('origin_yaw').notNull(),
});
