/** What a kind of job declares: one file a kind in `kinds/`, listed in `kinds/allKinds.ts`. */
import type { JobStep } from '../../contract/entities/job.ts';
import type { JobKindName } from '../../contract/rules/jobs.ts';

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
}

/** An attempt that fails with it is the last one: another would fail in the same way. */
export class FinalFailure extends Error {
  override readonly name = 'FinalFailure';
}
