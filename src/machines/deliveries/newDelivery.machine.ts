/**
 * The form for a new delivery: two places, a recipient, and what is promised before it is sent. Parallel regions:
 *
 *   places:    loading ──▶ known ;  loading ──▶ failed ──places.retry──▶ loading
 *   promise:   incomplete ──both places──▶ pausing ──▶ asking ──▶ told | refused ;  told ──15 s──▶ asking
 *   recipient: idle ──another destination──▶ recalling ──▶ idle (its last recipient fills empty fields)
 *   form:      editing ──form.submit, no fault──▶ sending ──▶ editing (with what was sent, or why not)
 *
 * Loading point and compartment stay for the next delivery; everything else is cleared.
 */
import { type ActorRefFrom, assertEvent, assign, raise, sendParent, setup } from 'xstate';
import type { Delivery, DeliveryPromise } from '../../../contract/entities/delivery.ts';
import type { CompartmentSize } from '../../../contract/rules/deliveryLimits.ts';
import { fullPhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import { effect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { type DeliveryPlaceChoice, destinationsIn, matchPlaces, originsIn } from './places.ts';

/** What stays from one delivery to the next. */
export interface KeptChoice {
  from: string;
  size: CompartmentSize;
}
export interface DeliveryDraft extends KeptChoice {
  to: string;
  phoneNumber: string;
  country: string;
  recipientName: string;
  loaderPhoneNumber: string;
  note: string;
  /** HH:mm in the site's time zone, today or tomorrow; '': at once. */
  notBefore: string;
  /** '': the server chooses. */
  serialNumber: string;
}
export interface SitePlaces {
  siteId: string;
  places: readonly DeliveryPlaceChoice[];
  kept: KeptChoice | null;
}
export interface Recipient {
  recipientName: string;
  phoneNumber: string;
  loaderPhoneNumber: string;
}
export type DeliveryFault = 'from' | 'to' | 'same' | 'phone' | 'loaderPhone';
export interface DeliveryOrder {
  siteId: string;
  draft: DeliveryDraft;
}
export interface NewDeliveryInput {
  siteId: string;
  country: string;
}
export interface NewDeliveryContext extends NewDeliveryInput {
  places: readonly DeliveryPlaceChoice[];
  placesFailure: Failure | null;
  draft: DeliveryDraft;
  /** Text of the destination's field. */
  typed: string;
  /** The recipient's fields were filled from the last delivery to this place, and not changed since. */
  isRecalled: boolean;
  promise: DeliveryPromise | null;
  /** The server's time of the promise, ms. */
  promisedAt: number;
  promiseFailure: Failure | null;
  faults: readonly DeliveryFault[];
  failure: Failure | null;
  /** The answer was lost: the delivery may have been created, and sending again creates no second one. */
  isUnsure: boolean;
  sent: Delivery | null;
  /** The fields that are rarely needed are shown. */
  isMore: boolean;
}
type Field = Exclude<keyof DeliveryDraft, 'to' | 'size'>;
export type NewDeliveryEvent =
  | { type: 'field.change'; field: Field; value: string }
  | { type: 'size.choose'; size: CompartmentSize }
  /** The destination as typed: a name, or the digits of a room. */
  | { type: 'to.type'; text: string }
  | { type: 'to.choose'; areaId: string }
  /** The field was left: the only match is taken. */
  | { type: 'to.leave' }
  | { type: 'more.toggle' }
  | { type: 'places.retry' }
  | { type: 'form.submit' }
  /** Raised by this machine itself. */
  | { type: 'draft.changed' }
  | { type: 'to.changed' };

const PAUSE_MS = 350;
const PROMISE_AGES_MS = 15_000;

const isMasked = (phoneNumber: string): boolean => phoneNumber.includes('*');

const newDelivery = setup({
  types: {
    context: {} as NewDeliveryContext,
    input: {} as NewDeliveryInput,
    events: {} as NewDeliveryEvent,
    tags: {} as 'sending' | 'promising' | 'placesLoading',
  },
  actors: {
    loadPlaces: promiseEffect<SitePlaces, { siteId: string }>('loadPlaces'),
    askPromise: promiseEffect<{ time: number; promise: DeliveryPromise }, DeliveryOrder>('askPromise'),
    lastTo: promiseEffect<Recipient | null, { areaId: string }>('lastTo'),
    /** Uses one request id for the same draft until an answer arrives. */
    send: promiseEffect<Delivery, DeliveryOrder>('send'),
  },
  actions: {
    keepChoice: effect<{ siteId: string; kept: KeptChoice }>('keepChoice'),
    /** The last recipient of the place, where the fields are empty. A masked number cannot be used. */
    assignRecipient: assign(({ context: { draft } }, { last }: { last: Recipient | null }) => {
      if (!last || draft.phoneNumber !== '' || isMasked(last.phoneNumber)) return {};
      return {
        draft: {
          ...draft,
          phoneNumber: last.phoneNumber,
          recipientName: draft.recipientName || last.recipientName,
          loaderPhoneNumber:
            draft.loaderPhoneNumber || (isMasked(last.loaderPhoneNumber) ? '' : last.loaderPhoneNumber),
        },
        isRecalled: true,
      };
    }),
    changed: raise({ type: 'draft.changed' as const }),
    toChanged: raise({ type: 'to.changed' as const }),
    reloadBoard: sendParent({ type: 'board.reload' }),
  },
  guards: {
    hasPlaces: ({ context: { draft, siteId } }) =>
      siteId !== '' && draft.from !== '' && draft.to !== '' && draft.from !== draft.to && isPhoneFine(draft),
    hasDestination: ({ context: { draft } }) => draft.to !== '',
    isUnsettled: ({ context }) => {
      const place = onlyMatch(context);
      return place !== null && place.areaId !== context.draft.to;
    },
    isFaultless: ({ context }) => faultsOf(context.draft).length === 0 && context.siteId !== '',
  },
  delays: { pause: PAUSE_MS, ages: PROMISE_AGES_MS },
});
export type NewDeliveryRef = ActorRefFrom<typeof newDeliveryMachine>;

const isNumber = (phoneNumber: string, country: string): boolean =>
  phoneNumber.trim() === '' || hasPhoneNumberShape(fullPhoneNumber(phoneNumber, country));
const isPhoneFine = ({ phoneNumber, loaderPhoneNumber, country }: DeliveryDraft): boolean =>
  isNumber(phoneNumber, country) && isNumber(loaderPhoneNumber, country);

/** Why the draft cannot be sent. A delivery inside the site needs no phone number. */
export function faultsOf(draft: DeliveryDraft): DeliveryFault[] {
  const { from, to, phoneNumber, loaderPhoneNumber, country } = draft;
  return [
    ...(from === '' ? (['from'] as const) : []),
    ...(to === '' ? (['to'] as const) : []),
    ...(to !== '' && from === to ? (['same'] as const) : []),
    ...(isNumber(phoneNumber, country) ? [] : (['phone'] as const)),
    ...(isNumber(loaderPhoneNumber, country) ? [] : (['loaderPhone'] as const)),
  ];
}

const emptyDraft = (country: string, { from, size }: KeptChoice): DeliveryDraft => ({
  from,
  size,
  to: '',
  phoneNumber: '',
  country,
  recipientName: '',
  loaderPhoneNumber: '',
  note: '',
  notBefore: '',
  serialNumber: '',
});
/** A change removes what was said about the draft before; faults that remain stay visible. */
const withDraft = (context: NewDeliveryContext, draft: DeliveryDraft) => {
  const left = faultsOf(draft);
  return {
    draft,
    faults: context.faults.filter((fault) => left.includes(fault)),
    failure: null,
    isUnsure: false,
    sent: null,
  };
};
const withDestination = (context: NewDeliveryContext, place: DeliveryPlaceChoice | null, typed: string) => {
  // What was filled in for the place before does not belong to this one.
  const draft = context.isRecalled
    ? { ...context.draft, phoneNumber: '', recipientName: '', loaderPhoneNumber: '' }
    : context.draft;
  return { ...withDraft(context, { ...draft, to: place?.areaId ?? '' }), typed, isRecalled: false };
};
const RECIPIENT_FIELDS: readonly string[] = ['phoneNumber', 'recipientName', 'loaderPhoneNumber'] satisfies Field[];

const changeField = newDelivery.assign(({ context, event }) => {
  assertEvent(event, 'field.change');
  return {
    ...withDraft(context, { ...context.draft, [event.field]: event.value }),
    isRecalled: context.isRecalled && !RECIPIENT_FIELDS.includes(event.field),
  };
});
const typeDestination = newDelivery.assign(({ context, event }) => {
  assertEvent(event, 'to.type');
  return withDestination(context, matchPlaces(destinationsIn(context.places), event.text).exact, event.text);
});
const chooseDestination = newDelivery.assign(({ context, event }) => {
  assertEvent(event, 'to.choose');
  const place = context.places.find(({ areaId }) => areaId === event.areaId) ?? null;
  return withDestination(context, place, place?.name ?? '');
});
/** The place that the typed text names, or the only one that matches. */
const onlyMatch = ({ places, typed }: NewDeliveryContext): DeliveryPlaceChoice | null => {
  const { found, exact } = matchPlaces(destinationsIn(places), typed);
  return exact ?? (found.length === 1 ? (found[0] ?? null) : null);
};
const settleDestination = newDelivery.assign(({ context }) => {
  const place = onlyMatch(context);
  return withDestination(context, place, place?.name ?? context.typed);
});
const order = ({ context: { siteId, draft } }: { context: NewDeliveryContext }): DeliveryOrder => ({ siteId, draft });

export const newDeliveryMachine = newDelivery.createMachine({
  id: 'newDelivery',
  context: ({ input }) => ({
    ...input,
    places: [],
    placesFailure: null,
    draft: emptyDraft(input.country, { from: '', size: 'small' }),
    typed: '',
    isRecalled: false,
    promise: null,
    promisedAt: 0,
    promiseFailure: null,
    faults: [],
    failure: null,
    isUnsure: false,
    sent: null,
    isMore: false,
  }),
  type: 'parallel',
  on: { 'more.toggle': { actions: assign({ isMore: ({ context }) => !context.isMore }) } },
  states: {
    places: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'placesLoading',
          invoke: {
            src: 'loadPlaces',
            input: ({ context }) => ({ siteId: context.siteId }),
            onDone: {
              target: 'known',
              actions: [
                assign(({ context, event: { output } }) => {
                  const origins = originsIn(output.places);
                  const kept = origins.find(({ areaId }) => areaId === output.kept?.from) ?? origins[0];
                  const { draft } = context;
                  return {
                    siteId: output.siteId,
                    places: output.places,
                    placesFailure: null,
                    draft: { ...draft, from: kept?.areaId ?? '', size: output.kept?.size ?? draft.size },
                  };
                }),
                'changed',
              ],
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
    promise: {
      initial: 'incomplete',
      on: { 'draft.changed': '.incomplete' },
      states: {
        incomplete: {
          entry: assign({ promise: null, promiseFailure: null }),
          always: { guard: 'hasPlaces', target: 'pausing' },
        },
        pausing: { tags: 'promising', after: { pause: 'asking' } },
        asking: {
          tags: 'promising',
          invoke: {
            src: 'askPromise',
            input: order,
            onDone: {
              target: 'told',
              actions: assign({
                promise: ({ event }) => event.output.promise,
                promisedAt: ({ event }) => event.output.time,
                promiseFailure: null,
              }),
            },
            onError: {
              target: 'refused',
              actions: assign({ promise: null, promiseFailure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        told: { after: { ages: 'asking' } },
        refused: { after: { ages: 'asking' } },
      },
    },
    recipient: {
      initial: 'idle',
      on: { 'to.changed': '.deciding' },
      states: {
        idle: {},
        deciding: { always: [{ guard: 'hasDestination', target: 'recalling' }, { target: 'idle' }] },
        recalling: {
          invoke: {
            src: 'lastTo',
            input: ({ context }) => ({ areaId: context.draft.to }),
            onDone: {
              target: 'idle',
              actions: [{ type: 'assignRecipient', params: ({ event }) => ({ last: event.output }) }, 'changed'],
            },
            // It only saves typing.
            onError: 'idle',
          },
        },
      },
    },
    form: {
      initial: 'editing',
      states: {
        editing: {
          on: {
            'field.change': { actions: [changeField, 'changed'] },
            'size.choose': {
              actions: [
                assign(({ context, event }) => withDraft(context, { ...context.draft, size: event.size })),
                'changed',
              ],
            },
            'to.type': { actions: [typeDestination, 'changed', 'toChanged'] },
            'to.choose': { actions: [chooseDestination, 'changed', 'toChanged'] },
            'to.leave': [
              { guard: 'isUnsettled', actions: [settleDestination, 'changed', 'toChanged'] },
              { actions: assign(({ context }) => ({ typed: onlyMatch(context)?.name ?? context.typed })) },
            ],
            'form.submit': [
              { guard: 'isFaultless', target: 'sending' },
              { actions: assign({ faults: ({ context }) => faultsOf(context.draft), sent: null }) },
            ],
          },
        },
        sending: {
          tags: 'sending',
          entry: assign({ failure: null, isUnsure: false, faults: [], sent: null }),
          invoke: {
            src: 'send',
            input: order,
            onDone: {
              target: 'editing',
              actions: [
                {
                  type: 'keepChoice',
                  params: ({ context: { siteId, draft } }) => ({
                    siteId,
                    kept: { from: draft.from, size: draft.size },
                  }),
                },
                assign(({ context, event }) => ({
                  sent: event.output,
                  draft: emptyDraft(context.country, context.draft),
                  typed: '',
                  isRecalled: false,
                })),
                'changed',
                'reloadBoard',
              ],
            },
            onError: {
              target: 'editing',
              actions: assign(({ event }) => {
                const failure = failureOf(event.error);
                return {
                  failure,
                  isUnsure: isFailure(failure, BASE_ERRORS.networkFailed, BASE_ERRORS.requestTimedOut),
                };
              }),
            },
          },
        },
      },
    },
  },
});
