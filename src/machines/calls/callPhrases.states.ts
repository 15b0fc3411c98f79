/**
 * The phrases of the site whose robot rings: read once for each call that comes to the front, so that a visitor can be
 * told something before anybody answers. Without them the built-in phrases are offered.
 *
 *   idle ─another robot rings─▶ loading ─▶ idle ;  loading ─▶ failed ─5 s, another robot rings─▶ loading
 */
import { assign } from 'xstate';
import { callsSetup, NO_PHRASES, ringingOf } from './calls.setup.ts';

export const callPhrasesStates = callsSetup.createStateConfig({
  initial: 'idle',
  states: {
    idle: {
      always: [
        { guard: 'needsPhrases', target: 'loading' },
        // The site can change them until the next call.
        { guard: 'keepsPhrases', actions: assign({ phrases: NO_PHRASES }) },
      ],
    },
    loading: {
      entry: assign(({ context }) => ({
        phrases: { ...NO_PHRASES, serialNumber: ringingOf(context)[0]?.serialNumber ?? '' },
      })),
      always: [
        { guard: 'needsPhrases', target: 'loading', reenter: true },
        { guard: 'keepsPhrases', target: 'idle' },
      ],
      invoke: {
        src: 'loadPhrases',
        input: ({ context: { phrases } }) => ({ serialNumber: phrases.serialNumber }),
        onDone: {
          target: 'idle',
          actions: assign(({ context: { phrases }, event }) => ({
            phrases: { ...phrases, texts: event.output.phrases },
          })),
        },
        onError: 'failed',
      },
    },
    failed: {
      always: [
        { guard: 'needsPhrases', target: 'loading' },
        { guard: 'keepsPhrases', target: 'idle' },
      ],
      after: { retry: 'loading' },
    },
  },
});
