/** What a kind of job declares: one file a kind in `kinds/`, listed in `kinds/allKinds.ts`. */
import type { JobReason, JobStep } from '../../contract/entities/job.ts';
import type { JobKindName } from '../../contract/rules/jobs.ts';
import type { Db } from '../db/database.ts';

export interface JobContext {
  /** The job's idempotency key: the same for every attempt. What was done under it must not be done again. */
  key: string;
  payload: Readonly<Record<string, unknown>>;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the job is cancelled, its time is up or the server stops. A job that ignores it keeps running unseen. */
  signal: AbortSignal;
  /**
   * Reports how far the job is. Written at most twice a second.
   * @param percent 0 to 100
   */
  progress(percent: number, step?: JobStep): void;
  /** Adds a line to the job's log, which keeps the last 200. Technical English, no personal data, no secrets. */
  log(text: string): void;
}

/** A job that will not be tried again by itself. */
export interface GivenUpJob {
  key: string;
  payload: unknown;
  reason: JobReason;
  at: Date;
}

export interface JobKind {
  kind: JobKindName;
  /** An attempt that takes longer is cut off and counts as failed, ms. */
  timeLimitMs: number;
  /** Long jobs have their own workers, so that they do not keep short ones waiting. */
  isLong?: boolean;
  /**
   * Waits for a gateway of messages: the kind has its own workers, so that a gateway that hangs keeps nothing else
   * waiting, not even the messages of another gateway.
   */
  usesGateway?: boolean;
  /** Runs by itself at every multiple of this time since 1970 (UTC), ms. Times that were missed are run once. */
  everyMs?: number;
  /**
   * Does the work; throws if it failed. It may run more than once, even at the same time as an attempt that was cut off,
   * so it must be idempotent.
   */
  run(job: JobContext): Promise<void>;
  /**
   * Ends what the job was for, in the transaction that fails or cancels the job: also if its servers were killed and
   * `run` had no chance to. It runs before the job's row is changed, so that rows are locked in the same order as when a
   * person withdraws the work.
   */
  onFailed?: ((db: Db, job: GivenUpJob) => Promise<void>) | undefined;
}

/** An attempt that fails with it is the last one: another would fail in the same way. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}
