/** Background jobs for administrators: lists, marks, another try, cancelling; and counts for the metrics. */
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { JobState } from '../../../contract/rules/jobs.ts';
import { pushToQueue, removeFromQueue } from '../jobQueue.ts';
import type { Db } from '../database.ts';
import { jobs } from '../schema.ts';
import type { JobRow } from './jobs.ts';

const ofKind = (kind: string): SQL | undefined => (kind === '' ? undefined : eq(jobs.kind, kind));
const ENDED = ['done', 'cancelled'] as const;

/** Whether a run of a repeating kind waits. */
export async function hasWaitingRun(db: Db, kind: string): Promise<boolean> {
  const found = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), eq(jobs.state, 'waiting')))
    .limit(1);
  return found.length > 0;
}

const ORDER = {
  failed: desc(jobs.endedAt),
  running: asc(jobs.startedAt),
  waiting: asc(jobs.dueAt),
} as const;

/** Failed: newest first; running: longest first; waiting: next first. */
export function jobsIn(
  db: Db,
  { state, kind, limit }: { state: keyof typeof ORDER; kind: string; limit: number },
): Promise<JobRow[]> {
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.state, state), ofKind(kind)))
    .orderBy(ORDER[state], asc(jobs.id))
    .limit(limit);
}

/** Jobs that are done or cancelled, newest first. */
export async function endedJobs(
  db: Db,
  { kind, page, limit }: { kind: string; page: number; limit: number },
): Promise<{ total: number; rows: JobRow[] }> {
  const where = and(inArray(jobs.state, [...ENDED]), ofKind(kind));
  const [counted] = await db.select({ total: count() }).from(jobs).where(where);
  const rows = await db
    .select()
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.endedAt), asc(jobs.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { total: counted?.total ?? 0, rows };
}

export async function jobById(db: Db, id: string): Promise<JobRow | undefined> {
  const [found] = await db.select().from(jobs).where(eq(jobs.id, id));
  return found;
}

/**
 * Jobs of these kinds that an account has asked for, and that have neither ended nor been cancelled; their payload names it as
 * `userId`.
 */
export async function pendingOfAccount(db: Db, kinds: readonly string[], userId: string): Promise<number> {
  const pending = and(inArray(jobs.state, ['waiting', 'running']), eq(jobs.isCancelling, false));
  const [row] = await db
    .select({ count: count() })
    .from(jobs)
    .where(and(pending, inArray(jobs.kind, [...kinds]), sql`${jobs.payload} ->> 'userId' = ${userId}`));
  return row?.count ?? 0;
}

export async function jobCounts(db: Db, kind: string): Promise<Record<'failed' | 'running' | 'waiting', number>> {
  const rows = await db
    .select({ state: jobs.state, number: count() })
    .from(jobs)
    .where(and(inArray(jobs.state, ['failed', 'running', 'waiting']), ofKind(kind)))
    .groupBy(jobs.state);
  const of = (state: JobState): number => rows.find((row) => row.state === state)?.number ?? 0;
  return { failed: of('failed'), running: of('running'), waiting: of('waiting') };
}

/** How many jobs were done since a time, and half of how many ms they took at most. */
export async function doneSince(db: Db, since: Date, kind: string): Promise<{ done: number; medianMs: number | null }> {
  const [found] = await db
    .select({
      done: count(),
      medianMs: sql<number | null>`percentile_cont(0.5) within group (order by
        (extract(epoch from ${jobs.endedAt} - ${jobs.startedAt}) * 1000)::float8)`,
    })
    .from(jobs)
    .where(and(eq(jobs.state, 'done'), gte(jobs.endedAt, since), ofKind(kind)));
  return { done: found?.done ?? 0, medianMs: found?.medianMs ?? null };
}

