/**
 * Signing in by a picture that a phone scans (spec 4 "QR login"): shows one, renews it before it ends, asks what became of it, shows the
 * number that the phone wants to know, and goes on by itself. The one before the picture now shown is asked about as well
 * while it lasts: somebody may have it in the camera. Nothing is asked in a hidden tab; it goes on where it is seen again.
 *
 *   code: fetching ──▶ shown { asking ──▶ pausing ──1.5 s──▶ asking | dozing } ──before it ends──▶ fetching | stale (hidden)
 *            │           └──scanned──▶ scanned { asking … } ──▶ refused | entering (session takes over)
 *            └──▶ unreachable ──3 s──▶ fetching                  └── over ──▶ fetching
 *   tab:  seen ⇄ hidden
 */
import { assign, sendTo, setup, stateIn } from 'xstate';
import { LOGIN_QR_ASK_MS, LOGIN_QR_OVERLAP_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';

/** With the cloud away, or too many pictures asked for, the next one is asked for this often. */
export const QR_RETRY_MS = 3_000;
/** Session takes over at once; should it come to nothing, its message says why, and there is a new picture. */
export const ENTERING_MS = 10_000;

export interface LoginQr {
  qrcode: string;
  /** What the picture holds. */
  url: string;
  /** Keys the question what became of it. */
  pickUpKey: string;
  /** ms that it lasts from when it came. */
  lasts: number;
}
/** What became of the picture now shown, or of the one before it. */
export interface QrAnswer {
  /** Which of them. */
  qrcode: string;
  state: 'shown' | 'scanned' | 'refused' | 'done';
  /** Two digits while scanned; empty else. */
  number: string;
  /** Both empty unless done. */
  accessToken: string;
  userId: string;
}

export interface QrSignInContext {
  code: LoginQr | null;
  /** The one before it, which may be in somebody's camera. */
  before: LoginQr | null;
  number: string;
  /** Why there is no picture, why nobody answers, or why one was not let in. */
  failure: Failure | null;
}
export type QrSignInEvent =
  | PageEvent
  | { type: 'tab.seen' }
  | { type: 'tab.hidden' }
  /** A person wants another picture. */
  | { type: 'code.renew' };

const SECOND_MS = 1_000;

const qr = setup({
  types: {
    context: {} as QrSignInContext,
    input: {} as PageInput,
    events: {} as QrSignInEvent,
    tags: {} as 'fetching' | 'shown' | 'scanned' | 'refused' | 'unreachable' | 'entering',
  },
  actors: {
    askCode: promiseEffect<LoginQr>('askCode'),
    /** Rejects with qrCodeExpired when the first of them is over. */
    pickUp: promiseEffect<QrAnswer, { codes: readonly LoginQr[] }>('pickUp'),
    watchTab: callbackEffect('watchTab'),
  },
  guards: {
    isHidden: stateIn({ tab: 'hidden' }),
    /** Spec 4: credentials are kept only when the reply holds a userId. */
    isIn: (_, { output }: { output: QrAnswer }) => output.state === 'done' && output.userId !== '',
    is: (_, { output, state }: { output: QrAnswer; state: QrAnswer['state'] }) => output.state === state,
    isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.qrCodeExpired),
    /** It was approved, by somebody who may not enter. */
    isDenied: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.accountLocked, ERRORS.demoOff, ERRORS.noRole),
  },
  delays: {
    askDelay: LOGIN_QR_ASK_MS,
    renewDelay: ({ context }) => Math.max(LOGIN_QR_ASK_MS, (context.code?.lasts ?? 0) - LOGIN_QR_OVERLAP_MS),
    overlapDelay: LOGIN_QR_OVERLAP_MS,
    retryDelay: ({ context }) => Math.max(QR_RETRY_MS, Number(context.failure?.words?.['seconds'] ?? 0) * SECOND_MS),
    enteringDelay: ENTERING_MS,
  },
});

/** Nothing of the old one is of use any more. */
const NO_CODE = { code: null, before: null, number: '' } as const;

