/** Tables of cruise routes and of the drives along them. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../contract/entities/constants.ts';
import type { CycleType, DrivePhase, DriveState, StopState } from '../../contract/rules/cruiseDrive.ts';
import { instant, json, localText } from './columns.ts';
import type { LocalName } from './localName.ts';
import { maps } from './mapTables.ts';

/** The points of a route in their order; no reference, as a route whose point is gone says so instead of going with it. */
export interface StoredStop {
  areaId: string;
  stayTime: number;
  speech: LocalName;
  /** Degrees; null: as the point has it. */ angle: number | null;
}

export const cruisePaths = pgTable(
  'cruise_paths',
  {
    id: text('id').primaryKey(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    name: localText('name').notNull(),
    startSpeech: localText('start_speech').notNull().default(''),
    endSpeech: localText('end_speech').notNull().default(''),
    stops: json<StoredStop[]>('stops').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Rises with each Save. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [uniqueIndex('cruise_paths_name').on(table.mapId, sql`lower(${table.name})`)],
);

/** The route a robot takes when none is named. */
export const cruiseDefaults = pgTable('cruise_defaults', {
  serialNumber: text('serial_number').primaryKey(),
  pathId: text('path_id')
    .notNull()
    .references(() => cruisePaths.id, { onDelete: 'cascade' }),
});

/** A stop of a drive and what became of it. */
export interface StoredDriveStop {
  areaId: string;
  name: LocalName;
  state: StopState;
  /** ms since 1970. */
  arrivedAt: number | null;
  leftAt: number | null;
}

/** A stop as the drive has it: a copy, so that what is edited meanwhile changes nothing. Words are in the language of whoever started it. */
export interface PlannedStop {
  areaId: string;
  /** Metres, radians; null: any. */
  x: number;
  y: number;
  theta: number | null;
  /** Seconds. */
  stayTime: number;
  /** Said there, and on the way out. */
  say: string;
  depart: string;
  /** The door that has to stand open before the robot goes on. */
  doorId: string | null;
}
export interface DrivePlan {
  /** What the robot calls the map. */
  mapName: string;
  startSpeech: string;
  endSpeech: string;
  stops: PlannedStop[];
}

/** Where the drive is in what the robot was told: its present leg is one order, `{id}.{leg}`. Calls are counted over all rounds of the leg; the node of call k has the sequence 2 (k + 1). */
export interface DriveCourse {
  /** Along the route; or to a bay, to charge. */
  kind: 'round' | 'charge';
  /** From call `offset` on it is in round `round`, of which it has still to call at these stops; then at all of them, round by round. */
  offset: number;
  round: number;
  first: number[];
  /** The stop of the call before `offset`. */
  before: number | null;
  /** How many calls are released; how many were when the last update was not yet due, which begins there; how many are reached. */
  released: number;
  stitched: number;
  reached: number;
  /** Since when the leg, or its last update, is due, ms. */
  dueAt: number;
  /** The leg's order was sent; the robot has it with its last update. */
  isSent: boolean;
  isTaken: boolean;
  /** Until when it stays where it is, ms. */
  stayUntil: number | null;
  bay: { id: string; name: LocalName; mapName: string; x: number; y: number; theta: number | null } | null;
  /** Updates that the robot refused since it last reached a stop. */
  refusals: number;
}

/** Drives along routes. Without references: a record outlives its robot, its route and its map. */
export const cruiseRecords = pgTable(
  'cruise_records',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    robotName: json<LocalName>('robot_name')
      .notNull()
      .default(sql`'""'::jsonb`),
    pathId: text('path_id').notNull(),
    pathName: localText('path_name').notNull(),
    mapId: text('map_id').notNull(),
    mapName: json<LocalName>('map_name').notNull(),
    floor: text('floor').notNull().default(''),
    cycleType: text('cycle_type').$type<CycleType>().notNull(),
    /** Rounds done. */
    loop: integer('loop').notNull().default(0),
    state: text('state').$type<DriveState>().notNull(),
    /** null once it is over. */
    phase: text('phase').$type<DrivePhase>(),
    reason: json<{ type: string; description: string }>('reason'),
    startedBy: text('started_by').notNull(),
    startedByName: json<LocalName>('started_by_name').notNull(),
    /** Of whoever started it: what the robot says is in it. */
    language: text('language').$type<Language>().notNull().default('zhCN'),
    startedAt: instant('started_at').notNull(),
    /** null while it is under way. */
    endedAt: instant('ended_at'),
    leg: integer('leg').notNull().default(0),
    /** Of the order the robot has, VDA 5050's orderUpdateId. */
    updateId: integer('update_id').notNull().default(0),
    /** Metres driven. */
    distance: doublePrecision('distance').notNull().default(0),
    /** Of the present round. */
    stops: json<StoredDriveStop[]>('stops').notNull(),
    /** null for a record that was never driven. */
    plan: json<DrivePlan>('plan'),
    course: json<DriveCourse>('course'),
    /** Stops of all rounds. */
    arrived: integer('arrived').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Rises with each change. */
    revision: integer('revision').notNull().default(0),
    /** Written for the demo, not driven. */
    demo: boolean('demo').notNull().default(false),
  },
  (table) => [
    index('cruise_records_robot').on(table.serialNumber, table.startedAt.desc()),
    index('cruise_records_state').on(table.state),
    index('cruise_records_started').on(table.startedAt),
    // A robot is on one drive at a time, whoever starts two in the same moment.
    uniqueIndex('cruise_records_under_way')
      .on(table.serialNumber)
      .where(sql`${table.state} = 'inProgress'`),
  ],
);

/** Calls of a drive at its stops, round by round. */
export const cruiseVisits = pgTable(
  'cruise_visits',
  {
    driveId: text('drive_id')
      .notNull()
      .references(() => cruiseRecords.id, { onDelete: 'cascade' }),
    loop: integer('loop').notNull(),
    stop: integer('stop').notNull(),
    areaId: text('area_id').notNull(),
    name: json<LocalName>('name').notNull(),
    state: text('state').$type<StopState>().notNull(),
    arrivedAt: instant('arrived_at'),
    leftAt: instant('left_at'),
  },
  (table) => [primaryKey({ columns: [table.driveId, table.loop, table.stop] })],
);
