/**
 * After a robot's claim code was scanned: shows the robot and whether it can be bound to the signed-in account.
 *
 *   looking ──free──▶ asked ──robot.bind──▶ binding ──▶ bound
 *      │  └──yours, taken──▶ yours ; taken      │ wrong by now, bound by now, failed
 *      └──▶ unknown ; failed ──robot.retry──▶ looking
 */
import { assign, sendParent, setup } from 'xstate';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { ClaimRole } from '../../../contract/entities/registration.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface Claim {
  serialNumber: string;
  robotNickName: string;
  robotModel: string;
  kind: RobotKind;
  siteName: string;
  standing: 'free' | 'yours' | 'taken';
  /** What binding adds to the roles of the account. */
  addedRole: ClaimRole | null;
}
export interface Bound {
  addedRole: ClaimRole | null;
  /** Names of account administrators who can add a role, if the account is view-only; otherwise null. */
  raisers: readonly string[] | null;
}
export interface BindingContext {
  code: string;
  claim: Claim | null;
  bound: Bound | null;
  failure: Failure | null;
}
export type BindingEvent = { type: 'robot.bind' } | { type: 'robot.retry' };

const binding = setup({
  types: {
    context: {} as BindingContext,
    input: {} as { code: string },
    events: {} as BindingEvent,
    tags: {} as 'waiting',
  },
  actors: {
    look: promiseEffect<Claim, { code: string }>('look'),
    bind: promiseEffect<Bound, { code: string }>('bind'),
  },
  guards: {
    isYours: (_, { standing }: Pick<Claim, 'standing'>) => standing === 'yours',
    isTaken: (_, { standing }: Pick<Claim, 'standing'>) => standing === 'taken',
    isUnknown: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.claimCodeWrong),
    isTakenNow: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.robotAlreadyBound),
  },
});

export const bindingMachine = binding.createMachine({
  id: 'binding',
  context: ({ input }) => ({ code: input.code, claim: null, bound: null, failure: null }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'waiting',
      invoke: {
        src: 'look',
        input: ({ context: { code } }) => ({ code }),
        onDone: [
          {
            guard: { type: 'isYours', params: ({ event }) => event.output },
            target: 'yours',
            actions: assign({ claim: ({ event }) => event.output }),
          },
          {
            guard: { type: 'isTaken', params: ({ event }) => event.output },
            target: 'taken',
            actions: assign({ claim: ({ event }) => event.output }),
          },
          { target: 'asked', actions: assign({ claim: ({ event }) => event.output, failure: null }) },
        ],
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => event }, target: 'unknown' },
          { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    failed: { on: { 'robot.retry': 'looking' } },
    asked: { on: { 'robot.bind': 'binding' } },
    binding: {
      tags: 'waiting',
      invoke: {
        src: 'bind',
        input: ({ context: { code } }) => ({ code }),
        onDone: {
          target: 'bound',
          actions: [assign({ bound: ({ event }) => event.output }), sendParent({ type: 'robots.changed' })],
        },
        onError: [
          { guard: { type: 'isUnknown', params: ({ event }) => event }, target: 'unknown' },
          { guard: { type: 'isTakenNow', params: ({ event }) => event }, target: 'taken' },
          { target: 'asked', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
        ],
      },
    },
    bound: {},
    yours: {},
    taken: {},
    unknown: {},
  },
});
