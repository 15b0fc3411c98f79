/**
 * Deliveries (spec 2 "Robot activities", design 22): the board of those under way, and the records of all. Regions:
 *
 *   content: the URL's view: board { loading ──▶ shown ──changed, 10 s──▶ refreshing ──▶ shown ;  failed ──▶ loading }
 *            or records (machines/factories/pagedList.ts)
 *   order:   the child `newDelivery`, started again for another site
 *   detail:  closed ⇄ open (child `deliveryDetail` of the delivery that the URL names)
 *   jam:     idle ──jam.clear──▶ clearing ──▶ idle
 *   export:  idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { Delivery, JamLeft } from '../../../contract/entities/delivery.ts';
import { COUNTRY_OF } from '../../../contract/rules/phoneNumber.ts';
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
} from '../factories/pagedList.ts';
import { type Failure, failureOf } from '../failure.ts';
import { deliveriesQuery, type DeliveriesQuery, deliveryIn, siteIn } from './deliveriesQuery.ts';
import { deliveryDetailMachine } from './deliveryDetail.machine.ts';
import { newDeliveryMachine } from './newDelivery.machine.ts';

export interface Board {
  /** The server's time, ms. */
  time: number;
  siteId: string;
  total: number;
  rows: readonly Delivery[];
  /** Compartments that jammed in deliveries which other robots have now; an older server does not tell. */
  jams?: readonly JamLeft[] | undefined;
  today: { completed: number; notPickedUp: number; failed: number; medianMs: number | null };
}
export interface RecordsRequest extends DeliveriesQuery {
  site: string;
}
export interface DeliveriesContext extends ListContext<Delivery> {
  /** Id of the site; '': the site whose clock the frame shows. */
  site: string;
  board: Board | null;
  boardFailure: Failure | null;
  /** Id of the delivery whose details are open; '' for none. */
  open: string;
  /** Country code that phone numbers begin with, unless they have one. */
  country: string;
}
export type Compartment = Pick<JamLeft, 'serialNumber' | 'compartment'>;
export type DeliveriesEvent =
  | ListEvent
  | { type: 'board.reload' }
  | { type: 'delivery.open'; deliveryId: string }
  | { type: 'delivery.close' }
  | ({ type: 'jam.clear' } & Compartment)
  | ExportEvent;

/** Reloaded without a notice, ms: notices can get lost. */
const REFRESH_MS = 10_000;
/** Changes within this time are one reload, ms. */
const COLLECT_MS = 500;

const recordsRequest = (query: Query): RecordsRequest => ({ ...deliveriesQuery.read(query), site: siteIn(query) });
const list = pagedList<ListResult<Delivery>, RecordsRequest, DeliveriesEvent, DeliveriesContext>({
  requestOf: recordsRequest,
  typed: deliveriesQuery.typed,
});
type Known = { context: DeliveriesContext };

/** Deliveries that did not change stay the same objects, so that a reload renders only the rows that did. */
function withKnown(rows: readonly Delivery[], known: readonly Delivery[]): readonly Delivery[] {
  const before = new Map(known.map((row) => [row.id, row]));
  return rows.map((row) => {
    const same = before.get(row.id);
    return same && JSON.stringify(same) === JSON.stringify(row) ? same : row;
  });
}
type Queried = { query: Query };

const deliveries = setup({
  types: {
    context: {} as DeliveriesContext,
    input: {} as PageInput,
    events: {} as DeliveriesEvent,
    tags: {} as ListTag | 'exporting' | 'clearing' | 'boardLoading' | 'board' | 'records',
    children: {} as { newDelivery: 'newDelivery'; deliveryDetail: 'deliveryDetail' },
  },
  actors: {
    ...list.actors,
    loadBoard: promiseEffect<Board, { site: string }>('loadBoard'),
    clearCompartment: promiseEffect<void, Compartment>('clearCompartment'),
    /** Resolves when the file is saved. */
    exportDeliveries: promiseEffect<void, RecordsRequest>('exportDeliveries'),
    newDelivery: newDeliveryMachine,
    deliveryDetail: deliveryDetailMachine,
  },
  actions: {
    ...list.actions,
    ...noticeActions<DeliveriesContext, DeliveriesEvent>(),
    assignBoard: assign(({ context }, { board }: { board: Board }) => ({
      board: { ...board, rows: withKnown(board.rows, context.board?.rows ?? []) },
      boardFailure: null,
    })),
    assignBoardFailure: assign((_, { failure }: { failure: Failure }) => ({ boardFailure: failure })),
    assignOpen: assign((_, { query }: Queried) => ({ open: deliveryIn(query) })),
    assignSite: assign((_, { query }: Queried) => ({ site: siteIn(query), board: null, boardFailure: null })),
    /** Opening adds a history entry, so that Back closes the details. */
    askOpen: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ event }) => {
        assertEvent(event, ['delivery.open', 'delivery.close']);
        return {
          type: 'navigation.query' as const,
          query: { delivery: event.type === 'delivery.open' ? event.deliveryId : '' },
          push: event.type === 'delivery.open',
        };
      },
    ),
    reload: raise({ type: 'board.reload' as const }),
    renewDetail: sendTo('deliveryDetail', { type: 'detail.changed' }),
  },
  guards: {
    ...list.guards,
    isBoard: ({ context }: Known) => deliveriesQuery.read(context.query).view === 'board',
    isOtherView: ({ context }: Known, { query }: Queried) =>
      deliveriesQuery.read(query).view !== deliveriesQuery.read(context.query).view,
    isOtherSite: ({ context }: Known, { query }: Queried) => siteIn(query) !== context.site,
    isOpen: ({ context }: Known) => context.open !== '',
    isOtherOpen: ({ context }: Known, { query }: Queried) => deliveryIn(query) !== context.open,
    isDelivery: (_: unknown, { notice }: { notice: { type: string } }) => notice.type === 'deliveryChanged',
    isOpenDelivery: ({ context }: Known, { notice }: { notice: { type: string; deliveryId?: string } }) =>
      notice.type === 'deliveryChanged' && notice.deliveryId === context.open && context.open !== '',
  },
  delays: { ...list.delays, refresh: REFRESH_MS, collect: COLLECT_MS },
});

