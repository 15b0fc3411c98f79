/**
 * What every list does that is read a page at a time. Filters, words and page stand in the address: a wish patches the query, and what is
 * read follows from the query that comes back, so that Back works and a link shows a colleague the same.
 *
 *   looking ──▶ loading (nothing to show yet) | refreshing (its rows stay) ──▶ shown | failed        any ──list.reload──▶ looking
 *   any ──another query──▶ looking ;  ──other words──▶ typing ──quiet──▶ looking
 *
 * It is a region and what the region needs; a page puts them into its own machine, beside what else it does:
 *
 *   const list = pagedList<AuditFound, AuditWish>({ wishOf: auditWish, typed: ['who', 'subject'] });
 *   setup({ …, actors: { ...list.actors }, guards: { ...list.guards }, actions: { ...list.actions }, delays: { ...list.delays } })
 *     .createMachine({ context: ({ input }) => ({ ...listOf(input.query) }), type: 'parallel', states: { list: list.region } });
 */
import { type ActorRef, assign, type EventObject, sendTo, type Snapshot } from 'xstate';
import { type NavigationEvent, type PageEvent, type Query, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { parsePage } from '../parsePage.ts';

/** Somebody who types is not asked for with every letter. */
export const TYPING_MS = 300;

export interface ListFound<Row = unknown> {
  total: number;
  /** They stay while others are read. */
  rows: readonly Row[];
}
export interface ListContext<Row = unknown> extends ListFound<Row> {
  /** What the address says. */
  query: Query;
  /** Why it could not be read; until it could. */
  failure: Failure | null;
}
export type ListEvent =
  | PageEvent
  /** Patches the query of the address: another filter, other words. */
  | { type: 'list.show'; query: Query }
  /** A step that Back undoes. */
  | { type: 'list.turn'; page: number }
  | { type: 'list.reload' };
/** The tags of its states. */
export type ListTag = 'reading';

interface ListRules<Wish> {
  /** What is asked of the cloud. */
  wishOf: (query: Query) => Wish;
  /** Names in the query that a person types letter by letter. */
  typed: readonly string[];
}

/** The list before it was read. */
export const listOf = (query: Query) => ({ query, total: 0, rows: [], failure: null }) satisfies ListContext;
const pageQuery = (page: number): Query => ({ page: page > 1 ? String(page) : '' });

/** @typeParam Event all that the page's machine understands */
export function pagedList<Found extends ListFound, Wish, Event extends EventObject = ListEvent>({
  wishOf,
  typed,
}: ListRules<Wish>) {
  type Known = { context: ListContext };
  type Asked = { query: Query; push?: boolean };
  const reading = {
    tags: 'reading',
    invoke: {
      src: 'loadList',
      input: ({ context }: Known) => wishOf(context.query),
      onDone: {
        target: 'read',
        actions: { type: 'takeFound', params: ({ event }: { event: { output: Found } }) => ({ found: event.output }) },
      },
      onError: {
        target: 'failed',
        actions: {
          type: 'takeFailure',
          params: ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) }),
        },
      },
    },
  } as const;
  const withQuery = ({ event }: { event: { query: Query } }) => ({ query: event.query });

  return {
    actors: { loadList: promiseEffect<Found, Wish>('loadList') },
    guards: {
      isTyped: ({ context }: Known, { query }: { query: Query }) =>
        typed.some((name) => (query[name] ?? '') !== (context.query[name] ?? '')),
      hasRows: ({ context }: Known) => context.rows.length > 0,
      /** The last one of a page went: the page is no more. */
      isBeyond: ({ context: { query, rows, total } }: Known) =>
        rows.length === 0 && total > 0 && parsePage(query['page']) > 1,
    },
    actions: {
      takeQuery: assign<ListContext, Event, { query: Query }, Event, never>((_, { query }) => ({ query })),
      takeFound: assign<ListContext, Event, { found: Found }, Event, never>((_, { found }) => ({
        ...found,
        failure: null,
      })),
      takeFailure: assign<ListContext, Event, { failure: Failure }, Event, never>((_, { failure }) => ({ failure })),
      askQuery: sendTo<ListContext, Event, Asked, ActorRef<Snapshot<unknown>, NavigationEvent>, Event, never, never>(
        ({ system }) => systemActor(system, 'navigation'),
        (_, asked) => ({ type: 'navigation.query', ...asked }),
      ),
    },
    delays: { typingDelay: TYPING_MS },
    region: {
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
            actions: { type: 'takeQuery', params: withQuery },
          },
          { target: '.looking', actions: { type: 'takeQuery', params: withQuery } },
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
    },
  } as const;
}
