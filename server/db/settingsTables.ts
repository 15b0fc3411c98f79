/** Tables of what people set on robots, and of what robots report about it (design 18). Part of schema.ts. */
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { LearningKind, TeacherKind } from '../../contract/entities/learningRecord.ts';
import type { RefusedSettings, ReportedSettings, WantedSettings } from '../../contract/rules/robotSettings.ts';
import { instant, json } from './columns.ts';

/** The settings of a robot: one row, which a save locks, so that versions have no gaps. */
export const robotSettings = pgTable('robot_settings', {
  serialNumber: text('serial_number').primaryKey(),
  /** 0 until somebody sets something. */
  version: integer('version').notNull().default(0),
  wanted: json<WantedSettings>('wanted').notNull(),
  reported: json<ReportedSettings>('reported').notNull(),
  refused: json<RefusedSettings>('refused').notNull(),
  /** At most `version`. */
  reportedVersion: integer('reported_version').notNull().default(0),
  reportedAt: instant('reported_at'),
  sentAt: instant('sent_at'),
  /** Who accepted which privacy policy for still pictures. */
  policyVersion: text('policy_version').notNull().default(''),
  policyBy: text('policy_by').notNull().default(''),
  policyAt: instant('policy_at'),
});

/** What robots learned. At most LEARNING_RECORDS_MAX rows of a robot. */
export const learningRecords = pgTable(
  'learning_records',
  {
    serialNumber: text('serial_number').notNull(),
    learningId: text('learning_id').notNull(),
    kind: text('kind').$type<LearningKind>().notNull(),
    what: text('what').notNull(),
    /** Where it was taught; empty for what the robot learned by itself. */
    taughtBy: text('taught_by').notNull(),
    /** Null if the robot did not say who taught it. */
    teacherKind: text('teacher_kind').$type<TeacherKind>(),
    teacherName: text('teacher_name').notNull().default(''),
    byStranger: boolean('by_stranger').notNull(),
    inUse: boolean('in_use').notNull(),
    uses: integer('uses').notNull(),
    learnedAt: instant('learned_at').notNull(),
    decision: text('decision').$type<'keep' | 'forget'>(),
    decidedBy: text('decided_by').notNull().default(''),
    decidedAt: instant('decided_at'),
    /** When the robot is asked to delete it. */
    forgetAt: instant('forget_at'),
    /** When the robot confirmed the deletion. */
    forgottenAt: instant('forgotten_at'),
  },
  (table) => [
    primaryKey({ columns: [table.serialNumber, table.learningId] }),
    index('learning_records_forget').on(table.forgetAt),
  ],
);
