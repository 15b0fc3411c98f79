/**
 * Reporting a problem (design 10): what has been recorded until now is held still, the person says in a sentence what went wrong, sees
 * what would leave, and saves it as a file or sends it to the server.
 *
 *   surveying ──▶ writing ⇄ saving, sending      surveying ──error──▶ failed ──retry──▶ surveying
 *                    └──report.close──▶ closed
 */
import { assertEvent, assign, setup } from 'xstate';
import { SENTENCE_MAX } from '../../../contract/rules/limits.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

/** What the file would hold. The recording itself is on the shelf under REPORT_KEY (machines/live.ts). */
export interface Survey {
  /** The server's clock, ms. */
  since: number;
  until: number;
  steps: number;
  machines: number;
  /** Of the file. */
  bytes: number;
}
/** Under which the recording held still is found. */
export const REPORT_KEY = 'report';

export interface ReportInput {
  /** Whether somebody is signed in, who alone may send. */
  maySend: boolean;
}
export interface ReportContext extends ReportInput {
  survey: Survey | null;
  sentence: string;
  /** Whether every value that would leave is shown. */
  isOpen: boolean;
  /** The name it was saved under; empty before. */
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
    /** Holds still what is recorded now. */
    survey: promiseEffect<Survey>('survey'),
    /** Answers the file's name. */
    save: promiseEffect<string, { sentence: string }>('save'),
    send: promiseEffect<void, { sentence: string }>('send'),
  },
  guards: {
    hasSentence: ({ context }) => context.sentence.trim() !== '',
    canSend: ({ context }) => context.sentence.trim() !== '' && context.maySend && !context.isSent,
  },
});

const takeSentence = report.assign(({ event }) => {
  assertEvent(event, 'sentence.change');
  return { sentence: event.sentence.slice(0, SENTENCE_MAX), isSent: false, savedAs: '' };
});
const what = ({ context }: { context: ReportContext }) => ({ sentence: context.sentence.trim() });
const takeFailure = assign<ReportContext, { type: string; error: unknown }, undefined, ReportEvent, never>({
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
      on: { 'sentence.change': { actions: takeSentence } },
      invoke: {
        src: 'survey',
        onDone: { target: 'writing', actions: assign({ survey: ({ event }) => event.output, failure: null }) },
        onError: { target: 'failed', actions: takeFailure },
      },
    },
    failed: { on: { 'report.retry': 'surveying', 'sentence.change': { actions: takeSentence } } },
    writing: {
      on: {
        'sentence.change': { actions: takeSentence },
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
        onError: { target: 'writing', actions: takeFailure },
      },
    },
    sending: {
      tags: 'sending',
      entry: assign({ failure: null }),
      invoke: {
        src: 'send',
        input: what,
        onDone: { target: 'writing', actions: assign({ isSent: true }) },
        onError: { target: 'writing', actions: takeFailure },
      },
    },
    closed: { type: 'final' },
  },
});
