/**
 * Picture and sound of a call, from when it is answered until it ends. Parallel regions:
 *
 *   picture:    carrying { connecting ─frame─▶ live ⇄ frozen } ─▶ pausing ─▶ carrying ;  no camera ▶ blind
 *   microphone: on { opening ─▶ open } ⇄ off
 *   camera:     on { opening ─▶ open } ⇄ off
 *   speaker:    on ⇄ muted
 *
 * Devices do not depend on the connection: after an interruption they are exactly as they were. Without a microphone
 * one can listen and type.
 */
import { assertEvent, assign } from 'xstate';
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

export const callMediaMachine = media.createMachine({
  id: 'callMedia',
  context: ({ input }) => ({
    ...input,
    figures: null,
    pictureAt: null,
    tries: 0,
    refusal: null,
    microphoneRefusal: null,
    cameraRefusal: null,
  }),
  type: 'parallel',
  invoke: { src: 'holdKey', input: ({ context: { serialNumber } }) => ({ key: callKey(serialNumber) }) },
  states: {
    picture: {
      initial: 'carrying',
      states: {
        carrying: {
          invoke: {
            id: 'carry',
            src: 'carry',
            input: ({ context: { serialNumber, callId } }) => ({ serialNumber, callId }),
          },
          on: {
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
              on: {
                'media.frozen': 'frozen',
                'media.measured': {
                  actions: assign({ figures: ({ event }) => event.figures, pictureAt: ({ event }) => event.at }),
                },
              },
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
