/**
 * The records of drives along cruise routes (spec 2 "Robot activities"). Side by side:
 *
 *   list:   a page of them (machines/factories/pagedList.ts); read anew when a robot sets out or comes to its end
 *   detail: closed ;  the address names a drive ──▶ loading ──▶ shown ⇄ refreshing | adding ;  loading ──▶ failed ──detail.retry──▶ loading
 *
 * A drive that is under way stays current: the feed says that it changed, and it is read anew.
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { CruiseDrive, CruiseVisit } from '../../../contract/entities/cruiseDrive.ts';
import type { DriveState } from '../../../contract/rules/cruiseDrive.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { type DrivesHeard, watchDrives } from '../cruiseDrive/watchDrives.ts';
import {
  type ListContext,
  type ListEvent,
  type ListFound,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { driveIn, readRecordQuery, type RecordQuery } from './cruiseRecordQuery.ts';

export interface RecordsFound extends ListFound<CruiseDrive> {
  /** Of all that the filter lets through but for its result. */
  counts: Readonly<Record<DriveState, number>>;
  /** To filter by. */
  routes: readonly CruisePathChoice[];
}
/** A drive and its visits, as far as they were read. */
export interface RecordDetail {
  drive: CruiseDrive;
  total: number;
  visits: readonly CruiseVisit[];
}
/** `have`: visits that are known already, when more are wanted. */
export interface DetailWish {
  driveId: string;
  have: number;
}
export interface CruiseRecordContext extends ListContext<CruiseDrive> {
  counts: RecordsFound['counts'];
  routes: readonly CruisePathChoice[];
  /** The drive that is open; empty for none. */
  open: string;
  detail: RecordDetail | null;
  detailFailure: Failure | null;
  /** Drives under way, as the feed has them: `id revision`. */
  underWay: readonly string[];
}
export type CruiseRecordEvent =
  | ListEvent
  | DrivesHeard
  /** A step that Back undoes. */
  | { type: 'record.open'; driveId: string }
  | { type: 'record.close' }
  | { type: 'detail.retry' }
  | { type: 'detail.more' }
  /** Said by the chart to itself. */
  | { type: 'detail.changed' };

const list = pagedList<RecordsFound, RecordQuery, CruiseRecordEvent>({ wishOf: readRecordQuery, typed: [] });
type Known = { context: CruiseRecordContext };
const NO_COUNTS: RecordsFound['counts'] = { inProgress: 0, finished: 0, failed: 0, partiallyCompleted: 0 };

const records = setup({
  types: {
    context: {} as CruiseRecordContext,
    input: {} as PageInput,
    events: {} as CruiseRecordEvent,
    tags: {} as ListTag | 'adding',
  },
  actors: { ...list.actors, loadDetail: promiseEffect<RecordDetail, DetailWish>('loadDetail'), watchDrives },
  guards: {
    ...list.guards,
    isOther: ({ context }: Known, { query }: { query: Query }) => driveIn(query) !== context.open,
    isClosing: (_: Known, { query }: { query: Query }) => driveIn(query) === '',
    /** Only another drive is open: the list is as it was. */
    isSameList: ({ context }: Known, { query }: { query: Query }) =>
      JSON.stringify(readRecordQuery(query)) === JSON.stringify(readRecordQuery(context.query)),
    isOpen: ({ context }: Known) => context.open !== '',
    hasMore: ({ context: { detail } }: Known) => detail !== null && detail.visits.length < detail.total,
  },
  actions: {
    // The factory's own, said for this context: it has more fields than the factory's, which the types of a machine do not forgive here.
    takeQuery: assign((_, { query }: { query: Query }) => ({ query })),
    takeFound: assign((_, { found }: { found: RecordsFound }) => ({ ...found, failure: null })),
    takeFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, asked: { query: Query; push?: boolean }) => ({ type: 'navigation.query' as const, ...asked }),
    ),
    /** The address says which one is open; opening is a step that Back undoes. */
    askOpen: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ event }) => {
        assertEvent(event, ['record.open', 'record.close']);
        return {
          type: 'navigation.query' as const,
          query: { drive: event.type === 'record.open' ? event.driveId : '' },
          push: event.type === 'record.open',
        };
      },
    ),
    reload: raise({ type: 'list.reload' as const }),
    renew: raise({ type: 'detail.changed' as const }),
  },
  delays: list.delays,
});

