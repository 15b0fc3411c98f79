/**
 * The demo's fault switchboard, for administrators. Parallel regions:
 *
 *   data:   loading ──▶ shown | failed ;  shown ──every few seconds──▶ refreshing ──▶ shown      failed ──reload──▶ loading
 *   switch: idle ──fault.switch──▶ switching ──▶ idle
 *
 * Other users can switch faults, and faults end by themselves: the list is reloaded while it is shown. A
 * request that failed keeps what is shown.
 */
import { assign, sendTo, setup } from 'xstate';
import type {
  ActiveFault,
  BrokerFault,
  FaultState,
  RobotFault,
  ServerFault,
  SessionFault,
} from '../../../contract/endpoints/faults.ts';
import { CODE_DIGITS, FAULT_MS } from '../../../contract/rules/limits.ts';
import { errorNotice, type PageInput, systemActor } from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

/** Interval at which the list is read again, ms. */
export const FAULTS_EVERY_MS = 3_000;

/** What a person switches. */
export type FaultTask =
  | { type: 'robots'; fault: RobotFault; on: boolean; serialNumbers: readonly string[]; forMs: number }
  | { type: 'broker'; fault: BrokerFault; on: boolean; delayMs: number; forMs: number }
  | { type: 'keypad'; serialNumber: string; code: string }
  | { type: 'server'; fault: ServerFault; on: boolean; forMs: number }
  /** Without an account: the sessions of the caller. */
  | { type: 'sessions'; fault: SessionFault; everyone: boolean; account?: string }
  | { type: 'clear' };

/** The answer of the server, its faults in one list, oldest first. */
export interface ShownFaults extends Omit<FaultState, 'faults' | 'addedFaults'> {
  faults: readonly ActiveFault[];
}

export interface FaultsContext extends ShownFaults {
  /** Serial numbers of the robots that the switches apply to. */
  targets: readonly string[];
  /** Duration of the next fault, ms; 0: until the user signs out. */
  forMs: number;
  /** Delay of the broker, ms. */
  delayMs: number;
  /** Digits for the keypad of a robot. */
  code: string;
  /** Id of the account whose sessions are to end; empty for the user's own. */
  account: string;
  /** What is being switched. */
  task: FaultTask | null;
  /** Why the list could not be loaded. */
  failure: Failure | null;
}
export type FaultsEvent =
  | { type: 'target.toggle'; serialNumber: string }
  | { type: 'target.all'; on: boolean }
  | { type: 'duration.set'; forMs: number }
  | { type: 'delay.set'; delayMs: number }
  | { type: 'code.set'; code: string }
  | { type: 'account.choose'; account: string }
  | { type: 'fault.switch'; task: FaultTask }
  | { type: 'list.reload' };
export type FaultsTag = 'loading' | 'failed' | 'switching';

const faults = setup({
  types: {
    context: {} as FaultsContext,
    events: {} as FaultsEvent,
    input: {} as PageInput,
    tags: {} as FaultsTag,
  },
  actors: {
    loadFaults: promiseEffect<ShownFaults>('loadFaults'),
    switchFault: promiseEffect<ShownFaults, FaultTask>('switchFault'),
  },
  actions: {
    assignState: assign(({ context }, { state }: { state: ShownFaults }) => ({
      ...state,
      // An account whose last session has ended is no longer offered.
      account: state.accounts.some(({ userId }) => userId === context.account) ? context.account : '',
      failure: null,
    })),
    assignFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    notifyFailed: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { failure }: { failure: Failure }) => ({ type: 'notice.show' as const, notice: errorNotice(failure) }),
    ),
  },
  delays: { again: FAULTS_EVERY_MS },
});

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
const loaded = {
  type: 'assignState',
  params: ({ event }: { event: { output: ShownFaults } }) => ({ state: event.output }),
} as const;

export const faultsMachine = faults.createMachine({
  id: 'faults',
  context: {
    faults: [],
    simulatedRobots: [],
    hasBrokerFaults: true,
    hasServerFaults: false,
    hasGatewayFaults: false,
    accounts: [],
    targets: [],
    forMs: FAULT_MS,
    delayMs: 600,
    code: '',
    account: '',
    task: null,
    failure: null,
  },
  type: 'parallel',
  on: {
    'target.toggle': {
      actions: assign({ targets: ({ context, event }) => toggled(context.targets, event.serialNumber) }),
    },
    'target.all': {
      actions: assign({
        targets: ({ context, event }) =>
          event.on ? context.simulatedRobots.map(({ serialNumber }) => serialNumber) : [],
      }),
    },
    'duration.set': { actions: assign({ forMs: ({ event }) => event.forMs }) },
    'delay.set': { actions: assign({ delayMs: ({ event }) => event.delayMs }) },
    'account.choose': { actions: assign({ account: ({ event }) => event.account }) },
    'code.set': { actions: assign({ code: ({ event }) => event.code.replaceAll(/\D/gu, '').slice(0, CODE_DIGITS) }) },
  },
  states: {
    data: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'loadFaults',
            onDone: { target: 'shown', actions: loaded },
            onError: {
              target: 'failed',
              actions: { type: 'assignFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
        shown: { after: { again: 'refreshing' } },
        refreshing: {
          invoke: {
            src: 'loadFaults',
            onDone: { target: 'shown', actions: loaded },
            onError: 'shown',
          },
        },
        failed: { tags: 'failed', on: { 'list.reload': 'loading' } },
      },
    },
    switch: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'fault.switch': { target: 'switching', actions: assign({ task: ({ event }) => event.task }) } },
        },
        switching: {
          tags: 'switching',
          exit: assign({ task: null }),
          invoke: {
            src: 'switchFault',
            input: ({ context }) => context.task ?? { type: 'clear' },
            onDone: { target: 'idle', actions: loaded },
            onError: {
              target: 'idle',
              actions: { type: 'notifyFailed', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          },
        },
      },
    },
  },
});
