/**
 * The queue of the job library (graphile-worker) in its own schema of the database. A job of ours is in it from the
 * moment it is due until it has been tried: the queue delivers it to one worker, the table `jobs` says what became of
 * it. An entry holds only the job's id, which is also its key.
 */
import { Logger, runMigrations, runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { guardPool } from './connect.ts';
import type { Db } from './database.ts';
import type { DatabaseLog } from './databaseLog.ts';

const SCHEMA = 'job_queue';
/** A notification wakes the workers at once; this is for one that was lost, ms. */
const POLL_MS = 2_000;
/** Attempts are counted by the table `jobs`; the queue itself must not give up. */
const ENDLESS = 32_000;

/** Creates the queue, or migrates it to the library's version. Several servers may call it at once. */
export async function migrateJobQueue(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  await runMigrations({ pgPool: pool, schema: SCHEMA, logger: libraryLog(log) });
}

/**
 * Starts workers that take entries of the kinds in `handlers` until the returned pool is shut down.
 * @param concurrency maximum number of jobs at once
 */
export function startWorkers(
  pool: pg.Pool,
  handlers: Readonly<Record<string, (jobId: string) => Promise<void>>>,
  { concurrency, log }: { concurrency: number; log: DatabaseLog },
): WorkerPool {
  guardPool(pool);
  const tasks: TaskList = Object.fromEntries(
    Object.entries(handlers).map(([kind, handle]) => [kind, (payload: unknown) => handle(jobIdOf(payload))]),
  );
  return runTaskList(
    {
      schema: SCHEMA,
      concurrency,
      pollInterval: POLL_MS,
      useNodeTime: true,
      noHandleSignals: true,
      logger: libraryLog(log),
      // Entries of jobs that ended at about the same time are removed together.
      preset: { worker: { completeJobBatchDelay: 0 } },
    },
    tasks,
    pool,
  );
}

/** Adds jobs to the queue, or replaces their entries in it, in the given order. */
export async function pushToQueue(
  db: Db,
  entries: readonly { id: string; kind: string; serialQueue: string | null }[],
): Promise<void> {
  if (entries.length === 0) return;
  // The epoch as the time to run: an entry is due on every server's clock.
  await db.execute(sql`
    select ${sql.raw(SCHEMA)}.add_job(
      identifier := entry.kind, payload := json_build_object('id', entry.id), queue_name := entry."serialQueue",
      run_at := 'epoch', max_attempts := ${ENDLESS}, job_key := entry.id)
    from json_to_recordset(${JSON.stringify(entries)}::json) as entry(id text, kind text, "serialQueue" text)`);
}

/** Removes entries that no worker has taken yet. */
export async function removeFromQueue(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await db.execute(sql`select ${sql.raw(SCHEMA)}.remove_job(${id})`);
}

/** Unlocks what is locked by workers that are not in `alive`, if it has been locked for some time. */
export async function unlockOthers(db: Db, alive: readonly string[], lockedForMs: number): Promise<void> {
  const others = sql`locked_by is not null and not (to_jsonb(locked_by) <@ ${JSON.stringify(alive)}::jsonb)
    and locked_at < clock_timestamp() - make_interval(secs => ${lockedForMs / 1_000})`;
  await db.execute(sql`
    select ${sql.raw(SCHEMA)}.force_unlock_workers(array(
      select locked_by from ${sql.raw(SCHEMA)}._private_jobs where ${others}
      union select locked_by from ${sql.raw(SCHEMA)}._private_job_queues where ${others}))`);
}

/** A condition: the queue has no entry for the job. */
export const isNotQueued = (id: unknown) =>
  sql`not exists (select 1 from ${sql.raw(SCHEMA)}._private_jobs entry where entry.key = ${id})`;

function jobIdOf(payload: unknown): string {
  const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : undefined;
  if (typeof id !== 'string') throw new Error('an entry of the job queue names no job');
  return id;
}

/** The library reports failed jobs as errors; ours are in the table `jobs`, so only trouble with the queue is left. */
const libraryLog = (log: DatabaseLog): Logger =>
  new Logger(() => (level, message) => {
    if (LOGGED.has(level)) log.warn({ reason: firstLine(message) }, 'job queue');
  });
const LOGGED: ReadonlySet<string> = new Set(['error', 'warning']);
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
