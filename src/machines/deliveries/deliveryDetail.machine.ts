/**
 * One delivery: its history, its codes, and what can be done about it. Parallel regions:
 *
 *   detail: loading ──▶ shown ──changed, 10 s──▶ refreshing ──▶ shown ;  loading ──▶ failed ──detail.retry──▶ loading
 *   act:    idle ──act.do──▶ asking (child `confirm`) ──yes──▶ acting ──▶ idle
 *           idle ──act.do, no question──▶ acting ;  idle ──cancel before loading──▶ undoable ──10 s──▶ idle
 *           idle ──redirect.open──▶ choosing { loading ──▶ known | failed } ──redirect.submit──▶ acting
 *   code:   hidden ──code.reveal──▶ revealing ──▶ shown ──30 s, code.hide──▶ hidden
 *   phone:  the same for a phone number, which can be copied (phoneReveal.states.ts)
 *
 * A cancellation that can be undone is sent at once when the details are closed, and not at all when it was undone.
 */
import { type ActorRefFrom, assign } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import { failureOf } from '../failure.ts';
import { UNDO_MS } from '../factories/undo.ts';
import { deliveryDetail, type DeliveryDetailContext, NO_PHONE } from './deliveryDetail.setup.ts';
import { phoneStates } from './phoneReveal.states.ts';
import { NO_CHOICE, otherDestinations, placeOf } from './redirectChoice.ts';

export type {
  ActAnswer,
  DeliveryDetailContext,
  DeliveryDetailEvent,
  DeliveryDetailInput,
  DeliveryDetails,
  DeliveryTask,
} from './deliveryDetail.setup.ts';
export type DeliveryDetailRef = ActorRefFrom<typeof deliveryDetailMachine>;

const named = ({ context: { deliveryId } }: { context: DeliveryDetailContext }) => ({ deliveryId });
const CANCEL_TEXTS = [
  'deliveries.cancel.title',
  'deliveries.cancel.text',
  'deliveries.cancel.accept',
] as const satisfies readonly string[];

