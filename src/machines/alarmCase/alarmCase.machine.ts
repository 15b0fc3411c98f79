/**
 * One alarm case: what happened, who was told, and what the user does about it. Parallel regions:
 *
 *   case:   loading ──▶ shown ⇄ refreshing ;  loading ──▶ failed ──case.retry──▶ loading
 *           reloaded when the case changes, and every few seconds while messages are on their way; a query with another id loads that case
 *           isStale while that fails
 *   action: idle ──take, release, handOver, answer, resolve, reopen, note──▶ acting ──▶ idle
 *   dialog: closed ──▶ resolving | handing { loading ──▶ choosing } ──▶ closed (also when the action succeeded)
 *           resolving: waiting (for the case) ──▶ loading ──▶ choosing: photos that can show the place afterwards
 *           an answer for a case that is no longer shown changes only what is kept of that case
 *           an act without an answer leaves the dialog open, with what was typed
 *           closed ──▶ merging { loading ──▶ choosing } ──▶ closed; the page goes on with the older case
 *           closed ──▶ sending | speaking { loading ──▶ choosing } ──▶ closed: a robot is sent there, or speaks there
 *
 *   draft:  recalling ──▶ kept: the note, the cause and its note are back after a reload, with the dialog if it was open
 *
 * The child `robotActions` carries out what robots are told.
 */
import { assertEvent, assign, raise } from 'xstate';
import type { AlarmCase } from '../../../contract/entities/alarmCase.ts';
import { failureOf } from '../failure.ts';
import {
  alarmCase,
  type CaseDetails,
  caseId,
  caseRequest,
  forgetSent,
  keepTyped,
  keptDrafts,
  NO_ROBOTS,
  photosRequest,
} from './alarmCase.setup.ts';
import { choosingCase } from './mergeDialog.ts';
import { choosingRobot, letSpeak, sendRobot } from './robotDialogs.ts';

