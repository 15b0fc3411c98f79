/**
 * Conformance of one robot's messages to VDA 5050. Parallel regions:
 *
 *   report: asking ⇄ shown (every POLL_MS, only while the page is visible);  asking ──no answer──▶ lost ──▶ asking
 *   act:    idle ──finding.accept | accepted.withdraw──▶ acting ──▶ idle
 *   test:   none ──test.start──▶ open (child `testOrder`) ──test.close──▶ none
 *
 * While the log is paused, it shows the messages up to the pause and counts the newer ones.
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { ConformanceReport, LoggedMessage } from '../../../contract/entities/conformance.ts';
import type { AcceptKind, AcceptRule } from '../../../contract/rules/conformance/accept.ts';
import type { LogTopic } from '../../../contract/rules/conformance/kinds.ts';
import { REQUEST_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { errorNotice, type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { filterLog, foldLog, type LogFilter, mergeLog } from './messageLog.ts';
import { testOrderMachine } from './testOrder.machine.ts';

export const POLL_MS = 1_000;
const LOST_RETRY_MS = 3_000;

export interface ReportRequest {
  serialNumber: string;
  after: number;
  source: string;
}
export type RuleTask =
  | ({ what: 'accept'; serialNumber: string } & AcceptRule)
  | { what: 'withdraw'; serialNumber: string; kind: AcceptKind; value: string };
export type PayloadView = 'json' | 'changes';

export interface ConformanceContext {
  serialNumber: string;
  report: Omit<ConformanceReport, 'log'> | null;
  /** Oldest first. */
  log: readonly LoggedMessage[];
  /** Why the last request failed. */
  failure: Failure | null;
  filter: LogFilter;
  topic: LogTopic | '';
  text: string;
  /** The newest message at the pause; null: not paused. */
  pausedAt: number | null;
  /** The message that is shown; null: none. */
  selected: number | null;
  view: PayloadView;
  /** The finding that is open; '' for none. */
  open: string;
  /** The meaning that is chosen for a finding, by the finding's id. */
  meanings: Readonly<Record<string, string>>;
  /** The newest message of each run that is shown in full. */
  unfolded: readonly number[];
  task: RuleTask | null;
}
export type ConformanceEvent =
  | PageEvent
  | { type: 'report.retry' }
  | { type: 'finding.open'; id: string }
  /** Where a value can mean several things. */
  | { type: 'finding.choose'; id: string; meaning: string }
  | ({ type: 'finding.accept' } & AcceptRule)
  | { type: 'accepted.withdraw'; kind: AcceptKind; value: string }
  | { type: 'log.filter'; filter: LogFilter }
  | { type: 'log.topic'; topic: LogTopic | '' }
  | { type: 'log.search'; text: string }
  | { type: 'log.pause' }
  | { type: 'log.resume' }
  | { type: 'log.unfold'; seq: number }
  | { type: 'log.download' }
  /** null closes it. */
  | { type: 'message.select'; seq: number | null }
  /** The next older (1) or newer (-1) message in the list. */
  | { type: 'message.step'; by: 1 | -1 }
  | { type: 'message.view'; view: PayloadView }
  | { type: 'test.start' }
  | { type: 'test.cancel' }
  | { type: 'test.close' }
  /** `at`: the server's clock, ms. */
  | { type: 'stop.press'; at: number };

const machine = setup({
  types: {
    context: {} as ConformanceContext,
    input: {} as PageInput,
    events: {} as ConformanceEvent,
    tags: {} as 'acting' | 'lost' | 'testing',
    children: {} as { testOrder: 'testOrder' },
  },
  actors: {
    /** Waits until the page is visible. */
    loadReport: promiseEffect<ConformanceReport, ReportRequest>('loadReport'),
    changeRule: promiseEffect<null, RuleTask>('changeRule'),
    testOrder: testOrderMachine,
  },
  actions: {
    assignReport: assign(({ context }, { answer: { log, ...report } }: { answer: ConformanceReport }) => {
      const fresh = context.report?.source !== report.source;
      return {
        report,
        log: mergeLog(context.log, log, fresh),
        failure: null,
        ...(fresh && context.report ? { pausedAt: null, selected: null, unfolded: [] } : {}),
      };
    }),
    saveLog: effect<{ serialNumber: string; log: readonly LoggedMessage[] }>('saveLog'),
  },
  guards: {
    isUnknown: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.robotUnknown, ERRORS.notAllowed, ERRORS.fieldInvalid),
  },
  delays: { poll: POLL_MS, lostDelay: LOST_RETRY_MS, patience: REQUEST_PATIENCE_MS },
});

/** What the list shows: up to the pause, filtered, newest first. */
export const shownLog = ({ log, pausedAt, filter, topic, text }: ConformanceContext): LoggedMessage[] =>
  filterLog(pausedAt === null ? log : log.filter(({ seq }) => seq <= pausedAt), { filter, topic, text });

