/**
 * One alarm case: what happened, who was told, and what the user does about it. Parallel regions:
 *
 *   case:   loading ──▶ shown ⇄ refreshing ;  loading ──▶ failed ──case.retry──▶ loading
 *           reloaded when the case changes; a query with another id loads that case
 *   action: idle ──take, release, handOver, answer, resolve, reopen, note──▶ acting ──▶ idle
 *   dialog: closed ──▶ resolving | handing { loading ──▶ choosing } ──▶ closed (also when the action succeeded)
 */
import { assertEvent, assign, raise, sendTo, setup } from 'xstate';
import type { AlarmCase, AlarmNotification, CaseAtPlace, CaseEntry } from '../../../contract/entities/alarmCase.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import type { AlarmMoment } from '../../../contract/rules/alarms.ts';
import type { CaseCause } from '../../../contract/rules/alarmCase.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { noticeActions } from '../factories/noticeActions.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface ShownPicture {
  fileId: string;
  moment: AlarmMoment;
  at: number;
  /** Address for an `<img>`. */
  url: string;
}
export interface CaseDetails {
  case: AlarmCase;
  entries: readonly CaseEntry[];
  notifications: readonly AlarmNotification[];
  pictures: readonly ShownPicture[];
  atPlace: readonly CaseAtPlace[];
  /** The floor on which it was raised; null without a place, or if the map is gone. */
  map: IndoorMap | null;
}
export interface CasePerson {
  id: string;
  name: string;
  online: boolean;
}
export type CaseTask =
  | { type: 'take' }
  | { type: 'release' }
  | { type: 'reopen' }
  | { type: 'handOver'; to: string }
  | { type: 'answer'; accept: boolean }
  | { type: 'resolve'; cause: CaseCause; note: string }
  | { type: 'note'; text: string };

export interface AlarmCaseContext {
  caseId: string;
  userId: string;
  details: CaseDetails | null;
  failure: Failure | null;
  /** The task that is being carried out. */
  task: CaseTask | null;
  /** The resolve dialog. */
  cause: CaseCause | null;
  note: string;
  /** The text under the history. */
  typed: string;
  people: readonly CasePerson[];
  peopleFailure: Failure | null;
  /** Share of the picture that shows the view before the alarm, per cent. */
  before: number;
}
export type AlarmCaseEvent =
  | PageEvent
  | { type: 'case.retry' }
  | { type: 'case.do'; task: CaseTask }
  | { type: 'case.show'; caseId: string }
  | { type: 'resolve.open' }
  | { type: 'resolve.cause'; cause: CaseCause }
  | { type: 'resolve.note'; note: string }
  | { type: 'handOver.open' }
  | { type: 'handOver.retry' }
  | { type: 'dialog.close' }
  | { type: 'note.type'; text: string }
  | { type: 'before.set'; share: number }
  /** Raised by this machine itself. */
  | { type: 'action.done' };

const COLLECT_MS = 300;
const RETRY_MS = 5_000;

