/** Tables of scheduled tasks, their runs and the exceptions from them (design 20). Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Language } from '../../contract/entities/constants.ts';
import type { PointSetting } from '../../contract/entities/schedule.ts';
import type { DisinfectionPlan } from '../../contract/rules/disinfection.ts';
import type { ScheduledKind, TaskOffReason } from '../../contract/rules/schedule/scheduleLimits.ts';
import { instant, json, localText } from './columns.ts';

export const scheduledTasks = pgTable(
  'scheduled_tasks',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    kind: text('kind').$type<ScheduledKind>().notNull().default('cruise'),
    /** HH:mm in the time zone of the robot's site. */
    executeTime: text('execute_time').notNull(),
    /** 1 is Monday, comma-separated; empty: once. */
    days: text('days').notNull().default(''),
    /** Empty for a disinfection. No reference: a task whose route was deleted stays, and its runs say so. */
    pathId: text('path_id').notNull(),
    /** Copied for tasks and runs whose route was deleted; what is disinfected. */
    pathName: localText('path_name').notNull(),
    rounds: integer('rounds').notNull().default(1),
    speech: localText('speech').notNull().default(''),
    /** Of the person who saved it, for what the robot says. */
    language: text('language').$type<Language>().notNull().default('zhCN'),
    pointSettings: json<PointSetting[]>('point_settings').notNull(),
    /** Of a disinfection; null for a cruise. */
    disinfection: json<DisinfectionPlan>('disinfection'),
    /** Minutes for which a run waits for its robot. */
    patience: integer('patience').notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** Why it is off although no person switched it off; null otherwise. */
    offReason: text('off_reason').$type<TaskOffReason>(),
    /** Nothing is planned before: when it was saved or switched on. */
    anchorAt: instant('anchor_at').notNull(),
    savedBy: text('saved_by').notNull(),
    createdAt: instant('created_at').notNull(),
    revision: integer('revision').notNull().default(0),
    /** Kept as long as its runs are shown. */
    deletedAt: instant('deleted_at'),
    deletedBy: text('deleted_by'),
  },
  (table) => [index('scheduled_tasks_robot').on(table.serialNumber, table.executeTime)],
);

export const TASK_RUN_STATES = ['planned', 'waiting', 'started', 'notStarted'] as const;
export type TaskRunState = (typeof TASK_RUN_STATES)[number];

/**
 * Runs of tasks: the next planned one, those that were changed or wait for their robot, and all past ones. The key is the
 * time for which a run was planned, so that it is decided once, however many servers there are.
 */
export const taskRuns = pgTable(
  'task_runs',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => scheduledTasks.id, { onDelete: 'cascade' }),
    plannedAt: instant('planned_at').notNull(),
    serialNumber: text('serial_number').notNull(),
    state: text('state').$type<TaskRunState>().notNull().default('planned'),
    /** Planned, or moved to. */
    startsAt: instant('starts_at').notNull(),
    /** When it is looked at next; null once it started or will not start. */
    dueAt: instant('due_at'),
    /** Why it waits, or did not start: a NotStartedReason or an exception. */
    reason: text('reason'),
    /** The record in cruise_records or disinfection_records; null before. */
    recordId: text('record_id'),
    /** Another start for this run; null: as planned. */
    movedTo: instant('moved_to'),
    /** Runs in spite of exceptions. */
    isForced: boolean('is_forced').notNull().default(false),
    changeReason: text('change_reason').notNull().default(''),
    changedBy: text('changed_by'),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.plannedAt] }),
    index('task_runs_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
    index('task_runs_robot').on(table.serialNumber, table.startsAt),
    index('task_runs_not_started')
      .on(table.serialNumber, table.startsAt.desc())
      .where(sql`${table.state} = 'notStarted'`),
    index('task_runs_moved')
      .on(table.serialNumber, table.plannedAt)
      .where(sql`moved_to is not null`),
  ],
);

export const scheduleExceptions = pgTable(
  'schedule_exceptions',
  {
    id: text('id').primaryKey(),
    serialNumber: text('serial_number').notNull(),
    /** `YYYY-MM-DD HH:mm` in the time zone of the robot's site; the last minute belongs to it. */
    start: text('start_time').notNull(),
    end: text('end_time').notNull(),
    weekly: boolean('weekly').notNull().default(false),
    /** Points; empty: the whole run. */
    points: json<string[]>('points').notNull(),
    remark: text('remark').notNull().default(''),
    savedBy: text('saved_by').notNull(),
    createdAt: instant('created_at').notNull(),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [index('schedule_exceptions_robot').on(table.serialNumber, table.end)],
);