export type {
  AfterPhoto,
  AlarmCaseContext,
  AlarmCaseEvent,
  CaseDetails,
  CaseDraft,
  CaseDrafts,
  CasePerson,
  CaseRequest,
  CaseRobots,
  CaseTask,
  PhotosRequest,
  ShownPicture,
} from './alarmCase.setup.ts';

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
    isStale: false,
    task: null,
    actedOn: '',
    cause: null,
    note: '',
    photos: [],
    photosFailure: null,
    photo: '',
    typed: '',
    drafts: {},
    people: [],
    peopleFailure: null,
    mergeable: [],
    mergeFailure: null,
    robots: NO_ROBOTS,
    robotsFailure: null,
    chosen: '',
    before: 50,
  }),
  type: 'parallel',
  invoke: { id: 'robotActions', src: 'robotActions', input: ({ context: { userId } }) => ({ userId }) },
  on: {
    'case.show': { actions: { type: 'goToCase', params: ({ event }) => event } },
    'note.type': { actions: [assign({ typed: ({ event }) => event.text }), ...keepTyped()] },
    'before.set': { actions: assign({ before: ({ event }) => event.share }) },
  },
  states: {
    case: {
      initial: 'loading',
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherCase', params: ({ event }) => event },
          target: '.loading',
          actions: ['clear', assignQuery, 'restoreDraft'],
        },
      },
      states: {
        loading: {
          invoke: {
            src: 'loadCase',
            input: caseRequest,
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
          after: { underway: { guard: 'hasMessagesUnderway', target: 'refreshing' } },
          on: {
            'page.noticed': {
              guard: { type: 'isThisCase', params: ({ event }) => event as { notice: { type: string } } },
              target: 'collecting',
            },
            'page.resumed': 'refreshing',
            'page.languageChanged': 'refreshing',
            'action.done': 'refreshing',
            'action.unanswered': 'refreshing',
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
            input: caseRequest,
            onDone: {
              target: 'shown',
              actions: { type: 'assignDetails', params: ({ event }) => ({ details: event.output }) },
            },
            // What is shown stays, and is loaded again.
            onError: { target: 'pausing', actions: assign({ isStale: true }) },
          },
        },
        pausing: { after: { retry: 'refreshing' }, on: { 'page.resumed': 'refreshing', 'action.done': 'refreshing' } },
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'case.do': {
              target: 'acting',
              actions: assign({ task: ({ event }) => event.task, actedOn: ({ context }) => context.caseId }),
            },
          },
        },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'act',
            input: ({ context }) => ({ caseId: context.caseId, task: context.task ?? { type: 'take' } }),
            onDone: [
              { guard: 'isOfOtherCase', target: 'idle', actions: [...forgetSent, 'reloadAlarms'] },
              {
                guard: 'isNote',
                target: 'idle',
                actions: [assign({ typed: '', task: null }), ...keepTyped(), raise({ type: 'action.done' })],
              },
              {
                guard: { type: 'isMergedIntoOther', params: ({ event }) => ({ kept: event.output }) },
                target: 'idle',
                actions: [
                  assign({ task: null }),
                  raise({ type: 'action.done' }),
                  { type: 'goToCase', params: ({ event }) => ({ caseId: event.output?.id ?? '' }) },
                  'reloadAlarms',
                ],
              },
              {
                target: 'idle',
                actions: [
                  assign({
                    details: ({ context, event }) => assignAnswer(event.output, context.details),
                    task: null,
                    cause: null,
                    note: '',
                    photo: '',
                  }),
                  ...keepTyped(),
                  raise({ type: 'action.done' }),
                  'reloadAlarms',
                ],
              },
            ],
            onError: [
              {
                guard: 'isOfOtherCase',
                target: 'idle',
                actions: [
                  assign({ task: null }),
                  { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                  'reloadAlarms',
                ],
              },
              {
                guard: { type: 'isUnanswered', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  assign({ task: null }),
                  { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                  raise({ type: 'action.unanswered' }),
                ],
              },
              {
                target: 'idle',
                actions: [
                  assign({ task: null }),
                  { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                  // Somebody else may have been first: the page shows who.
                  raise({ type: 'action.done' }),
                ],
              },
            ],
          },
        },
      },
    },
    draft: {
      initial: 'recalling',
      states: {
        recalling: keptDrafts.recalling({}, { open: 'recalled', assignRecalled: 'assignRecalled', idle: 'kept' }),
        recalled: {
          always: [
            { guard: 'wasResolving', target: 'kept', actions: raise({ type: 'resolve.open' }) },
            { target: 'kept' },
          ],
        },
        kept: {},
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'resolve.open': 'resolving',
            'handOver.open': 'handing',
            'merge.open': 'merging',
            'send.open': 'sending',
            'speak.open': 'speaking',
          },
        },
        merging: choosingCase,
        sending: choosingRobot('send.confirm', sendRobot, ({ comers }) => comers),
        speaking: choosingRobot('speak.confirm', letSpeak, ({ speakers }) => speakers),
        resolving: {
          on: {
            'resolve.cause': { actions: [assign({ cause: ({ event }) => event.cause }), ...keepTyped()] },
            'resolve.note': { actions: [assign({ note: ({ event }) => event.note }), ...keepTyped()] },
            'resolve.photo': { actions: assign({ photo: ({ event }) => event.fileId }) },
            'dialog.close': 'closed',
            'action.done': 'closed',
            'page.queryChanged': 'closed',
          },
          entry: [assign({ photos: [], photosFailure: null }), ...keepTyped(true)],
          exit: keepTyped(false),
          initial: 'waiting',
          states: {
            waiting: { tags: 'photosLoading', always: { guard: 'hasDetails', target: 'loading' } },
            loading: {
              tags: 'photosLoading',
              invoke: {
                src: 'loadPhotos',
                input: photosRequest,
                onDone: {
                  target: 'choosing',
                  actions: { type: 'assignPhotos', params: ({ event }) => ({ photos: event.output }) },
                },
                onError: {
                  target: 'choosing',
                  actions: assign({ photos: [], photosFailure: ({ event }) => failureOf(event.error), photo: '' }),
                },
              },
            },
            choosing: { on: { 'photos.retry': 'loading' } },
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
