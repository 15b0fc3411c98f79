/**
 * The page behind the link in a delivery message: the recipient enters their phone number and gets the cabinet's code
 * and the delivery's progress.
 *
 *   lost (a link without a delivery)
 *   editing ──form.submit──▶ asking ──▶ shown { live ──refresh──▶ refreshing ──▶ live | over }   ──form.again──▶ editing
 *               asking ──refused──▶ editing | resting (too many tries) ──seconds──▶ editing
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import { CODE_TYPES, type CodeType, type DeliveryCode } from '../../../contract/entities/delivery.ts';
import { fullPhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface CodeWanted {
  taskId: string;
  type: CodeType;
  country: string;
  phoneNumber: string;
}
export interface DeliveryCodeContext extends CodeWanted {
  isFaulty: boolean;
  found: DeliveryCode | null;
  /** Why the last request was refused or failed. */
  failure: Failure | null;
  /** Seconds until the next attempt is allowed; 0 when it is allowed now. */
  wait: number;
}
export type DeliveryCodeEvent =
  | PageEvent
  | { type: 'field.change'; field: 'country' | 'phoneNumber'; value: string }
  | { type: 'type.choose'; codeType: CodeType }
  | { type: 'form.submit' }
  | { type: 'form.again' };

/** Polling interval of the delivery's progress. */
export const REFRESH_MS = 10_000;
const REST_S = 60;
const COUNTRY_OF = { zhCN: '86', enUS: '1' } as const satisfies Record<Language, string>;

const page = setup({
  types: {
    context: {} as DeliveryCodeContext,
    input: {} as PageInput,
    events: {} as DeliveryCodeEvent,
    tags: {} as 'lost' | 'asking' | 'resting' | 'shown',
  },
  actors: { askCode: promiseEffect<DeliveryCode, CodeWanted>('askCode') },
  guards: {
    hasNoTask: ({ context }) => context.taskId === '',
    isNumber: ({ context: { phoneNumber, country } }) => hasPhoneNumberShape(fullPhoneNumber(phoneNumber, country)),
    isOver: ({ context }) => context.found?.isOver === true,
    isTooOften: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.tooManyTries, ERRORS.tooManyRequests),
    isLastSecond: ({ context }) => context.wait <= 1,
  },
  delays: { refresh: REFRESH_MS, second: 1_000 },
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
        src: 'askCode',
        input: wanted,
        onDone: { target: 'shown', actions: assign({ found: ({ event }) => event.output }) },
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
      on: { 'form.again': { target: 'editing', actions: assign({ found: null, failure: null }) } },
      initial: 'live',
      states: {
        live: {
          always: { guard: 'isOver', target: 'over' },
          after: { refresh: 'refreshing' },
          on: { 'page.languageChanged': 'refreshing', 'page.resumed': 'refreshing' },
        },
        refreshing: {
          invoke: {
            src: 'askCode',
            input: wanted,
            onDone: { target: 'live', actions: assign({ found: ({ event }) => event.output, failure: null }) },
            // The displayed data stays and is marked as outdated.
            onError: { target: 'live', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        over: {},
      },
    },
  },
});
