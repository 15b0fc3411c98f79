/**
 * Approves a sign-in on another device whose QR code this phone scanned: shows where the request comes from, and
 * approves it with the two digits that the other device shows.
 *
 *   looking ──▶ deciding { asked ──approve──▶ approving ──▶ (approved) ; asked ──refuse──▶ refusing ──▶ (refused) } ──time is up──▶ expired
 *      │                      ▲───wrong number───┘ the last try: turnedAway
 *      └──▶ expired ; failed ──request.retry──▶ looking
 */
import { assertEvent, assign, setup } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

const DIGITS = 2;

export interface LoginRequest {
  state: 'scanned' | 'approved' | 'refused';
  /** 'Chrome 140'; empty when unknown. */
  browser: string;
  system: string;
  address: string;
  /** Time until expiry, ms. */
  leftMs: number;
}
export interface ApprovalContext {
  qrcode: string;
  request: LoginRequest | null;
  number: string;
  failure: Failure | null;
}
export type ApprovalEvent =
  | { type: 'number.type'; value: string }
  | { type: 'request.approve' }
  | { type: 'request.refuse' }
  | { type: 'request.retry' };

const approval = setup({
  types: {
    context: {} as ApprovalContext,
    input: {} as { code: string },
    events: {} as ApprovalEvent,
    tags: {} as 'waiting',
  },
  actors: {
    scan: promiseEffect<LoginRequest, { qrcode: string }>('scan'),
    approve: promiseEffect<unknown, { qrcode: string; number: string }>('approve'),
    refuse: promiseEffect<unknown, { qrcode: string }>('refuse'),
  },
  guards: {
    isWhole: ({ context }) => context.number.length === DIGITS,
    isApproved: (_, { state }: { state: LoginRequest['state'] }) => state === 'approved',
    isRefused: (_, { state }: { state: LoginRequest['state'] }) => state === 'refused',
    isOver: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.qrCodeExpired),
    isLastTry: (_, { error }: { error: unknown }) =>
      isFailure(failureOf(error), ERRORS.qrNumberWrong) && failureOf(error).words?.['left'] === 0,
    isWrongNumber: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.qrNumberWrong),
  },
  delays: { timeIsUp: ({ context }) => context.request?.leftMs ?? 0 },
});

const digitsOf = approval.assign(({ event }) => {
  assertEvent(event, 'number.type');
  return { number: event.value.replace(/\D/gu, '').slice(0, DIGITS), failure: null };
});

export const approvalMachine = approval.createMachine({
  id: 'approval',
  context: ({ input }) => ({ qrcode: input.code, request: null, number: '', failure: null }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'waiting',
      invoke: {
        src: 'scan',
        input: ({ context: { qrcode } }) => ({ qrcode }),
        onDone: [
          {
            guard: { type: 'isApproved', params: ({ event }) => event.output },
            target: 'approved',
            actions: assign({ request: ({ event }) => event.output }),
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: assign({ request: ({ event }) => event.output }),
          },
          { target: 'deciding', actions: assign({ request: ({ event }) => event.output, failure: null }) },
        ],
        onError: [
          { guard: { type: 'isOver', params: ({ event }) => event }, target: 'expired' },
          { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    failed: { on: { 'request.retry': 'looking' } },
    deciding: {
      after: { timeIsUp: 'expired' },
      initial: 'asked',
      states: {
        asked: {
          on: {
            'number.type': { actions: digitsOf },
            'request.approve': { guard: 'isWhole', target: 'approving' },
            'request.refuse': 'refusing',
          },
        },
        approving: {
          tags: 'waiting',
          invoke: {
            src: 'approve',
            input: ({ context: { qrcode, number } }) => ({ qrcode, number }),
            onDone: '#approval.approved',
            onError: [
              { guard: { type: 'isLastTry', params: ({ event }) => event }, target: '#approval.turnedAway' },
              {
                guard: { type: 'isWrongNumber', params: ({ event }) => event },
                target: 'asked',
                actions: assign({ number: '', failure: ({ event }) => failureOf(event.error) }),
              },
              { guard: { type: 'isOver', params: ({ event }) => event }, target: '#approval.expired' },
              { target: 'asked', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
        refusing: {
          tags: 'waiting',
          invoke: {
            src: 'refuse',
            input: ({ context: { qrcode } }) => ({ qrcode }),
            onDone: '#approval.refused',
            onError: [
              { guard: { type: 'isOver', params: ({ event }) => event }, target: '#approval.expired' },
              { target: 'asked', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
        },
      },
    },
    approved: {},
    refused: {},
    turnedAway: {},
    expired: {},
  },
});
