/**
 * A test order: 2 m ahead, a Stop on the way, resume, and back. Each step waits for what the robot itself reports, as the
 * command ledger has it; the times are the server's.
 *
 *   starting ─▶ underWay { ordering ─▶ leaving ─running─▶ driving ─▶ stopping ─▶ halting ─confirmed─▶ resuming
 *                          ─▶ restarting ─▶ arriving ─▶ turning ─▶ returning } ─▶ done
 *   any step ──refused, failed, too late, lease lost──▶ failed        test.cancel ─▶ cancelling ─▶ failed
 *
 * The control lease is held while the test is under way (`holdLease`), and given back however it ends. The Stop of the
 * test is lifted by its own id only: a Stop that a person presses holds the robot, and ends the test.
 */
import { assign, setup } from 'xstate';
import type { Command } from '../../../contract/entities/command.ts';
import type { StartedTest } from '../../../contract/entities/conformance.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import { type Failure, failure, failureOf } from '../failure.ts';

export interface TestOrderInput {
  serialNumber: string;
}
/** The commands of the test, as the ledger has them. */
export interface TestCommands {
  ahead: Command | null;
  stop: Command | null;
  resume: Command | null;
  back: Command | null;
}
export interface TestOrderContext extends TestOrderInput, TestCommands {
  target: StartedTest | null;
  failure: Failure | null;
  /** A person ended it: with Cancel, or with a Stop. */
  ended: 'cancelled' | 'stopped' | null;
}
export type TestOrderEvent =
  | { type: 'test.cancel' }
  | { type: 'test.stopped' }
  /** From `holdLease`: somebody else took the lease over, or it expired. */
  | { type: 'lease.lost' };
export interface HeldLease {
  serialNumber: string;
  clientId: string;
  number: number;
}
export interface GoRequest {
  serialNumber: string;
  mapId: string;
  x: number;
  y: number;
  theta: number;
}

/** Interval of the look at a command, ms. */
const LOOK_MS = 400;
/** The robot drives for this long before it is stopped, ms. */
export const STOP_AFTER_MS = 600;
/** Longest time for one step, ms; 2 m take a slow robot 20 s. */
export const STEP_MS = 45_000;

type Name = keyof TestCommands;
type Stage = 'running' | 'finished';

const machine = setup({
  types: {
    context: {} as TestOrderContext,
    input: {} as TestOrderInput,
    events: {} as TestOrderEvent,
    tags: {} as 'running' | 'cancellable',
  },
  actors: {
    /** Rejects with what keeps the robot from driving. */
    startTest: promiseEffect<StartedTest, TestOrderInput>('startTest'),
    /** Renews the lease, and gives it back when it is stopped. */
    holdLease: callbackEffect<HeldLease>('holdLease'),
    sendGoTo: promiseEffect<Command, GoRequest>('sendGoTo'),
    sendStop: promiseEffect<Command, TestOrderInput>('sendStop'),
    sendResume: promiseEffect<Command, TestOrderInput & { stopId: string }>('sendResume'),
    sendCancel: promiseEffect<Command, TestOrderInput>('sendCancel'),
    readCommand: promiseEffect<Command, { commandId: string }>('readCommand'),
  },
  actions: {
    assignCommand: assign((_, { name, command }: { name: Name; command: Command }) => ({ [name]: command })),
    assignFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    assignLost: assign({ failure: failure(ERRORS.leaseLost) }),
    assignTooLate: assign({ failure: failure(ERRORS.requestTimedOut) }),
    /** Why the robot did not carry out a command, in the ledger's words. */
    assignReason: assign(({ context }, { name }: { name: Name }) => ({
      failure: {
        code: ERRORS.commandExpired,
        said: context[name]?.reason?.description || context[name]?.reason?.type || '',
      },
    })),
  },
  guards: {
    isAt: ({ context }, { name, stage }: { name: Name; stage: Stage }) => {
      const state = context[name]?.state;
      return state === 'finished' || (stage === 'running' && state === 'running');
    },
    hasFailed: ({ context }, { name }: { name: Name }) => context[name]?.state === 'failed',
  },
  delays: { look: LOOK_MS, stopAfter: STOP_AFTER_MS, patience: STEP_MS },
});

type Answered = { event: { output: Command } };
type Rejected = { event: { error: unknown } };
const assignCommand = (name: Name) =>
  ({
    type: 'assignCommand',
    params: ({ event }: Answered) => ({ name, command: event.output }),
  }) as const;
