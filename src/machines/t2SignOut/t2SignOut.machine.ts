/**
 * Sign-out of a visitor, at the robot where they signed in or on their own phone: number, code, done. The screen is
 * shared, so it clears a visitor's data automatically.
 *
 *   phone ──form.submit──▶ asking ──▶ code { resend, watch } ──form.submit──▶ proving ──▶ done ──half a minute──▶ phone
 *     ▲                      │ a code went there lately: code        │ refused: code
 *     └── over.start, or nobody touches it ───────────────────────────┘
 */
import { assertEvent, assign, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import { SHARED_SCREEN_CODE_IDLE_MS, SHARED_SCREEN_IDLE_MS } from '../../../contract/rules/limits.ts';
import { fullPhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface Visitor {
  country: string;
  phoneNumber: string;
}
export interface SignedOut {
  name: string;
  signedInAt: number;
  signedOutAt: number;
  timeZone: string;
}
export interface SignOutContext extends Visitor {
  language: Language;
  code: string;
  fault: 'phoneNumber' | 'code' | null;
  failure: Failure | null;
  /** Seconds until another code can be requested. */
  wait: number;
  /** Seconds until the screen resets. */
  left: number;
  done: SignedOut | null;
}
export type SignOutEvent =
  | PageEvent
  | { type: 'field.change'; field: 'country' | 'phoneNumber' | 'code'; value: string }
  | { type: 'form.submit' }
  | { type: 'code.again' }
  | { type: 'over.start' };

const REST_S = 60;
const COUNTRY_OF = { zhCN: '86', enUS: '1' } as const satisfies Record<Language, string>;
const untouched = (language: Language): Omit<SignOutContext, 'language'> => ({
  country: COUNTRY_OF[language],
  phoneNumber: '',
  code: '',
  fault: null,
  failure: null,
  wait: 0,
  left: 0,
  done: null,
});

const page = setup({
  types: {
    context: {} as SignOutContext,
    input: {} as PageInput,
    events: {} as SignOutEvent,
    tags: {} as 'phone' | 'code' | 'busy' | 'done',
  },
  actors: {
    /** Returns the seconds until another code can be requested. */
    sendCode: promiseEffect<{ pause: number }, Visitor>('sendCode'),
    signOut: promiseEffect<SignedOut, Visitor & { code: string }>('signOut'),
  },
  guards: {
    isNumber: ({ context: { phoneNumber, country } }) => hasPhoneNumberShape(fullPhoneNumber(phoneNumber, country)),
    isCode: ({ context }) => /^\d{6}$/u.test(context.code.trim()),
    mayAsk: ({ context }) => context.wait === 0,
    isTooOften: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.codeTooOften),
    isLastLeft: ({ context }) => context.left <= 1,
  },
  delays: { second: 1_000, idle: SHARED_SCREEN_IDLE_MS, codeIdle: SHARED_SCREEN_CODE_IDLE_MS },
});
const forget = page.assign(({ context }) => untouched(context.language));
const change = page.assign(({ event }) => {
  assertEvent(event, 'field.change');
  return { [event.field]: event.value, fault: null, failure: null };
});
const visitor = ({ context: { country, phoneNumber } }: { context: SignOutContext }): Visitor => ({
  country,
  phoneNumber: phoneNumber.trim(),
});

export const t2SignOutMachine = page.createMachine({
  id: 't2SignOut',
  context: ({ input: { language } }) => ({ language, ...untouched(language) }),
  initial: 'phone',
  on: {
    'page.languageChanged': { actions: assign({ language: ({ event }) => event.language }) },
    'over.start': { target: '.phone', actions: forget },
  },
  states: {
    phone: {
      tags: 'phone',
      after: { idle: { target: 'phone', reenter: true, actions: forget } },
      on: {
        // Any input restarts the timeout.
        'field.change': { target: 'phone', reenter: true, actions: change },
        'form.submit': [
          { guard: 'isNumber', target: 'asking' },
          { target: 'phone', reenter: true, actions: assign({ fault: 'phoneNumber', failure: null }) },
        ],
      },
    },
    asking: {
      tags: ['busy', 'phone'],
      entry: assign({ failure: null, fault: null }),
      invoke: {
        src: 'sendCode',
        input: visitor,
        onDone: { target: 'code', actions: assign({ wait: ({ event }) => event.output.pause, code: '' }) },
        onError: [
          // A code was already sent and can be typed.
          {
            guard: { type: 'isTooOften', params: ({ event }) => event },
            target: 'code',
            actions: assign(({ event }) => ({
              failure: failureOf(event.error),
              wait: Number(failureOf(event.error).words?.['seconds'] ?? REST_S),
            })),
          },
          { target: 'phone', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    code: {
      tags: 'code',
      type: 'parallel',
      on: {
        'form.submit': [{ guard: 'isCode', target: 'proving' }, { actions: assign({ fault: 'code', failure: null }) }],
        'code.again': { guard: 'mayAsk', target: 'asking' },
      },
      states: {
        resend: {
          initial: 'counting',
          states: {
            counting: {
              always: { guard: 'mayAsk', target: 'free' },
              after: {
                second: {
                  target: 'counting',
                  reenter: true,
                  actions: assign({ wait: ({ context }) => context.wait - 1 }),
                },
              },
            },
            free: {},
          },
        },
        watch: {
          initial: 'touched',
          states: {
            touched: {
              after: { codeIdle: { target: '#t2SignOut.phone', actions: forget } },
              on: { 'field.change': { target: 'touched', reenter: true, actions: change } },
            },
          },
        },
      },
    },
    proving: {
      tags: ['busy', 'code'],
      entry: assign({ failure: null, fault: null }),
      invoke: {
        src: 'signOut',
        input: ({ context }) => ({ ...visitor({ context }), code: context.code.trim() }),
        onDone: {
          target: 'done',
          actions: assign(({ context, event }) => ({
            ...untouched(context.language),
            done: event.output,
            left: SHARED_SCREEN_IDLE_MS / 1_000,
          })),
        },
        onError: { target: 'code', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    done: {
      tags: 'done',
      after: {
        second: [
          { guard: 'isLastLeft', target: 'phone', actions: forget },
          { target: 'done', reenter: true, actions: assign({ left: ({ context }) => context.left - 1 }) },
        ],
      },
    },
  },
});
