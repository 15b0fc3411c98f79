/**
 * The dry run (design 4, 10): while it is on, pressing a control sends nothing and explains the control instead.
 *
 *   on { resting ─press.caught─▶ explaining ─▶ resting }  (another press: explaining afresh)
 *    └──peek.close──▶ off
 */
import { assertEvent, assign, setup } from 'xstate';
import { type Failure, failureOf } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';
import type { Press } from './explained.ts';

export interface PeekContext {
  /** Counts the presses; the effects store intercepted events under it. */
  number: number;
  press: Press | null;
  failure: Failure | null;
}
export type PeekEvent =
  /** A control was pressed, and its event was intercepted. */
  { type: 'press.caught'; number: number } | { type: 'peek.close' };

const peek = setup({
  types: { context: {} as PeekContext, events: {} as PeekEvent, tags: {} as 'explaining' },
  actors: {
    /** Intercepts the screen's events until it is stopped; reports `press.caught`. */
    catchPresses: callbackEffect('catchPresses'),
    explain: promiseEffect<Press, { number: number }>('explain'),
  },
});

export const peekMachine = peek.createMachine({
  id: 'peek',
  context: { number: 0, press: null, failure: null },
  initial: 'on',
  states: {
    on: {
      invoke: { src: 'catchPresses' },
      on: {
        'press.caught': {
          target: '.explaining',
          actions: peek.assign(({ event }) => {
            assertEvent(event, 'press.caught');
            return { number: event.number };
          }),
        },
        'peek.close': 'off',
      },
      initial: 'resting',
      states: {
        resting: {},
        explaining: {
          tags: 'explaining',
          invoke: {
            src: 'explain',
            input: ({ context: { number } }) => ({ number }),
            onDone: { target: 'resting', actions: assign({ press: ({ event }) => event.output, failure: null }) },
            onError: {
              target: 'resting',
              actions: assign({ press: null, failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
      },
    },
    off: { type: 'final' },
  },
});
