/**
 * What visitors wrote in the contact form, for account administrators: newest first, found by any word, deleted after a question. Page
 * and words stand in the URL: a wish patches the query, and what is read follows from the query that comes back (so Back works).
 *
 *   loading ──▶ ready | failed       any ──inquiries.search──▶ typing ──quiet──▶ (the query changes) ──▶ loading
 *   ready ──inquiry.remove──▶ asking ──yes──▶ removing ──▶ loading
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Inquiry } from '../../../contract/entities/inquiry.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, sibling } from '../app/messages.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';

export const INQUIRIES_PER_PAGE = 20;
/** Somebody who types is not asked for with every letter. */
export const TYPING_MS = 300;

export interface InquiriesWish { page: number; limit: number; text: string }
export interface InquiriesFound { total: number; rows: readonly Inquiry[] }
export interface InquiriesContext extends InquiriesFound {
  page: number;
  /** As typed; `asked` is what was asked for. */
  text: string;
  asked: string;
  failure: Failure | null;
  /** The one that is to be deleted. */
  doomed: Inquiry | null;
}
export type InquiriesEvent =
  | PageEvent
  | { type: 'inquiries.search'; text: string }
  | { type: 'inquiries.turn'; page: number }
  | { type: 'inquiries.refresh' }
  | { type: 'inquiry.remove'; inquiry: Inquiry };

const readQuery = (query: Query): { page: number; text: string; asked: string } => {
  const page = Number(query['page'] ?? 1);
  const text = query['q'] ?? '';
  return { page: Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1, text, asked: text };
};

const inquiries = setup({
  types: { context: {} as InquiriesContext, input: {} as PageInput, events: {} as InquiriesEvent, tags: {} as 'waiting' },
  actors: {
    loadInquiries: promiseEffect<InquiriesFound, InquiriesWish>('loadInquiries'),
    removeInquiry: promiseEffect<unknown, { inquiryId: string }>('removeInquiry'),
    confirm: confirmMachine,
  },
  guards: {
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    /** The last one of a page was deleted: the page is no more. */
    isBeyond: ({ context: { page, total, rows } }) => rows.length === 0 && total > 0 && page > 1,
  },
  delays: { typingDelay: TYPING_MS },
});

const showText = inquiries.sendTo(({ system }) => sibling(system, 'navigation'), ({ context: { text } }) => ({ type: 'navigation.query', query: { q: text.trim(), page: '' } }));
const showPage = inquiries.sendTo(({ system }) => sibling(system, 'navigation'), ({ event }) => {
  assertEvent(event, 'inquiries.turn');
  return { type: 'navigation.query', query: { page: event.page > 1 ? String(event.page) : '' }, push: true };
});
const showFirst = inquiries.sendTo(({ system }) => sibling(system, 'navigation'), { type: 'navigation.query', query: { page: '' } });

export const inquiriesMachine = inquiries.createMachine({
  id: 'inquiries',
  context: ({ input }) => ({ ...readQuery(input.query), total: 0, rows: [], failure: null, doomed: null }),
  initial: 'loading',
  on: {
    'page.queryChanged': { target: '.loading', actions: assign(({ event }) => readQuery(event.query)) },
    'inquiries.search': { target: '.typing', actions: assign({ text: ({ event }) => event.text }) },
    'inquiries.turn': { actions: showPage },
    'inquiries.refresh': '.loading',
  },
  states: {
    typing: { tags: 'waiting', after: { typingDelay: { actions: showText } } },
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadInquiries',
        input: ({ context: { page, asked } }) => ({ page, text: asked, limit: INQUIRIES_PER_PAGE }),
        onDone: { target: 'looking', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    looking: { always: [{ guard: 'isBeyond', target: 'ready', actions: showFirst }, 'ready'] },
    ready: { on: { 'page.resumed': 'loading', 'inquiry.remove': { target: 'asking', actions: assign({ doomed: ({ event }) => event.inquiry }) } } },
    failed: { on: { 'page.resumed': 'loading' } },
    asking: {
      invoke: {
        src: 'confirm', id: 'confirm',
        input: ({ context: { doomed } }) => ({
          titleKey: 'inquiries.remove.title', textKey: 'inquiries.remove.text', acceptKey: 'inquiries.remove.yes', destructive: true, words: { name: doomed?.name ?? '' },
        }),
        onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'removing' }, { target: 'ready', actions: assign({ doomed: null }) }],
      },
    },
    removing: {
      tags: 'waiting',
      invoke: {
        src: 'removeInquiry',
        input: ({ context: { doomed } }) => ({ inquiryId: doomed?.id ?? '' }),
        onDone: { target: 'loading', actions: assign({ doomed: null }) },
        // Another administrator may have deleted it: the list tells.
        onError: {
          target: 'loading',
          actions: [assign({ doomed: null }), sendTo(({ system }) => sibling(system, 'notices'), ({ event }) => ({ type: 'notice.show', notice: errorNotice(failureOf(event.error)) }))],
        },
      },
    },
  },
});