const withQuery = ({ event }: { event: { query: Query } }) => ({ query: event.query });
const idOf = (underWay: string): string => underWay.split(' ')[0] ?? '';
const idsOf = (underWay: readonly string[]): string => underWay.map(idOf).sort().join();

/** A robot set out or is there: another list. The open one got on: other details. */
const hear = records.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'drives.heard');
  const underWay = event.robots.flatMap(({ drive }) => (drive ? [`${drive.id} ${drive.revision}`] : []));
  const [was, is] = [
    context.underWay.find((each) => idOf(each) === context.open),
    underWay.find((each) => idOf(each) === context.open),
  ];
  const isFirst = context.underWay.length === 0 && context.rows.length === 0;
  enqueue.assign({ underWay });
  if (!isFirst && idsOf(underWay) !== idsOf(context.underWay)) enqueue({ type: 'reload' });
  if (was !== is) enqueue({ type: 'renew' });
});
const takeOpen = assign<CruiseRecordContext, { type: string; query: Query }, undefined, CruiseRecordEvent, never>(
  ({ event }) => ({ open: driveIn(event.query), detail: null, detailFailure: null }),
);
const first = ({ context: { open } }: Known) => ({ driveId: open, have: 0 });

export const cruiseRecordMachine = records.createMachine({
  id: 'cruiseRecord',
  context: ({ input }) => ({
    ...listOf(input.query),
    counts: NO_COUNTS,
    routes: [],
    open: driveIn(input.query),
    detail: null,
    detailFailure: null,
    underWay: [],
  }),
  invoke: { src: 'watchDrives' },
  type: 'parallel',
  on: {
    'drives.heard': { actions: hear },
    'record.open': { actions: 'askOpen' },
    'record.close': { actions: 'askOpen' },
  },
  states: {
    list: {
      ...list.region,
      on: {
        ...list.region.on,
        'page.queryChanged': [
          { guard: { type: 'isSameList', params: withQuery }, actions: { type: 'takeQuery', params: withQuery } },
          ...list.region.on['page.queryChanged'],
        ],
      },
    },
    detail: {
      initial: 'first',
      on: {
        'page.queryChanged': [
          { guard: { type: 'isClosing', params: withQuery }, target: '.closed', actions: takeOpen },
          { guard: { type: 'isOther', params: withQuery }, target: '.loading', actions: takeOpen },
        ],
      },
      states: {
        first: { always: [{ guard: 'isOpen', target: 'loading' }, { target: 'closed' }] },
        closed: {},
        loading: {
          invoke: {
            src: 'loadDetail',
            input: first,
            onDone: { target: 'shown', actions: assign({ detail: ({ event }) => event.output, detailFailure: null }) },
            onError: { target: 'failed', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: {
          on: {
            'detail.changed': '.refreshing',
            'page.resumed': '.refreshing',
            'page.languageChanged': '.refreshing',
            'detail.more': { guard: 'hasMore', target: '.adding' },
          },
          initial: 'still',
          states: {
            still: {},
            refreshing: {
              invoke: {
                src: 'loadDetail',
                input: first,
                onDone: { target: 'still', actions: assign({ detail: ({ event }) => event.output }) },
                // What is shown stays; the next change asks again.
                onError: 'still',
              },
              on: { 'detail.changed': { target: 'refreshing', reenter: true } },
            },
            adding: {
              tags: 'adding',
              invoke: {
                src: 'loadDetail',
                input: ({ context: { open, detail } }) => ({ driveId: open, have: detail?.visits.length ?? 0 }),
                onDone: {
                  target: 'still',
                  actions: assign(({ context: { detail }, event: { output } }) => ({
                    detail: { ...output, visits: [...(detail?.visits ?? []), ...output.visits] },
                    detailFailure: null,
                  })),
                },
                onError: { target: 'still', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
              },
            },
          },
        },
        failed: { on: { 'detail.retry': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' } },
      },
    },
  },
});