/** Jobs that ran, run or are to run in a time span: the latest ones, if there are more than `limit`. */
export function jobMarks(db: Db, { from, until, limit }: { from: Date; until: Date; limit: number }) {
  return db
    .select({
      id: jobs.id,
      kind: jobs.kind,
      subject: jobs.subject,
      state: jobs.state,
      attempts: jobs.attempts,
      everyMs: jobs.everyMs,
      dueAt: jobs.dueAt,
      startedAt: jobs.startedAt,
      endedAt: jobs.endedAt,
    })
    .from(jobs)
    .where(
      or(
        and(inArray(jobs.state, ['done', 'failed', 'cancelled']), isNotNull(jobs.startedAt), gt(jobs.endedAt, from)),
        and(inArray(jobs.state, ['running', 'waiting']), lt(jobs.dueAt, until)),
      ),
    )
    .orderBy(desc(sql`coalesce(${jobs.endedAt}, ${jobs.dueAt})`), asc(jobs.id))
    .limit(limit);
}

/**
 * Makes failed jobs run again at once, with their keys.
 * @param which an id, or a kind; '' for all
 * @returns the jobs that will run; those with a key for which a newer job waits are left out
 */
export async function retryFailed(
  db: Db,
  which: { id: string } | { kind: string; limit: number },
  now: Date,
): Promise<Pick<JobRow, 'id' | 'kind' | 'key'>[]> {
  const { rows: chosen } = await db.execute<{ id: string }>(sql`
    select id from (
      select distinct on (key) id, ended_at from jobs job
      where state = 'failed' and ${'id' in which ? sql`id = ${which.id}` : which.kind === '' ? sql`true` : sql`kind = ${which.kind}`}
        and not exists (select 1 from jobs newer where newer.key = job.key and newer.state = 'waiting')
      order by key, ended_at desc) latest
    order by ended_at desc limit ${'id' in which ? 1 : which.limit}`);
  if (chosen.length === 0) return [];
  const again = await db
    .update(jobs)
    .set({
      state: 'waiting',
      dueAt: now,
      queuedAt: sql`clock_timestamp()`,
      endedAt: null,
      attempts: 0,
      crashes: 0,
      percent: 0,
      step: null,
    })
    .where(
      and(
        inArray(
          jobs.id,
          chosen.map(({ id }) => id),
        ),
        eq(jobs.state, 'failed'),
      ),
    )
    .returning({ id: jobs.id, kind: jobs.kind, key: jobs.key, serialQueue: jobs.serialQueue });
  await pushToQueue(db, again);
  return again;
}

/** @returns whether a job waited, which is cancelled now */
async function cancelWaiting(db: Db, where: SQL | undefined, now: Date): Promise<boolean> {
  const cancelled = await db
    .update(jobs)
    .set({ state: 'cancelled', endedAt: now, queuedAt: null, reason: { code: 'cancelled', text: '' } })
    .where(and(eq(jobs.state, 'waiting'), where))
    .returning({ id: jobs.id });
  await removeFromQueue(
    db,
    cancelled.map(({ id }) => id),
  );
  return cancelled.length > 0;
}
/** @returns whether a job runs, which is asked to stop */
async function cancelRunning(db: Db, where: SQL | undefined): Promise<boolean> {
  const asked = await db
    .update(jobs)
    .set({ isCancelling: true })
    .where(and(eq(jobs.state, 'running'), where))
    .returning({ id: jobs.id });
  return asked.length > 0;
}

export async function cancelByKey(db: Db, key: string, now: Date): Promise<void> {
  await cancelWaiting(db, eq(jobs.key, key), now);
  await cancelRunning(db, eq(jobs.key, key));
}
export async function cancelById(db: Db, id: string, now: Date): Promise<void> {
  await cancelWaitingJob(db, id, now);
  await cancelRunningJob(db, id);
}
export const cancelWaitingJob = (db: Db, id: string, now: Date): Promise<boolean> =>
  cancelWaiting(db, eq(jobs.id, id), now);
export const cancelRunningJob = (db: Db, id: string): Promise<boolean> => cancelRunning(db, eq(jobs.id, id));

/** Numbers of jobs by kind and state, and since when the oldest due job waits. */
export async function jobFigures(db: Db, now: Date) {
  const counts = await db
    .select({ kind: jobs.kind, state: jobs.state, number: count() })
    .from(jobs)
    .groupBy(jobs.kind, jobs.state);
  const [oldest] = await db
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(and(eq(jobs.state, 'waiting'), lt(jobs.dueAt, now)))
    .orderBy(asc(jobs.dueAt))
    .limit(1);
  return { counts, oldestWaitingMs: oldest ? now.getTime() - oldest.dueAt.getTime() : 0 };
}
