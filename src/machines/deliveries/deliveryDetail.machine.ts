/**
 * One delivery: its history, its codes, and what can be done about it. Parallel regions:
 *
 *   detail: loading ──▶ shown ──changed, 10 s──▶ refreshing ──▶ shown ;  loading ──▶ failed ──detail.retry──▶ loading
 *   act:    idle ──act.do──▶ asking (child `confirm`) ──yes──▶ acting ──▶ idle
 *           idle ──act.do, no question──▶ acting ;  idle ──cancel before loading──▶ undoable ──10 s──▶ idle
 *           idle ──redirect.open──▶ choosing { loading ──▶ known | failed } ──redirect.submit──▶ acting
 *   code:   hidden ──code.reveal──▶ revealing ──▶ shown ──30 s, code.hide──▶ hidden
 *
 * A cancellation that can be undone is sent at once when the details are closed, and not at all when it was undone.
 */
import { type ActorRefFrom, assign, raise, sendParent, sendTo, setup } from 'xstate';
import type { CodeType, Delivery, DeliveryStep } from '../../../contract/entities/delivery.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { type DeliveryAct, isParcelOnBoard } from '../../../contract/rules/delivery.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { confirmMachine, questionWith } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import type { DeliveryPlaceChoice } from './places.ts';
import { NO_CHOICE, otherDestinations, placeOf, type RedirectChoice } from './redirectChoice.ts';

export interface DeliveryDetails {
  /** The server's time, ms. */
  time: number;
  delivery: Delivery;
  steps: readonly DeliveryStep[];
  track: readonly { at: number; mapId: string; x: number; y: number; theta: number }[];
  /** The floor of the last position; null without one. */
  map: IndoorMap | null;
  /** Address of the photo at the door; '' without one, or if it could not be read. */
  photoUrl: string;
}
/** Acts of the buttons. `revealCode` has its own region. */
export type DeliveryTask =
  | { type: Exclude<DeliveryAct, 'redirect' | 'revealCode' | 'resendCode'> }
  | { type: 'resendCode'; code: CodeType }
  | { type: 'redirect'; to: string };
/** How the last use of an act ended, until the next one. */
export interface ActAnswer {
  /** The server's time, ms. */
  at: number;
  failure: Failure | null;
}
export interface DeliveryDetailInput {
  deliveryId: string;
}
export interface DeliveryDetailContext extends DeliveryDetailInput, RedirectChoice {
  details: DeliveryDetails | null;
  failure: Failure | null;
  task: DeliveryTask | null;
  answers: Partial<Record<DeliveryAct, ActAnswer>>;
  /** When a cancellation that can be undone is sent, ms by the server's clock. */
  cancelsAt: number;
  places: readonly DeliveryPlaceChoice[];
  placesFailure: Failure | null;
  codeType: CodeType;
  /** Six digits while shown; '' otherwise. */
  code: string;
  codeFailure: Failure | null;
}
export type DeliveryDetailEvent =
  | { type: 'detail.changed' }
  | { type: 'detail.retry' }
  | { type: 'act.do'; task: DeliveryTask }
  | { type: 'cancel.undo' }
  | { type: 'redirect.open' }
  | { type: 'redirect.type'; text: string }
  | { type: 'redirect.pick'; areaId: string }
  | { type: 'redirect.submit' }
  | { type: 'redirect.close' }
  | { type: 'places.retry' }
  | { type: 'code.reveal'; code: CodeType }
  | { type: 'code.hide' }
  /** From the cancellation that can be undone. */
  | { type: 'cancel.begun'; at: number }
  | { type: 'cancel.undone' }
  | { type: 'cancel.ended'; changed: Delivery | null; failure: Failure | null; at: number };

export const UNDO_MS = 10_000;
const REFRESH_MS = 10_000;
const COLLECT_MS = 300;
const CODE_SHOWN_MS = 30_000;

const deliveryDetail = setup({
  types: {
    context: {} as DeliveryDetailContext,
    input: {} as DeliveryDetailInput,
    events: {} as DeliveryDetailEvent,
    tags: {} as 'acting' | 'undoable' | 'revealing' | 'choosing' | 'placesLoading',
    children: {} as { confirm: 'confirm'; cancelLater: 'cancelLater' },
  },
  actors: {
    loadDetails: promiseEffect<DeliveryDetails, DeliveryDetailInput>('loadDetails'),
    loadPlaces: promiseEffect<{ places: readonly DeliveryPlaceChoice[] }, { siteId: string }>('loadPlaces'),
    act: promiseEffect<{ changed: Delivery; at: number }, { deliveryId: string; task: DeliveryTask }>('act'),
    revealCode: promiseEffect<{ code: string }, { deliveryId: string; code: CodeType }>('revealCode'),
    /** Sends the cancellation after `afterMs`, or when it is stopped before; not after it received `cancel.undo`. */
    cancelLater: callbackEffect<{ deliveryId: string; afterMs: number }>('cancelLater'),
    confirm: confirmMachine,
  },
  actions: {
    assignDetails: assign((_, { details }: { details: DeliveryDetails }) => ({ details, failure: null })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    assignTask: assign((_, { task }: { task: DeliveryTask }) => ({ task })),
    /** The reply shows at once; the history follows with the reload. */
    assignAnswer: assign(
      (
        { context: { details, answers, task } },
        {
          changed,
          failure,
          at,
          act,
        }: { changed: Delivery | null; failure: Failure | null; at: number; act?: DeliveryAct },
      ) => {
        const type = act ?? task?.type;
        return {
          details: details && changed ? { ...details, delivery: changed } : details,
          ...(type ? { answers: { ...answers, [type]: { at, failure } } } : {}),
          task: null,
        };
      },
    ),
    renew: raise({ type: 'detail.changed' as const }),
    reloadBoard: sendParent({ type: 'board.reload' }),
    undoCancel: sendTo('cancelLater', { type: 'cancel.undo' }),
  },
  guards: {
    isUndoable: ({ context: { details } }, { task }: { task: DeliveryTask }) =>
      task.type === 'cancel' && details !== null && !isLoaded(details.delivery),
    isAsked: (_, { task }: { task: DeliveryTask }) => task.type === 'cancel',
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasChosen: ({ context }) => placeOf(context) !== undefined,
    hasPlaces: ({ context }) => context.places.length > 0,
  },
  delays: { refresh: REFRESH_MS, collect: COLLECT_MS, codeShown: CODE_SHOWN_MS },
});
export type DeliveryDetailRef = ActorRefFrom<typeof deliveryDetailMachine>;

/** A parcel is in the compartment, or is being put there. */
const isLoaded = ({ status }: Delivery): boolean => isParcelOnBoard(status) || status === 'loading';
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
  },
});
