/**
 * Face recognition records (spec 2, design 24). Parallel regions:
 *
 *   list:   a page of records (machines/factories/pagedList.ts)
 *   detail: closed ;  the URL names a record ──▶ loading ──▶ shown { still ⇄ refreshing } ;  loading ──▶ failed ──detail.retry──▶ loading
 *   reveal: blurred ──reveal.submit, a reason──▶ revealing ──▶ clear { shown ⇄ checking } ──60 s, reveal.close, another record──▶ blurred
 *           checking, every 5 s and at each notice of a change ──the right or the picture is gone, no answer within 5 s──▶ blurred
 *           blurred ──reveal.submit, by a user who has to ask──▶ asking ──▶ blurred
 *   act:    idle ──request.answer──▶ answering ──▶ idle
 *           idle ──face.check──▶ checking ──▶ idle ;  idle ──record.act──▶ asking ──yes──▶ acting ──▶ idle
 *   dialog: closed ──register.open──▶ registering ──▶ closed ;  ──setting.open──▶ setting ──▶ closed
 *           closed ──persons.open──▶ persons { loading ──▶ shown | failed } ──dialog.close──▶ closed
 *   export: idle ──export.start──▶ exporting ──▶ idle
 *
 * The clear picture is never in the context: it is with the live values while the state is `clear`, and the child that
 * holds it removes it whenever that state ends, also with the page.
 */
import { assertEvent, assign } from 'xstate';
import type { FaceSetting } from '../../../contract/entities/face.ts';
import type { Query } from '../app/events.ts';
import { exportRegion } from '../factories/longJob.ts';
import { listOf, withQuery } from '../factories/pagedList.ts';
import { failureOf } from '../failure.ts';
import { newPerson } from './facePersonForm.machine.ts';
import { type FaceSettingFormFields } from './faceSettingForm.machine.ts';
import {
  action,
  beside,
  type FaceRecordsContext,
  type FaceRecordsEvent,
  list,
  NO_COUNTS,
  NO_REVEAL,
  setting,
  withNotice,
} from './faceRecords.setup.ts';
import { faceIn, faceQuery } from './faceRecordsQuery.ts';

const assignOpen = assign<FaceRecordsContext, { type: string; query: Query }, undefined, FaceRecordsEvent, never>(
  ({ event }) => ({ open: faceIn(event.query), detail: null, detailFailure: null }),
);
const fieldsOf = (settings: readonly FaceSetting[], siteId: string): FaceSettingFormFields => {
  const found = settings.find((one) => one.siteId === siteId);
  if (!found) throw new Error('there is no such site');
  const { isOn, ground, pictureDays, rowDays, revision, mayChange } = found;
  const most = mayChange === 'all' ? null : { pictureDays, rowDays };
  return { siteId, isOn, ground, pictureDays: String(pictureDays), rowDays: String(rowDays), revision, most };
};
const closing = { 'dialog.close': 'closed' } as const;

