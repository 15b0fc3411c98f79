/**
 * Problem report (design 10): freezes the recording so far; the user describes the problem in a sentence, reviews the
 * data to be shared, and saves it as a file or sends it to the server.
 *
 *   surveying ──▶ writing ⇄ saving, sending      surveying ──error──▶ failed ──retry──▶ surveying
 *                    └──report.close──▶ closed
 */
import { assertEvent, assign, setup } from 'xstate';
import { SENTENCE_MAX } from '../../../contract/rules/limits.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

/** Summary of the file's content. The recording itself is stored under REPORT_KEY (machines/live.ts). */
export interface Survey {
  /** Server clock, ms. */
  since: number;
  until: number;
  steps: number;
  machines: number;
  /** Size of the file. */
  bytes: number;
}
/** The key of the frozen recording. */
export const REPORT_KEY = 'report';

export interface ReportInput {
  /** Whether the user is signed in; only signed-in users can send. */
  maySend: boolean;
}
export interface ReportContext extends ReportInput {
  survey: Survey | null;
  sentence: string;
  /** Whether all values to be shared are shown. */
  isOpen: boolean;
  /** The name of the saved file; empty before. */
  savedAs: string;
  isSent: boolean;
  failure: Failure | null;
}
export type ReportEvent =
  | { type: 'sentence.change'; sentence: string }
  | { type: 'contents.toggle' }
  | { type: 'report.save' }
  | { type: 'report.send' }
  | { type: 'report.retry' }
  | { type: 'report.close' };

const report = setup({
  types: {
    context: {} as ReportContext,
    input: {} as ReportInput,
    events: {} as ReportEvent,
    tags: {} as 'surveying' | 'saving' | 'sending',
  },
  actors: {
    /** Freezes the current recording. */
    survey: promiseEffect<Survey>('survey'),
    /** Returns the file name. */
    save: promiseEffect<string, { sentence: string }>('save'),
    send: promiseEffect<void, { sentence: string }>('send'),
  },
  guards: {
    hasSentence: ({ context }) => context.sentence.trim() !== '',
    canSend: ({ context }) => context.sentence.trim() !== '' && context.maySend && !context.isSent,
  },
});

const assignSentence = report.assign(({ event }) => {
  assertEvent(event, 'sentence.change');
  return { sentence: event.sentence.slice(0, SENTENCE_MAX), isSent: false, savedAs: '' };
});
const what = ({ context }: { context: ReportContext }) => ({ sentence: context.sentence.trim() });
const assignFailure = assign<ReportContext, { type: string; error: unknown }, undefined, ReportEvent, never>({
  failure: ({ event }) => failureOf(event.error),
});

export const reportMachine = report.createMachine({
  id: 'report',
  context: ({ input }) => ({
    ...input,
    survey: null,
    sentence: '',
    isOpen: false,
    savedAs: '',
    isSent: false,
    failure: null,
  }),
  initial: 'surveying',
  on: { 'report.close': '.closed' },
  states: {
    surveying: {
      tags: 'surveying',
      on: { 'sentence.change': { actions: assignSentence } },
      invoke: {
        src: 'survey',
        onDone: { target: 'writing', actions: assign({ survey: ({ event }) => event.output, failure: null }) },
        onError: { target: 'failed', actions: assignFailure },
      },
    },
    failed: { on: { 'report.retry': 'surveying', 'sentence.change': { actions: assignSentence } } },
    writing: {
      on: {
        'sentence.change': { actions: assignSentence },
        'contents.toggle': { actions: assign({ isOpen: ({ context }) => !context.isOpen }) },
        'report.save': { guard: 'hasSentence', target: 'saving' },
        'report.send': { guard: 'canSend', target: 'sending' },
      },
    },
    saving: {
      tags: 'saving',
      entry: assign({ failure: null }),
      invoke: {
        src: 'save',
        input: what,
        onDone: { target: 'writing', actions: assign({ savedAs: ({ event }) => event.output }) },
        onError: { target: 'writing', actions: assignFailure },
      },
    },
    sending: {
      tags: 'sending',
      entry: assign({ failure: null }),
      invoke: {
        src: 'send',
        input: what,
        onDone: { target: 'writing', actions: assign({ isSent: true }) },
        onError: { target: 'writing', actions: assignFailure },
      },
    },
    closed: { type: 'final' },
  },
});
