/**
 * All MQTT connections of this browser, and their state (design 6). Exists while a user is signed in.
 *
 * Links: one child per key. `account` from the start; a robot's while at least one actor holds it (holdKey.ts),
 * reference-counted. Watchdog: the server publishes a feed message (a beat) every second, even when nothing changed, so
 * silence means a lost connection.
 *
 *   connecting ──beat──▶ heard { prompt ─1.6 s─▶ late ─beat─▶ recovering ─3 prompt beats─▶ prompt }
 *       │                   │  FEED_LOST_MS without a beat                    ▲
 *       └─── FEED_LOST_MS ──┴─▶ asking ──API answers──▶ feedless ── beat ─────┤
 *                                 ▲ │ no answer            │                  │
 *                                 │ └──────▶ unreachable ──┼─── beat ─────────┘
 *                                 └──────────── 2 s ───────┘
 *
 * Browser to server: ok, slow (late, recovering), silent (asking), down (unreachable); in `feedless` the server answers
 * but its broker does not. Server to broker: as reported by the last beat; unknown while the server itself is not
 * heard.
 */
import { assertEvent, assign, setup } from 'xstate';
import { FEED_LOST_MS } from '../../../contract/rules/limits.ts';
import type { FleetUpdate } from '../../../contract/wire/feed.ts';
import {
  ACCOUNT_KEY,
  type ConnectionEvent,
  type LinkKey,
  type LinkState,
  type LinkTerms,
  systemActor,
} from '../app/events.ts';
import { promiseEffect } from '../effectStubs.ts';
import { linkMachine } from './link.machine.ts';

/** A beat later than this makes the connection slow; so does an API call that takes longer than CALL_SLOW_MS. */
export const FEED_SLOW_MS = 1_600;
export const CALL_SLOW_MS = 1_000;
/** Number of prompt beats after which a slow connection counts as good again. */
export const PROMPT_BEATS = 3;
/** Interval of API calls while the feed is lost, and their timeout. */
export const ASK_EVERY_MS = 2_000;

export interface LinkStatus {
  state: LinkState;
  /** Set while the connection is open. */
  terms: LinkTerms | null;
  /** Reference count. */
  holders: number;
}
export interface ConnectionContext {
  links: Readonly<Record<LinkKey, LinkStatus>>;
  /** The server's broker state, from the last beat. */
  broker: FleetUpdate['broker'];
  promptBeats: number;
  /** False when the browser reports that it is offline. */
  hasNetwork: boolean;
}

const connection = setup({
  types: {
    context: {} as ConnectionContext,
    events: {} as ConnectionEvent,
    tags: {} as 'ok' | 'slow' | 'silent' | 'down' | 'connecting' | 'brokerHeard' | 'brokerDown' | 'lost',
  },
  actors: {
    link: linkMachine,
    /** Checks whether the server answers an API call. Settles within ASK_EVERY_MS. */
    askCloud: promiseEffect<void>('askCloud'),
  },
  guards: {
    isHeld: ({ context }, { key }: { key: LinkKey }) => context.links[key] !== undefined,
    isHeldByMore: ({ context }, { key }: { key: LinkKey }) => (context.links[key]?.holders ?? 0) > 1,
    isSlowCall: (_, { ms }: { ms: number }) => ms > CALL_SLOW_MS,
    hasRecovered: ({ context }) => context.promptBeats + 1 >= PROMPT_BEATS,
  },
  delays: { slow: FEED_SLOW_MS, lost: FEED_LOST_MS, again: ASK_EVERY_MS },
});

const first: LinkStatus = { state: 'connecting', terms: null, holders: 1 };
const openLink = connection.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'mqttLink.acquire');
  const { key } = event;
  enqueue.assign(({ context }) => ({ links: { ...context.links, [key]: first } }));
  enqueue.spawnChild('link', { id: key, input: { key } });
});
const countHolder = (by: 1 | -1) =>
  connection.assign(({ context, event }) => {
    assertEvent(event, ['mqttLink.acquire', 'mqttLink.release']);
    const link = context.links[event.key] ?? first;
    return { links: { ...context.links, [event.key]: { ...link, holders: link.holders + by } } };
  });
