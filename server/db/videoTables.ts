/** Tables of saved layouts of the video wall. Part of schema.ts. */
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { VideoQuality } from '../../contract/entities/robotConstants.ts';
import type { StillSeconds, WallGrid } from '../../contract/rules/videoWall.ts';
import { accounts } from './accountTables.ts';
import { instant } from './columns.ts';

/** At most VIDEO_LAYOUTS_PER_ACCOUNT rows of an account. */
export const videoLayouts = pgTable(
  'video_layouts',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    grid: integer('grid').$type<WallGrid>().notNull(),
    quality: text('quality').$type<VideoQuality>().notNull(),
    stillSeconds: integer('still_seconds').$type<StillSeconds>().notNull(),
    isShared: boolean('is_shared').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [uniqueIndex('video_layouts_name').on(table.userId, table.name)],
);

/** At most nine rows of a layout. */
export const videoLayoutTiles = pgTable(
  'video_layout_tiles',
  {
    layoutId: text('layout_id')
      .notNull()
      .references(() => videoLayouts.id, { onDelete: 'cascade' }),
    slot: integer('slot').notNull(),
    serialNumber: text('serial_number').notNull(),
    /** null: the quality of the layout. */
    quality: text('quality').$type<VideoQuality>(),
    live: boolean('live').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.layoutId, table.slot] }),
    index('video_layout_tiles_robot').on(table.serialNumber),
  ],
);
