/**
 * Captions on a robot's own screen. A short access token, requested with the screen's key, opens a connection to the
 * broker, which sends each line at once; without that connection the captions are polled every second. The screen shows
 * when both are lost.
 *
 *   ask:    reading ──▶ resting ──CAPTIONS_POLL_MS, while the link is not open──▶ reading
 *           reading ──no answer──▶ failed ──CAPTIONS_POLL_MS──▶ reading ;  reading ──the key opens nothing──▶ closed
 *   follow: idle ──heard──▶ linking ──opened──▶ linked ──token ends soon──▶ linking ;  linking, linked ──closed──▶ waiting
 *           waiting ──SCREEN_RELINK_MS──▶ linking ;  any ──the key opens nothing──▶ over
 *   link:   waiting ──heard──▶ up ──silence──▶ lost ──heard──▶ up ;  waiting ──silence──▶ lost
 *
 * Every server publishes the lines that it has received itself, and an answer can be older than a line that was published
 * meanwhile. New lines are therefore added to the known ones, by id.
 */
import { assertEvent, assign, not, raise, setup, stateIn } from 'xstate';
import type { Caption, ScreenUpdate } from '../../../contract/entities/caption.ts';
import {
  CAPTION_TTL_MS,
  CAPTIONS_KEPT,
  CAPTIONS_LOST_MS,
  CAPTIONS_POLL_MS,
  READING_TOKEN_MS,
  READING_TOKEN_RENEW_MS,
  SCREEN_RELINK_MS,
} from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';

export interface Heard {
  robotName: string;
  online: boolean;
  /** Server clock. */
  now: number;
  captions: readonly Caption[];
}
export interface VoiceContext {
  heard: Heard | null;
  failure: Failure | null;
}
/** Events from the connection of the access token. */
export type ScreenReport =
  | { type: 'screen.opened' }
  | { type: 'screen.closed' }
  | { type: 'captions.received'; update: ScreenUpdate }
  | { type: 'robot.connectionReceived'; online: boolean };
export type VoiceEvent =
  PageEvent | ScreenReport | { type: 'captions.heard' } | { type: 'screen.unlinked' } | { type: 'screen.refused' };

const voice = setup({
  types: {
    context: {} as VoiceContext,
    input: {} as PageInput,
    events: {} as VoiceEvent,
    tags: {} as 'waiting' | 'closed' | 'lost',
  },
  actors: {
    readCaptions: promiseEffect<Heard>('readCaptions'),
    /** Requests a token and connects with it. */
    followScreen: callbackEffect('followScreen'),
  },
  guards: {
    isClosed: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.keyWrong),
    isLinked: stateIn({ follow: { following: 'linked' } }),
  },
  delays: {
    poll: CAPTIONS_POLL_MS,
    silence: CAPTIONS_LOST_MS,
    relink: SCREEN_RELINK_MS,
    tokenAge: READING_TOKEN_MS - READING_TOKEN_RENEW_MS,
  },
});

type Lines = Pick<Heard, 'now' | 'captions'>;
/** The known lines and the new ones, oldest first, without those that have expired by the later of the two clocks. */
function joined(known: Lines | null, update: Lines): Lines {
  const now = Math.max(known?.now ?? 0, update.now);
  // A known line keeps the time of the server that sent it first, so that lines do not change places.
  const byId = new Map([...update.captions, ...(known?.captions ?? [])].map((line) => [line.id, line]));
  const captions = [...byId.values()].filter(({ at }) => at > now - CAPTION_TTL_MS).sort((a, b) => a.at - b.at);
  return { now, captions: captions.slice(-CAPTIONS_KEPT) };
}
const assignUpdate = voice.assign(({ context: { heard }, event }) => {
  assertEvent(event, 'captions.received');
  return heard ? { heard: { ...heard, ...joined(heard, event.update) } } : {};
});
const assignOnline = voice.assign(({ context: { heard }, event }) => {
  assertEvent(event, 'robot.connectionReceived');
  return heard ? { heard: { ...heard, online: event.online } } : {};
});

const READ_AGAIN = {
  'page.languageChanged': 'reading',
  // Once after the link opened, for lines that it missed; and at once when it is lost.
  'screen.opened': 'reading',
  'screen.unlinked': 'reading',
} as const;

export const voiceMachine = voice.createMachine({
  id: 'voice',
  context: { heard: null, failure: null },
  type: 'parallel',
  states: {
    ask: {
      initial: 'reading',
      states: {
        reading: {
          // A line can be said between the response and the subscription.
          on: { 'screen.opened': { target: 'reading', reenter: true } },
          invoke: {
            src: 'readCaptions',
            onDone: {
              target: 'resting',
              actions: [
                assign({
                  heard: ({ context: { heard }, event: { output } }) => ({ ...output, ...joined(heard, output) }),
                  failure: null,
                }),
                raise({ type: 'captions.heard' }),
              ],
            },
            onError: [
              {
                guard: { type: 'isClosed', params: ({ event }) => event },
                target: 'closed',
                actions: assign({ heard: null, failure: ({ event }) => failureOf(event.error) }),
              },
              { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
          // Request timeout: a lost response must not block the next request.
          after: { silence: 'failed' },
        },
        failed: { after: { poll: 'reading' }, on: READ_AGAIN },
        resting: {
          after: { poll: { guard: not('isLinked'), target: 'reading' } },
          on: READ_AGAIN,
        },
        closed: { tags: 'closed', entry: raise({ type: 'screen.refused' }) },
      },
    },
    follow: {
      initial: 'idle',
      on: { 'screen.refused': '.over' },
      states: {
        idle: { on: { 'captions.heard': 'following' } },
        following: {
          invoke: { src: 'followScreen' },
          on: { 'screen.closed': 'waiting' },
          initial: 'linking',
          states: {
            linking: {
              on: { 'screen.opened': 'linked' },
              after: { silence: '#voice.follow.waiting' },
            },
            linked: {
              exit: raise({ type: 'screen.unlinked' }),
              on: {
                'captions.received': { actions: assignUpdate },
                'robot.connectionReceived': { actions: assignOnline },
              },
              after: { tokenAge: { target: '#voice.follow.following', reenter: true } },
            },
          },
        },
        waiting: { after: { relink: 'following' } },
        over: {},
      },
    },
    link: {
      initial: 'waiting',
      on: { 'captions.heard': '.up', 'screen.opened': '.up', 'captions.received': '.up' },
      states: {
        waiting: { tags: 'waiting', after: { silence: 'lost' } },
        up: {
          after: { silence: { guard: not('isLinked'), target: 'lost' } },
          on: { 'screen.unlinked': { target: 'up', reenter: true } },
        },
        lost: { tags: 'lost' },
      },
    },
  },
});
