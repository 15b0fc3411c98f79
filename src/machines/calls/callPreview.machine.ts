/**
 * The picture of a robot in a call that the user is not in: while a visitor's call rings, and while somebody else talks.
 * Nothing of the user is sent. Parallel regions:
 *
 *   picture: carrying { connecting ─frame─▶ live ⇄ frozen } ─▶ pausing ─▶ carrying ;  refused for good ▶ blind
 *            a hidden tab ▶ resting, so that the robot does not encode video that nobody sees
 *   tab:     seen ⇄ hidden
 *   speaker: muted ⇄ on ; the visitor is heard only after a press
 */
import { assign, setup, stateIn } from 'xstate';
import { holdKey } from '../connection/holdKey.ts';
import { callbackEffect } from '../effectStubs.ts';
import type { TabReport } from '../robotData/teleop.setup.ts';
import type { ViewingRefusal } from '../robotData/video.setup.ts';
import { callKey, type CallMediaEvent, type CarryInput } from './callMedia.setup.ts';

export interface CallPreviewInput {
  serialNumber: string;
  callId: string;
}
export interface CallPreviewContext extends CallPreviewInput {
  /** Server clock, ms; null before the first frame. */
  pictureAt: number | null;
  refusal: ViewingRefusal | null;
}
export type CallPreviewEvent =
  | TabReport
  | Extract<CallMediaEvent, { type: 'speaker.toggle' | 'media.retry' | 'media.flowing' | 'media.frozen' }>
  | Extract<CallMediaEvent, { type: 'media.measured' | 'media.refused' | 'media.ended' }>;

const FIRST_FRAME_MS = 10_000;
const FROZEN_MS = 5_000;
const PAUSE_MS = 2_000;

const preview = setup({
  types: {
    context: {} as CallPreviewContext,
    input: {} as CallPreviewInput,
    events: {} as CallPreviewEvent,
    tags: {} as 'live' | 'lost' | 'blind',
  },
  actors: {
    holdKey,
    /** As in a call, without devices: connects to the robot while it is invoked, and reports `media.*`. */
    carry: callbackEffect<CarryInput>('carry'),
    watchTab: callbackEffect('watchTab'),
  },
  guards: {
    isForGood: ({ event }) =>
      event.type === 'media.refused' && (event.reason === 'noCamera' || event.reason === 'notAllowed'),
  },
  delays: { firstFrame: FIRST_FRAME_MS, frozen: FROZEN_MS, pause: PAUSE_MS },
});
const assignFrame = preview.assign(({ context, event }) => ({
  pictureAt: event.type === 'media.flowing' || event.type === 'media.measured' ? event.at : context.pictureAt,
  refusal: null,
}));

export const callPreviewMachine = preview.createMachine({
  id: 'callPreview',
  context: ({ input }) => ({ ...input, pictureAt: null, refusal: null }),
  type: 'parallel',
  invoke: [
    { src: 'holdKey', input: ({ context: { serialNumber } }) => ({ key: callKey(serialNumber) }) },
    { src: 'watchTab' },
  ],
  states: {
    picture: {
      initial: 'carrying',
      states: {
        carrying: {
          invoke: {
            src: 'carry',
            input: ({ context: { serialNumber, callId } }) => ({ serialNumber, callId, quality: '360p' as const }),
          },
          always: { guard: stateIn({ tab: 'hidden' }), target: 'resting' },
          on: {
            'media.refused': [
              { guard: 'isForGood', target: 'blind', actions: assign({ refusal: ({ event }) => event.reason }) },
              { target: 'pausing', actions: assign({ refusal: ({ event }) => event.reason }) },
            ],
            'media.ended': 'pausing',
          },
          initial: 'connecting',
          states: {
            connecting: {
              on: { 'media.flowing': { target: 'live', actions: assignFrame } },
              after: { firstFrame: '#callPreview.picture.pausing' },
            },
            live: {
              tags: 'live',
              on: { 'media.frozen': 'frozen', 'media.measured': { actions: assignFrame } },
            },
            frozen: {
              tags: 'lost',
              on: { 'media.flowing': { target: 'live', actions: assignFrame } },
              after: { frozen: '#callPreview.picture.pausing' },
            },
          },
        },
        pausing: { tags: 'lost', on: { 'media.retry': 'carrying' }, after: { pause: 'carrying' } },
        resting: { always: { guard: stateIn({ tab: 'seen' }), target: 'carrying' } },
        blind: { tags: 'blind', on: { 'media.retry': 'carrying' } },
      },
    },
    tab: {
      initial: 'seen',
      on: { 'tab.front': '.seen', 'tab.blurred': '.seen', 'tab.hidden': '.hidden' },
      states: { seen: {}, hidden: {} },
    },
    speaker: {
      initial: 'muted',
      states: { muted: { on: { 'speaker.toggle': 'on' } }, on: { on: { 'speaker.toggle': 'muted' } } },
    },
  },
});
