/** Background jobs: what is due, taken, ended (server/jobs). */
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { JobReason, JobStep } from '../../../contract/entities/job.ts';
import { isJobKind, JOB_KINDS } from '../../../contract/rules/jobs.ts';
import { isNotQueued, pushToQueue, removeFromQueue, unlockOthers } from '../jobQueue.ts';
import type { Db } from '../database.ts';
import { anyRow, type DueCheck } from '../dueRows.ts';
import { jobs, jobServers } from '../schema.ts';

export type JobRow = typeof jobs.$inferSelect;
type LogLine = JobRow['log'][number];

/** A job that crashed its servers this often is not tried again. */
const MOST_CRASHES = 5;
/** A message that is sent crashes no server: servers that are killed again and again must not keep it from people. */
const MOST_CRASHES_OF_MESSAGE = 100;
const MESSAGE_KINDS = Object.keys(JOB_KINDS).filter((kind) => isJobKind(kind) && JOB_KINDS[kind] === 'notifications');
const mostCrashes = sql`(case when ${inArray(sql`job.kind`, MESSAGE_KINDS)} then ${MOST_CRASHES_OF_MESSAGE}::int
  else ${MOST_CRASHES}::int end)`;

export interface NewJob {
  kind: string;
  key: string;
  payload: unknown;
  subject: string;
  serialQueue: string | null;
  everyMs?: number;
  dueAt: Date;
  maxAttempts: number;
}

const DB_NOW = sql`clock_timestamp()`;

/**
 * Adds a job; one that waits with the same key is replaced, or kept.
 * @returns the id of the job that waits now
 */
export async function addJob(
  db: Db,
  job: NewJob,
  { now, ifWaiting }: { now: Date; ifWaiting: 'replace' | 'keep' },
): Promise<string> {
  const isDue = job.dueAt <= now;
  const queuedAt = isDue ? DB_NOW : null;
  const [added] = await db
    .insert(jobs)
    .values({ id: randomUUID(), ...job, createdAt: now, queuedAt })
    .onConflictDoUpdate({
      target: jobs.key,
      targetWhere: sql`${jobs.state} = 'waiting'`,
      set:
        ifWaiting === 'keep'
          ? { key: job.key }
          : { ...job, attempts: 0, crashes: 0, percent: 0, step: null, reason: null, queuedAt },
    })
    .returning({ id: jobs.id, queuedAt: jobs.queuedAt, kind: jobs.kind, serialQueue: jobs.serialQueue });
  if (!added) throw new Error('a job was neither added nor replaced');
  if (isDue) await pushToQueue(db, [added]);
  else if (!added.queuedAt) await removeFromQueue(db, [added.id]);
  return added.id;
}

/** When the waiting jobs with these keys are due, by key. */
export async function dueTimesOf(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: jobs.key, dueAt: jobs.dueAt })
    .from(jobs)
    .where(and(inArray(jobs.key, [...keys]), eq(jobs.state, 'waiting')));
  return new Map(rows.map(({ key, dueAt }) => [key, dueAt]));
}

/** Adds jobs together, except those with whose key one waits already. */
export async function addJobsUnlessWaiting(db: Db, added: readonly NewJob[], now: Date): Promise<void> {
  if (added.length === 0) return;
  const rows = await db
    .insert(jobs)
    .values(
      added.map((job) => ({ id: randomUUID(), ...job, createdAt: now, queuedAt: job.dueAt <= now ? DB_NOW : null })),
    )
    .onConflictDoNothing({ target: jobs.key, where: sql`${jobs.state} = 'waiting'` })
    .returning({ id: jobs.id, queuedAt: jobs.queuedAt, kind: jobs.kind, serialQueue: jobs.serialQueue });
  await pushToQueue(
    db,
    rows.filter(({ queuedAt }) => queuedAt !== null),
  );
}

/** Adds jobs together. Those with whose keys one waits already are not added, and the waiting ones are locked. */
export async function addJobsOrLockWaiting(db: Db, added: readonly NewJob[], now: Date): Promise<void> {
  if (added.length === 0) return;
  const rows = await db
    .insert(jobs)
    .values(
      added.map((job) => ({ id: randomUUID(), ...job, createdAt: now, queuedAt: job.dueAt <= now ? DB_NOW : null })),
    )
    .onConflictDoUpdate({
      target: jobs.key,
      targetWhere: sql`${jobs.state} = 'waiting'`,
      set: { key: sql`excluded.key` },
    })
    .returning({ id: jobs.id, queuedAt: jobs.queuedAt, kind: jobs.kind, serialQueue: jobs.serialQueue });
  await pushToQueue(
    db,
    rows.filter(({ queuedAt }) => queuedAt !== null),
  );
}

