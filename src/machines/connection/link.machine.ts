/**
 * One broker connection, identified by its key (spec 4 "MQTT"). It is created when the key is first needed
 * (connection.machine.ts), fetches new short-lived credentials at every attempt, reconnects 5 s after every close, and
 * then subscribes again to every topic of the credentials. Errors are only logged.
 *
 *   linked { connecting ──opened──▶ open } ──closed──▶ waitingToReconnect
 *      ▲                                                      │
 *      └──────────────── 5 s, mqttLink.hurry ─────────────────────┘
 *
 * The MQTT client itself is never in the context. The context holds the key; the service behind `link` owns the client
 * and delivers incoming messages directly (telemetry is data, not state: design 4).
 */
import { assertEvent, setup } from 'xstate';
import { MQTT_RECONNECT_MS } from '../../../contract/rules/limits.ts';
import { type LinkState, type LinkTerms, systemActor } from '../app/events.ts';
import { callbackEffect, effect } from '../effectStubs.ts';
import { topicMachine } from './topic.machine.ts';

/** Events from the connection, in the past tense. */
export type LinkReport =
  | { type: 'mqttLink.opened'; terms: LinkTerms }
  | { type: 'mqttLink.closed' }
  | { type: 'mqttLink.failed'; error: unknown };

/** Commands from the owner, in the imperative. */
export type LinkCommand =
  | { type: 'message.send'; topic: string; payload: string }
  /** Reconnects at once with new credentials: the language or the rights changed. */
  | { type: 'mqttLink.renew' }
  /** The network is back: reconnect now instead of after the pause. */
  | { type: 'mqttLink.hurry' };

export interface LinkInput {
  key: string;
}

const link = setup({
  types: {
    context: {} as { key: string; terms: LinkTerms | null },
    input: {} as LinkInput,
    events: {} as LinkReport | LinkCommand,
    tags: {} as 'online',
  },
  actors: {
    link: callbackEffect<LinkInput>('link'),
    topic: topicMachine,
  },
  actions: {
    publish: effect<{ key: string; topic: string; payload: string }>('publish'),
    logError: effect<{ error: unknown }>('logError'),
  },
  delays: { reconnectDelay: MQTT_RECONNECT_MS },
});

const assignTerms = link.assign(({ event }) => {
  assertEvent(event, 'mqttLink.opened');
  return { terms: event.terms };
});
const followTopics = link.enqueueActions(({ context: { key, terms }, enqueue }) => {
  for (const topic of new Set(terms?.topics)) enqueue.spawnChild('topic', { id: topic, input: { key, topic } });
});
const unfollowTopics = link.enqueueActions(({ context: { terms }, enqueue }) => {
  for (const topic of new Set(terms?.topics)) enqueue.stopChild(topic);
});
const tell = (state: LinkState) =>
  link.sendTo(
    ({ system }) => systemActor(system, 'connection'),
    ({ context: { key, terms } }) => ({ type: 'mqttLink.changed', key, state, terms: state === 'open' ? terms : null }),
  );

export const linkMachine = link.createMachine({
  id: 'link',
  context: ({ input }) => ({ key: input.key, terms: null }),
  initial: 'linked',
  on: {
    'message.send': {
      actions: {
        type: 'logError',
        params: ({ event }) => ({ error: new Error(`offline, dropped a message to ${event.topic}`) }),
      },
    },
    'mqttLink.renew': { target: '.linked', reenter: true },
  },
  states: {
    linked: {
      invoke: {
        src: 'link',
        input: ({ context }) => ({ key: context.key }),
        onError: {
          target: 'waitingToReconnect',
          actions: { type: 'logError', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: {
        'mqttLink.closed': 'waitingToReconnect',
        'mqttLink.failed': { actions: { type: 'logError', params: ({ event: { error } }) => ({ error }) } },
      },
      initial: 'connecting',
      states: {
        connecting: {
          entry: tell('connecting'),
          on: { 'mqttLink.opened': { target: 'open', actions: assignTerms } },
        },
        open: {
          tags: 'online',
          entry: [tell('open'), followTopics],
          exit: unfollowTopics,
          on: {
            'message.send': {
              actions: {
                type: 'publish',
                params: ({ context: { key }, event: { topic, payload } }) => ({ key, topic, payload }),
              },
            },
          },
        },
      },
    },
    waitingToReconnect: {
      entry: tell('waiting'),
      // A second close has no transition here and leaves the timer running, so no "retry pending" flag is needed.
      after: { reconnectDelay: 'linked' },
      on: { 'mqttLink.hurry': 'linked' },
    },
  },
});
