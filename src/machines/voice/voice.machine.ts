/**
 * Captions on a robot's own screen: polled every second; the screen shows when the connection is lost.
 *
 *   ask:  reading ⇄ resting ;  reading ──the key opens nothing──▶ closed
 *   link: waiting ──heard──▶ up ──silence──▶ lost ──heard──▶ up ;  waiting ──silence──▶ lost
 */
import { assign, raise, setup } from 'xstate';
import type { Caption } from '../../../contract/entities/caption.ts';
import { CAPTIONS_LOST_MS, CAPTIONS_POLL_MS } from '../../../contract/rules/limits.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import type { PageEvent, PageInput } from '../app/events.ts';
import { type Failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

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
export type VoiceEvent = PageEvent | { type: 'captions.heard' };

const voice = setup({
  types: {
    context: {} as VoiceContext,
    input: {} as PageInput,
    events: {} as VoiceEvent,
    tags: {} as 'waiting' | 'closed' | 'lost',
  },
  actors: { readCaptions: promiseEffect<Heard>('readCaptions') },
  guards: { isClosed: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ERRORS.keyWrong) },
  delays: { poll: CAPTIONS_POLL_MS, silence: CAPTIONS_LOST_MS },
});

export const voiceMachine = voice.createMachine({
  id: 'voice',
  context: { heard: null, failure: null },
  type: 'parallel',
  states: {
    ask: {
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: 'readCaptions',
            onDone: {
              target: 'resting',
              actions: [
                assign({ heard: ({ event }) => event.output, failure: null }),
                raise({ type: 'captions.heard' }),
              ],
            },
            onError: [
              {
                guard: { type: 'isClosed', params: ({ event }) => event },
                target: 'closed',
                actions: assign({ heard: null, failure: ({ event }) => failureOf(event.error) }),
              },
              { target: 'resting', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
          // Request timeout: a lost response must not block the next request.
          after: { silence: 'resting' },
        },
        resting: { after: { poll: 'reading' }, on: { 'page.languageChanged': 'reading' } },
        closed: { tags: 'closed' },
      },
    },
    link: {
      initial: 'waiting',
      on: { 'captions.heard': '.up' },
      states: {
        waiting: { tags: 'waiting', after: { silence: 'lost' } },
        up: { after: { silence: 'lost' }, on: { 'captions.heard': { target: 'up', reenter: true } } },
        lost: { tags: 'lost' },
      },
    },
  },
});
