/** Events, effects and constants of picture and sound in a call. The chart is callMedia.machine.ts. */
import { setup } from 'xstate';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import type { QualityControl } from '../../../contract/rules/videoQuality.ts';
import { callbackEffect } from '../effectStubs.ts';
import { holdKey } from '../connection/holdKey.ts';
import type { MicrophoneRefusal, VideoFigures, ViewingRefusal } from '../robotData/video.setup.ts';

export interface CallMediaInput {
  serialNumber: string;
  callId: string;
  /** Whether the operator's camera is switched on with the call. */
  camera: boolean;
}
export interface CallMediaContext extends CallMediaInput, QualityControl {
  /** As the person chose it. */
  quality: VideoQuality;
  figures: VideoFigures | null;
  /** Server clock, ms; null before the first frame. */
  pictureAt: number | null;
  /** Attempts since the last frame. */
  tries: number;
  refusal: ViewingRefusal | null;
  microphoneRefusal: MicrophoneRefusal | null;
  cameraRefusal: MicrophoneRefusal | null;
}
export interface CarryInput {
  serialNumber: string;
  callId: string;
  quality: VideoQuality;
}
/** To the `carry` actor. */
export type CarryCommand = Extract<CallMediaEvent, { type: 'quality.choose' }>;
export type CallDevice = 'microphone' | 'camera';
export type CallMediaEvent =
  | { type: 'microphone.toggle' }
  | { type: 'camera.toggle' }
  | { type: 'speaker.toggle' }
  | { type: 'quality.choose'; quality: VideoQuality }
  /** Connects again at once. */
  | { type: 'media.retry' }
  | { type: 'media.flowing'; at: number }
  | { type: 'media.frozen' }
  | { type: 'media.measured'; figures: VideoFigures; at: number }
  | { type: 'media.refused'; reason: ViewingRefusal }
  | { type: 'media.ended' }
  | { type: 'device.opened'; device: CallDevice }
  | { type: 'device.refused'; device: CallDevice; refusal: MicrophoneRefusal };

/** The key of the call's own connection: the robot's page can watch the same robot beside it. */
export const callKey = (serialNumber: string): string => `${serialNumber}~call`;
/** The keys of the robot's and the operator's stream in the live store. */
export const callStreamKey = (callId: string): string => `call/${callId}`;
export const ownStreamKey = (callId: string): string => `call/${callId}/own`;

/** Time-out of the first frame, and of a freeze, before another attempt. */
const FIRST_FRAME_MS = 10_000;
const FROZEN_MS = 5_000;
const PAUSE_MS = 1_500;
/** Attempts without a frame after which the call counts as without a connection. */
export const TRIES_LOST = 1;

export const media = setup({
  types: {
    context: {} as CallMediaContext,
    input: {} as CallMediaInput,
    events: {} as CallMediaEvent,
    tags: {} as 'live' | 'lost' | 'connecting' | 'blind',
  },
  actors: {
    holdKey,
    /**
     * Connects to the robot, and sends the open devices: while it is invoked. Reports `media.*`, accepts CarryCommand.
     */
    carry: callbackEffect<CarryInput>('carry'),
    /** Asks for a device, and keeps it open while it is invoked. Reports `device.*`. */
    openDevice: callbackEffect<{ callId: string; device: CallDevice }>('openDevice'),
  },
  guards: {
    wantsCamera: ({ context }) => context.camera,
    isNoCamera: ({ event }) => event.type === 'media.refused' && event.reason === 'noCamera',
    isOf: (_, { device, wanted }: { device: CallDevice; wanted: CallDevice }) => device === wanted,
  },
  delays: { firstFrame: FIRST_FRAME_MS, frozen: FROZEN_MS, pause: PAUSE_MS },
});