export const faceRecordsMachine = setting.createMachine({
  id: 'faceRecords',
  context: ({ input }) => ({
    ...listOf(input.query),
    counts: NO_COUNTS,
    settings: [],
    requests: [],
    open: faceIn(input.query),
    detail: null,
    detailFailure: null,
    ...NO_REVEAL,
    closesAt: 0,
    siteId: '',
    persons: [],
    personsFailure: null,
    task: null,
    shown: null,
  }),
  type: 'parallel',
  on: {
    'face.open': { actions: { type: 'askOpen', params: ({ event }) => event } },
    'face.close': { actions: { type: 'askOpen', params: { id: '' } } },
    'page.noticed': { guard: { type: 'isFaceNotice', params: withNotice }, actions: 'reload' },
  },
  states: {
    list: list.regionBesideRecord,
    detail: {
      initial: 'first',
      on: beside.on(assignOpen),
      states: {
        ...beside.states,
        loading: {
          invoke: {
            src: 'loadDetail',
            input: ({ context: { open } }) => ({ id: open }),
            onDone: {
              target: 'shown',
              actions: { type: 'assignDetail', params: ({ event }) => ({ detail: event.output }) },
            },
            onError: { target: 'failed', actions: assign({ detailFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: {
          on: { 'list.reload': '.refreshing', 'page.resumed': '.refreshing', 'page.languageChanged': '.refreshing' },
          initial: 'still',
          states: {
            still: {},
            refreshing: {
              invoke: {
                src: 'loadDetail',
                input: ({ context: { open } }) => ({ id: open }),
                onDone: {
                  target: 'still',
                  actions: { type: 'assignDetail', params: ({ event }) => ({ detail: event.output }) },
                },
                onError: [
                  {
                    // Deleted or erased: nothing of it stays on the screen.
                    guard: { type: 'isGone', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                    target: 'still',
                    actions: { type: 'askOpen', params: { id: '' } },
                  },
                  // The details shown stay; the next change retries.
                  { target: 'still' },
                ],
              },
              on: { 'list.reload': { target: 'refreshing', reenter: true } },
            },
          },
        },
      },
    },
    reveal: {
      initial: 'blurred',
      on: {
        // Another record, or none.
        'page.queryChanged': {
          guard: { type: 'isOther', params: withQuery },
          target: '.blurred',
          actions: assign(NO_REVEAL),
        },
      },
      states: {
        blurred: {
          on: {
            'reveal.reason': { actions: assign({ reason: ({ event }) => event.reason, revealFailure: null }) },
            'reveal.note': { actions: assign({ note: ({ event }) => event.note, revealFailure: null }) },
            'reveal.submit': [
              { guard: 'canRevealWithReason', target: 'revealing' },
              { guard: 'canAskWithReason', target: 'asking' },
              { actions: assign({ isSubmitted: true }) },
            ],
          },
        },
        asking: {
          tags: 'revealing',
          invoke: {
            src: 'askReveal',
            input: ({ context: { open, reason, note } }) => ({
              faceId: open,
              reason: reason ?? ('other' as const),
              note: note.trim(),
            }),
            onDone: {
              target: 'blurred',
              actions: [
                assign(NO_REVEAL),
                { type: 'notifyDone', params: { notice: { key: 'faceRecords.done.asked' } } },
                'reload',
              ],
            },
            onError: { target: 'blurred', actions: assign({ revealFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        revealing: {
          tags: 'revealing',
          invoke: {
            src: 'revealFace',
            input: ({ context: { open, reason, note } }) => ({
              faceId: open,
              reason: reason ?? ('other' as const),
              note: note.trim(),
            }),
            onDone: {
              target: 'clear',
              actions: [assign(({ event }) => ({ ...NO_REVEAL, closesAt: event.output.until })), 'reload'],
            },
            onError: { target: 'blurred', actions: assign({ revealFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        clear: {
          tags: 'revealed',
          exit: assign({ closesAt: 0 }),
          invoke: { src: 'holdPicture', input: ({ context: { open } }) => ({ faceId: open }) },
          after: { revealEnds: 'blurred' },
          on: {
            'reveal.close': 'blurred',
            'page.noticed': {
              guard: { type: 'isRevealNotice', params: withNotice },
              target: '.checking',
              actions: 'reload',
            },
          },
          initial: 'shown',
          states: {
            shown: { after: { revealCheck: 'checking' } },
            checking: {
              after: { revealCheck: '#faceRecords.reveal.blurred' },
              // Otherwise many notices would put off its end.
              on: {
                'page.noticed': { guard: { type: 'isRevealNotice', params: withNotice }, actions: 'reload' },
              },
              invoke: {
                src: 'loadDetail',
                input: ({ context: { open } }) => ({ id: open }),
                onDone: [
                  {
                    guard: { type: 'mayStillReveal', params: ({ event }) => ({ detail: event.output }) },
                    target: 'shown',
                  },
                  {
                    target: '#faceRecords.reveal.blurred',
                    actions: { type: 'assignDetail', params: ({ event }) => ({ detail: event.output }) },
                  },
                ],
                // Without an answer nobody knows whether it may be shown.
                onError: {
                  target: '#faceRecords.reveal.blurred',
                  actions: [assign({ revealFailure: ({ event }) => failureOf(event.error) }), 'reload'],
                },
              },
            },
          },
        },
      },
    },
    act: {
      initial: 'idle',
      states: {
        ...action.states,
        idle: {
          ...action.idle,
          on: {
            ...action.idle.on,
            'face.check': { guard: 'isUnchecked', target: 'checking' },
            'request.answer': 'answering',
          },
        },
        answering: {
          tags: 'answering',
          invoke: {
            src: 'answerRequest',
            input: ({ event }) => {
              assertEvent(event, 'request.answer');
              const { serialNumber, askerId, at, allow } = event;
              return { serialNumber, askerId, at, allow };
            },
            onDone: { target: 'idle', actions: 'reload' },
            onError: {
              target: 'idle',
              // Another administrator can have answered.
              actions: [
                { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                'reload',
              ],
            },
          },
        },
        checking: {
          tags: 'checking',
          invoke: {
            src: 'checkFace',
            input: ({ context: { open } }) => ({ id: open }),
            onDone: { target: 'idle', actions: 'reload' },
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'register.open': { guard: 'isStranger', target: 'registering' },
            'setting.open': {
              guard: { type: 'hasSetting', params: ({ event }) => event },
              target: 'setting',
              actions: assign({ siteId: ({ event }) => event.siteId }),
            },
            'persons.open': { target: 'persons', actions: assign({ siteId: ({ event }) => event.siteId }) },
          },
        },
        registering: {
          on: closing,
          invoke: {
            src: 'personForm',
            id: 'personForm',
            input: ({ context: { open } }) => ({ saved: newPerson(open) }),
            onDone: {
              target: 'closed',
              actions: [{ type: 'notifyDone', params: { notice: { key: 'faceRecords.done.registered' } } }, 'reload'],
            },
          },
        },
        setting: {
          on: {
            ...closing,
            'setting.open': {
              guard: { type: 'hasSetting', params: ({ event }) => event },
              target: 'setting',
              reenter: true,
              actions: assign({ siteId: ({ event }) => event.siteId }),
            },
          },
          invoke: {
            src: 'settingForm',
            id: 'settingForm',
            input: ({ context: { settings, siteId } }) => ({ saved: fieldsOf(settings, siteId) }),
            onDone: {
              target: 'closed',
              actions: [{ type: 'notifyDone', params: { notice: { key: 'faceRecords.done.setting' } } }, 'reload'],
            },
          },
        },
        persons: {
          tags: 'persons',
          exit: assign({ persons: [], personsFailure: null }),
          on: {
            ...closing,
            'list.reload': '.loading',
            'persons.open': {
              target: '.loading',
              actions: assign({ siteId: ({ event }) => event.siteId, persons: [] }),
            },
          },
          initial: 'loading',
          states: {
            loading: {
              tags: 'personsLoading',
              invoke: {
                src: 'loadPersons',
                input: ({ context: { siteId } }) => ({ siteId }),
                onDone: {
                  target: 'shown',
                  actions: assign(({ event }) => ({ persons: event.output.rows, personsFailure: null })),
                },
                onError: {
                  target: 'failed',
                  actions: assign({ personsFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            shown: {},
            failed: { on: { 'persons.retry': 'loading' } },
          },
        },
      },
    },
    export: exportRegion({
      src: 'exportFaces',
      inputOf: ({ query }: FaceRecordsContext) => faceQuery.read(query),
      done: { key: 'faceRecords.export.done' },
    }),
  },
});
