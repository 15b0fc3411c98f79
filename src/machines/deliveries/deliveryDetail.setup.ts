/** What the details of a delivery consist of: context, events, effects (deliveryDetail.machine.ts). */
import { assign, raise, sendParent, sendTo, setup } from 'xstate';
import type { CodeType, Delivery, DeliveryPerson, DeliveryStep } from '../../../contract/entities/delivery.ts';
import type { IndoorMap } from '../../../contract/entities/map.ts';
import { type DeliveryAct, isParcelOnBoard } from '../../../contract/rules/delivery.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import type { Failure } from '../failure.ts';
import type { DeliveryPlaceChoice } from './places.ts';
import { placeOf, type RedirectChoice } from './redirectChoice.ts';

export interface DeliveryDetails {
  /** The server's time, ms. */
  time: number;
  delivery: Delivery;
  steps: readonly DeliveryStep[];
  /** Usual durations of the steps; an older server does not tell. */
  usualSteps?: readonly { status: DeliveryStep['status']; ms: number }[] | undefined;
  track: readonly { at: number; mapId: string; x: number; y: number; theta: number }[];
  /** The floor of the last position; null without one. */
  map: IndoorMap | null;
  /** Address of the photo at the door; '' without one, or if it could not be read. */
  photoUrl: string;
}
/** Acts of the buttons. `revealCode` and `revealPhone` have their own regions. */
export type DeliveryTask =
  | { type: Exclude<DeliveryAct, 'redirect' | 'notMine' | 'elsewhere' | 'revealCode' | 'revealPhone' | 'resendCode'> }
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
/** A phone number in full. */
export interface ShownPhone {
  person: DeliveryPerson;
  /** '' until it is shown. */
  phone: string;
  isCopyWanted: boolean;
  /** Whether the clipboard took it; null: not tried. */
  isPhoneCopied: boolean | null;
  phoneFailure: Failure | null;
}
export const NO_PHONE: ShownPhone = {
  person: 'recipient',
  phone: '',
  isCopyWanted: false,
  isPhoneCopied: null,
  phoneFailure: null,
};
export interface DeliveryDetailContext extends DeliveryDetailInput, RedirectChoice, ShownPhone {
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
  | { type: 'phone.reveal'; person: DeliveryPerson; isCopyWanted: boolean }
  | { type: 'phone.hide' }
  /** From the cancellation that can be undone. */
  | { type: 'cancel.begun'; at: number }
  | { type: 'cancel.undone' }
  | { type: 'cancel.ended'; changed: Delivery | null; failure: Failure | null; at: number };

const REFRESH_MS = 10_000;
const COLLECT_MS = 300;
const CODE_SHOWN_MS = 30_000;
const PHONE_SHOWN_MS = 60_000;

export const deliveryDetail = setup({
  types: {
    context: {} as DeliveryDetailContext,
    input: {} as DeliveryDetailInput,
    events: {} as DeliveryDetailEvent,
    tags: {} as 'acting' | 'undoable' | 'revealing' | 'phoneRevealing' | 'choosing' | 'placesLoading',
    children: {} as { confirm: 'confirm'; cancelLater: 'cancelLater' },
  },
  actors: {
    loadDetails: promiseEffect<DeliveryDetails, DeliveryDetailInput>('loadDetails'),
    loadPlaces: promiseEffect<{ places: readonly DeliveryPlaceChoice[] }, { siteId: string }>('loadPlaces'),
    act: promiseEffect<{ changed: Delivery; at: number }, { deliveryId: string; task: DeliveryTask }>('act'),
    revealCode: promiseEffect<{ code: string }, { deliveryId: string; code: CodeType }>('revealCode'),
    revealPhone: promiseEffect<{ phoneNumber: string }, { deliveryId: string; person: DeliveryPerson }>('revealPhone'),
    copyPhone: promiseEffect<{ isCopied: boolean }, { phone: string }>('copyPhone'),
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
    isCopyWanted: ({ context }) => context.isCopyWanted,
    hasPlaces: ({ context }) => context.places.length > 0,
  },
  delays: { refresh: REFRESH_MS, collect: COLLECT_MS, codeShown: CODE_SHOWN_MS, phoneShown: PHONE_SHOWN_MS },
});

/** A parcel is in the compartment, or is being put there. */
const isLoaded = ({ status }: Delivery): boolean => isParcelOnBoard(status) || status === 'loading';
