/** Background jobs for account administrators: what failed, runs, waits and ended; another try; cancelling. */
import type { Handlers } from '../../contract/endpoint.ts';
import type { jobs } from '../../contract/endpoints/jobs.ts';
import type { Job, JobMark, JobReason } from '../../contract/entities/job.ts';
import { JOB_RANGES, MOST_JOB_MARKS, MOST_JOBS_LISTED } from '../../contract/rules/jobs.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { CoreDeps } from '../coreDeps.ts';
import { record } from '../db/repositories/audit.ts';
import {
  cancelRunningJob,
  cancelWaitingJob,
  doneSince,
  endedJobs,
  jobById,
  jobCounts,
  jobMarks,
  jobsIn,
  retryFailed,
} from '../db/repositories/jobAdmin.ts';
import type { JobRow } from '../db/repositories/jobs.ts';
import { lastAttemptAt } from '../jobs/backOff.ts';
import { addNextRun } from '../jobs/enqueue.ts';
import { failJob } from '../jobs/failJob.ts';
import { ON_FAILED } from '../jobs/onFailed.ts';
import type { RequestContext } from '../requestContext.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Part of a range of the lanes that is past. */
const PAST = 2 / 7;

type StoredMark = Awaited<ReturnType<typeof jobMarks>>[number];

export function createJobHandlers({ now }: Pick<CoreDeps, 'now'>): Handlers<typeof jobs, RequestContext> {
  return {
    async overview({ kind, range }, { db }) {
      const at = now();
      const length = JOB_RANGES[range] * HOUR_MS;
      const [from, until] = [at - PAST * length, at + (1 - PAST) * length].map(Math.round) as [number, number];
      const listed = (state: 'failed' | 'running' | 'waiting'): Promise<JobRow[]> =>
        jobsIn(db, { state, kind, limit: MOST_JOBS_LISTED });
      const failed = await listed('failed');
      const running = await listed('running');
      const waiting = await listed('waiting');
      const counts = await jobCounts(db, kind);
      const { done, medianMs } = await doneSince(db, new Date(at - DAY_MS), kind);
      const marks = await jobMarks(db, { from: new Date(from), until: new Date(until), limit: MOST_JOB_MARKS });
      return {
        failed: failed.map(toJobDto),
        running: running.map(toJobDto),
        waiting: waiting.map(toJobDto),
        counts: { ...counts, done },
        medianMs,
        from,
        until,
        marks: marks.flatMap((mark) => marksOf(mark, until)).slice(0, MOST_JOB_MARKS),
      };
    },

    async ended({ kind, page, limit }, { db }) {
      const { total, rows } = await endedJobs(db, { kind, page, limit });
      return { total, rows: rows.map(toJobDto) };
    },

    async details({ jobId }, { db }) {
      const job = await found(db, jobId);
      return { ...toJobDto(job), key: job.key, createdAt: job.createdAt.getTime(), log: job.log };
    },

    async retry({ jobId }, { db, userId }) {
      const job = await found(db, jobId);
      if (job.state === 'waiting' || job.state === 'running') return null;
      if (job.state !== 'failed') throw new ApiError('jobNotFailed');
      const again = await retryFailed(db, { id: jobId }, new Date(now()));
      if (again.length === 0) throw new ApiError('jobReplaced');
      await record(db, { userId, act: 'job.retry', subject: jobId, after: { kind: job.kind } });
      return null;
    },

    async retryAll({ kind }, { db, userId }) {
      const again = await retryFailed(db, { kind, limit: MOST_JOBS_LISTED }, new Date(now()));
      for (const job of again)
        await record(db, { userId, act: 'job.retry', subject: job.id, after: { kind: job.kind } });
      return { count: again.length };
    },

    async cancel({ jobId }, { db, userId }) {
      const job = await found(db, jobId);
      if (job.state !== 'waiting' && job.state !== 'running') throw new ApiError('jobEnded');
      const at = new Date(now());
      const reason: JobReason = { code: 'cancelled', text: '' };
      // What it was for ends with it, unless another administrator or its start was faster: then nothing is written here.
      const isCancelled =
        job.state === 'waiting' &&
        (await failJob(db, { onFailed: ON_FAILED[job.kind] }, { ...job, reason, at }, (on) =>
          cancelWaitingJob(on, jobId, at),
        ));
      // A running one ends what it was for itself when it stops.
      if (!isCancelled && !(await cancelRunningJob(db, jobId))) throw new ApiError('jobEnded');
      // A run that was left out must not end the repetition.
      if (isCancelled && job.everyMs !== null)
        await addNextRun(db, job.kind, job.everyMs, Math.max(now(), job.dueAt.getTime()));
      await record(db, { userId, act: 'job.cancel', subject: jobId, after: { kind: job.kind } });
      return null;
    },
  };
}

async function found(db: RequestContext['db'], jobId: string): Promise<JobRow> {
  const job = await jobById(db, jobId);
  if (!job) throw new ApiError('notFound', { field: 'jobId' });
  return job;
}

function toJobDto(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    dueAt: row.dueAt.getTime(),
    startedAt: row.startedAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    percent: row.percent,
    step: row.step,
    attempts: row.attempts,
    maxAttempts: row.maxAttempts,
    reason: row.reason,
    lastAttemptAt: row.state === 'waiting' && row.attempts > 0 ? lastAttemptAt(row) : null,
    isCancelling: row.isCancelling,
  };
}

/** A repeating job that waits is marked at each of its times. */
function marksOf(row: StoredMark, until: number): JobMark[] {
  const { id, kind, subject, state, attempts, everyMs } = row;
  const mark = { id, kind, subject, state, isRetry: state === 'waiting' && attempts > 0 };
  const dueAt = row.dueAt.getTime();
  if (state !== 'waiting')
    return [{ ...mark, from: row.startedAt?.getTime() ?? dueAt, until: row.endedAt?.getTime() ?? null }];
  const times = everyMs === null || attempts > 0 ? [dueAt] : [];
  if (times.length === 0 && everyMs !== null) for (let at = dueAt; at < until; at += everyMs) times.push(at);
  return times.map((from) => ({ ...mark, from, until: null }));
}
