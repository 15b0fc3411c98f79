/** Redaction rules of `jobs` (machines/recording/redaction.ts): what is written about a job can name people. */
import type { PageInput } from '../app/events.ts';
import { foundRedaction } from '../factories/pagedList.redaction.ts';
import { listPageRules } from '../factories/recordPage.redaction.ts';
import { PAGE_INPUT } from '../recording/entityRedaction.ts';
import { defineRedaction } from '../recording/redaction.ts';
import type { JobsContext, JobsEvent } from './jobs.machine.ts';

const JOB = {
  id: true,
  kind: true,
  state: true,
  dueAt: true,
  startedAt: true,
  endedAt: true,
  percent: true,
  step: { done: true, of: true, unit: true },
  attempts: true,
  maxAttempts: true,
  reason: { code: true },
  lastAttemptAt: true,
  isCancelling: true,
} as const;
const DETAILS = { ...JOB, createdAt: true, log: { '*': { at: true } } } as const;
const OVERVIEW = {
  counts: { failed: true, running: true, waiting: true, done: true },
  medianMs: true,
  from: true,
  until: true,
  marks: { '*': { id: true, kind: true, state: true, from: true, until: true, isRetry: true } },
} as const;
const RULES = listPageRules(JOB, { id: true });

export const jobsRedaction = defineRedaction<JobsContext, JobsEvent, PageInput>()({
  ...RULES,
  context: {
    ...RULES.context,
    overview: OVERVIEW,
    opened: true,
    details: DETAILS,
    detailsFailure: 'failure',
    retried: true,
    retriedKind: true,
    queued: { '*': { id: true, kind: true } },
  },
  events: { ...RULES.events, 'job.open': { id: true }, 'job.retry': { id: true } },
  input: PAGE_INPUT,
  defaults: { retriedKind: '', queued: [] },
  outputs: { loadList: { ...foundRedaction(JOB), overview: OVERVIEW }, loadDetails: DETAILS },
});
