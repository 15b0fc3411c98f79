/**
 * The library of photos and recordings (design 25). The overview says how many there are in each group, so that every
 * item has its place before it is loaded; pages are loaded by position. Parallel regions:
 *
 *   list:   loading ─▶ ready { resting ⇄ fetching ─failed─▶ pausing } | failed
 *   detail: closed ;  the URL names an item ─▶ loading ─▶ shown ⇄ refreshing ;  loading ─▶ failed
 *   act:    idle ─photos.do─▶ acting ─▶ idle
 *   export: idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 *   undo:   none ─something was deleted─▶ offered ─5 s, dismissed, taken─▶ none
 */
import { assertEvent, assign, type DoneActorEvent, enqueueActions } from 'xstate';
import type { Query } from '../app/events.ts';
import { isRelationsNotice } from '../app/relationsNotice.ts';
import { longJob } from '../factories/longJob.ts';
import { failureOf } from '../failure.ts';
import {
  itemAt,
  photos,
  placeOf,
  totalOf,
  wantedPage,
  type Overview,
  type PhotosContext,
  type PhotosEvent,
  type PhotoTaskResult,
} from './photos.setup.ts';
import { isSameList, itemIn, photosQuery } from './photosQuery.ts';

const EMPTY = {
  overview: null,
  failure: null,
  pages: {},
  stale: [],
  seen: { first: 0, last: 0 },
  cursor: -1,
  anchor: -1,
  ticked: [],
} satisfies Partial<PhotosContext>;
const NOT_OPEN = { detail: null, detailFailure: null, link: null } satisfies Partial<PhotosContext>;

const withOverview = (context: PhotosContext, overview: Overview): Partial<PhotosContext> => ({
  overview,
  failure: null,
  stale: Object.keys(context.pages).map(Number),
  cursor: Math.min(context.cursor, totalOf({ overview }) - 1),
});
const bounded = (context: PhotosContext, at: number): number => Math.max(0, Math.min(at, totalOf(context) - 1));
function withTick(context: PhotosContext, at: number, isRun: boolean): Partial<PhotosContext> {
  const item = itemAt(context, at);
  if (!item) return {};
  const { anchor, ticked } = context;
  if (!isRun || anchor < 0)
    return {
      cursor: at,
      anchor: at,
      ticked: ticked.includes(item.fileId) ? ticked.filter((one) => one !== item.fileId) : [...ticked, item.fileId],
    };
  const [from, to] = [Math.min(anchor, at), Math.max(anchor, at)];
  const run = Array.from({ length: to - from + 1 }, (_, offset) => itemAt(context, from + offset)?.fileId ?? []).flat();
  return { cursor: at, ticked: [...new Set([...ticked, ...run])] };
}
const isOther = (context: PhotosContext, query: Query): boolean => itemIn(query) !== context.open;

/** What a carried out task changes on the page. */
const settleTask = enqueueActions<
  PhotosContext,
  DoneActorEvent<PhotoTaskResult>,
  undefined,
  PhotosEvent,
  never,
  never,
  never,
  never,
  never
>(({ context, event: { output: result }, enqueue }) => {
  const { task } = result;
  switch (task.type) {
    case 'remove':
      enqueue.assign({
        undo: result.deleted.length === 0 ? null : { fileIds: result.deleted, refused: result.refused },
        ticked: context.ticked.filter((one) => !result.deleted.includes(one)),
      });
      if (result.deleted.includes(context.open)) enqueue.raise({ type: 'item.close' });
      break;
    case 'restore':
      enqueue.assign({ undo: null, ticked: [] });
      break;
    case 'link':
      enqueue.assign({ link: result.link && { fileId: task.fileId, ...result.link } });
      break;
    case 'keep':
      enqueue.assign({ ticked: [] });
      break;
    case 'revoke':
    case 'download':
      break;
  }
  if (task.type === 'download') return;
  enqueue.raise({ type: 'detail.renew' });
  if (task.type !== 'link' && task.type !== 'revoke') enqueue.raise({ type: 'list.reload' });
});

const exporting = longJob({
  src: 'exportMedia',
  tags: 'exporting',
  inputOf: ({ query, exported }: PhotosContext) => ({ query: photosQuery.read(query), fileIds: exported }),
  done: { key: 'photos.export.done' },
});