export const deliveryDetailMachine = deliveryDetail.createMachine({
  id: 'deliveryDetail',
  context: ({ input }) => ({
    ...input,
    details: null,
    failure: null,
    task: null,
    answers: {},
    cancelsAt: 0,
    places: [],
    placesFailure: null,
    ...NO_CHOICE,
    codeType: 'pickup',
    code: '',
    codeFailure: null,
    ...NO_PHONE,
  }),
  type: 'parallel',
  states: {
    detail: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadDetails',
            input: named,
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
        failed: { on: { 'detail.retry': 'loading', 'detail.changed': 'loading' } },
        shown: { on: { 'detail.changed': 'collecting' }, after: { refresh: 'refreshing' } },
        collecting: { after: { collect: 'refreshing' } },
        refreshing: {
          on: { 'detail.changed': 'collecting' },
          invoke: {
            src: 'loadDetails',
            input: named,
            onDone: {
              target: 'shown',
              actions: { type: 'assignDetails', params: ({ event }) => ({ details: event.output }) },
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
    act: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'act.do': [
              { guard: { type: 'isUndoable', params: ({ event }) => event }, target: 'undoable' },
              {
                guard: { type: 'isAsked', params: ({ event }) => event },
                target: 'asking',
                actions: { type: 'assignTask', params: ({ event }) => event },
              },
              { target: 'acting', actions: { type: 'assignTask', params: ({ event }) => event } },
            ],
            'redirect.open': { target: 'choosing', actions: assign(NO_CHOICE) },
          },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context: { details } }) =>
              questionWith(CANCEL_TEXTS, {
                to: details?.delivery.to.name ?? '',
                from: details?.delivery.from.name ?? '',
              }),
            onDone: [
              { guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'acting' },
              { target: 'idle', actions: assign({ task: null }) },
            ],
          },
        },
        undoable: {
          tags: 'undoable',
          exit: assign({ cancelsAt: 0 }),
          invoke: {
            src: 'cancelLater',
            id: 'cancelLater',
            input: ({ context }) => ({ deliveryId: context.deliveryId, afterMs: UNDO_MS }),
          },
          on: {
            'cancel.begun': { actions: assign({ cancelsAt: ({ event }) => event.at + UNDO_MS }) },
            'cancel.undo': { actions: 'undoCancel' },
            'cancel.undone': 'idle',
            'cancel.ended': {
              target: 'idle',
              actions: [
                { type: 'assignAnswer', params: ({ event }) => ({ ...event, act: 'cancel' as const }) },
                'renew',
                'reloadBoard',
              ],
            },
          },
        },
        choosing: {
          tags: 'choosing',
          initial: 'deciding',
          on: {
            'redirect.close': 'idle',
            'redirect.type': { actions: assign({ typed: ({ event }) => event.text, picked: '' }) },
            'redirect.pick': {
              actions: assign({
                typed: ({ context, event }) =>
                  otherDestinations(context).find(({ areaId }) => areaId === event.areaId)?.name ?? '',
                picked: ({ event }) => event.areaId,
              }),
            },
            'redirect.submit': [
              {
                guard: 'hasChosen',
                target: 'acting',
                actions: {
                  type: 'assignTask',
                  params: ({ context }) => ({
                    task: { type: 'redirect' as const, to: placeOf(context)?.areaId ?? '' },
                  }),
                },
              },
              { actions: assign({ isPlaceMissing: true }) },
            ],
          },
          states: {
            deciding: { always: [{ guard: 'hasPlaces', target: 'known' }, { target: 'loading' }] },
            loading: {
              tags: 'placesLoading',
              invoke: {
                src: 'loadPlaces',
                input: ({ context }) => ({ siteId: context.details?.delivery.siteId ?? '' }),
                onDone: {
                  target: 'known',
                  actions: assign({ places: ({ event }) => event.output.places, placesFailure: null }),
                },
                onError: {
                  target: 'failed',
                  actions: assign({ placesFailure: ({ event }) => failureOf(event.error) }),
                },
              },
            },
            known: {},
            failed: { on: { 'places.retry': 'loading' } },
          },
        },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'act',
            // The task is set on every way into this state.
            input: ({ context: { deliveryId, task } }) => ({ deliveryId, task: task ?? { type: 'acknowledge' } }),
            onDone: {
              target: 'idle',
              actions: [
                { type: 'assignAnswer', params: ({ event }) => ({ ...event.output, failure: null }) },
                'renew',
                'reloadBoard',
              ],
            },
            onError: {
              target: 'idle',
              actions: [
                {
                  type: 'assignAnswer',
                  params: ({ context, event }) => ({
                    changed: null,
                    failure: failureOf(event.error),
                    at: context.details?.time ?? 0,
                  }),
                },
                // Somebody else, or the robot, may have been first: the details show it.
                'renew',
                'reloadBoard',
              ],
            },
          },
        },
      },
    },
    code: {
      initial: 'hidden',
      states: {
        hidden: {
          entry: assign({ code: '' }),
          on: {
            'code.reveal': {
              target: 'revealing',
              actions: assign({ codeType: ({ event }) => event.code, codeFailure: null }),
            },
          },
        },
        revealing: {
          tags: 'revealing',
          invoke: {
            src: 'revealCode',
            input: ({ context: { deliveryId, codeType } }) => ({ deliveryId, code: codeType }),
            onDone: { target: 'shown', actions: [assign({ code: ({ event }) => event.output.code }), 'renew'] },
            onError: { target: 'hidden', actions: assign({ codeFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: {
          on: {
            'code.hide': 'hidden',
            'code.reveal': {
              target: 'revealing',
              actions: assign({ codeType: ({ event }) => event.code, codeFailure: null }),
            },
          },
          after: { codeShown: 'hidden' },
        },
      },
    },
    phone: phoneStates,
  },
});
