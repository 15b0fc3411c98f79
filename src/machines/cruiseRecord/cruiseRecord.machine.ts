/**
 * The records of route runs (spec 2 "Robot activities"). Parallel regions:
 *
 *   list:   a page of records (machines/factories/pagedList.ts); reloaded when a run starts or ends
 *   detail: closed ;  the URL names a run ──▶ loading ──▶ shown ⇄ refreshing | adding ;  loading ──▶ failed ──detail.retry──▶ loading
 *
 * An active run stays current: it is reloaded when the feed reports a change.
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { DrivenWay } from '../../../contract/entities/drivenWay.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { RouteRun, CruiseVisit } from '../../../contract/entities/routeRun.ts';
import type { RouteRunState } from '../../../contract/rules/routeRun.ts';
import { type PageInput, type Query, systemActor } from '../app/events.ts';
import { type RouteRunsChanged, watchRouteRuns } from '../routeRun/watchRouteRuns.ts';
import {
  type ListContext,
  type ListEvent,
  type ListResult,
  listOf,
  type ListTag,
  pagedList,
} from '../factories/pagedList.ts';
import { recordBeside } from '../factories/recordBeside.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { routeRunIn, recordQuery, type RecordQuery } from './cruiseRecordQuery.ts';

export interface RecordsResult extends ListResult<RouteRun> {
  /** Counts by result, over all records that match the other filters. */
  counts: Readonly<Record<RouteRunState, number>>;
  /** Options of the route filter. */
  routes: readonly CruisePathChoice[];
}
/** A run and the visits loaded so far. */
export interface RecordDetail {
  drive: RouteRun;
  total: number;
  visits: readonly CruiseVisit[];
  /** The way driven, where tracks are stored; it comes with the first visits. Absent in older recordings of the console. */
  track?: DrivenWay;
  /** The run's map; null if nothing was driven on it, or the map is gone. Absent in older recordings of the console. */
  map?: IndoorMap | null;
}
/** `have`: number of visits already loaded, when more are requested. */
export interface DetailRequest {
  driveId: string;
  have: number;
}
export interface CruiseRecordContext extends ListContext<RouteRun> {
  counts: RecordsResult['counts'];
  routes: readonly CruisePathChoice[];
  /** Id of the run that is open; empty for none. */
  open: string;
  detail: RecordDetail | null;
  detailFailure: Failure | null;
  /** Active runs in the feed: `id revision`. */
  underWay: readonly string[];
}
export type CruiseRecordEvent =
  | ListEvent
  | RouteRunsChanged
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'record.open'; driveId: string }
  | { type: 'record.close' }
  | { type: 'detail.retry' }
  | { type: 'detail.more' }
  /** Raised by this machine itself. */
  | { type: 'detail.changed' };

const list = pagedList<RecordsResult, RecordQuery, CruiseRecordEvent, CruiseRecordContext>({
  requestOf: recordQuery.read,
  typed: recordQuery.typed,
});
const beside = recordBeside(routeRunIn);
type Known = { context: CruiseRecordContext };
const NO_COUNTS: RecordsResult['counts'] = { inProgress: 0, finished: 0, failed: 0, partiallyCompleted: 0 };

const records = setup({
  types: {
    context: {} as CruiseRecordContext,
    input: {} as PageInput,
    events: {} as CruiseRecordEvent,
    tags: {} as ListTag | 'adding',
  },
  actors: {
    ...list.actors,
    loadDetail: promiseEffect<RecordDetail, DetailRequest>('loadDetail'),
    watchRouteRuns,
  },
  guards: {
    ...list.guards,
    ...beside.guards,
    hasMore: ({ context: { detail } }: Known) => detail !== null && detail.visits.length < detail.total,
  },
  actions: {
    // Same as in the factory, retyped for this machine's context: it has additional fields, which XState's types
    // reject.
    assignQuery: assign((_, { query }: { query: Query }) => ({ query })),
    assignFound: assign((_, { found }: { found: RecordsResult }) => ({ ...found, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    askQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, asked: { query: Query; push?: boolean }) => ({ type: 'navigation.query' as const, ...asked }),
    ),
    /** Writes the open run to the URL; opening pushes a history entry, so that Back closes it. */
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

const idOf = (underWay: string): string => underWay.split(' ')[0] ?? '';
const idsOf = (underWay: readonly string[]): string => underWay.map(idOf).sort().join();

/** Reloads the list when a run starts or ends, and the details when the open run changes. */
const onRouteRunsChanged = records.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'routeRuns.changed');
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
const assignOpen = assign<CruiseRecordContext, { type: string; query: Query }, undefined, CruiseRecordEvent, never>(
  ({ event }) => ({ open: routeRunIn(event.query), detail: null, detailFailure: null }),
);
const first = ({ context: { open } }: Known) => ({ driveId: open, have: 0 });

export const cruiseRecordMachine = records.createMachine({
  id: 'cruiseRecord',
  context: ({ input }) => ({
    ...listOf(input.query),
    counts: NO_COUNTS,
    routes: [],
    open: routeRunIn(input.query),
    detail: null,
    detailFailure: null,
    underWay: [],
  }),
  invoke: { src: 'watchRouteRuns' },
  type: 'parallel',
  on: {
    'routeRuns.changed': { actions: onRouteRunsChanged },
    'record.open': { actions: 'askOpen' },
    'record.close': { actions: 'askOpen' },
  },
  states: {
    list: list.regionBesideRecord,
    detail: {
      initial: 'first',
      on: beside.on(assignOpen),
      states: {
        ...beside.states,
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
                // The details shown stay; the next change retries.
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
                    detail: {
                      ...output,
                      visits: [...(detail?.visits ?? []), ...output.visits],
                      track: detail?.track ?? [],
                      map: detail?.map ?? null,
                    },
                    detailFailure: null,
                  })),
                },
                onError: { target: 'still', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
              },
            },
          },
        },
      },
    },
  },
});
