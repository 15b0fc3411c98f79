/**
 * The page behind the link in a delivery message: the recipient (or loader) enters their phone number, and sees where the
 * parcel is, the code, and how to open the compartment.
 *
 *   lost (a link without a delivery)
 *   editing ──form.submit──▶ asking ──▶ shown   ──form.again──▶ editing
 *               asking ──refused──▶ editing | resting (too many tries) ──seconds──▶ editing
 *   shown: live ──5 s; 1 s while it opens──▶ refreshing ──▶ live | over
 *          live ──parcel.open, parcel.moreTime──▶ acting ──▶ live ;  live ──parcel.sendBack, parcel.notMine, parcel.elsewhere──▶ confirming (child `confirm`)
 *          confirming ──yes──▶ acting
 */
import { assertEvent, assign, setup } from 'xstate';
import { CODE_TYPES, type CodeType, type Parcel } from '../../../contract/entities/delivery.ts';
import { COUNTRY_OF, fullPhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface CodeWanted {
  taskId: string;
  type: CodeType;
  country: string;
  phoneNumber: string;
}
export interface ParcelSeen {
  parcel: Parcel;
  /** This browser's clock, ms, when it was received: ages are computed from it. */
  receivedAt: number;
}
export const PARCEL_ACTS = ['open', 'moreTime', 'sendBack', 'notMine', 'elsewhere'] as const;
export type ParcelAct = (typeof PARCEL_ACTS)[number];
export interface DeliveryCodeContext extends CodeWanted {
  isFaulty: boolean;
  found: ParcelSeen | null;
  /** Why the last request was refused or failed. */
  failure: Failure | null;
  act: ParcelAct;
  /** Why the last act was refused or failed. */
  actFailure: Failure | null;
  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  wait: number;
}
export type DeliveryCodeEvent =
  | PageEvent
  | { type: 'field.change'; field: 'country' | 'phoneNumber'; value: string }
  | { type: 'type.choose'; codeType: CodeType }
  | { type: 'form.submit' }
  | { type: 'form.again' }
  | { type: `parcel.${ParcelAct}` };

/** Polling interval of the delivery's progress, and while an order to open the compartment has no answer. */
export const REFRESH_MS = 5_000;
export const OPENING_MS = 1_000;
const REST_S = 60;

const page = setup({
  types: {
    context: {} as DeliveryCodeContext,
    input: {} as PageInput,
    events: {} as DeliveryCodeEvent,
    tags: {} as 'lost' | 'asking' | 'resting' | 'shown' | 'acting',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    askParcel: promiseEffect<ParcelSeen, CodeWanted>('askParcel'),
    act: promiseEffect<ParcelSeen, CodeWanted & { act: ParcelAct }>('act'),
    confirm: confirmMachine,
  },
  actions: {
    assignFound: assign((_, { found }: { found: ParcelSeen }) => ({ found, failure: null })),
    assignAct: assign((_, { act }: { act: ParcelAct }) => ({ act, actFailure: null })),
  },
  guards: {
    hasNoTask: ({ context }) => context.taskId === '',
    isNumber: ({ context: { phoneNumber, country } }) => hasPhoneNumberShape(fullPhoneNumber(phoneNumber, country)),
    isOver: ({ context }) => context.found?.parcel.isOver === true,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    isTooOften: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.tooManyTries, ERRORS.tooManyRequests),
    isLastSecond: ({ context }) => context.wait <= 1,
  },
  delays: {
    refresh: ({ context }) => (context.found?.parcel.opening?.state === 'sent' ? OPENING_MS : REFRESH_MS),
    second: 1_000,
  },
});
const wanted = ({ context: { taskId, type, country, phoneNumber } }: { context: DeliveryCodeContext }): CodeWanted => ({
  taskId,
  type,
  country,
  phoneNumber: phoneNumber.trim(),
});
const change = page.assign(({ event }) => {
  assertEvent(event, 'field.change');
  return { [event.field]: event.value, isFaulty: false, failure: null };
});
const editing = {
  'field.change': { actions: change },
  'type.choose': { actions: page.assign(({ event }) => (assertEvent(event, 'type.choose'), { type: event.codeType })) },
} as const;

