/**
 * Background jobs, for account administrators. Parallel regions:
 *
 *   list:    what failed, runs and waits, or what ended (machines/factories/pagedList.ts)
 *   dialog:  cancelling after a confirmation (machines/factories/confirmedAction.ts)
 *   retry:   idle ──job.retry | job.retryAll──▶ retrying ──▶ idle, and the list is loaded again; what is asked for
 *            meanwhile waits for its turn
 *   details: closed ──job.open──▶ loading ──▶ shown | failed ──job.close──▶ closed; loaded again with the list
 *   tab:     seen ⇄ hidden
 *   polling: waiting ──reloadDelay──▶ waiting, loads the list again ;  while the tab is hidden: dozing
 */
import { assign, setup, stateIn } from 'xstate';
import type { Job, JobDetails, JobMark } from '../../../contract/entities/job.ts';
import { JOBS_RELOAD_MS } from '../../../contract/rules/jobs.ts';
import type { PageInput } from '../app/events.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import { type ActionChildren, type ActionTag, confirmedAction, noAction } from '../factories/confirmedAction.ts';
import { listOf, type ListResult, type ListTag, pagedList } from '../factories/pagedList.ts';
import type { ListPageContext, ListPageEvent } from '../factories/recordPage.ts';
import { type Failure, failureOf } from '../failure.ts';
import { jobsQuery, type JobsRequest, jobsRequest } from './jobsQuery.ts';

/** What is open: failed jobs first, then running, then waiting ones. */
export interface JobsOverview {
  counts: { failed: number; running: number; waiting: number; done: number };
  /** Of the jobs that were done in the last 24 hours, ms. */
  medianMs: number | null;
  from: number;
  until: number;
  marks: readonly JobMark[];
}
export interface JobsResult extends ListResult<Job> {
  /** null in the list of ended jobs. */
  overview: JobsOverview | null;
}
/** A job to cancel. */
export interface JobTask {
  id: string;
  subject: string;
}
export interface JobsContext extends ListPageContext<JobsResult, JobTask, never> {
  /** The job whose details are open; '' for none. */
  opened: string;
  details: JobDetails | null;
  detailsFailure: Failure | null;
  /** The job that is tried again: its id, '' for all failed ones; null for none. */
  retried: string | null;
  /** The kind whose failed jobs are all tried again; '' for every kind. */
  retriedKind: string;
  /** What is tried after it, in order. */
  queued: readonly Retry[];
}
interface Retry {
  /** '' for all failed jobs of the kind. */
  id: string;
  kind: string;
}
export type JobsEvent =
  | ListPageEvent<JobTask>
  | { type: 'job.open'; id: string }
  | { type: 'job.close' }
  | { type: 'job.retry'; id: string }
  /** All failed jobs of the chosen kind. */
  | { type: 'job.retryAll' }
  | { type: 'tab.seen' }
  | { type: 'tab.hidden' };

const list = pagedList<JobsResult, JobsRequest, JobsEvent, JobsContext>({
  requestOf: jobsRequest,
  typed: jobsQuery.typed,
});
const action = confirmedAction<JobTask, never, JobsEvent, JobsContext>({
  questionOf: ({ subject }) => questionWith(['jobs.cancel.title', 'jobs.cancel.text', 'jobs.cancel.yes'], { subject }),
});

const jobs = setup({
  types: {
    context: {} as JobsContext,
    input: {} as PageInput,
    events: {} as JobsEvent,
    tags: {} as ListTag | ActionTag,
    children: {} as ActionChildren,
  },
  actors: {
    ...list.actors,
    ...action.actors,
    loadDetails: promiseEffect<JobDetails, { id: string }>('loadDetails'),
    /** Tries a job again, or all failed ones of a kind. */
    retry: promiseEffect<void, { id: string; kind: string }>('retry'),
    watchTab: callbackEffect('watchTab'),
  },
  guards: {
    ...list.guards,
    ...action.guards,
    isHidden: stateIn({ tab: 'hidden' }),
    isQueued: ({ context }) => context.queued.length > 0,
  },
  actions: { ...list.actions, ...action.actions },
  delays: { ...list.delays, reloadDelay: JOBS_RELOAD_MS },
});

const opening = {
  target: '.loading',
  actions: jobs.assign(({ event }) =>
    event.type === 'job.open' ? { opened: event.id, details: null, detailsFailure: null } : {},
  ),
} as const;

/** The kind is the one that is shown at the press: the filter can change before its turn. */
const queue = jobs.assign(({ context: { query, retried, retriedKind, queued }, event }) => {
  if (event.type !== 'job.retry' && event.type !== 'job.retryAll') return {};
  const next: Retry = { id: event.type === 'job.retry' ? event.id : '', kind: jobsQuery.read(query).kind };
  const isSame = ({ id, kind }: Retry): boolean => id === next.id && (id !== '' || kind === next.kind);
  const isKnown = queued.some(isSame) || (retried !== null && isSame({ id: retried, kind: retriedKind }));
  return isKnown ? {} : { queued: [...queued, next] };
});
const QUEUE = { 'job.retry': { actions: queue }, 'job.retryAll': { actions: queue } };

export const jobsMachine = jobs.createMachine({
  id: 'jobs',
  context: ({ input }) => ({
    ...listOf(input.query),
    ...noAction,
    overview: null,
    opened: '',
    details: null,
    detailsFailure: null,
    retried: null,
    retriedKind: '',
    queued: [],
  }),
  type: 'parallel',
  invoke: { src: 'watchTab' },
  states: {
    list: list.region,
    dialog: action.region,
    retry: {
      initial: 'idle',
      states: {
        idle: {
          always: { guard: 'isQueued', target: 'retrying' },
          on: QUEUE,
        },
        retrying: {
          entry: assign(({ context: { queued } }) => ({
            retried: queued[0]?.id ?? '',
            retriedKind: queued[0]?.kind ?? '',
            queued: queued.slice(1),
          })),
          exit: assign({ retried: null }),
          on: QUEUE,
          invoke: {
            src: 'retry',
            input: ({ context }) => ({ id: context.retried ?? '', kind: context.retriedKind }),
            onDone: { target: 'idle', actions: 'reload' },
            onError: {
              target: 'idle',
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                'reload',
              ],
            },
          },
        },
      },
    },
    details: {
      initial: 'closed',
      on: { 'job.open': opening },
      states: {
        closed: { entry: assign({ opened: '', details: null, detailsFailure: null }) },
        loading: {
          on: { 'job.close': 'closed', 'list.reload': { target: 'loading', reenter: true } },
          invoke: {
            src: 'loadDetails',
            input: ({ context }) => ({ id: context.opened }),
            onDone: {
              target: 'shown',
              actions: assign({ details: ({ event }) => event.output, detailsFailure: null }),
            },
            onError: { target: 'shown', actions: assign({ detailsFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { on: { 'job.close': 'closed', 'list.reload': 'loading' } },
      },
    },
    tab: {
      initial: 'seen',
      states: { seen: { on: { 'tab.hidden': 'hidden' } }, hidden: { on: { 'tab.seen': 'seen' } } },
    },
    polling: {
      initial: 'waiting',
      states: {
        waiting: {
          after: {
            reloadDelay: [
              { guard: 'isHidden', target: 'dozing' },
              { target: 'waiting', reenter: true, actions: 'reload' },
            ],
          },
        },
        dozing: { on: { 'tab.seen': { target: 'waiting', actions: 'reload' } } },
      },
    },
  },
});