const withQuery = ({ event }: { event: Queried }) => ({ query: event.query });
const otherView = {
  guard: { type: 'isOtherView', params: withQuery },
  actions: [
    { type: 'assignQuery', params: withQuery },
    { type: 'assignSite', params: withQuery },
  ],
} as const;
const noticed = {
  guard: { type: 'isDelivery', params: ({ event }: { event: { notice: { type: string } } }) => event },
  target: 'collecting',
} as const;

export const deliveriesMachine = deliveries.createMachine({
  id: 'deliveries',
  context: ({ input }) => ({
    ...listOf(input.query),
    site: siteIn(input.query),
    board: null,
    boardFailure: null,
    open: deliveryIn(input.query),
    country: COUNTRY_OF[input.language],
  }),
  type: 'parallel',
  on: {
    'delivery.open': { actions: 'askOpen' },
    'delivery.close': { actions: 'askOpen' },
  },
  states: {
    content: {
      initial: 'deciding',
      on: {
        // On the board too, where other parameters of the URL do not matter.
        'list.show': { actions: { type: 'askQuery', params: withQuery } },
        'page.queryChanged': { actions: { type: 'assignQuery', params: withQuery } },
      },
      states: {
        deciding: { always: [{ guard: 'isBoard', target: 'board' }, { target: 'records' }] },
        board: {
          tags: 'board',
          initial: 'loading',
          on: {
            'page.queryChanged': [
              { ...otherView, target: 'records' },
              { guard: { type: 'isOtherSite', params: withQuery }, target: '.loading', actions: otherView.actions },
            ],
          },
          states: {
            loading: {
              tags: 'boardLoading',
              invoke: {
                src: 'loadBoard',
                input: ({ context }) => ({ site: context.site }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'assignBoard', params: ({ event }) => ({ board: event.output }) },
                },
                onError: {
                  target: 'failed',
                  actions: {
                    type: 'assignBoardFailure',
                    params: ({ event }) => ({ failure: failureOf(event.error) }),
                  },
                },
              },
            },
            failed: {
              on: { 'board.reload': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' },
            },
            shown: {
              on: {
                'page.noticed': noticed,
                'board.reload': 'refreshing',
                'page.resumed': 'refreshing',
                'page.languageChanged': 'refreshing',
              },
              after: { refresh: 'refreshing' },
            },
            collecting: { on: { 'board.reload': 'refreshing' }, after: { collect: 'refreshing' } },
            refreshing: {
              on: { 'page.noticed': noticed, 'board.reload': { target: 'refreshing', reenter: true } },
              invoke: {
                src: 'loadBoard',
                input: ({ context }) => ({ site: context.site }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'assignBoard', params: ({ event }) => ({ board: event.output }) },
                },
                // The board stays, with its age.
                onError: {
                  target: 'shown',
                  actions: {
                    type: 'assignBoardFailure',
                    params: ({ event }) => ({ failure: failureOf(event.error) }),
                  },
                },
              },
            },
          },
        },
        records: {
          ...list.regionBesideRecord,
          tags: 'records',
          on: {
            ...list.regionBesideRecord.on,
            'board.reload': { target: '.looking' },
            'page.queryChanged': [
              { ...otherView, target: 'board' },
              ...list.regionBesideRecord.on['page.queryChanged'],
            ],
          },
        },
      },
    },
    order: {
      initial: 'ready',
      states: {
        ready: {
          invoke: {
            src: 'newDelivery',
            id: 'newDelivery',
            input: ({ context: { site, country } }) => ({ siteId: site, country }),
          },
          on: {
            'page.queryChanged': {
              guard: { type: 'isOtherSite', params: withQuery },
              target: 'ready',
              reenter: true,
              actions: { type: 'assignSite', params: withQuery },
            },
          },
        },
      },
    },
    detail: {
      initial: 'deciding',
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherOpen', params: withQuery },
          target: '.deciding',
          actions: { type: 'assignOpen', params: withQuery },
        },
      },
      states: {
        deciding: { always: [{ guard: 'isOpen', target: 'open' }, { target: 'closed' }] },
        closed: {},
        open: {
          invoke: {
            src: 'deliveryDetail',
            id: 'deliveryDetail',
            input: ({ context }) => ({ deliveryId: context.open }),
          },
          on: {
            'page.noticed': {
              guard: {
                type: 'isOpenDelivery',
                params: ({ event }) => event as { notice: { type: string; deliveryId?: string } },
              },
              actions: 'renewDetail',
            },
            'page.resumed': { actions: 'renewDetail' },
            'page.languageChanged': { actions: 'renewDetail' },
          },
        },
      },
    },
    jam: {
      initial: 'idle',
      states: {
        idle: { on: { 'jam.clear': 'clearing' } },
        clearing: {
          tags: 'clearing',
          invoke: {
            src: 'clearCompartment',
            input: ({ event }) => {
              assertEvent(event, 'jam.clear');
              const { serialNumber, compartment } = event;
              return { serialNumber, compartment };
            },
            onDone: { target: 'idle', actions: 'reload' },
            // The robot, or somebody else, may have been first: the board shows it.
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
    export: exportRegion({
      src: 'exportDeliveries',
      inputOf: ({ query }: DeliveriesContext) => recordsRequest(query),
      done: { key: 'deliveries.export.done' },
    }),
  },
});
