/**
 * Who watches or hears the robot now, by name: read while the list is open.
 *
 *   closed ──watchers.open──▶ open { reading ⇄ resting } ──watchers.close──▶ closed
 */
import { assign, setup } from 'xstate';
import { promiseEffect } from '../effectStubs.ts';
import { type Failure, failureOf } from '../failure.ts';

export interface WatchersInput {
  serialNumber: string;
}
export interface Watcher {
  name: string;
  /** The user. */
  isSelf: boolean;
}
export interface WatchersContext extends WatchersInput {
  /** null before they were read. */
  people: readonly Watcher[] | null;
  /** Why the last reading failed. */
  failure: Failure | null;
}
export type WatchersEvent = { type: 'watchers.open' } | { type: 'watchers.close' };

export const WATCHERS_REFRESH_MS = 5_000;

export const watchersMachine = setup({
  types: {
    context: {} as WatchersContext,
    input: {} as WatchersInput,
    events: {} as WatchersEvent,
    tags: {} as 'open',
  },
  actors: { readWatchers: promiseEffect<readonly Watcher[], WatchersInput>('readWatchers') },
  delays: { refresh: WATCHERS_REFRESH_MS },
}).createMachine({
  id: 'watchers',
  context: ({ input }) => ({ ...input, people: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'watchers.open': 'open' } },
    open: {
      tags: 'open',
      on: { 'watchers.close': { target: 'closed', actions: assign({ people: null, failure: null }) } },
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readWatchers',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: { target: 'resting', actions: assign({ people: ({ event }) => event.output, failure: null }) },
            // An old list would name people who have left.
            onError: {
              target: 'resting',
              actions: assign({ people: null, failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        resting: { after: { refresh: 'reading' } },
      },
    },
  },
});