const closeLink = connection.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'mqttLink.release');
  const { key } = event;
  enqueue.stopChild(key);
  enqueue.assign(({ context }) => ({
    links: Object.fromEntries(Object.entries(context.links).filter(([other]) => other !== key)),
  }));
});
const noteLink = connection.assign(({ context, event }) => {
  assertEvent(event, 'mqttLink.changed');
  const known = context.links[event.key];
  return known
    ? { links: { ...context.links, [event.key]: { ...known, state: event.state, terms: event.terms } } }
    : {};
});
const hurryLinks = connection.enqueueActions(({ context, enqueue }) => {
  for (const key of Object.keys(context.links)) enqueue.sendTo(key, { type: 'mqttLink.hurry' });
});
const forwardMessages = connection.enqueueActions(({ event, enqueue }) => {
  assertEvent(event, 'message.send');
  enqueue.sendTo(event.key, { type: 'message.send', topic: event.topic, payload: event.payload });
});
const noteBroker = connection.assign(({ event }) => {
  assertEvent(event, 'feed.beaten');
  return { broker: event.broker };
});
const noteNetwork = connection.assign(({ event }) => {
  assertEvent(event, ['network.lost', 'network.found']);
  return { hasNetwork: event.type === 'network.found' };
});
const tellResumed = connection.sendTo(({ system }) => systemActor(system, 'app'), { type: 'app.resumed' });
const refreshFleet = connection.sendTo(({ system }) => systemActor(system, 'fleet'), { type: 'fleet.refresh' });
/** The feed is back after it was lost: reload what was missed. */
const resumed = { target: 'heard', actions: [noteBroker, tellResumed] } as const;

export const connectionMachine = connection.createMachine({
  id: 'connection',
  context: ({ spawn }) => {
    spawn('link', { id: ACCOUNT_KEY, input: { key: ACCOUNT_KEY } });
    return { links: { [ACCOUNT_KEY]: first }, broker: 'ok', promptBeats: 0, hasNetwork: true };
  },
  initial: 'connecting',
  on: {
    'mqttLink.acquire': [
      { guard: { type: 'isHeld', params: ({ event }) => event }, actions: countHolder(1) },
      { actions: openLink },
    ],
    'mqttLink.release': [
      { guard: { type: 'isHeldByMore', params: ({ event }) => event }, actions: countHolder(-1) },
      { guard: { type: 'isHeld', params: ({ event }) => event }, actions: closeLink },
    ],
    'message.send': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      actions: forwardMessages,
    },
    'mqttLink.changed': { actions: noteLink },
    'credentials.renew': { actions: connection.sendTo(ACCOUNT_KEY, { type: 'mqttLink.renew' }) },
    'network.lost': { target: '.unreachable', actions: noteNetwork },
    'network.found': { actions: [noteNetwork, hurryLinks] },
  },
  states: {
    connecting: {
      tags: 'connecting',
      after: { lost: 'asking' },
      on: { 'feed.beaten': { target: 'heard', actions: noteBroker } },
    },
    heard: {
      tags: 'brokerHeard',
      initial: 'prompt',
      states: {
        prompt: {
          tags: 'ok',
          after: { slow: 'late' },
          on: {
            'feed.beaten': { target: 'prompt', reenter: true, actions: noteBroker },
            'call.answered': {
              guard: { type: 'isSlowCall', params: ({ event }) => event },
              target: 'recovering',
              actions: assign({ promptBeats: 0 }),
            },
          },
        },
        late: {
          tags: 'slow',
          // Added to the time already passed, this is FEED_LOST_MS since the last beat.
          after: { [FEED_LOST_MS - FEED_SLOW_MS]: '#connection.asking' },
          on: { 'feed.beaten': { target: 'recovering', actions: [noteBroker, assign({ promptBeats: 0 })] } },
        },
        recovering: {
          tags: 'slow',
          after: { slow: 'late' },
          on: {
            'feed.beaten': [
              { guard: 'hasRecovered', target: 'prompt', actions: noteBroker },
              {
                target: 'recovering',
                reenter: true,
                actions: [noteBroker, assign({ promptBeats: ({ context }) => context.promptBeats + 1 })],
              },
            ],
          },
        },
      },
    },
    asking: {
      tags: ['silent', 'lost'],
      invoke: { src: 'askCloud', onDone: 'feedless', onError: 'unreachable' },
      on: { 'feed.beaten': resumed, 'call.answered': 'feedless' },
    },
    feedless: {
      tags: ['ok', 'brokerDown', 'lost'],
      entry: refreshFleet,
      after: { again: 'checking' },
      on: { 'feed.beaten': resumed, 'call.lost': 'unreachable' },
    },
    /**
     * Same tags as `feedless` until the response arrives, so that the status on the screen does not flicker with each
     * check.
     */
    checking: {
      tags: ['ok', 'brokerDown', 'lost'],
      invoke: { src: 'askCloud', onDone: 'feedless', onError: 'unreachable' },
      on: { 'feed.beaten': resumed, 'call.lost': 'unreachable' },
    },
    unreachable: {
      tags: ['down', 'lost'],
      initial: 'pausing',
      on: {
        'feed.beaten': resumed,
        'call.answered': 'feedless',
        'network.found': { target: '.asking', actions: [noteNetwork, hurryLinks] },
        'network.lost': { actions: noteNetwork },
      },
      states: {
        pausing: { after: { again: 'asking' } },
        asking: { invoke: { src: 'askCloud', onDone: '#connection.feedless', onError: 'pausing' } },
      },
    },
  },
});
