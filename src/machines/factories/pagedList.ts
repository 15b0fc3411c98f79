/**
 * Common behaviour of paged lists. Filters, search text and page are in the URL: a change patches the query, and the
 * list is loaded by the query that comes back, so that Back works and a shared link shows the same list.
 *
 *   looking ──▶ loading (nothing to show yet) | refreshing (its rows stay) ──▶ shown | failed        any ──list.reload──▶ looking
 *   any ──another query──▶ looking ;  ──other search text──▶ typing ──pause──▶ looking
 *
 * It provides a region and the implementations that it needs; a page adds them to its own machine:
 *
 *   const list = pagedList<AuditResult, AuditRequest>({ requestOf: auditRequest, typed: ['who', 'subject'] });
 *   setup({ …, actors: { ...list.actors }, guards: { ...list.guards }, actions: { ...list.actions }, delays: { ...list.delays } })
 *     .createMachine({ context: ({ input }) => ({ ...listOf(input.query) }), type: 'parallel', states: { list: list.region } });
 *
 * A page that also shows one record, named by the URL, takes `regionBesideRecord`: opening a record does not load the list.
 */
import { type ActorRef, assign, type EventObject, sendTo, type Snapshot } from 'xstate';
import { type NavigationEvent, type PageEvent, type Query, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { isSameRequest } from './defineQuery.ts';
import { promiseEffect } from '../effectStubs.ts';
import { parsePage } from '../parsePage.ts';

/** The parameters of guards and actions that depend on the new query. */
export const withQuery = ({ event }: { event: { query: Query } }) => ({ query: event.query });

/** Debounce for search input, ms. */
export const TYPING_MS = 300;

export interface ListResult<Row = unknown> {
  total: number;
  /** Stay visible while a new page is loading. */
  rows: readonly Row[];
}
export interface ListContext<Row = unknown> extends ListResult<Row> {
  /** The query of the URL. */
  query: Query;
  /** Why the list could not be loaded; null after a success. */
  failure: Failure | null;
}
export type ListEvent =
  | PageEvent
  /** Patches the URL's query: another filter or search text. */
  | { type: 'list.show'; query: Query }
  /** Pushes a history entry, so that Back undoes it. */
  | { type: 'list.turn'; page: number }
  | { type: 'list.reload' };
export type ListTag = 'reading';

export interface ListRules<Request> {
  /** Request parameters for the server. */
  requestOf: (query: Query) => Request;
  /** Query parameters that are typed as text and therefore debounced. */
  typed: readonly string[];
}

/** The list before it is loaded. */
export const listOf = (query: Query) => ({ query, total: 0, rows: [], failure: null }) satisfies ListContext;
const pageQuery = (page: number): Query => ({ page: page > 1 ? String(page) : '' });

/**
 * @typeParam Event all events of the page's machine
 * @typeParam Context its whole context
 */
export function pagedList<
  Found extends ListResult,
  Request,
  Event extends EventObject = ListEvent,
  Context extends ListContext = ListContext,
>({ requestOf, typed }: ListRules<Request>) {
  // A part of a context that is known only in part.
  const part = (known: Partial<ListContext>) => known as Partial<Context>;
  type Known = { context: ListContext };
  type Asked = { query: Query; push?: boolean };
  const reading = {
    tags: 'reading',
    invoke: {
      src: 'loadList',
      input: ({ context }: Known) => requestOf(context.query),
      onDone: {
        target: 'read',
        actions: {
          type: 'assignFound',
          params: ({ event }: { event: { output: Found } }) => ({ found: event.output }),
        },
      },
      onError: {
        target: 'failed',
        actions: {
          type: 'assignFailure',
          params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) }),
        },
      },
    },
  } as const;
  const region = {
    initial: 'looking',
    on: {
      'list.show': { actions: { type: 'askQuery', params: withQuery } },
      'list.turn': {
        actions: {
          type: 'askQuery',
          params: ({ event }: { event: { page: number } }) => ({ query: pageQuery(event.page), push: true }),
        },
      },
      'list.reload': { target: '.looking' },
      'page.queryChanged': [
        {
          guard: { type: 'isTyped', params: withQuery },
          target: '.typing',
          actions: { type: 'assignQuery', params: withQuery },
        },
        { target: '.looking', actions: { type: 'assignQuery', params: withQuery } },
      ],
      'page.languageChanged': { target: '.looking' },
      'page.resumed': { target: '.looking' },
    },
    states: {
      looking: { always: [{ guard: 'hasRows', target: 'refreshing' }, { target: 'loading' }] },
      typing: { tags: 'reading', after: { typingDelay: { target: 'looking' } } },
      loading: reading,
      refreshing: reading,
      read: {
        always: [
          { guard: 'isBeyond', target: 'shown', actions: { type: 'askQuery', params: { query: pageQuery(1) } } },
          { target: 'shown' },
        ],
      },
      shown: {},
      failed: {},
    },
  } as const;

  return {
    actors: { loadList: promiseEffect<Found, Request>('loadList') },
    guards: {
      isTyped: ({ context }: Known, { query }: { query: Query }) =>
        typed.some((name) => (query[name] ?? '') !== (context.query[name] ?? '')),
      /** Something else in the URL changed: the server would be asked for the same list. */
      isSameList: ({ context }: Known, { query }: { query: Query }) => isSameRequest(requestOf, query, context.query),
      hasRows: ({ context }: Known) => context.rows.length > 0,
      /** The page is empty because its last row was removed. */
      isBeyond: ({ context: { query, rows, total } }: Known) =>
        rows.length === 0 && total > 0 && parsePage(query['page']) > 1,
    },
    actions: {
      assignQuery: assign<Context, Event, { query: Query }, Event, never>((_, { query }) => part({ query })),
      assignFound: assign<Context, Event, { found: Found }, Event, never>((_, { found }) =>
        part({ ...found, failure: null }),
      ),
      assignFailure: assign<Context, Event, { failure: Failure }, Event, never>((_, { failure }) => part({ failure })),
      askQuery: sendTo<Context, Event, Asked, ActorRef<Snapshot<unknown>, NavigationEvent>, Event, never, never>(
        ({ system }) => systemActor(system, 'navigation'),
        (_, asked) => ({ type: 'navigation.query', ...asked }),
      ),
    },
    delays: { typingDelay: TYPING_MS },
    region,
    regionBesideRecord: {
      ...region,
      on: {
        ...region.on,
        'page.queryChanged': [
          { guard: { type: 'isSameList', params: withQuery }, actions: { type: 'assignQuery', params: withQuery } },
          ...region.on['page.queryChanged'],
        ],
      },
    },
  } as const;
}
