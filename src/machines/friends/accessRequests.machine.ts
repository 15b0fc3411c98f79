/**
 * Pending requests for access to all robots that the user may administer, in pages. Used on the page of a robot's
 * members, which also decides them.
 *
 *   loading ──▶ read ──▶ ready        failed ──requests.refresh──▶ loading
 */
import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/endpoint.ts';
import type { friends as catalogue } from '../../../contract/endpoints/friends.ts';
import type { AccessRequest } from '../../../contract/entities/friend.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

export const REQUESTS_PER_PAGE = 10;

export type AccessRequestList = Answer<typeof catalogue.requests>;
export interface AccessRequestsContext {
  page: number;
  total: number;
  /** Stay visible while the list is loaded again. */
  rows: readonly AccessRequest[];
  failure: Failure | null;
}
export type AccessRequestsEvent = { type: 'requests.refresh' } | { type: 'requests.turn'; page: number };

const accessRequests = setup({
  types: {
    context: {} as AccessRequestsContext,
    events: {} as AccessRequestsEvent,
    tags: {} as 'waiting',
  },
  actors: { loadRequests: promiseEffect<AccessRequestList, { page: number; limit: number }>('loadRequests') },
  guards: {
    /** The page is empty because its last request was decided. */
    isBeyond: ({ context: { page, rows, total } }) => rows.length === 0 && total > 0 && page > 1,
  },
});

export const accessRequestsMachine = accessRequests.createMachine({
  id: 'accessRequests',
  context: { page: 1, total: 0, rows: [], failure: null },
  initial: 'loading',
  on: {
    'requests.refresh': '.loading',
    'requests.turn': { target: '.loading', actions: assign({ page: ({ event }) => event.page }) },
  },
  states: {
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadRequests',
        input: ({ context: { page } }) => ({ page, limit: REQUESTS_PER_PAGE }),
        onDone: { target: 'read', actions: assign(({ event }) => ({ ...event.output, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    read: { always: [{ guard: 'isBeyond', target: 'loading', actions: assign({ page: 1 }) }, 'ready'] },
    ready: {},
    failed: {},
  },
});