/** Asks, and asks again, while the tab is seen: what a picture does that is shown, or scanned. */
const asking = (tag: 'shown' | 'scanned') =>
  qr.createStateConfig({
    tags: tag,
    initial: 'asking',
    on: { 'code.renew': { target: 'fetching', actions: assign(NO_CODE) } },
    states: {
      asking: {
        invoke: {
          src: 'pickUp',
          input: ({ context: { code, before } }) => ({ codes: [code, before].filter((one) => one !== null) }),
          onDone: [
            {
              guard: { type: 'isIn', params: ({ event }) => event },
              target: '#qrSignIn.code.entering',
              actions: sendTo(
                ({ system }) => systemActor(system, 'session'),
                ({
                  event: {
                    output: { accessToken, userId },
                  },
                }) => ({ type: 'session.enter' as const, accessToken, userId, keep: true }),
              ),
            },
            {
              guard: { type: 'is', params: ({ event: { output } }) => ({ output, state: 'refused' as const }) },
              target: '#qrSignIn.code.refused',
              actions: assign({ ...NO_CODE, failure: null }),
            },
            {
              guard: { type: 'is', params: ({ event: { output } }) => ({ output, state: 'scanned' as const }) },
              target: tag === 'shown' ? '#qrSignIn.code.scanned.pausing' : 'pausing',
              actions: assign(({ context: { code, before }, event: { output } }) => ({
                code: before?.qrcode === output.qrcode ? before : code,
                before: null,
                number: output.number,
                failure: null,
              })),
            },
            { target: 'pausing', actions: assign({ failure: null }) },
          ],
          onError: [
            {
              guard: { type: 'isOver', params: ({ event }) => event },
              target: '#qrSignIn.code.fetching',
              actions: assign(NO_CODE),
            },
            {
              guard: { type: 'isDenied', params: ({ event }) => event },
              target: '#qrSignIn.code.refused',
              actions: assign({ ...NO_CODE, failure: ({ event }) => failureOf(event.error) }),
            },
            { target: 'pausing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          ],
        },
      },
      pausing: { after: { askDelay: [{ guard: 'isHidden', target: 'dozing' }, { target: 'asking' }] } },
      dozing: { on: { 'tab.seen': 'asking' } },
    },
  });

export const qrSignInMachine = qr.createMachine({
  id: 'qrSignIn',
  context: { code: null, before: null, number: '', failure: null },
  type: 'parallel',
  invoke: { src: 'watchTab' },
  states: {
    tab: {
      initial: 'seen',
      states: { seen: { on: { 'tab.hidden': 'hidden' } }, hidden: { on: { 'tab.seen': 'seen' } } },
    },
    code: {
      initial: 'fetching',
      states: {
        fetching: {
          tags: 'fetching',
          invoke: {
            src: 'askCode',
            onDone: {
              target: 'shown',
              actions: assign(({ context: { code }, event }) => ({
                code: event.output,
                before: code,
                number: '',
                failure: null,
              })),
            },
            onError: {
              target: 'unreachable',
              actions: assign({ ...NO_CODE, failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        shown: {
          ...asking('shown'),
          after: {
            overlapDelay: { actions: assign({ before: null }) },
            renewDelay: [{ guard: 'isHidden', target: 'stale' }, { target: 'fetching' }],
          },
        },
        /** Nobody looks at it: the next one is for whoever looks again. */
        stale: { tags: 'fetching', entry: assign(NO_CODE), on: { 'tab.seen': 'fetching' } },
        scanned: asking('scanned'),
        refused: { tags: 'refused', on: { 'code.renew': { target: 'fetching', actions: assign({ failure: null }) } } },
        unreachable: {
          tags: 'unreachable',
          on: { 'code.renew': 'fetching' },
          after: { retryDelay: [{ guard: 'isHidden', target: 'stale' }, { target: 'fetching' }] },
        },
        entering: { tags: 'entering', entry: assign(NO_CODE), after: { enteringDelay: 'fetching' } },
      },
    },
  },
});
