/**
 * The wall display: polls for offline robots every few seconds. Its access key stays in the URL and is in no machine.
 *
 *   showing: asking ──▶ resting ──a beat later──▶ asking ;  no answer, or a trouble: what was shown stays, and is said to be old
 *   showing ──the key opens nothing──▶ refused ──another key──▶ showing
 */
import { assign, setup } from 'xstate';
import type { OfflineBoard } from '../../../contract/entities/offlineBoard.ts';
import { BOARD_POLL_MS, BOARD_PATIENCE_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';

export interface OfflineRobotsContext {
  /** The last response; null before the first. */
  board: OfflineBoard | null;
  /** Why the last request failed. */
  failure: Failure | null;
}
export type OfflineRobotsEvent =
  | PageEvent
  /** The access key in the URL has changed. */
  | { type: 'key.changed' };

const offlineRobots = setup({
  types: {
    context: {} as OfflineRobotsContext,
    input: {} as PageInput,
    events: {} as OfflineRobotsEvent,
    tags: {} as 'refused',
  },
  actors: {
    ask: promiseEffect<OfflineBoard>('ask'),
    followKey: callbackEffect('followKey'),
    stayAwake: callbackEffect('stayAwake'),
  },
  guards: { isRefused: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.keyWrong) },
  delays: { beat: BOARD_POLL_MS, patience: BOARD_PATIENCE_MS },
});

export const offlineRobotsMachine = offlineRobots.createMachine({
  id: 'offlineRobots',
  context: { board: null, failure: null },
  invoke: { src: 'followKey' },
  initial: 'showing',
  on: { 'key.changed': { target: '.showing', actions: assign({ board: null, failure: null }) } },
  states: {
    showing: {
      invoke: { src: 'stayAwake' },
      initial: 'asking',
      on: { 'page.languageChanged': '.asking' },
      states: {
        asking: {
          invoke: {
            src: 'ask',
            onDone: { target: 'resting', actions: assign({ board: ({ event }) => event.output, failure: null }) },
            onError: [
              { guard: { type: 'isRefused', params: ({ event }) => event }, target: '#offlineRobots.refused' },
              { target: 'resting', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
          after: { patience: { target: 'resting', actions: assign({ failure: failure(ERRORS.requestTimedOut) }) } },
        },
        resting: { after: { beat: 'asking' } },
      },
    },
    // The data is for holders of a valid key only.
    refused: { tags: 'refused', entry: assign({ board: null, failure: null }) },
  },
});
