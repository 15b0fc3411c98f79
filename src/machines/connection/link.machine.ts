/**
 * One broker connection, named by its key (spec 4 "MQTT"). It is born when somebody first needs the key
 * (connection.machine.ts), fetches short-lived credentials anew at every attempt, reconnects 5 s after every close,
 * and then follows every topic of the credentials anew. Errors are logged and go no further.
 *
 *   linked { connecting ──opened──▶ open } ──closed──▶ waitingToReconnect
 *      ▲                                                      │
 *      └──────────────── 5 s, link.hurry ─────────────────────┘
 *
 * The live client never enters the context. The context holds the key; the service behind `link` keeps the client that
 * belongs to it and hands messages on by itself (telemetry is data, not state: design 4).
 */
import { assertEvent, setup } from 'xstate';
import { MQTT_RECONNECT_MS } from '../../../contract/rules/limits.ts';
import { type LinkState, type LinkTerms, systemActor } from '../app/events.ts';
import { callbackEffect, effect } from '../effectStubs.ts';
import { topicMachine } from './topic.machine.ts';

/** What the link reports. Past tense: it has happened. */
export type LinkReport =
  { type: 'link.opened'; terms: LinkTerms } | { type: 'link.closed' } | { type: 'link.failed'; error: unknown };

/** What the owner asks for. Imperative: it is a wish. */
export type LinkCommand =
  | { type: 'message.send'; topic: string; payload: string }
  /** New credentials, now: the language or the rights changed. */
  | { type: 'link.renew' }
  /** The network is back: try at once instead of after the pause. */
  | { type: 'link.hurry' };

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

const takeTerms = link.assign(({ event }) => {
  assertEvent(event, 'link.opened');
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
    ({ context: { key, terms } }) => ({ type: 'link.changed', key, state, terms: state === 'open' ? terms : null }),
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
    'link.renew': { target: '.linked', reenter: true },
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
        'link.closed': 'waitingToReconnect',
        'link.failed': { actions: { type: 'logError', params: ({ event: { error } }) => ({ error }) } },
      },
      initial: 'connecting',
      states: {
        connecting: {
          entry: tell('connecting'),
          on: { 'link.opened': { target: 'open', actions: takeTerms } },
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
      // A second close finds no transition here, so the running timer stands:
      // "if no retry is pending" needs no flag.
      after: { reconnectDelay: 'linked' },
      on: { 'link.hurry': 'linked' },
    },
  },
});
