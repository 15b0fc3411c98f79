/** What live video is made of: events, effects, the numbers. The chart is video.machine.ts. */
import { setup } from 'xstate';
import type { VideoQuality } from '../../../contract/entities/constants.ts';
import type { RtcDown } from '../../../contract/wire/actions.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';

/** Measured once a second while pictures come. */
export interface VideoFigures {
  framesPerSecond: number;
  kilobitsPerSecond: number;
  width: number;
  height: number;
  /** There and back, ms; null until ICE has measured it. */
  roundTrip: number | null;
  /** From the robot's camera to this screen as far as it can be told here, ms; null until known. */
  delay: number | null;
}
export type MicrophoneRefusal = 'denied' | 'missing' | 'insecure' | 'failed' | 'forbidden';
export type ViewingRefusal = Extract<RtcDown, { type: 'refused' }>['reason'];

export interface WatchInput {
  serialNumber: string;
  quality: VideoQuality;
}
export interface VideoInput {
  serialNumber: string;
}
export interface VideoContext extends VideoInput {
  quality: VideoQuality;
  /** Attempts since pictures last came. */
  tries: number;
  figures: VideoFigures | null;
  /** When the last picture came, the server's clock; null before the first. */
  pictureAt: number | null;
  refusal: ViewingRefusal | null;
  microphoneRefusal: MicrophoneRefusal | null;
  photoFailure: Failure | null;
}
export type VideoWish =
  | { type: 'video.start' }
  | { type: 'video.end' }
  | { type: 'video.retry' }
  | { type: 'quality.choose'; quality: VideoQuality }
  | { type: 'sound.toggle' }
  | { type: 'microphone.toggle' }
  | { type: 'fill.toggle' }
  | { type: 'fill.leave' }
  | { type: 'photo.take'; name: string };
export type VideoReport =
  | { type: 'link.opened' }
  | { type: 'link.closed' }
  | { type: 'robot.reachable' }
  | { type: 'robot.gone' }
  | { type: 'camera.missing' }
  | { type: 'tab.hidden' }
  | { type: 'tab.front' }
  | { type: 'tab.blurred' }
  | { type: 'signal.heard'; signal: RtcDown }
  /** Pictures come: the first one, or the first after they stood still. */
  | { type: 'picture.flowing'; at: number }
  | { type: 'picture.frozen'; at: number }
  | { type: 'picture.measured'; figures: VideoFigures; at: number }
  | { type: 'viewing.refused'; reason: ViewingRefusal }
  | { type: 'viewing.ended' }
  | { type: 'microphone.opened' }
  | { type: 'microphone.refused'; refusal: MicrophoneRefusal };
/** What the viewing is told from here. */
export type WatchCommand =
  { type: 'signal.heard'; signal: RtcDown } | { type: 'quality.choose'; quality: VideoQuality };

/** No picture by then: the robot or the way to it is at fault, try again. */
const FIRST_PICTURE_MS = 8_000;
/** Pictures that stand still for this long are a lost call; the age is shown all the while. */
const FROZEN_MS = 6_000;
/** Nobody looks: the robot's encoder rests. */
const UNSEEN_MS = 60_000;
/** A robot without a camera now, or with too many viewers, is asked again by itself: either can change. */
const REFUSED_MS = 15_000;
/** Pauses between attempts grow to this. */
const MOST_PAUSE_MS = 10_000;
/** Attempts in a row after which it says that it failed instead of that it tries. */
export const TRIES = 6;

export const pauseBefore = (tries: number): number => Math.min(MOST_PAUSE_MS, 500 * 2 ** Math.max(0, tries - 1));

export const video = setup({
  types: {
    context: {} as VideoContext,
    input: {} as VideoInput,
    events: {} as VideoWish | VideoReport,
    tags: {} as
      | 'off'
      | 'resting'
      | 'offline'
      | 'waiting'
      | 'connecting'
      | 'live'
      | 'frozen'
      | 'reconnecting'
      | 'refused'
      | 'failed'
      | 'watching',
  },
  actors: {
    /** One viewing: signals up, the stream into the live store; ends it when left. Reports VideoReport, takes WatchCommand. */
    watch: callbackEffect<WatchInput>('watch'),
    /** Asks the browser for the microphone and sends it to the robot for as long as it is invoked. */
    speak: callbackEffect<{ serialNumber: string }>('speak'),
    /** Saves the frame now shown as a picture. */
    savePhoto: promiseEffect<void, { serialNumber: string; name: string }>('savePhoto'),
  },
  guards: {
    isSpent: ({ context }) => context.tries >= TRIES,
    isAccessOver: ({ event }) => event.type === 'viewing.refused' && event.reason === 'notAllowed',
    isPassing: ({ event }) => event.type === 'viewing.refused' && event.reason === 'failed',
  },
  delays: {
    firstPictureDelay: FIRST_PICTURE_MS,
    frozenDelay: FROZEN_MS,
    unseenDelay: UNSEEN_MS,
    refusedDelay: REFUSED_MS,
    pauseDelay: ({ context }) => pauseBefore(context.tries),
  },
});