const isDue = (now: Date) => and(eq(jobs.state, 'waiting'), isNull(jobs.queuedAt), lte(jobs.dueAt, now));
export const anyDueJob = (now: Date): DueCheck => anyRow(jobs, isDue(now), [jobs.dueAt]);
/** Adds due jobs to the queue. Locked rows belong to another server. @returns how many */
export async function queueDueJobs(db: Db, now: Date, limit: number): Promise<number> {
  const due = await db
    .select({ id: jobs.id, kind: jobs.kind, serialQueue: jobs.serialQueue })
    .from(jobs)
    .where(isDue(now))
    .orderBy(asc(jobs.dueAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return 0;
  await db
    .update(jobs)
    .set({ queuedAt: DB_NOW })
    .where(
      inArray(
        jobs.id,
        due.map(({ id }) => id),
      ),
    );
  await pushToQueue(db, due);
  return due.length;
}

/** Starts an attempt; null if the job is not to be run now. */
export async function takeJob(db: Db, id: string, runner: string, now: Date): Promise<JobRow | null> {
  const [taken] = await db
    .update(jobs)
    .set({
      state: 'running',
      runner,
      startedAt: now,
      attempts: sql`${jobs.attempts} + 1`,
      percent: 0,
      step: null,
      isCancelling: false,
    })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'waiting'), sql`${jobs.queuedAt} is not null`))
    .returning();
  return taken ?? null;
}

/** An attempt of a server. Its writes have no effect once another server has taken the job over. */
export type Attempt = Pick<JobRow, 'id' | 'runner' | 'attempts' | 'crashes'>;
const isOf = ({ id, runner, attempts, crashes }: Attempt) =>
  and(
    eq(jobs.id, id),
    eq(jobs.state, 'running'),
    eq(jobs.runner, runner ?? ''),
    eq(jobs.attempts, attempts),
    eq(jobs.crashes, crashes),
  );

/** @returns false if the attempt is over for the database */
export async function saveProgress(
  db: Db,
  attempt: Attempt,
  progress: { percent: number; step: JobStep | null; log: LogLine[] },
): Promise<boolean> {
  const saved = await db.update(jobs).set(progress).where(isOf(attempt)).returning({ id: jobs.id });
  return saved.length > 0;
}

export async function endJob(
  db: Db,
  attempt: Attempt,
  end: { state: 'done' | 'failed' | 'cancelled'; reason: JobReason | null; log: LogLine[]; at: Date },
): Promise<boolean> {
  const { at, ...rest } = end;
  const ended = await db
    .update(jobs)
    .set({ ...rest, endedAt: at, runner: null, isCancelling: false, ...(end.state === 'done' ? { percent: 100 } : {}) })
    .where(isOf(attempt))
    .returning({ id: jobs.id });
  return ended.length > 0;
}

/**
 * Ends an attempt that is to be repeated. A newer job with the same key does the work instead, if there is one.
 * @param isCounted false if the attempt was interrupted and did not fail
 */
export async function repeatJob(
  db: Db,
  attempt: Attempt,
  again: { dueAt: Date; reason: JobReason | null; log: LogLine[]; isCounted: boolean; at: Date },
): Promise<boolean> {
  const repeated = await db.execute(sql`
    update jobs set
      state = case when newer.is_there then 'cancelled' else 'waiting' end,
      ended_at = case when newer.is_there then ${again.at.toISOString()}::timestamptz end,
      reason = case when newer.is_there then ${REPLACED}::jsonb else ${again.reason && JSON.stringify(again.reason)}::jsonb end,
      due_at = ${again.dueAt.toISOString()}::timestamptz, queued_at = null, runner = null, is_cancelling = false,
      log = ${JSON.stringify(again.log)}::jsonb, attempts = attempts - ${again.isCounted ? 0 : 1}
    from (select exists (select 1 from jobs other where other.state = 'waiting' and other.key =
      (select key from jobs mine where mine.id = ${attempt.id})) as is_there) newer
    where ${isOf(attempt)}`);
  return (repeated.rowCount ?? 0) > 0;
}
const REPLACED = JSON.stringify({ code: 'replaced', text: '' } satisfies JobReason);

/** The jobs that a server runs, according to the database. */
export function jobsOfServer(db: Db, runner: string): Promise<Pick<JobRow, 'id' | 'isCancelling'>[]> {
  return db
    .select({ id: jobs.id, isCancelling: jobs.isCancelling })
    .from(jobs)
    .where(and(eq(jobs.state, 'running'), eq(jobs.runner, runner)));
}

/** A server does not run these jobs after all: `recoverJobs` makes them wait again. */
export async function disownJobs(db: Db, runner: string, ids: readonly string[]): Promise<void> {
  await db
    .update(jobs)
    .set({ runner: null })
    .where(and(eq(jobs.state, 'running'), eq(jobs.runner, runner), inArray(jobs.id, [...ids])));
}

/** Announces that a server lives. @returns false if others have taken it for dead since the last time */
export async function beatOfServer(db: Db, id: string, workers: string[]): Promise<boolean> {
  const beat = await db
    .update(jobServers)
    .set({ workers, beatAt: DB_NOW })
    .where(eq(jobServers.id, id))
    .returning({ id: jobServers.id });
  return beat.length > 0;
}

