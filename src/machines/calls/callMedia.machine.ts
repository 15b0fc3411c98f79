/**
 * Picture and sound of a call, from when it is answered until it ends. Parallel regions:
 *
 *   picture:    carrying { connecting ─frame─▶ live ⇄ frozen } ─▶ pausing ─▶ carrying ;  no camera ▶ blind
 *   microphone: on { opening ─▶ open } ⇄ off
 *   camera:     on { opening ─▶ open } ⇄ off
 *   speaker:    on ⇄ muted
 *
 * A slow link lowers the quality of the picture, a good one raises it again, as on a tile of the wall.
 *
 * Devices do not depend on the connection: after an interruption they are exactly as they were. Without a microphone
 * one can listen and type.
 */
import { assertEvent, assign } from 'xstate';
import {
  afterMeasurement,
  FIRST_QUALITY_CONTROL,
  shownQuality,
  TRIED_AGAIN,
} from '../../../contract/rules/videoQuality.ts';
import { callKey, media, type CallDevice } from './callMedia.setup.ts';

const of = (wanted: CallDevice) =>
  ({
    type: 'isOf',
    params: ({ event }: { event: { device: CallDevice } }) => ({ device: event.device, wanted }),
  }) as const;
const assignMicrophone = media.assign(({ event }) => {
  assertEvent(event, 'device.refused');
  return { microphoneRefusal: event.refusal };
});
const assignCamera = media.assign(({ event }) => {
  assertEvent(event, 'device.refused');
  return { cameraRefusal: event.refusal };
});
const assignFrame = media.assign(({ event }) => {
  assertEvent(event, 'media.flowing');
  return { pictureAt: event.at, tries: 0, refusal: null };
});
const assignQuality = media.assign(({ event }) => {
  assertEvent(event, 'quality.choose');
  return { quality: event.quality, ...TRIED_AGAIN };
});
const sendQuality = media.sendTo('carry', ({ context }) => ({
  type: 'quality.choose',
  quality: shownQuality(context),
}));
const assignMeasurement = media.enqueueActions(({ context, event, enqueue }) => {
  assertEvent(event, 'media.measured');
  const { figures, at } = event;
  const after = afterMeasurement(context, figures);
  enqueue.assign({ figures, pictureAt: at, ...after });
  if (after.isLowered !== context.isLowered) enqueue(sendQuality);
});

export const callMediaMachine = media.createMachine({
  id: 'callMedia',
  context: ({ input }) => ({
    ...input,
    quality: '720p',
    ...FIRST_QUALITY_CONTROL,
    figures: null,
    pictureAt: null,
    tries: 0,
    refusal: null,
    microphoneRefusal: null,
    cameraRefusal: null,
  }),
  type: 'parallel',
  invoke: { src: 'holdKey', input: ({ context: { serialNumber } }) => ({ key: callKey(serialNumber) }) },
  on: { 'quality.choose': { actions: assignQuality } },
  states: {
    picture: {
      initial: 'carrying',
      states: {
        carrying: {
          invoke: {
            id: 'carry',
            src: 'carry',
            input: ({ context }) => ({
              serialNumber: context.serialNumber,
              callId: context.callId,
              quality: shownQuality(context),
            }),
          },
          on: {
            'quality.choose': { actions: [assignQuality, sendQuality] },
            'media.refused': [
              { guard: 'isNoCamera', target: 'blind', actions: assign({ refusal: ({ event }) => event.reason }) },
              { target: 'pausing', actions: assign({ refusal: ({ event }) => event.reason }) },
            ],
            'media.ended': 'pausing',
            'media.retry': { target: 'carrying', reenter: true },
          },
          initial: 'connecting',
          states: {
            connecting: {
              tags: 'connecting',
              on: { 'media.flowing': { target: 'live', actions: assignFrame } },
              after: { firstFrame: '#callMedia.picture.pausing' },
            },
            live: {
              tags: 'live',
              on: { 'media.frozen': 'frozen', 'media.measured': { actions: assignMeasurement } },
            },
            frozen: {
              tags: 'lost',
              on: { 'media.flowing': { target: 'live', actions: assignFrame } },
              after: { frozen: '#callMedia.picture.pausing' },
            },
          },
        },
        pausing: {
          tags: 'lost',
          entry: assign({ tries: ({ context }) => context.tries + 1, figures: null }),
          on: { 'media.retry': 'carrying' },
          after: { pause: 'carrying' },
        },
        blind: { tags: 'blind', on: { 'media.retry': 'carrying' } },
      },
    },
    microphone: {
      initial: 'on',
      states: {
        off: { on: { 'microphone.toggle': 'on' } },
        on: {
          entry: assign({ microphoneRefusal: null }),
          invoke: {
            src: 'openDevice',
            input: ({ context: { callId } }) => ({ callId, device: 'microphone' as const }),
          },
          on: {
            'microphone.toggle': 'off',
            'device.refused': { guard: of('microphone'), target: 'off', actions: assignMicrophone },
          },
          initial: 'opening',
          states: { opening: { on: { 'device.opened': { guard: of('microphone'), target: 'open' } } }, open: {} },
        },
      },
    },
    camera: {
      initial: 'first',
      states: {
        first: { always: [{ guard: 'wantsCamera', target: 'on' }, { target: 'off' }] },
        off: { on: { 'camera.toggle': 'on' } },
        on: {
          entry: assign({ cameraRefusal: null }),
          invoke: { src: 'openDevice', input: ({ context: { callId } }) => ({ callId, device: 'camera' as const }) },
          on: {
            'camera.toggle': 'off',
            'device.refused': { guard: of('camera'), target: 'off', actions: assignCamera },
          },
          initial: 'opening',
          states: { opening: { on: { 'device.opened': { guard: of('camera'), target: 'open' } } }, open: {} },
        },
      },
    },
    speaker: {
      initial: 'on',
      states: { on: { on: { 'speaker.toggle': 'muted' } }, muted: { on: { 'speaker.toggle': 'on' } } },
    },
  },
});
