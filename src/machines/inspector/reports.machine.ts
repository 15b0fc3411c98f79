/**
 * Problem reports that users sent to the server, for account administrators: a page of them, search by their text,
 * deletion after a confirmation.
 *
 *   loading ──▶ ready ──search──▶ typing ──quiet──▶ loading        ready ──report.remove──▶ asking ──▶ removing ──▶ loading
 *      └──▶ failed ──retry──▶ loading
 */
import { assertEvent, assign, setup } from 'xstate';
import type { ProblemReport } from '../../../contract/entities/problemReport.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export const REPORTS_PER_PAGE = 10;
/** Debounce for search input, ms. */
export const TYPING_MS = 300;

export interface ReportsRequest {
  page: number;
  limit: number;
  text: string;
}
export interface ReportsResult {
  total: number;
  rows: readonly ProblemReport[];
}
export interface ReportsContext extends ReportsResult {
  page: number;
  text: string;
  failure: Failure | null;
  /** The report to delete. */
  asked: ProblemReport | null;
}
export type ReportsEvent =
  | { type: 'reports.search'; text: string }
  | { type: 'reports.turn'; page: number }
  | { type: 'reports.retry' }
  | { type: 'report.remove'; report: ProblemReport };

const reports = setup({
  types: { context: {} as ReportsContext, events: {} as ReportsEvent, tags: {} as 'waiting' | 'removing' },
  actors: {
    loadReports: promiseEffect<ReportsResult, ReportsRequest>('loadReports'),
    removeReport: promiseEffect<unknown, { reportId: string }>('removeReport'),
    confirm: confirmMachine,
  },
  guards: {
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    /** The page is empty because its last row was deleted. */
    isBeyond: ({ context: { page, total, rows } }) => rows.length === 0 && total > 0 && page > 1,
  },
  delays: { typingDelay: TYPING_MS },
});

const noteText = reports.assign(({ event }) => {
  assertEvent(event, 'reports.search');
  return { text: event.text, page: 1 };
});

export const reportsMachine = reports.createMachine({
  id: 'reports',
  context: { page: 1, text: '', total: 0, rows: [], failure: null, asked: null },
  initial: 'loading',
  on: {
    'reports.search': { target: '.typing', actions: noteText },
    'reports.turn': { target: '.loading', actions: assign({ page: ({ event }) => event.page }) },
  },
  states: {
    typing: { tags: 'waiting', after: { typingDelay: 'loading' } },
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadReports',
        input: ({ context: { page, text } }) => ({ page, text, limit: REPORTS_PER_PAGE }),
        onDone: { target: 'looking', actions: assign(({ event: { output } }) => ({ ...output, failure: null })) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    looking: { always: [{ guard: 'isBeyond', target: 'loading', actions: assign({ page: 1 }) }, 'ready'] },
    ready: { on: { 'report.remove': { target: 'asking', actions: assign({ asked: ({ event }) => event.report }) } } },
    failed: { on: { 'reports.retry': 'loading' } },
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: ({ context: { asked } }) => ({
          titleKey: 'inspector.reports.removeTitle',
          textKey: 'inspector.reports.removeText',
          acceptKey: 'inspector.reports.removeYes',
          destructive: true,
          words: { sentence: asked?.sentence ?? '' },
        }),
        onDone: [
          { guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'removing' },
          { target: 'ready', actions: assign({ asked: null }) },
        ],
      },
    },
    removing: {
      tags: ['waiting', 'removing'],
      invoke: {
        src: 'removeReport',
        input: ({ context: { asked } }) => ({ reportId: asked?.id ?? '' }),
        onDone: { target: 'loading', actions: assign({ asked: null }) },
        onError: { target: 'failed', actions: assign({ asked: null, failure: ({ event }) => failureOf(event.error) }) },
      },
    },
  },
});
