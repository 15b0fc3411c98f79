/**
 * Sign-in by a QR code that a phone scans (spec 4 "QR login"): shows a code, renews it before it expires, polls its
 * state, shows the number to confirm on the phone, and continues by itself. The previous code is polled as well until
 * it expires, because a phone may have just scanned it. A hidden tab does not poll; polling continues when it becomes
 * visible.
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

/** Retry interval while the server is unreachable or rate-limits new codes. */
export const QR_RETRY_MS = 3_000;
/** `session` takes over at once; if it fails, its message gives the reason and a new code is fetched. */
export const ENTERING_MS = 10_000;

export interface LoginQr {
  qrcode: string;
  /** The content of the QR code. */
  url: string;
  /** Authenticates the polling requests. */
  pickUpKey: string;
  /** Lifetime, ms from arrival. */
  lasts: number;
}
/** The state of the current or the previous code. */
export interface QrAnswer {
  /** Which of the two codes. */
  qrcode: string;
  state: 'shown' | 'scanned' | 'refused' | 'done';
  /** Two digits while scanned; otherwise empty. */
  number: string;
  /** Both empty unless done. */
  accessToken: string;
  userId: string;
}

export interface QrSignInContext {
  code: LoginQr | null;
  /** The previous code, which a phone may have just scanned. */
  before: LoginQr | null;
  number: string;
  /** Why there is no code, why polling failed, or why sign-in was denied. */
  failure: Failure | null;
}
export type QrSignInEvent =
  | PageEvent
  | { type: 'tab.seen' }
  | { type: 'tab.hidden' }
  /** The user requests another code. */
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
    /** Rejects with qrCodeExpired when the first code has expired. */
    pickUp: promiseEffect<QrAnswer, { codes: readonly LoginQr[] }>('pickUp'),
    watchTab: callbackEffect('watchTab'),
  },
  guards: {
    isHidden: stateIn({ tab: 'hidden' }),
    /** Spec 4: credentials are stored only when the response contains a userId. */
    isIn: (_, { output }: { output: QrAnswer }) => output.state === 'done' && output.userId !== '',
    is: (_, { output, state }: { output: QrAnswer; state: QrAnswer['state'] }) => output.state === state,
    isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.qrCodeExpired),
    /** Approved, but the account is not allowed to sign in. */
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

/** Discards the old codes. */
const NO_CODE = { code: null, before: null, number: '' } as const;

/** Polls while the tab is visible: shared by the states `shown` and `scanned`. */
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
        /** The tab is hidden: the next code is fetched when it becomes visible. */
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