const alarmCase = setup({
  types: {
    context: {} as AlarmCaseContext,
    input: {} as PageInput,
    events: {} as AlarmCaseEvent,
    tags: {} as 'acting' | 'peopleLoading',
  },
  actors: {
    loadCase: promiseEffect<CaseDetails, { caseId: string }>('loadCase'),
    loadPeople: promiseEffect<readonly CasePerson[], { caseId: string }>('loadPeople'),
    act: promiseEffect<AlarmCase | null, { caseId: string; task: CaseTask }>('act'),
  },
  actions: {
    ...noticeActions<AlarmCaseContext, AlarmCaseEvent>(),
    goToCase: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { caseId }: { caseId: string }) => ({ type: 'navigation.query' as const, query: { id: caseId }, push: true }),
    ),
    /** The bell and the banner follow at once. */
    reloadAlarms: sendTo(({ system }) => systemActor(system, 'alarms'), { type: 'alarms.reload' as const }),
    assignDetails: assign((_, { details }: { details: CaseDetails }) => ({ details, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    clear: assign({ details: null, failure: null, cause: null, note: '', typed: '', people: [], before: 50 }),
  },
  guards: {
    isThisCase: ({ context }, { notice }: { notice: { type: string; caseId?: string } }) =>
      notice.type === 'alarmChanged' && notice.caseId === context.caseId,
    isOtherCase: ({ context }, { query }: { query: Readonly<Record<string, string>> }) =>
      (query['id'] ?? '') !== context.caseId,
    isNote: ({ context }) => context.task?.type === 'note',
  },
  delays: { collect: COLLECT_MS, retry: RETRY_MS },
});

const caseId = ({ context }: { context: AlarmCaseContext }) => ({ caseId: context.caseId });
const assignQuery = alarmCase.assign(({ event }) => {
  assertEvent(event, 'page.queryChanged');
  return { caseId: event.query['id'] ?? '' };
});
/** The reply of an action shows at once; the history follows with the reload. */
const assignAnswer = (changed: AlarmCase | null, details: CaseDetails | null): CaseDetails | null =>
  changed && details ? { ...details, case: changed } : details;

export const alarmCaseMachine = alarmCase.createMachine({
  id: 'alarmCase',
  context: ({ input }) => ({
    caseId: input.query['id'] ?? '',
    userId: input.user?.id ?? '',
    details: null,
    failure: null,
    task: null,
    cause: null,
    note: '',
    typed: '',
    people: [],
    peopleFailure: null,
    before: 50,
  }),
  type: 'parallel',
  on: {
    'case.show': { actions: { type: 'goToCase', params: ({ event }) => event } },
    'note.type': { actions: assign({ typed: ({ event }) => event.text }) },
    'before.set': { actions: assign({ before: ({ event }) => event.share }) },
  },
  states: {
    case: {
      initial: 'loading',
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherCase', params: ({ event }) => event },
          target: '.loading',
          actions: ['clear', assignQuery],
        },
      },
      states: {
        loading: {
          invoke: {
            src: 'loadCase',
            input: caseId,
            onDone: {
              target: 'shown',
              actions: { type: 'assignDetails', params: ({ event }) => ({ details: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'assignFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
        failed: { on: { 'case.retry': 'loading', 'page.resumed': 'loading', 'page.languageChanged': 'loading' } },
        shown: {
          on: {
            'page.noticed': {
              guard: { type: 'isThisCase', params: ({ event }) => event as { notice: { type: string } } },
              target: 'collecting',
            },
            'page.resumed': 'refreshing',
            'page.languageChanged': 'refreshing',
            'action.done': 'refreshing',
          },
        },
        collecting: { after: { collect: 'refreshing' }, on: { 'action.done': 'refreshing' } },
        refreshing: {
          on: {
            'page.noticed': {
              guard: { type: 'isThisCase', params: ({ event }) => event as { notice: { type: string } } },
              target: 'collecting',
            },
            'action.done': { target: 'refreshing', reenter: true },
          },
          invoke: {
            src: 'loadCase',
            input: caseId,
            onDone: {
              target: 'shown',
              actions: { type: 'assignDetails', params: ({ event }) => ({ details: event.output }) },
            },
            // What is shown stays, and is loaded again.
            onError: 'pausing',
          },
        },
        pausing: { after: { retry: 'refreshing' }, on: { 'page.resumed': 'refreshing', 'action.done': 'refreshing' } },
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: { on: { 'case.do': { target: 'acting', actions: assign({ task: ({ event }) => event.task }) } } },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'act',
            input: ({ context }) => ({ caseId: context.caseId, task: context.task ?? { type: 'take' } }),
            onDone: [
              {
                guard: 'isNote',
                target: 'idle',
                actions: [assign({ typed: '', task: null }), raise({ type: 'action.done' })],
              },
              {
                target: 'idle',
                actions: [
                  assign({
                    details: ({ context, event }) => assignAnswer(event.output, context.details),
                    task: null,
                    cause: null,
                    note: '',
                  }),
                  raise({ type: 'action.done' }),
                  'reloadAlarms',
                ],
              },
            ],
            onError: {
              target: 'idle',
              actions: [
                assign({ task: null }),
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                // Somebody else may have been first: the page shows who.
                raise({ type: 'action.done' }),
              ],
            },
          },
        },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: { on: { 'resolve.open': 'resolving', 'handOver.open': 'handing' } },
        resolving: {
          on: {
            'resolve.cause': { actions: assign({ cause: ({ event }) => event.cause }) },
            'resolve.note': { actions: assign({ note: ({ event }) => event.note }) },
            'dialog.close': 'closed',
            'action.done': 'closed',
            'page.queryChanged': 'closed',
          },
        },
        handing: {
          on: { 'dialog.close': 'closed', 'action.done': 'closed', 'page.queryChanged': 'closed' },
          initial: 'loading',
          states: {
            loading: {
              tags: 'peopleLoading',
              invoke: {
                src: 'loadPeople',
                input: caseId,
                onDone: {
                  target: 'choosing',
                  actions: assign({ people: ({ event }) => event.output, peopleFailure: null }),
                },
                onError: {
                  target: 'choosing',
                  actions: assign({ people: [], peopleFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            choosing: { on: { 'handOver.retry': 'loading' } },
          },
        },
      },
    },
  },
});