const acts = {
  'parcel.open': { target: 'acting', actions: { type: 'assignAct', params: { act: 'open' } } },
  'parcel.moreTime': { target: 'acting', actions: { type: 'assignAct', params: { act: 'moreTime' } } },
  'parcel.sendBack': { target: 'confirming', actions: { type: 'assignAct', params: { act: 'sendBack' } } },
  'parcel.elsewhere': { target: 'confirming', actions: { type: 'assignAct', params: { act: 'elsewhere' } } },
  'parcel.notMine': { target: 'confirming', actions: { type: 'assignAct', params: { act: 'notMine' } } },
} as const;

const QUESTIONS = {
  sendBack: {
    titleKey: 'phoneVerificationCode.sendBack.title',
    textKey: 'phoneVerificationCode.sendBack.text',
    acceptKey: 'phoneVerificationCode.sendBack.accept',
  },
  elsewhere: {
    titleKey: 'phoneVerificationCode.elsewhere.title',
    textKey: 'phoneVerificationCode.elsewhere.text',
    acceptKey: 'phoneVerificationCode.elsewhere.accept',
  },
  notMine: {
    titleKey: 'phoneVerificationCode.notMine.title',
    textKey: 'phoneVerificationCode.notMine.text',
    acceptKey: 'phoneVerificationCode.notMine.accept',
  },
} as const;

export const phoneVerificationCodeMachine = page.createMachine({
  id: 'phoneVerificationCode',
  context: ({ input: { query, language } }) => ({
    taskId: query['task'] ?? '',
    type: CODE_TYPES.find((type) => type === query['for']) ?? 'pickup',
    country: COUNTRY_OF[language],
    phoneNumber: '',
    isFaulty: false,
    found: null,
    failure: null,
    act: 'open',
    actFailure: null,
    wait: 0,
  }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'hasNoTask', target: 'lost' }, 'editing'] },
    lost: { tags: 'lost' },
    editing: {
      on: {
        ...editing,
        'form.submit': [
          { guard: 'isNumber', target: 'asking' },
          { actions: assign({ isFaulty: true, failure: null }) },
        ],
      },
    },
    asking: {
      tags: 'asking',
      entry: assign({ failure: null, isFaulty: false }),
      invoke: {
        src: 'askParcel',
        input: wanted,
        onDone: {
          target: 'shown',
          actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isTooOften', params: ({ event }) => event },
            target: 'resting',
            actions: assign(({ event }) => ({
              failure: failureOf(event.error),
              wait: Number(failureOf(event.error).words?.['seconds'] ?? REST_S),
            })),
          },
          { target: 'editing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    resting: {
      tags: 'resting',
      on: editing,
      after: {
        second: [
          { guard: 'isLastSecond', target: 'editing', actions: assign({ wait: 0, failure: null }) },
          { target: 'resting', reenter: true, actions: assign({ wait: ({ context }) => context.wait - 1 }) },
        ],
      },
    },
    shown: {
      tags: 'shown',
      on: { 'form.again': { target: 'editing', actions: assign({ found: null, failure: null, actFailure: null }) } },
      initial: 'live',
      states: {
        live: {
          always: { guard: 'isOver', target: 'over' },
          after: { refresh: 'refreshing' },
          on: {
            'page.languageChanged': 'refreshing',
            'page.resumed': 'refreshing',
            ...acts,
          },
        },
        refreshing: {
          on: acts,
          invoke: {
            src: 'askParcel',
            input: wanted,
            onDone: {
              target: 'live',
              actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
            },
            // The displayed data stays and is marked as outdated.
            onError: { target: 'live', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        confirming: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: ({ context }) =>
              QUESTIONS[context.act === 'notMine' || context.act === 'elsewhere' ? context.act : 'sendBack'],
            onDone: [
              { guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'acting' },
              { target: 'live' },
            ],
          },
        },
        acting: {
          tags: 'acting',
          invoke: {
            src: 'act',
            input: ({ context }) => ({ ...wanted({ context }), act: context.act }),
            onDone: {
              target: 'live',
              actions: { type: 'assignFound', params: ({ event }) => ({ found: event.output }) },
            },
            // It may have been carried out: the next refresh shows it.
            onError: { target: 'refreshing', actions: assign({ actFailure: ({ event }) => failureOf(event.error) }) },
          },
        },
        over: {},
      },
    },
  },
});
