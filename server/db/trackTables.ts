/** Tables of tracks (contract/rules/trackChunk.ts): the chunks, when they were recorded, and sums by hour. Part of schema.ts. */
import { bigserial, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** Times in which a server recorded tracks. Without it, a robot that stood still and a server that was down look the same. */
export const trackPeriods = pgTable(
  'track_periods',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    fromAt: instant('from_at').notNull(),
    /** Moved on once a minute, when its chunks are written. */
    untilAt: instant('until_at').notNull(),
  },
  (table) => [index('track_periods_until').on(table.untilAt)],
);

/** What each robot did in an hour: seconds in each state. Derived from the tracks by the job `trackHours`. */
export const trackHours = pgTable(
  'track_hours',
  {
    serialNumber: text('serial_number').notNull(),
    hour: instant('hour').notNull(),
    working: integer('working').notNull(),
    standby: integer('standby').notNull(),
    charging: integer('charging').notNull(),
    alarm: integer('alarm').notNull(),
    stopped: integer('stopped').notNull(),
    silent: integer('silent').notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialNumber, table.hour] }), index('track_hours_hour').on(table.hour)],
);