export async function addServer(db: Db, id: string, workers: string[]): Promise<void> {
  await db
    .insert(jobServers)
    .values({ id, workers, beatAt: DB_NOW })
    .onConflictDoUpdate({
      target: jobServers.id,
      set: { workers, beatAt: DB_NOW },
    });
}

/** Servers of this database that were heard within the last `silentMs`. */
export async function countLiveServers(db: Db, silentMs: number): Promise<number> {
  const found = await db
    .select({ id: jobServers.id })
    .from(jobServers)
    .where(sql`${jobServers.beatAt} > clock_timestamp() - make_interval(secs => ${silentMs / 1_000})`);
  return found.length;
}

export async function removeServer(db: Db, id: string): Promise<void> {
  await db.delete(jobServers).where(eq(jobServers.id, id));
}

/** Takes every server for dead except `id`: only for a server that is alone on its database. */
export async function removeOtherServers(db: Db, id: string): Promise<void> {
  await db.delete(jobServers).where(sql`${jobServers.id} <> ${id}`);
}

/**
 * Takes servers that were silent for `silentMs` for dead, and makes their jobs wait again, except `crashedJobs`.
 * @param db a transaction
 * @returns the number of jobs that were running on dead servers
 */
export async function recoverJobs(db: Db, now: Date, silentMs: number): Promise<number> {
  // One server at a time; the others try again at their next beat.
  const { rows: locked } = await db.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('jobs.recover')) as taken`,
  );
  if (!locked[0]?.taken) return 0;
  const silence = sql`make_interval(secs => ${silentMs / 1_000})`;
  await db.delete(jobServers).where(sql`${jobServers.beatAt} < clock_timestamp() - ${silence}`);
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: orphans } = await db.execute<{ state: string }>(sql`
    update jobs set
      state = found.next, runner = null, queued_at = null, due_at = ${at}, is_cancelling = false,
      attempts = attempts - 1, crashes = crashes + 1, ended_at = case when found.next = 'waiting' then null else ${at} end,
      reason = case found.next when 'cancelled' then ${REPLACED}::jsonb else reason end
    from (
      select job.id, case
        -- A newer job does the work, or another orphan with the same key.
        when exists (select 1 from jobs newer where newer.key = job.key and newer.state = 'waiting')
          or row_number() over (partition by job.key order by job.created_at desc, job.id) > 1 then 'cancelled'
        else 'waiting' end as next
      from jobs job
      where ${isOrphan} and job.crashes + 1 < ${mostCrashes}
    ) found
    where jobs.id = found.id and jobs.state = 'running'
    returning jobs.state`);
  const alive = await db.select({ workers: jobServers.workers }).from(jobServers);
  await unlockOthers(
    db,
    alive.flatMap(({ workers }) => workers),
    silentMs,
  );
  // An entry that was lost with its worker: the job is handed over again.
  await db
    .update(jobs)
    .set({ queuedAt: null })
    .where(
      and(eq(jobs.state, 'waiting'), sql`${jobs.queuedAt} < clock_timestamp() - ${silence}`, isNotQueued(jobs.id)),
    );
  return orphans.length;
}

const isOrphan = sql`job.state = 'running'
  and not exists (select 1 from job_servers alive where alive.id = job.runner)`;

/** Why `failCrashedJob` ends a job. */
export const STOPPED: JobReason = { code: 'stopped', text: '' };

/** Jobs of dead servers that have crashed too often to be tried again. */
export async function crashedJobs(db: Db): Promise<Pick<JobRow, 'id' | 'kind' | 'key' | 'payload'>[]> {
  const { rows } = await db.execute<Pick<JobRow, 'id' | 'kind' | 'key' | 'payload'>>(sql`
    select id, kind, key, payload from jobs job where ${isOrphan} and job.crashes + 1 >= ${mostCrashes}
    order by id limit 100`);
  return rows;
}

/** @returns false if another server has ended it */
export async function failCrashedJob(db: Db, id: string, now: Date, note: string): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const line = note === '' ? [] : [{ at: now.getTime(), text: note }];
  const { rowCount } = await db.execute(sql`
    update jobs job set
      state = 'failed', runner = null, queued_at = null, due_at = ${at}, ended_at = ${at}, is_cancelling = false,
      attempts = attempts - 1, crashes = crashes + 1, reason = ${JSON.stringify(STOPPED)}::jsonb,
      log = log || ${JSON.stringify(line)}::jsonb
    where id = ${id} and ${isOrphan}`);
  return (rowCount ?? 0) > 0;
}

/** Deletes jobs that ended long ago, and the oldest beyond `keep`. */
export async function deleteExpiredJobs(
  db: Db,
  { doneBefore, failedBefore, keep }: { doneBefore: Date; failedBefore: Date; keep: number },
): Promise<void> {
  await db.execute(sql`
    delete from jobs where ended_at is not null and (
      ended_at < ${failedBefore.toISOString()}::timestamptz
      or (state <> 'failed' and ended_at < ${doneBefore.toISOString()}::timestamptz)
      or ended_at < (select ended_at from jobs where ended_at is not null order by ended_at desc offset ${keep} limit 1))`);
}
