/** Selectors of the page of background jobs. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Job } from '../../../contract/entities/job.ts';
import type { jobsMachine } from './jobs.machine.ts';
import { jobsQuery } from './jobsQuery.ts';

export type JobsRef = ActorRefFrom<typeof jobsMachine>;
type Snapshot = SnapshotFrom<typeof jobsMachine>;

export const selectJobs = ({ context }: Snapshot) => context;
/** Whether the job, or with '' every failed one, is tried again or waits for its turn. */
export const selectIsRetried =
  (job: string) =>
  ({ context: { retried, queued } }: Snapshot): boolean =>
    retried === job || queued.some(({ id }) => id === job);
/** What the URL asks for. */
export const selectJobsQuery = ({ context }: Snapshot) => jobsQuery.read(context.query);

/** Nothing has failed, runs or is late: all waiting jobs start at their time. @param now ms */
export const isQuiet = (rows: readonly Job[], now: number): boolean =>
  rows.every(({ state, attempts, dueAt }) => state === 'waiting' && attempts === 0 && dueAt > now);