const askStop = machine.sendTo(
  ({ system }) => systemActor(system, 'pendingStops'),
  ({ context: { serialNumber }, event }) => {
    assertEvent(event, 'stop.press');
    return { type: 'stop.ask', serialNumber, at: event.at };
  },
);
const stepMessage = machine.assign(({ context, event }) => {
  assertEvent(event, 'message.step');
  const rows = foldLog(shownLog(context), context.unfolded).flatMap((row) =>
    row.kind === 'message' ? [row.message.seq] : [],
  );
  const at = context.selected === null ? -1 : rows.indexOf(context.selected);
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + event.by, 0), rows.length - 1)];
  return { selected: next ?? context.selected };
});

export const conformanceMachine = machine.createMachine({
  id: 'conformance',
  context: ({ input }) => ({
    serialNumber: input.query['serialNumber'] ?? input.serialNumber,
    report: null,
    log: [],
    failure: null,
    filter: 'noVisualization',
    topic: '',
    text: '',
    pausedAt: null,
    selected: null,
    view: 'json',
    open: '',
    meanings: {},
    unfolded: [],
    task: null,
  }),
  type: 'parallel',
  on: {
    'finding.open': {
      actions: assign({ open: ({ context, event }) => (context.open === event.id ? '' : event.id) }),
    },
    'finding.choose': {
      actions: assign({ meanings: ({ context, event }) => ({ ...context.meanings, [event.id]: event.meaning }) }),
    },
    'log.filter': { actions: assign({ filter: ({ event }) => event.filter, unfolded: [] }) },
    'log.topic': {
      actions: assign({
        topic: ({ context, event }) => (context.topic === event.topic ? '' : event.topic),
        // A topic that the filter leaves out would show nothing.
        filter: ({ context, event }) => (event.topic === '' ? context.filter : 'all'),
      }),
    },
    'log.search': { actions: assign({ text: ({ event }) => event.text }) },
    'log.pause': { actions: assign({ pausedAt: ({ context }) => context.log.at(-1)?.seq ?? 0 }) },
    'log.resume': { actions: assign({ pausedAt: null }) },
    'log.unfold': { actions: assign({ unfolded: ({ context, event }) => [...context.unfolded, event.seq] }) },
    'log.download': {
      actions: {
        type: 'saveLog',
        params: ({ context: { serialNumber, log } }) => ({ serialNumber, log }),
      },
    },
    'message.select': { actions: assign({ selected: ({ event }) => event.seq }) },
    'message.step': { actions: stepMessage },
    'message.view': { actions: assign({ view: ({ event }) => event.view }) },
    'page.languageChanged': { actions: raise({ type: 'report.retry' }) },
    'page.resumed': { actions: raise({ type: 'report.retry' }) },
  },
  states: {
    report: {
      initial: 'asking',
      on: { 'report.retry': '.asking' },
      states: {
        asking: {
          invoke: {
            src: 'loadReport',
            input: ({ context: { serialNumber, log, report } }) => ({
              serialNumber,
              after: log.at(-1)?.seq ?? 0,
              source: report?.source ?? '',
            }),
            onDone: {
              target: 'shown',
              actions: { type: 'assignReport', params: ({ event }) => ({ answer: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isUnknown', params: ({ event }) => event },
                target: 'refused',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
              { target: 'lost', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
        shown: { after: { poll: 'asking' } },
        lost: { tags: 'lost', after: { lostDelay: 'asking' } },
        refused: {},
      },
    },
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'finding.accept': {
              target: 'acting',
              actions: assign({
                task: ({ context: { serialNumber }, event: { kind, value, meaning } }) => ({
                  what: 'accept',
                  serialNumber,
                  kind,
                  value,
                  meaning,
                }),
              }),
            },
            'accepted.withdraw': {
              target: 'acting',
              actions: assign({
                task: ({ context: { serialNumber }, event: { kind, value } }) => ({
                  what: 'withdraw',
                  serialNumber,
                  kind,
                  value,
                }),
              }),
            },
          },
        },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'changeRule',
            input: ({ context }) => context.task as RuleTask, // set on the way here
            onDone: { target: 'idle', actions: [assign({ task: null, open: '' }), raise({ type: 'report.retry' })] },
            onError: {
              target: 'idle',
              actions: [
                assign({ task: null }),
                sendTo(
                  ({ system }) => systemActor(system, 'notices'),
                  ({ event }) => ({ type: 'notice.show', notice: errorNotice(failureOf(event.error)) }),
                ),
              ],
            },
          },
          after: {
            patience: {
              target: 'idle',
              actions: [
                assign({ task: null }),
                sendTo(
                  ({ system }) => systemActor(system, 'notices'),
                  () => ({ type: 'notice.show', notice: errorNotice(failure(ERRORS.requestTimedOut)) }),
                ),
              ],
            },
          },
        },
      },
    },
    test: {
      initial: 'none',
      states: {
        none: { on: { 'test.start': 'open', 'stop.press': { actions: askStop } } },
        open: {
          tags: 'testing',
          invoke: {
            src: 'testOrder',
            id: 'testOrder',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
          },
          on: {
            'test.start': { target: 'open', reenter: true },
            'test.cancel': { actions: sendTo('testOrder', { type: 'test.cancel' }) },
            // The Stop goes first. A test that runs must not resume what a person has stopped.
            'stop.press': { actions: [askStop, sendTo('testOrder', { type: 'test.stopped' })] },
            'test.close': 'none',
          },
        },
      },
    },
  },
});
