/**
 * The records of calls with robots. Parallel regions:
 *
 *   list:   a page of records, newest first (machines/factories/pagedList.ts)
 *   detail: closed ;  the URL names a call ──▶ loading ──▶ shown ;  loading ──▶ failed ──detail.retry──▶ loading
 *   export: idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 */
import { assign, sendTo, setup } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type ExportEvent, exportRegion } from '../factories/longJob.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
  withQuery,
} from '../factories/pagedList.ts';
import { recordBeside } from '../factories/recordBeside.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { CallRecord } from '../robotCall/robotCall.machine.ts';
import { callIn, callRecordsQuery, type CallRecordsQuery } from './callRecordsQuery.ts';

export type CallRecordsResult = ListResult<Call>;
export interface CallRecordsContext extends ListContext<Call> {
  /** Id of the call whose details are open; empty for none. */
  open: string;
  detail: CallRecord | null;
  detailFailure: Failure | null;
}
export type CallRecordsEvent =
  | ListEvent
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'record.open'; id: string }
  | { type: 'record.close' }
  | { type: 'detail.retry' }
  | ExportEvent;

const list = pagedList<CallRecordsResult, CallRecordsQuery, CallRecordsEvent, CallRecordsContext>({
  requestOf: callRecordsQuery.read,
  typed: callRecordsQuery.typed,
});
const beside = recordBeside(callIn);

const records = setup({
  types: {
    context: {} as CallRecordsContext,
    input: {} as PageInput,
    events: {} as CallRecordsEvent,
    tags: {} as ListTag | 'exporting',
  },
  actors: {
    ...list.actors,
    loadDetail: promiseEffect<CallRecord, { callId: string }>('loadDetail'),
    exportCalls: promiseEffect<void, CallRecordsQuery>('exportCalls'),
  },
  guards: {
    ...list.guards,
    ...beside.guards,
  },
  actions: {
    // Same as in the factory, retyped for this machine's context: it has additional fields, which XState's types reject.
    assignQuery: assign((_, { query }: { query: Query }) => ({ query })),
    assignFound: assign((_, { found }: { found: CallRecordsResult }) => ({ ...found, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    assignOpen: assign((_, { query }: { query: Query }) => ({
      open: callIn(query),
      detail: null,
      detailFailure: null,
    })),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, asked: { query: Query; push?: boolean }) => ({ type: 'navigation.query' as const, ...asked }),
    ),
    ...noticeActions<CallRecordsContext, CallRecordsEvent>(),
  },
  delays: list.delays,
});

export const callRecordsMachine = records.createMachine({
  id: 'callRecords',
  context: ({ input: { query } }) => ({ ...listOf(query), open: callIn(query), detail: null, detailFailure: null }),
  type: 'parallel',
  on: {
    'record.open': {
      actions: { type: 'askQuery', params: ({ event }) => ({ query: { call: event.id }, push: true }) },
    },
    'record.close': { actions: { type: 'askQuery', params: { query: { call: '' } } } },
  },
  states: {
    list: list.regionBesideRecord,
    detail: {
      initial: 'first',
      on: beside.on({ type: 'assignOpen', params: withQuery }),
      states: {
        ...beside.states,
        loading: {
          invoke: {
            src: 'loadDetail',
            input: ({ context: { open } }) => ({ callId: open }),
            onDone: { target: 'shown', actions: assign({ detail: ({ event }) => event.output, detailFailure: null }) },
            onError: { target: 'failed', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: { on: { 'page.resumed': 'loading', 'page.languageChanged': 'loading' } },
      },
    },
    export: exportRegion({
      src: 'exportCalls',
      inputOf: ({ query }: CallRecordsContext) => callRecordsQuery.read(query),
      done: { key: 'callRecords.export.done' },
    }),
  },
});
