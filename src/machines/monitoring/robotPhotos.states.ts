/**
 * The photos of the robot that is shown alone: read when it is chosen, when the moment comes near to an end of those that
 * are loaded, and again each minute, because more are taken.
 */
import { assign } from 'xstate';
import { isRelationsNotice } from '../app/relationsNotice.ts';
import { failureOf } from '../failure.ts';
import { monitoring } from './monitoring.setup.ts';
import { photosRequest } from './robotPhotos.ts';

export const robotPhotosStates = monitoring.createStateConfig({
  initial: 'idle',
  on: {
    // Rights can have changed.
    'page.resumed': { actions: 'dropPhotos', target: '.idle' },
    'page.noticed': { guard: isRelationsNotice, actions: 'dropPhotos', target: '.idle' },
    // Names of places are localised on the server.
    'page.languageChanged': { actions: 'dropPhotos', target: '.idle' },
  },
  states: {
    idle: {
      always: { guard: 'needsPhotos', target: 'resting' },
      after: { renew: { guard: 'showsRobot', target: 'loading' } },
    },
    resting: {
      tags: 'loadingPhotos',
      on: { 'moment.moved': { target: 'resting', reenter: true } },
      after: { rest: [{ guard: 'needsPhotos', target: 'loading' }, { target: 'idle' }] },
    },
    loading: {
      tags: 'loadingPhotos',
      invoke: {
        src: 'loadPhotos',
        input: ({ context }) => photosRequest(context),
        onDone: {
          target: 'idle',
          actions: assign({ photos: ({ event }) => event.output, photosFailure: null }),
        },
        onError: { target: 'failed', actions: assign({ photosFailure: ({ event }) => failureOf(event.error) }) },
      },
    },
    failed: {
      on: { 'photos.retry': 'loading', 'page.queryChanged': 'resting' },
      after: { renew: { guard: 'showsRobot', target: 'loading' } },
    },
  },
});
