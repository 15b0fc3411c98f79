/**
 * The audit log, for administrators. The filter and the page stand in the URL; what is drawn follows from the query that comes back.
 *
 *   list:   loading ──▶ ready | failed ;  another query ──▶ loading, after a pause while words are typed
 *   detail: closed ⇄ open (one entry)
 *   export: idle ──export.start──▶ exporting ──▶ idle ;  exporting ──export.cancel──▶ idle
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { AuditEntry } from '../../../contract/entities/auditEntry.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, sibling } from '../app/messages.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';
import { type AuditWish, auditWish, readAuditQuery } from './auditQuery.ts';

/** Somebody who types is not asked for with every letter. */
export const TYPING_MS = 300;

export interface AuditFound {
  total: number;
  /** There are more than were counted. */
  isMore: boolean;
  rows: readonly AuditEntry[];
}
export interface AuditContext extends AuditFound {
  query: Query;
  failure: Failure | null;
  /** The one whose details are open. */
  entry: AuditEntry | null;
}
export type AuditEvent =
  | PageEvent
  /** Patches the URL's query. `push` makes it a step that Back undoes. */
  | { type: 'audit.show'; query: Query; push?: boolean }
  | { type: 'audit.reload' }
  | { type: 'entry.open'; entry: AuditEntry }
  | { type: 'entry.close' }
  | { type: 'export.start' }
  | { type: 'export.cancel' };

const audit = setup({
  types: { context: {} as AuditContext, input: {} as PageInput, events: {} as AuditEvent, tags: {} as 'loading' | 'exporting' },
  actors: {
    loadAudit: promiseEffect<AuditFound, AuditWish>('loadAudit'),
    /** Fetches the file and hands it to the reader's disk. */
    exportAudit: promiseEffect<void, AuditWish>('exportAudit'),
  },
  actions: {
    sayExported: sendTo(({ system }) => sibling(system, 'notices'), { type: 'notice.show' as const, notice: { tone: 'success' as const, key: 'audit.export.done' } }),
    sayFailed: sendTo(({ system }) => sibling(system, 'notices'), (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) })),
  },
  guards: {
    isTyped: ({ context, event }) => {
      if (event.type !== 'page.queryChanged') return false;
      const [before, now] = [readAuditQuery(context.query), readAuditQuery(event.query)];
      return before.who !== now.who || before.subject !== now.subject;
    },
  },
  delays: { typingDelay: TYPING_MS },
});

const patchQuery = audit.sendTo(({ system }) => sibling(system, 'navigation'), ({ event }) => {
  assertEvent(event, 'audit.show');
  return { type: 'navigation.query', query: event.query, push: event.push ?? false };
});
const takeQuery = audit.assign(({ event }) => (event.type === 'page.queryChanged' ? { query: event.query } : {}));

export const auditMachine = audit.createMachine({
  id: 'audit',
  context: ({ input }) => ({ query: input.query, total: 0, isMore: false, rows: [], failure: null, entry: null }),
  type: 'parallel',
  on: { 'audit.show': { actions: patchQuery } },
  states: {
    list: {
      initial: 'loading',
      on: {
        'page.queryChanged': [{ guard: 'isTyped', target: '.typing', actions: takeQuery }, { target: '.loading', actions: takeQuery }],
        'audit.reload': '.loading',
        'page.languageChanged': '.loading',
        'page.resumed': '.loading',
      },
      states: {
        typing: { tags: 'loading', after: { typingDelay: 'loading' } },
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadAudit',
            input: ({ context }) => auditWish(context.query),
            onDone: { target: 'ready', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        ready: {},
        failed: {},
      },
    },
    detail: {
      initial: 'closed',
      states: {
        closed: { on: { 'entry.open': { target: 'open', actions: assign({ entry: ({ event }) => event.entry }) } } },
        open: { exit: assign({ entry: null }), on: { 'entry.close': 'closed' } },
      },
    },
    export: {
      initial: 'idle',
      states: {
        idle: { on: { 'export.start': 'exporting' } },
        exporting: {
          tags: 'exporting',
          on: { 'export.cancel': 'idle' },
          invoke: {
            src: 'exportAudit',
            input: ({ context }) => auditWish(context.query),
            onDone: { target: 'idle', actions: 'sayExported' },
            onError: { target: 'idle', actions: { type: 'sayFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) } },
          },
        },
      },
    },
  },
});
