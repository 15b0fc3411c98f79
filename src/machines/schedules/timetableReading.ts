/**
 * How a page reads the timetable of a site: the sites first, then the chosen days of one of them, and again every POLL_MS
 * while the page is visible. Site and first day are in the URL.
 *
 *   choosing (a site) ──▶ reading ──▶ shown ──after POLL_MS──▶ reading     none: there is no site
 *                            └──refused──▶ failed ──after POLL_MS──▶ choosing     any ──timetable.reload──▶ choosing
 *
 * It provides a region and what it needs, as pagedList.ts does. The page adds the action `timetableRead`, which runs after
 * each answer.
 */
import { type ActorRef, assign, type EventObject, sendTo, type Snapshot } from 'xstate';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import { plusDays } from '../../../contract/rules/zonedTime.ts';
import { type NavigationEvent, type PageEvent, type Query, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';
import { firstDayIn, siteIn } from './schedulesQuery.ts';

export const POLL_MS = 30_000;

export interface ScheduleSite {
  siteId: string;
  name: string;
  timeZone: string;
  robots: number;
}
export interface TimetableContext {
  query: Query;
  sites: readonly ScheduleSite[];
  data: Timetable | null;
  /** Why the last reading failed; null after a success. */
  failure: Failure | null;
}
export type TimetableEvent =
  | PageEvent
  | { type: 'timetable.reload' }
  | { type: 'site.choose'; siteId: string }
  /** Days; 0: the window around today. */
  | { type: 'week.move'; by: number };
export interface TimetableRequest {
  siteId: string;
  timeZone: string;
  /** YYYY-MM-DD; '': two days before today. */
  from: string;
}

/** Before anything is read. */
export const timetableOf = (query: Query) =>
  ({ query, sites: [], data: null, failure: null }) satisfies TimetableContext;

/** The site of the URL, else the first. */
export const siteOf = ({ sites, query }: Pick<TimetableContext, 'sites' | 'query'>): ScheduleSite | undefined =>
  sites.find(({ siteId }) => siteId === siteIn(query)) ?? sites[0];

/** The first day after moving by days; '' for the window around today. */
export function firstDayAfter({ data, query }: Pick<TimetableContext, 'data' | 'query'>, by: number): string {
  const first = data?.from ?? firstDayIn(query);
  return by === 0 || first === '' ? '' : plusDays(first, by);
}

type Known = { context: TimetableContext };
type Written = { query: Query; push?: boolean };
type Failed = { event: { error: unknown } };

/** @param left query parameters that end with another site, and with other days */
export function timetableReading<Event extends EventObject, Context extends TimetableContext>(left: {
  readonly site: Query;
  readonly week: Query;
}) {
  // A part of a context that is known only in part.
  const part = (known: Partial<TimetableContext>) => known as Partial<Context>;
  const failed = {
    target: 'failed',
    actions: { type: 'assignReadFailure', params: ({ event }: Failed) => ({ error: event.error }) },
  } as const;
  const elsewhere = ({ event }: { event: { query: Query } }) => ({ query: event.query });

  return {
    actors: {
      loadSites: promiseEffect<{ sites: ScheduleSite[] }>('loadSites'),
      /** Waits until the page is visible. */
      loadTimetable: promiseEffect<{ timetable: Timetable }, TimetableRequest>('loadTimetable'),
    },
    guards: {
      hasNoSite: ({ context }: Known) => siteOf(context) === undefined,
      isElsewhere: ({ context: { query } }: Known, { query: next }: { query: Query }) =>
        siteIn(query) !== siteIn(next) || firstDayIn(query) !== firstDayIn(next),
    },
    actions: {
      writeQuery: sendTo<Context, Event, Written, ActorRef<Snapshot<unknown>, NavigationEvent>, Event, never, never>(
        ({ system }) => systemActor(system, 'navigation'),
        (_, { query, push = false }) => ({ type: 'navigation.query', query, push }),
      ),
      assignQuery: assign<Context, Event, { query: Query }, Event, never>((_, { query }) => part({ query })),
      assignSites: assign<Context, Event, { sites: readonly ScheduleSite[] }, Event, never>((_, { sites }) =>
        part({ sites }),
      ),
      assignTimetable: assign<Context, Event, { timetable: Timetable }, Event, never>((_, { timetable }) =>
        part({ data: timetable, failure: null }),
      ),
      assignNoTimetable: assign<Context, Event, undefined, Event, never>(() => part({ data: null, failure: null })),
      assignReadFailure: assign<Context, Event, { error: unknown }, Event, never>((_, { error }) =>
        part({ failure: failureOf(error) }),
      ),
    },
    delays: { poll: POLL_MS },
    /** Events of the page that move to another site or other days. */
    on: {
      'site.choose': {
        actions: {
          type: 'writeQuery',
          params: ({ event }: { event: { siteId: string } }) => ({
            query: { site: event.siteId, ...left.site },
            push: true,
          }),
        },
      },
      'week.move': {
        actions: {
          type: 'writeQuery',
          params: ({ context, event }: Known & { event: { by: number } }) => ({
            query: { from: firstDayAfter(context, event.by), ...left.week },
            push: true,
          }),
        },
      },
    },
    region: {
      initial: 'choosing',
      on: {
        'page.resumed': { target: '.choosing' },
        'page.languageChanged': { target: '.choosing' },
        'page.queryChanged': [
          {
            guard: { type: 'isElsewhere', params: elsewhere },
            target: '.choosing',
            actions: { type: 'assignQuery', params: elsewhere },
          },
          { actions: { type: 'assignQuery', params: elsewhere } },
        ],
        'timetable.reload': { target: '.choosing' },
      },
      states: {
        choosing: {
          tags: 'reading',
          invoke: {
            src: 'loadSites',
            onDone: {
              target: 'reading',
              actions: {
                type: 'assignSites',
                params: ({ event }: { event: { output: { sites: ScheduleSite[] } } }) => event.output,
              },
            },
            onError: failed,
          },
        },
        reading: {
          tags: 'reading',
          always: { guard: 'hasNoSite', target: 'none' },
          invoke: {
            src: 'loadTimetable',
            input: ({ context }: Known): TimetableRequest => ({
              siteId: siteOf(context)?.siteId ?? '',
              timeZone: siteOf(context)?.timeZone ?? 'UTC',
              from: firstDayIn(context.query),
            }),
            onDone: {
              target: 'shown',
              actions: [
                {
                  type: 'assignTimetable',
                  params: ({ event }: { event: { output: { timetable: Timetable } } }) => event.output,
                },
                'timetableRead',
              ],
            },
            onError: failed,
          },
        },
        shown: { after: { poll: { target: 'reading' } } },
        failed: { tags: 'unread', after: { poll: { target: 'choosing' } } },
        none: { tags: 'noSite', entry: 'assignNoTimetable' },
      },
    },
  } as const;
}
