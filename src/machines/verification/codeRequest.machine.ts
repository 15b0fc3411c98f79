/**
 * Requests a verification code: captcha, sending, and the pause before another code can be sent. A captcha is valid for
 * one attempt, so each attempt loads a new one. Signed-in users need none.
 *
 *   picture: none | drawing ──▶ shown | failed ──captcha.renew──▶ drawing
 *   code:    idle ──code.send──▶ sending ──sent──▶ resting ──seconds──▶ idle        sending ──refused──▶ idle | resting (too often)
 *   kept:    none ──sent──▶ reading ──▶ none | shown        (what the demo kept for this target, on this computer)
 */
import { assertEvent, assign, raise, setup } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type CodeTarget, targetName } from './verificationRules.ts';

export interface Captcha {
  token: string;
  /** A data URL. */
  image: string;
}
export interface KeptMessage {
  id: string;
  at: number;
  subject: string;
  body: string;
}
export type CodePurpose = 'login' | 'register' | 'forgotPassword' | 'email' | 'phone';
export interface CodeAsked {
  purpose: CodePurpose;
  to: CodeTarget;
  captchaToken: string;
  captchaContent: string;
}

export interface CodeRequestContext {
  purpose: CodePurpose;
  captcha: Captcha | null;
  /** The characters as typed. */
  content: string;
  isContentMissing: boolean;
  to: CodeTarget | null;
  /** Seconds until another code can be sent to the same target; 0 when it can be sent now. */
  wait: number;
  failure: Failure | null;
  messages: readonly KeptMessage[];
}
export type CodeRequestEvent =
  | { type: 'captcha.renew' }
  | { type: 'captcha.change'; content: string }
  | { type: 'code.send'; to: CodeTarget }
  /** Raised after a code was sent. */
  | { type: 'kept.read' };

/** Default wait when the server's response has none. */
const REST_S = 60;

/** True for the purposes of a visitor who is not signed in. */
const needsPicture = (purpose: CodePurpose): boolean => purpose !== 'email' && purpose !== 'phone';

const request = setup({
  types: {
    context: {} as CodeRequestContext,
    input: {} as { purpose: CodePurpose },
    events: {} as CodeRequestEvent,
    tags: {} as 'sending' | 'resting' | 'drawing',
  },
  actors: {
    drawCaptcha: promiseEffect<Captcha>('drawCaptcha'),
    /** Returns the seconds until another code can be requested. */
    sendCode: promiseEffect<{ pause: number }, CodeAsked>('sendCode'),
    readKept: promiseEffect<readonly KeptMessage[], { target: string }>('readKept'),
  },
  guards: {
    needsPicture: ({ context }) => needsPicture(context.purpose),
    isUnread: ({ context: { purpose, content, captcha } }) =>
      needsPicture(purpose) && (content.trim() === '' || captcha === null),
    isTooOften: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.codeTooOften),
    isOther: ({ context }, { to }: { to: CodeTarget }) =>
      context.to === null || targetName(to) !== targetName(context.to),
    isLastSecond: ({ context }) => context.wait <= 1,
  },
  delays: { second: 1_000 },
});

const noteTarget = request.assign(({ event }) => {
  assertEvent(event, 'code.send');
  return { to: event.to, failure: null, isContentMissing: false };
});

export const codeRequestMachine = request.createMachine({
  id: 'codeRequest',
  context: ({ input }) => ({
    purpose: input.purpose,
    captcha: null,
    content: '',
    isContentMissing: false,
    to: null,
    wait: 0,
    failure: null,
    messages: [],
  }),
  type: 'parallel',
  on: { 'captcha.change': { actions: assign({ content: ({ event }) => event.content, isContentMissing: false }) } },
  states: {
    picture: {
      initial: 'deciding',
      on: { 'captcha.renew': { guard: 'needsPicture', target: '.drawing' } },
      states: {
        deciding: { always: [{ guard: 'needsPicture', target: 'drawing' }, 'none'] },
        none: {},
        drawing: {
          tags: 'drawing',
          entry: assign({ captcha: null, content: '' }),
          invoke: {
            src: 'drawCaptcha',
            onDone: { target: 'shown', actions: assign({ captcha: ({ event }) => event.output }) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        shown: {},
        failed: {},
      },
    },
    code: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'code.send': [
              { guard: 'isUnread', actions: assign({ isContentMissing: true, failure: null }) },
              { target: 'sending', actions: noteTarget },
            ],
          },
        },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'sendCode',
            input: ({ context: { purpose, to, captcha, content } }) => ({
              purpose,
              to: to ?? { email: '', phoneNumber: '', country: '' },
              captchaToken: captcha?.token ?? '',
              captchaContent: content.trim(),
            }),
            onDone: {
              target: 'resting',
              actions: [
                assign({ wait: ({ event }) => event.output.pause }),
                raise({ type: 'captcha.renew' }),
                raise({ type: 'kept.read' }),
              ],
            },
            onError: [
              {
                guard: { type: 'isTooOften', params: ({ event }) => event },
                target: 'resting',
                actions: [
                  assign(({ event }) => ({
                    failure: failureOf(event.error),
                    wait: Number(failureOf(event.error).words?.['seconds'] ?? REST_S),
                  })),
                  raise({ type: 'captcha.renew' }),
                ],
              },
              {
                target: 'idle',
                actions: [assign({ failure: ({ event }) => failureOf(event.error) }), raise({ type: 'captcha.renew' })],
              },
            ],
          },
        },
        resting: {
          tags: 'resting',
          on: {
            // The pause applies per target: a different target can be used at once.
            'code.send': [
              { guard: 'isUnread', actions: assign({ isContentMissing: true }) },
              { guard: { type: 'isOther', params: ({ event }) => event }, target: 'sending', actions: noteTarget },
            ],
          },
          after: {
            second: [
              { guard: 'isLastSecond', target: 'idle', actions: assign({ wait: 0, failure: null }) },
              { target: 'resting', reenter: true, actions: assign({ wait: ({ context }) => context.wait - 1 }) },
            ],
          },
        },
      },
    },
    kept: {
      initial: 'none',
      on: { 'kept.read': '.reading' },
      states: {
        none: {},
        reading: {
          entry: assign({ messages: [] }),
          invoke: {
            src: 'readKept',
            input: ({ context: { to } }) => ({ target: to ? targetName(to) : '' }),
            onDone: { target: 'shown', actions: assign({ messages: ({ event }) => event.output }) },
            onError: 'none',
          },
        },
        shown: {},
      },
    },
  },
});