export const photosMachine = photos.createMachine({
  id: 'photos',
  context: ({ input }) => ({
    query: input.query,
    ...EMPTY,
    open: itemIn(input.query),
    ...NOT_OPEN,
    undo: null,
    exported: null,
  }),
  type: 'parallel',
  on: {
    'list.show': { actions: { type: 'askQuery', params: ({ event }) => ({ query: event.query, push: false }) } },
    'item.open': {
      actions: { type: 'askQuery', params: ({ event }) => ({ query: { item: event.fileId }, push: true }) },
    },
    'item.close': { actions: { type: 'askQuery', params: { query: { item: '', solo: '' }, push: false } } },
    'solo.open': { actions: { type: 'askQuery', params: { query: { solo: 'yes' }, push: true } } },
    'solo.close': { actions: { type: 'askQuery', params: { query: { solo: '' }, push: false } } },
    'link.close': { actions: assign({ link: null }) },
    'range.seen': { actions: assign({ seen: ({ event: { first, last } }) => ({ first, last }) }) },
    'cursor.set': { actions: assign({ cursor: ({ context, event }) => bounded(context, event.at) }) },
    'cursor.move': {
      actions: assign({
        cursor: ({ context, event }) => (context.cursor < 0 ? 0 : bounded(context, context.cursor + event.by)),
      }),
    },
    'item.tick': { actions: assign(({ context, event }) => withTick(context, event.at, event.run)) },
    'items.tick': {
      actions: assign({
        ticked: ({ context: { ticked }, event }) =>
          event.on ? [...new Set([...ticked, ...event.fileIds])] : ticked.filter((one) => !event.fileIds.includes(one)),
      }),
    },
    'ticks.clear': { actions: assign({ ticked: [], anchor: -1 }) },
  },
  states: {
    list: {
      initial: 'loading',
      on: {
        'page.queryChanged': [
          {
            guard: ({ context, event }) => isSameList(event.query, context.query),
            actions: assign({ query: ({ event }) => event.query }),
          },
          { target: '.loading', actions: assign(({ event }) => ({ ...EMPTY, query: event.query })) },
        ],
        'list.reload': '.loading',
        'page.resumed': '.loading',
        'page.languageChanged': '.loading',
        // Pages that are off the screen, or cannot be read again now, may show what the user has lost.
        'page.noticed': { guard: isRelationsNotice, target: '.loading', actions: assign({ pages: {} }) },
      },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadOverview',
            input: ({ context: { query } }) => photosQuery.read(query),
            onDone: { target: 'ready', actions: assign(({ context, event }) => withOverview(context, event.output)) },
            onError: { target: 'failed', actions: { type: 'assignFailure', params: ({ event }) => event } },
          },
        },
        failed: { on: { 'list.retry': 'loading' } },
        ready: {
          initial: 'resting',
          states: {
            resting: {
              always: { guard: 'hasWanted', target: 'fetching' },
              after: { recheck: { guard: 'hasRecording', target: '#photos.list.loading' } },
            },
            fetching: {
              invoke: {
                src: 'loadPage',
                input: ({ context }) => ({ ...photosQuery.read(context.query), page: wantedPage(context) ?? 1 }),
                onDone: {
                  target: 'resting',
                  actions: assign(({ context, event: { output } }) => ({
                    pages: { ...context.pages, [output.page]: output },
                    stale: context.stale.filter((page) => page !== output.page),
                  })),
                },
                // Its places stay empty until then.
                onError: 'pausing',
              },
            },
            pausing: { after: { retry: 'resting' } },
          },
        },
      },
    },
    detail: {
      initial: 'first',
      on: {
        'page.queryChanged': [
          {
            guard: ({ context, event }) => isOther(context, event.query) && itemIn(event.query) === '',
            target: '.closed',
            actions: assign({ open: '', ...NOT_OPEN }),
          },
          {
            guard: ({ context, event }) => isOther(context, event.query),
            target: '.loading',
            actions: assign(({ context, event }) => ({
              open: itemIn(event.query),
              cursor: Math.max(context.cursor, placeOf(context, itemIn(event.query))),
              ...NOT_OPEN,
            })),
          },
        ],
      },
      states: {
        first: { always: [{ guard: 'isOpen', target: 'loading' }, { target: 'closed' }] },
        closed: {},
        loading: {
          tags: 'loadingDetail',
          invoke: {
            src: 'loadDetail',
            input: ({ context: { open } }) => ({ fileId: open }),
            onDone: { target: 'shown', actions: assign({ detail: ({ event }) => event.output, detailFailure: null }) },
            onError: {
              target: 'failed',
              actions: assign({ detail: null, detailFailure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        shown: {
          on: {
            'detail.renew': '.refreshing',
            'page.resumed': '.refreshing',
            'page.languageChanged': '.refreshing',
            'page.noticed': { guard: isRelationsNotice, target: '.refreshing' },
          },
          initial: 'still',
          states: {
            still: {},
            refreshing: {
              invoke: {
                src: 'loadDetail',
                input: ({ context: { open } }) => ({ fileId: open }),
                onDone: { target: 'still', actions: assign({ detail: ({ event }) => event.output }) },
                // Deleted by retention, or the right was withdrawn: nothing of it may stay on the screen.
                onError: {
                  target: '#photos.detail.failed',
                  actions: assign({ ...NOT_OPEN, detailFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
          },
        },
        failed: { on: { 'detail.retry': 'loading', 'page.resumed': 'loading' } },
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: { on: { 'photos.do': 'acting' } },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'carryOut',
            input: ({ event }) => {
              assertEvent(event, 'photos.do');
              return event.task;
            },
            onDone: {
              target: 'idle',
              actions: settleTask,
            },
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    export: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'export.start': {
              target: 'exporting',
              actions: assign({ exported: ({ event: { fileIds } }) => fileIds ?? null }),
            },
          },
        },
        exporting: { ...exporting, on: { 'export.cancel': 'idle' } },
      },
    },
    undo: {
      initial: 'none',
      states: {
        none: { always: { guard: ({ context }) => context.undo !== null, target: 'offered' } },
        offered: {
          tags: 'undoable',
          always: { guard: ({ context }) => context.undo === null, target: 'none' },
          on: {
            'undo.dismiss': { target: 'none', actions: assign({ undo: null }) },
            'undo.take': {
              target: 'none',
              actions: enqueueActions(({ context, enqueue }) => {
                const fileIds = context.undo?.fileIds ?? [];
                enqueue.assign({ undo: null });
                enqueue.raise({ type: 'photos.do', task: { type: 'restore', fileIds } });
              }),
            },
          },
          after: { undoDelay: { target: 'none', actions: assign({ undo: null }) } },
        },
      },
    },
  },
});
