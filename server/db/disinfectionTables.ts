/** Tables of disinfection runs. Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Language } from '../../contract/entities/constants.ts';
import type { CellGrid } from '../../contract/rules/cellGrid.ts';
import type {
  DisinfectionEstimate,
  DisinfectionMode,
  DisinfectionPhase,
  DisinfectionResult,
  DisinfectionState,
  DisinfectionTarget,
  SectionState,
} from '../../contract/rules/disinfection.ts';
import type { DisinfectionPause, DisinfectOrder } from '../../contract/wire/disinfection.ts';
import { instant, json } from './columns.ts';
import type { LocalName } from './localName.ts';

/** A room, a point or a drawn area, with what was done there. */
export interface StoredSection {
  /** Of the point or room; empty for a drawn area. */
  id: string;
  name: LocalName;
  cells: number;
  aim: number;
  stand: DisinfectOrder['sections'][number]['stand'];
  state: SectionState;
  seconds: number;
  covered: number;
  /** Mean over the planned cells; null before the first report. */
  dose: number | null;
}

/** Runs, in progress and ended. No references, so that a record outlives its robot and map. */
export const disinfectionRecords = pgTable(
  'disinfection_records',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    robotName: json<LocalName>('robot_name').notNull(),
    mapId: text('map_id').notNull(),
    mapName: json<LocalName>('map_name').notNull(),
    floor: text('floor').notNull().default(''),
    /** The robot's name of the map. */
    robotMapName: text('robot_map_name').notNull(),
    kind: text('kind').$type<DisinfectionTarget['kind']>().notNull(),
    mode: text('mode').$type<DisinfectionMode>().notNull(),
    aim: doublePrecision('aim').notNull(),
    waitUntilEmpty: boolean('wait_until_empty').notNull(),
    state: text('state').$type<DisinfectionState>().notNull(),
    /** null once the run has ended. */
    phase: text('phase').$type<DisinfectionPhase>(),
    reason: json<{ type: string; description: string }>('reason'),
    /** `disinfectionResultOf`, by which lists filter and count. */
    result: text('result')
      .$type<DisinfectionResult>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when state = 'failed' and planned_cells = 0 then 'notStarted' when reason ->> 'type' = 'robotSilent' then 'unknown' else state end`,
      ),
    startedBy: text('started_by').notNull(),
    startedByName: json<LocalName>('started_by_name').notNull(),
    language: text('language').$type<Language>().notNull().default('zhCN'),
    /** The scheduled run that started it (`taskRunIdOf`); null if a person did. */
    taskRunId: text('task_run_id'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    estimate: json<DisinfectionEstimate>('estimate').notNull(),
    plannedCells: integer('planned_cells').notNull(),
    coveredCells: integer('covered_cells').notNull().default(0),
    dose: doublePrecision('dose'),
    agentLeft: doublePrecision('agent_left'),
    agentFull: doublePrecision('agent_full'),
    sections: json<StoredSection[]>('sections').notNull(),
    /** Whether the order was sent, and whether the robot has accepted it. */
    isSent: boolean('is_sent').notNull().default(false),
    isTaken: boolean('is_taken').notNull().default(false),
    /** Number of the last report. */
    sequence: integer('sequence').notNull().default(-1),
    /** Run-length coded cells (contract/rules/cellGrid.ts); not read for lists. */
    grid: json<CellGrid>('grid').notNull(),
    planned: json<number[]>('planned').notNull(),
    doses: json<number[]>('doses').notNull(),
    pauses: json<DisinfectionPause[]>('pauses').notNull(),
    /** Incremented with each change. */
    revision: integer('revision').notNull().default(0),
    /** Generated for the demo and never executed. */
    demo: boolean('demo').notNull().default(false),
  },
  (table) => [
    index('disinfection_records_robot').on(table.serialNumber, table.startedAt.desc(), table.id.desc()),
    index('disinfection_records_robot_map').on(
      table.serialNumber,
      table.mapId,
      table.startedAt.desc(),
      table.id.desc(),
    ),
    index('disinfection_records_started').on(table.startedAt.desc(), table.id.desc()),
    index('disinfection_records_result').on(
      table.result,
      table.startedAt.desc(),
      table.id.desc(),
      table.serialNumber,
      table.mode,
    ),
    index('disinfection_records_mode').on(table.mode, table.startedAt.desc(), table.id.desc(), table.serialNumber),
    index('disinfection_records_task_run')
      .on(table.taskRunId)
      .where(sql`${table.taskRunId} is not null`),
    // One active run per robot, even if two users start one at the same moment.
    uniqueIndex('disinfection_records_under_way')
      .on(table.serialNumber)
      .where(sql`${table.state} = 'inProgress'`),
  ],
);
