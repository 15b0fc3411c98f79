/**
 * What a robot reports about itself beside its live state, in a dialog of its page: battery, lock of the wheels, what keeps
 * it busy, whom one calls, floors. Read while the dialog is open.
 *
 *   closed ──info.open──▶ open { loading ──▶ shown ⇄ refreshing ;  loading ──▶ failed ──info.retry──▶ loading }
 *   open ──info.close──▶ closed
 */
import { assign, setup } from 'xstate';
import type { RobotInfo } from '../../../contract/endpoints/robotSettings.ts';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface RobotInfoInput {
  serialNumber: string;
}
export interface RobotInfoContext extends RobotInfoInput {
  info: RobotInfo | null;
  failure: Failure | null;
}
export type RobotInfoEvent = { type: 'info.open' } | { type: 'info.close' } | { type: 'info.retry' };

const REFRESH_MS = 5_000;

export const robotInfoMachine = setup({
  types: {
    context: {} as RobotInfoContext,
    input: {} as RobotInfoInput,
    events: {} as RobotInfoEvent,
    tags: {} as 'open' | 'failed',
  },
  actors: { readInfo: promiseEffect<RobotInfo, RobotInfoInput>('readInfo') },
  delays: { refresh: REFRESH_MS },
}).createMachine({
  id: 'robotInfo',
  context: ({ input }) => ({ ...input, info: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'info.open': 'open' } },
    open: {
      tags: 'open',
      initial: 'loading',
      on: { 'info.close': { target: 'closed', actions: assign({ info: null, failure: null }) } },
      states: {
        loading: {
          invoke: {
            src: 'readInfo',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'shown', actions: assign({ info: ({ event }) => event.output, failure: null }) },
            onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
          },
        },
        failed: { tags: 'failed', on: { 'info.retry': 'loading' } },
        shown: { after: { refresh: 'refreshing' } },
        refreshing: {
          invoke: {
            src: 'readInfo',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'shown', actions: assign({ info: ({ event }) => event.output }) },
            // The values stay, with the time of the robot's report.
            onError: 'shown',
          },
        },
      },
    },
  },
});
