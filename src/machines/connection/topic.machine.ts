/**
 * One topic of an open connection: subscribes, and on failure retries after 500 ms, at most ten times (spec 4).
 * Failures are logged and never shown.
 *
 *   subscribing ──done──▶ subscribed
 *      │   ▲
 *      │   └── 500 ms ── waiting ◀─┐
 *      └──────── error ────────────┘   tries spent ▶ abandoned
 */
import { assign, setup } from 'xstate';
import { MQTT_SUBSCRIBE_RETRIES, MQTT_SUBSCRIBE_RETRY_MS } from '../../../contract/rules/limits.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export interface TopicInput {
  key: string;
  topic: string;
}

export const topicMachine = setup({
  types: {
    context: {} as TopicInput & { retries: number },
    input: {} as TopicInput,
  },
  actors: {
    subscribe: promiseEffect<void, TopicInput>('subscribe'),
  },
  actions: {
    logError: effect<{ error: unknown }>('logError'),
  },
  guards: {
    hasRetriesLeft: ({ context }) => context.retries < MQTT_SUBSCRIBE_RETRIES,
  },
  delays: {
    retryDelay: MQTT_SUBSCRIBE_RETRY_MS,
  },
}).createMachine({
  id: 'topic',
  context: ({ input }) => ({ ...input, retries: 0 }),
  initial: 'subscribing',
  states: {
    subscribing: {
      invoke: {
        src: 'subscribe',
        input: ({ context: { key, topic } }) => ({ key, topic }),
        onDone: 'subscribed',
        onError: {
          target: 'failed',
          actions: { type: 'logError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      always: [{ guard: 'hasRetriesLeft', target: 'waiting' }, 'abandoned'],
    },
    waiting: {
      after: {
        retryDelay: {
          target: 'subscribing',
          actions: assign({ retries: ({ context }) => context.retries + 1 }),
        },
      },
    },
    subscribed: {},
    abandoned: {},
  },
});
