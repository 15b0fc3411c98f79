/**
 * The outbox, for account administrators: what was written to people, newest first, found by target. Page and target stand in the URL: a
 * wish patches the query, and what is read follows from the query that comes back (so Back works).
 *
 *   loading ──▶ ready | failed        any ──outbox.search──▶ typing ──quiet──▶ (the query changes) ──▶ loading
 *   ready, failed ──outbox.refresh──▶ loading
 */
import { assertEvent, assign, setup } from 'xstate';
import type { OutboxMessage } from '../../../contract/entities/message.ts';
import { type PageEvent, type PageInput, type Query, sibling } from '../app/messages.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';

export const MESSAGES_PER_PAGE = 20;
/** Somebody who types is not asked for with every letter. */
export const TYPING_MS = 300;

export interface OutboxWish { page: number; limit: number; text: string }
export interface OutboxFound { total: number; rows: readonly OutboxMessage[] }
export interface OutboxContext extends OutboxFound {
  page: number;
  /** As typed; `asked` is what was asked for. */
  text: string;
  asked: string;
  failure: Failure | null;
}
export type OutboxEvent =
  | PageEvent
  | { type: 'outbox.search'; text: string }
  | { type: 'outbox.turn'; page: number }
  | { type: 'outbox.refresh' };

const readQuery = (query: Query): { page: number; text: string; asked: string } => {
  const page = Number(query['page'] ?? 1);
  const text = query['q'] ?? '';
  return { page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, text, asked: text };
};

const outbox = setup({
  types: { context: {} as OutboxContext, input: {} as PageInput, events: {} as OutboxEvent, tags: {} as 'waiting' },
  actors: { loadMessages: promiseEffect<OutboxFound, OutboxWish>('loadMessages') },
  delays: { typingDelay: TYPING_MS },
});

const showText = outbox.sendTo(({ system }) => sibling(system, 'navigation'), ({ context: { text } }) => ({ type: 'navigation.query', query: { q: text.trim(), page: '' } }));
const showPage = outbox.sendTo(({ system }) => sibling(system, 'navigation'), ({ event }) => {
  assertEvent(event, 'outbox.turn');
  return { type: 'navigation.query', query: { page: event.page > 1 ? String(event.page) : '' }, push: true };
});

export const outboxMachine = outbox.createMachine({
  id: 'outbox',
  context: ({ input }) => ({ ...readQuery(input.query), total: 0, rows: [], failure: null }),
  initial: 'loading',
  on: {
    'page.queryChanged': { target: '.loading', actions: assign(({ event }) => readQuery(event.query)) },
    'outbox.search': { target: '.typing', actions: assign({ text: ({ event }) => event.text }) },
    'outbox.turn': { actions: showPage },
    'outbox.refresh': '.loading',
  },
  states: {
    typing: { tags: 'waiting', after: { typingDelay: { actions: showText } } },
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadMessages',
        input: ({ context: { page, asked } }) => ({ page, text: asked, limit: MESSAGES_PER_PAGE }),
        onDone: { target: 'ready', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    ready: { on: { 'page.resumed': 'loading' } },
    failed: { on: { 'page.resumed': 'loading' } },
  },
});
