/** Tables of cruise routes and of the drives along them. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { CYCLE_TYPES } from '../../contract/entities/constants.ts';
import { instant, localText } from './columns.ts';
import type { LocalName } from './localName.ts';
import { maps } from './mapTables.ts';

/** The points of a route in their order; no reference, as a route whose point is gone says so instead of going with it. */
export interface StoredStop { areaId: string; stayTime: number; speech: LocalName; /** Degrees; null: as the point has it. */ angle: number | null }

export const cruisePaths = pgTable('cruise_paths', {
  id: text('id').primaryKey(),
  mapId: text('map_id').notNull().references(() => maps.id, { onDelete: 'cascade' }),
  name: localText('name').notNull(),
  startSpeech: localText('start_speech').notNull().default(''),
  endSpeech: localText('end_speech').notNull().default(''),
  stops: jsonb('stops').$type<StoredStop[]>().notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: instant('created_at').notNull(),
  /** Rises with each Save. */
  revision: integer('revision').notNull().default(0),
}, (table) => [uniqueIndex('cruise_paths_name').on(table.mapId, sql`lower(${table.name})`)]);

/** The route a robot takes when none is named. */
export const cruiseDefaults = pgTable('cruise_defaults', {
  serialNumber: text('serial_number').primaryKey(),
  pathId: text('path_id').notNull().references(() => cruisePaths.id, { onDelete: 'cascade' }),
});

/** A stop of a drive and what became of it. */
export interface StoredDriveStop {
  areaId: string;
  name: LocalName;
  state: 'waiting' | 'underway' | 'arrived' | 'skipped' | 'failed';
  /** ms since 1970. */
  arrivedAt: number | null;
  leftAt: number | null;
}

/** Drives along routes. Without references: a record outlives its robot, its route and its map. */
export const cruiseRecords = pgTable('cruise_records', {
  id: text('id').primaryKey(),
  serialNumber: text('serial_number').notNull(),
  pathId: text('path_id').notNull(),
  pathName: text('path_name').notNull(),
  mapId: text('map_id').notNull(),
  mapName: jsonb('map_name').$type<LocalName>().notNull(),
  cycleType: text('cycle_type').$type<(typeof CYCLE_TYPES)[number]>().notNull(),
  /** Loops done. */
  loop: integer('loop').notNull().default(0),
  state: text('state').$type<'inProgress' | 'finished' | 'failed' | 'partiallyCompleted'>().notNull(),
  reason: jsonb('reason').$type<{ type: string; description: string }>(),
  startedBy: text('started_by').notNull(),
  startedByName: jsonb('started_by_name').$type<LocalName>().notNull(),
  startedAt: instant('started_at').notNull(),
  /** null while it is under way. */
  endedAt: instant('ended_at'),
  /** Of the order the robot has, VDA 5050's orderUpdateId. */
  updateId: integer('update_id').notNull().default(0),
  /** Metres driven. */
  distance: doublePrecision('distance').notNull().default(0),
  stops: jsonb('stops').$type<StoredDriveStop[]>().notNull(),
}, (table) => [index('cruise_records_robot').on(table.serialNumber, table.startedAt.desc()), index('cruise_records_state').on(table.state)]);
