/**
 * Recordings that run on the video wall: what would end them is asked about first.
 *
 *   none ⇄ some { watching ──a change is held back──▶ asking ──yes──▶ the change
 *                 watching ──page.leaveAsked──▶ leaving ──yes──▶ the other page }
 *
 * Of a recording that ends by itself while a change is asked about, the answer counts all the same; the page is then left
 * at once.
 */
import { assign, not } from 'xstate';
import { questionWith } from '../factories/confirm.machine.ts';
import { assignRecording, carryOutHeld } from './videoWall.actions.ts';
import { videoWall } from './videoWall.setup.ts';

const QUESTION = questionWith(
  ['videoWall.recording.endTitle', 'videoWall.recording.endText', 'videoRecording.stop'],
  {},
  false,
);

export const recordingStates = videoWall.createStateConfig({
  initial: 'none',
  on: { 'tile.recording': { actions: assignRecording } },
  states: {
    none: { id: 'noRecording', always: { guard: 'isRecording', target: 'some' } },
    some: {
      tags: 'unsaved',
      invoke: { src: 'guardTab' },
      initial: 'watching',
      states: {
        watching: {
          always: [
            { guard: 'isHeld', target: 'asking' },
            { guard: not('isRecording'), target: '#noRecording' },
          ],
          on: { 'page.leaveAsked': { target: 'leaving', actions: assign({ leaveTo: ({ event }) => event.to }) } },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'endRecording',
            input: QUESTION,
            onDone: [
              { guard: ({ event }) => event.output.confirmed, target: 'watching', actions: carryOutHeld },
              { target: 'watching', actions: assign({ held: null }) },
            ],
          },
        },
        leaving: {
          always: { guard: not('isRecording'), target: 'watching', actions: 'leave' },
          invoke: {
            src: 'confirm',
            id: 'endRecording',
            input: QUESTION,
            onDone: [
              { guard: ({ event }) => event.output.confirmed, target: 'watching', actions: 'leave' },
              { target: 'watching' },
            ],
          },
        },
      },
    },
  },
});
