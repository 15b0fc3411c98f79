/** Background jobs, for account administrators. */
import * as v from 'valibot';
import { accountAdmin, endpoint } from '../endpoint.ts';
import { job, jobDetails, jobMark } from '../entities/job.ts';
import { id, limit, page, time } from '../entities/values.ts';
import { idOf, nothing } from '../entities/idOf.ts';
import { DONE_JOBS_TTL_MS, JOB_RANGES, MOST_JOB_MARKS, MOST_JOBS_LISTED } from '../rules/jobs.ts';

const kind = v.optional(v.pipe(v.string(), v.regex(/^\w{0,64}$/u, 'kind')), '');
const jobId = idOf('job', id);

export const jobs = {
  overview: endpoint('/jobs/get-job-overview', {
    summary: `Lists the failed, running and waiting jobs, at most ${MOST_JOBS_LISTED} of each, with how many there are, how many were done in the last 24 hours, and at most ${MOST_JOB_MARKS} marks of the lanes in a range around the present. \`kind\` filters the lists.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({
      kind,
      range: v.optional(v.picklist(['6h', '24h', '7d'] satisfies (keyof typeof JOB_RANGES)[]), '6h'),
    }),
    response: v.object({
      failed: v.array(job),
      running: v.array(job),
      waiting: v.array(job),
      counts: v.object({ failed: v.number(), running: v.number(), waiting: v.number(), done: v.number() }),
      /** Of the jobs that were done in the last 24 hours, ms; null without one. */
      medianMs: v.nullable(v.number()),
      from: time,
      until: time,
      marks: v.array(jobMark),
    }),
  }),
  ended: endpoint('/jobs/get-ended-job-list', {
    summary: `Lists the jobs that are done or cancelled, newest first. They are kept for ${DONE_JOBS_TTL_MS / 86_400_000} days.`,
    access: accountAdmin,
    kind: 'read',
    request: v.object({ page, limit, kind }),
    response: v.object({ total: v.number(), rows: v.array(job) }),
  }),
  details: endpoint('/jobs/get-job-details', {
    summary: 'Returns a job with its key and its log.',
    access: accountAdmin,
    kind: 'read',
    request: v.object({ jobId }),
    response: jobDetails,
  }),
  retry: endpoint('/jobs/retry-job', {
    summary:
      'Runs a failed job again at once, with the same key, so that nothing it has already done is done twice. Calling it for a job that already waits or runs again changes nothing.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ jobId }),
    response: nothing,
  }),
  retryAll: endpoint('/jobs/retry-failed-jobs', {
    summary: 'Runs all failed jobs again, or those of a kind, and returns how many.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ kind }),
    response: v.object({ count: v.number() }),
  }),
  cancel: endpoint('/jobs/cancel-job', {
    summary:
      'Cancels a job: a waiting one at once, a running one as soon as its handler stops. A job that repeats runs again at its next time.',
    access: accountAdmin,
    kind: 'write',
    request: v.object({ jobId }),
    response: nothing,
  }),
};