const refused = {
  target: '#testOrder.failed',
  actions: { type: 'assignFailure', params: ({ event }: Rejected) => ({ error: event.error }) },
} as const;
const tooLate = { patience: { target: '#testOrder.failed', actions: 'assignTooLate' } } as const;

/** Looks at a command until the robot has carried it out as far as `stage`. */
const following = <const Next extends string>(name: Name, stage: Stage, next: Next) =>
  ({
    tags: ['running', 'cancellable'],
    initial: 'looking',
    after: tooLate,
    on: { 'test.cancel': '#testOrder.underWay.cancelling' },
    states: {
      looking: {
        invoke: {
          src: 'readCommand',
          input: ({ context }: { context: TestOrderContext }) => ({ commandId: context[name]?.id ?? '' }),
          onDone: { target: 'judging', actions: assignCommand(name) },
          // The state is read again soon; the step fails if there is no answer for too long.
          onError: 'resting',
        },
      },
      judging: {
        always: [
          { guard: { type: 'isAt', params: { name, stage } }, target: next },
          {
            guard: { type: 'hasFailed', params: { name } },
            target: '#testOrder.failed',
            actions: { type: 'assignReason', params: { name } },
          },
          { target: 'resting' },
        ],
      },
      resting: { after: { look: 'looking' } },
    },
  }) as const;
const goTo = <const Next extends string>(
  name: Name,
  next: Next,
  to: (target: StartedTest) => Pick<GoRequest, 'x' | 'y'>,
) =>
  ({
    tags: ['running'],
    after: tooLate,
    invoke: {
      src: 'sendGoTo',
      input: ({ context: { serialNumber, target } }: { context: TestOrderContext }) => ({
        serialNumber,
        mapId: target?.mapId ?? '',
        theta: target?.theta ?? 0,
        ...(target ? to(target) : { x: 0, y: 0 }),
      }),
      onDone: { target: next, actions: assignCommand(name) },
      onError: refused,
    },
  }) as const;

export const testOrderMachine = machine.createMachine({
  id: 'testOrder',
  context: ({ input }) => ({
    ...input,
    target: null,
    ahead: null,
    stop: null,
    resume: null,
    back: null,
    failure: null,
    ended: null,
  }),
  initial: 'starting',
  on: { 'test.stopped': { target: '.failed', actions: assign({ ended: 'stopped' }) } },
  states: {
    starting: {
      tags: ['running'],
      after: tooLate,
      invoke: {
        src: 'startTest',
        input: ({ context: { serialNumber } }) => ({ serialNumber }),
        onDone: { target: 'underWay', actions: assign({ target: ({ event }) => event.output }) },
        onError: refused,
      },
    },
    underWay: {
      invoke: {
        src: 'holdLease',
        input: ({ context: { serialNumber, target } }) => ({
          serialNumber,
          clientId: target?.clientId ?? '',
          number: target?.number ?? 0,
        }),
      },
      on: { 'lease.lost': { target: 'failed', actions: 'assignLost' } },
      initial: 'ordering',
      states: {
        ordering: goTo('ahead', 'leaving', ({ x, y }) => ({ x, y })),
        leaving: following('ahead', 'running', '#testOrder.underWay.driving'),
        driving: {
          tags: ['running', 'cancellable'],
          on: { 'test.cancel': 'cancelling' },
          after: { stopAfter: 'stopping' },
        },
        stopping: {
          tags: ['running'],
          after: tooLate,
          invoke: {
            src: 'sendStop',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'halting', actions: assignCommand('stop') },
            onError: refused,
          },
        },
        halting: following('stop', 'finished', '#testOrder.underWay.resuming'),
        resuming: {
          tags: ['running'],
          after: tooLate,
          invoke: {
            src: 'sendResume',
            input: ({ context: { serialNumber, stop } }) => ({ serialNumber, stopId: stop?.id ?? '' }),
            onDone: { target: 'restarting', actions: assignCommand('resume') },
            onError: refused,
          },
        },
        restarting: following('resume', 'finished', '#testOrder.underWay.arriving'),
        arriving: following('ahead', 'finished', '#testOrder.underWay.turning'),
        turning: goTo('back', 'returning', ({ backX: x, backY: y }) => ({ x, y })),
        returning: following('back', 'finished', '#testOrder.done'),
        cancelling: {
          tags: ['running'],
          entry: assign({ ended: 'cancelled' }),
          after: tooLate,
          invoke: {
            src: 'sendCancel',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: '#testOrder.failed',
            onError: refused,
          },
        },
      },
    },
    // What has ended cannot be stopped any more.
    done: { on: { 'test.stopped': {} } },
    failed: { on: { 'test.stopped': {} } },
  },
});
