/** The table of tracks (contract/rules/trackChunk.ts). Part of schema.ts. */
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

/**
 * Chunks of at most a minute, partitioned by day (UTC): a day is deleted by dropping its partition. The migration
 * declares the partitions, which drizzle cannot; without references, so that inserts stay cheap.
 */
export const tracks = pgTable(
  'tracks',
  {
    serialNumber: text('serial_number').notNull(),
    /** Times of the first and the last sample. */
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    chunk: bytea('chunk').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.fromAt] })],
);
