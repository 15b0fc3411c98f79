/** Tables of background jobs (server/jobs). Part of schema.ts. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { JobReason, JobStep } from '../../contract/entities/job.ts';
import type { JobState } from '../../contract/rules/jobs.ts';
import { instant, json } from './columns.ts';

/** Jobs and their results. A due job is added to the library's queue. */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    /** Idempotency key of the work; at most one job with a key is waiting. */
    key: text('key').notNull(),
    subject: text('subject').notNull().default(''),
    /** Ids only: the handler reads everything else. */
    payload: json<unknown>('payload').notNull(),
    /** Jobs with the same value run one after the other; null without such a limit. */
    serialQueue: text('serial_queue'),
    /** It repeats at every multiple of this time since 1970, ms; null if it does not. */
    everyMs: integer('every_ms'),
    state: text('state').$type<JobState>().notNull().default('waiting'),
    dueAt: instant('due_at').notNull(),
    /** When a waiting job was handed to the queue, by the database's clock; null before its time. */
    queuedAt: instant('queued_at'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull(),
    /** Attempts that ended with their server. They do not count as attempts. */
    crashes: integer('crashes').notNull().default(0),
    /** The server that runs it. */
    runner: text('runner'),
    percent: integer('percent').notNull().default(0),
    step: json<JobStep>('step'),
    reason: json<JobReason>('reason'),
    isCancelling: boolean('is_cancelling').notNull().default(false),
    log: json<{ at: number; text: string }[]>('log')
      .notNull()
      .default(sql`'[]'::jsonb`),
  },
  (table) => [
    uniqueIndex('jobs_waiting_key')
      .on(table.key)
      .where(sql`${table.state} = 'waiting'`),
    index('jobs_due').on(table.state, table.dueAt),
    index('jobs_ended').on(table.endedAt),
    index('jobs_started').on(table.startedAt),
  ],
);

/** Servers that run jobs. A silent one is taken for dead, and its jobs are run by others. */
export const jobServers = pgTable('job_servers', {
  id: text('id').primaryKey(),
  /** Ids under which its workers lock jobs in the queue. */
  workers: json<string[]>('workers').notNull(),
  /** By the database's clock. */
  beatAt: instant('beat_at').notNull(),
});
