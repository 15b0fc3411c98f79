/** Tables of cruise routes and route runs. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../contract/entities/constants.ts';
import type { CycleType, RouteRunPhase, RouteRunState, StopState } from '../../contract/rules/routeRun.ts';
import { instant, json, localText } from './columns.ts';
import type { LocalName } from './localName.ts';
import { maps } from './mapTables.ts';

/** A stop of a route, in order. No reference: if a point is deleted, the route stays and reports the missing point. */
export interface StoredStop {
  areaId: string;
  stayTime: number;
  speech: LocalName;
  /** Degrees; null for the heading of the point. */ angle: number | null;
  /** Absent in routes that were saved before it existed: no photo. */
  takePhoto?: boolean;
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
    /** Incremented with each save. */
    revision: integer('revision').notNull().default(0),
  },
  (table) => [uniqueIndex('cruise_paths_name').on(table.mapId, sql`lower(${table.name})`)],
);

/** A robot's default route. */
export const cruiseDefaults = pgTable('cruise_defaults', {
  serialNumber: text('serial_number').primaryKey(),
  pathId: text('path_id')
    .notNull()
    .references(() => cruisePaths.id, { onDelete: 'cascade' }),
});

/** A stop of a route run and its outcome. */
export interface StoredRouteRunStop {
  areaId: string;
  name: LocalName;
  state: StopState;
  /** ms since 1970. */
  arrivedAt: number | null;
  leftAt: number | null;
}

/**
 * A stop of a route run: a copy, so that later edits of the route have no effect. Texts are in the language of the user
 * who started the run.
 */
export interface PlannedStop {
  areaId: string;
  /** Metres, radians; null for any heading. */
  x: number;
  y: number;
  theta: number | null;
  /** Seconds. */
  stayTime: number;
  /** Spoken at the stop, and on leaving it. */
  say: string;
  depart: string;
  /** The door that has to be open before the robot continues. */
  doorId: string | null;
  /** Whether the robot takes a photo at the stop; absent: no. */
  takePhoto?: boolean;
}
export interface RouteRunPlan {
  /** The robot's name of the map. */
  mapName: string;
  startSpeech: string;
  endSpeech: string;
  stops: PlannedStop[];
  /** Said every 30 s on the way between stops; absent: nothing. */
  waySpeech?: string;
  /** Indexes of the stops that exceptions leave out, by round from 0. */
  skips?: Record<string, number[]>;
}

/**
 * Progress of a route run in the orders sent to the robot. The current leg is one order, `{id}.{leg}`. Calls (visits of
 * stops) are numbered over all rounds of the leg; the node of call k has the sequence 2 (k + 1).
 */
export interface RouteRunProgress {
  /** Along the route, or to a charging bay. */
  kind: 'round' | 'charge';
  /**
   * From call `offset` on the run is in round `round`, with the stops `first` left to visit; later rounds visit all
   * stops.
   */
  offset: number;
  round: number;
  first: readonly number[];
  /** The stop of the call before `offset`. */
  before: number | null;
  /** Numbers of calls: released; released before the last order update, which continues there (stitching); reached. */
  released: number;
  stitched: number;
  reached: number;
  /** Since when the leg, or its last update, is due, ms. */
  dueAt: number;
  /** Whether the leg's order was sent, and whether the robot has accepted its last update. */
  isSent: boolean;
  isTaken: boolean;
  /** End of the stay at the current stop, ms. */
  stayUntil: number | null;
  bay: { id: string; name: LocalName; mapName: string; x: number; y: number; theta: number | null } | null;
  /** Order updates that the robot rejected since it last reached a stop. */
  refusals: number;
}

/** Route runs. No references, so that a record outlives its robot, route and map. */
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
    /** Completed rounds. */
    loop: integer('loop').notNull().default(0),
    state: text('state').$type<RouteRunState>().notNull(),
    /** null once the run has ended. */
    phase: text('phase').$type<RouteRunPhase>(),
    reason: json<{ type: string; description: string }>('reason'),
    startedBy: text('started_by').notNull(),
    startedByName: json<LocalName>('started_by_name').notNull(),
    /** Language of the user who started the run, used for the robot's speech. */
    language: text('language').$type<Language>().notNull().default('zhCN'),
    startedAt: instant('started_at').notNull(),
    /** null while the run is in progress. */
    endedAt: instant('ended_at'),
    leg: integer('leg').notNull().default(0),
    /** VDA 5050 orderUpdateId of the robot's current order. */
    updateId: integer('update_id').notNull().default(0),
    /** Distance travelled, metres. */
    distance: doublePrecision('distance').notNull().default(0),
    /** Stops of the current round. */
    stops: json<StoredRouteRunStop[]>('stops').notNull(),
    /** null for a demo record, which was never executed. */
    plan: json<RouteRunPlan>('plan'),
    course: json<RouteRunProgress>('course'),
    /** Stops reached in all rounds. */
    arrived: integer('arrived').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Incremented with each change. */
    revision: integer('revision').notNull().default(0),
    /** Rounds after which a loop ends; null: it goes on until a person ends it. */
    rounds: integer('rounds'),
    /** The scheduled task and the time for which it planned this run; null for a run that a person started. */
    taskId: text('task_id'),
    plannedAt: instant('planned_at'),
    /** Generated for the demo and never executed. */
    demo: boolean('demo').notNull().default(false),
  },
  (table) => [
    index('cruise_records_robot').on(table.serialNumber, table.startedAt.desc(), table.id.desc()),
    index('cruise_records_robot_map').on(table.serialNumber, table.mapId, table.startedAt.desc(), table.id.desc()),
    index('cruise_records_started').on(table.startedAt.desc(), table.id.desc()),
    index('cruise_records_state').on(table.state, table.startedAt.desc(), table.id.desc(), table.serialNumber),
    index('cruise_records_path').on(
      table.pathId,
      table.startedAt.desc(),
      table.id.desc(),
      table.serialNumber,
      table.state,
    ),
    index('cruise_records_task')
      .on(table.taskId, table.plannedAt)
      .where(sql`task_id is not null`),
    // One active run per robot, even if two users start one at the same moment.
    uniqueIndex('cruise_records_under_way')
      .on(table.serialNumber)
      .where(sql`${table.state} = 'inProgress'`),
  ],
);

/** Visits of stops during a route run, by round. */
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
