/**
 * What needs the user now, on the go: deliveries and the next runs. Unresolved alarm cases belong to the alarms machine,
 * silent robots to the fleet. Parallel regions:
 *
 *   board:  loading ──▶ shown ──changed, 10 s, today.reload──▶ refreshing ──▶ shown ;  loading ──▶ failed ──▶ loading
 *   runs:   loading ──▶ shown ──60 s, today.reload──▶ loading ;  loading ──▶ failed ──60 s──▶ loading
 *   action: idle ──delivery.act──▶ acting ──▶ idle, with its answer in the row
 */
import type { TimetableRun } from '../../../contract/entities/schedule.ts';
import { assign, raise, sendTo, setup } from 'xstate';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface TodayBoard {
  /** The server's time, ms. */
  time: number;
  rows: readonly Delivery[];
}
/** A scheduled run of the next hours. */
export interface NextRun {
  timeZone: string;
  siteId: string;
  name: string;
  robotName: string;
  run: TimetableRun;
}
export interface NextRuns {
  /** The server's time, ms: the oldest one of the sites. */
  time: number;
  /** Of the next hours. */
  rows: readonly NextRun[];
  /** Runs of today that do not take place, or did not: paused, an exception, not started. */
  skipped?: readonly NextRun[];
  /** Runs that have begun. */
  underWay?: readonly NextRun[];
  /** The very next one of today and tomorrow; null without any. */
  next: NextRun | null;
}
export type TodayAct = 'resendCode' | 'sendBack' | 'moreTime' | 'acknowledge';
export interface TodayTask {
  deliveryId: string;
  act: TodayAct;
}
/** How the last act on a delivery ended. */
export interface TodayAnswer {
  act: TodayAct;
  failure: Failure | null;
}
export interface TodayContext {
  board: TodayBoard | null;
  failure: Failure | null;
  /** null before they were loaded. */
  nextRuns: NextRuns | null;
  task: TodayTask | null;
  /** By id of the delivery. */
  answers: Readonly<Record<string, TodayAnswer>>;
}
export type TodayEvent =
  | PageEvent
  | { type: 'today.reload' }
  | { type: 'page.go'; to: string }
  | { type: 'case.take'; caseId: string }
  | { type: 'delivery.act'; task: TodayTask };

const REFRESH_MS = 10_000;
const COLLECT_MS = 500;
const RUNS_MS = 60_000;

const today = setup({
  types: {
    context: {} as TodayContext,
    input: {} as PageInput,
    events: {} as TodayEvent,
    tags: {} as 'acting' | 'reading' | 'withoutRuns',
  },
  actors: {
    loadBoard: promiseEffect<TodayBoard>('loadBoard'),
    loadRuns: promiseEffect<NextRuns>('loadRuns'),
    act: promiseEffect<Delivery, TodayTask>('act'),
  },
  actions: {
    assignBoard: assign((_, { board }: { board: TodayBoard }) => ({ board, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    assignAnswer: assign(
      (
        { context: { answers, task, board } },
        { changed, failure }: { changed: Delivery | null; failure: Failure | null },
      ) => ({
        answers: task ? { ...answers, [task.deliveryId]: { act: task.act, failure } } : answers,
        board:
          board && changed
            ? { ...board, rows: board.rows.map((row) => (row.id === changed.id ? changed : row)) }
            : board,
        task: null,
      }),
    ),
    go: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.go' as const, to }),
    ),
    takeCase: sendTo(
      ({ system }) => systemActor(system, 'alarms'),
      (_, { caseId }: { caseId: string }) => ({ type: 'alarm.take' as const, caseId }),
    ),
    reload: raise({ type: 'today.reload' as const }),
  },
  guards: {
    isDelivery: (_, { notice }: { notice: { type: string } }) => notice.type === 'deliveryChanged',
  },
  delays: { refresh: REFRESH_MS, collect: COLLECT_MS, runs: RUNS_MS },
});
const noticed = {
  guard: { type: 'isDelivery', params: ({ event }: { event: { notice: { type: string } } }) => event },
  target: 'collecting',
} as const;

export const todayMachine = today.createMachine({
  id: 'today',
  context: { board: null, failure: null, nextRuns: null, task: null, answers: {} },
  type: 'parallel',
  on: {
    'page.go': { actions: { type: 'go', params: ({ event }) => event } },
    'case.take': { actions: { type: 'takeCase', params: ({ event }) => event } },
  },
  states: {
    board: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'reading',
          invoke: {
            src: 'loadBoard',
            onDone: {
              target: 'shown',
              actions: { type: 'assignBoard', params: ({ event }) => ({ board: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'assignFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
        failed: {
          on: { 'today.reload': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' },
          after: { refresh: 'loading' },
        },
        shown: {
          on: {
            'page.noticed': noticed,
            'today.reload': 'refreshing',
            'page.resumed': 'refreshing',
            'page.languageChanged': 'refreshing',
          },
          after: { refresh: 'refreshing' },
        },
        collecting: { on: { 'today.reload': 'refreshing' }, after: { collect: 'refreshing' } },
        refreshing: {
          tags: 'reading',
          on: { 'page.noticed': noticed },
          invoke: {
            src: 'loadBoard',
            onDone: {
              target: 'shown',
              actions: { type: 'assignBoard', params: ({ event }) => ({ board: event.output }) },
            },
            // What is shown stays, with its age.
            onError: {
              target: 'shown',
              actions: { type: 'assignFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    runs: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadRuns',
            onDone: { target: 'shown', actions: assign({ nextRuns: ({ event }) => event.output }) },
            // What is shown stays, with its age.
            onError: 'failed',
          },
        },
        shown: {
          on: { 'today.reload': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' },
          after: { runs: 'loading' },
        },
        failed: {
          tags: 'withoutRuns',
          on: { 'today.reload': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' },
          after: { runs: 'loading' },
        },
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: { on: { 'delivery.act': { target: 'acting', actions: assign({ task: ({ event }) => event.task }) } } },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'act',
            // The task is set on the only way into this state.
            input: ({ context: { task } }) => task ?? { deliveryId: '', act: 'acknowledge' },
            onDone: {
              target: 'idle',
              actions: [
                { type: 'assignAnswer', params: ({ event }) => ({ changed: event.output, failure: null }) },
                'reload',
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                {
                  type: 'assignAnswer',
                  params: ({ event }) => ({ changed: null, failure: failureOf(event.error) }),
                },
                'reload',
              ],
            },
          },
        },
      },
    },
  },
});
