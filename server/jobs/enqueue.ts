/** Queues, replaces and withdraws background jobs, in the transaction of the caller. */
import { randomUUID } from 'node:crypto';
import type { JobKindName } from '../../contract/rules/jobs.ts';
import { MOST_JOB_SUBJECT } from '../../contract/rules/jobs.ts';
import type { Db } from '../db/database.ts';
import { markOf } from '../db/repositories/installation.ts';
import { addJob, addJobsOrLockWaiting, addJobsUnlessWaiting, type NewJob } from '../db/repositories/jobs.ts';
import { cancelByKey } from '../db/repositories/jobAdmin.ts';

const USUAL_ATTEMPTS = 5;

export interface JobRequest {
  kind: JobKindName;
  /** Ids only: the handler reads the rest when it runs. */
  payload?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * Idempotency key of the work, the same for all attempts. At most one job with a key is waiting. Without it, every job
   * has its own.
   */
  key?: string;
  /** What becomes of a job that waits with the same key. Default: it is replaced, its time included. */
  ifWaiting?: 'replace' | 'keep';
  /** ms since 1970, by the server's clock; default at once. */
  dueAt?: number;
  /** What it is about, as administrators see it: a name, a file. No secrets. */
  subject?: string;
  /** Jobs with the same value run one after the other, on all servers. Use few values. */
  serialQueue?: string;
  /** Attempts until it counts as failed; default 5. */
  maxAttempts?: number;
}

/**
 * Queues a job. It runs after the transaction has been committed, and does not exist if it is rolled back.
 * @param db the caller's transaction
 * @returns the job's id
 */
export async function enqueueJob(db: Db, now: () => number, job: JobRequest): Promise<string> {
  const at = new Date(now());
  return addJob(db, toNewJob(job, at), { now: at, ifWaiting: job.ifWaiting ?? 'replace' });
}

/**
 * Queues what is done once in an installation. Servers that start at the same time queue it once.
 * @param mark is set by the job when it is done
 */
export async function enqueueOnce(
  db: Db,
  now: () => number,
  mark: string,
  job: Omit<JobRequest, 'key' | 'ifWaiting'>,
): Promise<void> {
  if ((await markOf(db, mark)) !== undefined) return;
  await db.transaction((transaction) => enqueueJob(transaction, now, { ...job, key: job.kind, ifWaiting: 'keep' }));
}

/**
 * Queues several jobs in one step. A job that waits with the same key is kept.
 * @param db the caller's transaction
 */
export const enqueueJobs = (
  db: Db,
  now: () => number,
  requests: readonly Omit<JobRequest, 'ifWaiting'>[],
): Promise<void> => {
  const at = new Date(now());
  return addJobsUnlessWaiting(
    db,
    requests.map((job) => toNewJob(job, at)),
    at,
  );
};

/**
 * Queues several jobs for later in one step. A job that waits with the same key is kept, and cannot start before the
 * transaction ends: it sees what was written for it.
 * @param requests in an order that all callers share, so that two transactions do not wait for each other
 */
export const planJobs = (
  db: Db,
  now: () => number,
  requests: readonly (Omit<JobRequest, 'ifWaiting'> & { dueAt: number })[],
): Promise<void> => {
  const at = new Date(now());
  return addJobsOrLockWaiting(
    db,
    requests.map((job) => toNewJob(job, at)),
    at,
  );
};

const toNewJob = (job: Omit<JobRequest, 'ifWaiting'>, at: Date): NewJob => ({
  kind: job.kind,
  key: job.key ?? randomUUID(),
  payload: job.payload ?? {},
  subject: (job.subject ?? '').slice(0, MOST_JOB_SUBJECT),
  serialQueue: job.serialQueue ?? null,
  dueAt: job.dueAt === undefined ? at : new Date(job.dueAt),
  maxAttempts: job.maxAttempts ?? USUAL_ATTEMPTS,
});

/**
 * Withdraws the job with a key: a waiting one is cancelled, a running one is asked to stop.
 * @param db the caller's transaction
 */
export const withdrawJob = (db: Db, now: () => number, key: string): Promise<void> =>
  cancelByKey(db, key, new Date(now()));

const REPEATING_ATTEMPTS = 3;

/** Adds the next run of a repeating kind, once for all servers. @param after ms since 1970 */
export async function addNextRun(db: Db, kind: string, everyMs: number, after: number): Promise<void> {
  const dueAt = new Date((Math.floor(after / everyMs) + 1) * everyMs);
  await addJob(
    db,
    {
      kind,
      key: `${kind}@${dueAt.toISOString()}`,
      payload: {},
      subject: '',
      serialQueue: kind,
      everyMs,
      dueAt,
      maxAttempts: REPEATING_ATTEMPTS,
    },
    { now: new Date(after), ifWaiting: 'keep' },
  );
}
