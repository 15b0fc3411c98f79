/** A background job: work that the server does outside a request, and what became of it. */
import * as v from 'valibot';
import { JOB_REASONS, JOB_STATES, JOB_UNITS } from '../rules/jobs.ts';
import { time } from './values.ts';

export const jobReason = v.object({
  code: v.picklist(JOB_REASONS),
  /** The error's message; empty unless `code` is `error`. */
  text: v.string(),
});
export type JobReason = v.InferOutput<typeof jobReason>;

/** How far a job is: 3 of 9 steps. */
export const jobStep = v.object({ done: v.number(), of: v.number(), unit: v.picklist(JOB_UNITS) });
export type JobStep = v.InferOutput<typeof jobStep>;

export const job = v.object({
  id: v.string(),
  /** One of JOB_KINDS, or a kind of a newer version of the server. */
  kind: v.string(),
  /** Subject, set by the feature that queued the job; can be empty. */
  subject: v.string(),
  state: v.picklist(JOB_STATES),
  /** When it is, or was, to be started. */
  dueAt: time,
  /** When the last attempt started; null before the first. */
  startedAt: v.nullable(time),
  /** null while it is waiting or running. */
  endedAt: v.nullable(time),
  /** 0 to 100; 0 if the job does not report it. */
  percent: v.number(),
  step: v.nullable(jobStep),
  attempts: v.number(),
  maxAttempts: v.number(),
  /** Of the last attempt that did not succeed. */
  reason: v.nullable(jobReason),
  /** When a job that failed and waits is tried for the last time, if every attempt fails at once; null for others. */
  lastAttemptAt: v.optional(v.nullable(time), null),
  /** A user cancelled it, and it has not ended yet. */
  isCancelling: v.boolean(),
});
export type Job = v.InferOutput<typeof job>;

export const jobDetails = v.object({
  ...job.entries,
  key: v.string(),
  createdAt: time,
  /** Oldest first. */
  log: v.array(v.object({ at: time, text: v.string() })),
});
export type JobDetails = v.InferOutput<typeof jobDetails>;

/** A mark in a lane. */
export const jobMark = v.object({
  id: v.string(),
  kind: v.string(),
  subject: v.string(),
  state: v.picklist(JOB_STATES),
  from: time,
  /** null while it has not ended. */
  until: v.nullable(time),
  /** Waits for another attempt. */
  isRetry: v.boolean(),
});
export type JobMark = v.InferOutput<typeof jobMark>;
