/** Events, effects and constants of live video. The chart is video.machine.ts. */
import { setup } from 'xstate';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import type { RtcDown } from '../../../contract/wire/rtc.ts';
import type { Failure } from '../failure.ts';
import { callbackEffect, promiseEffect } from '../effectStubs.ts';

/** Measured once a second while frames arrive. */
export interface VideoFigures {
  framesPerSecond: number;
  kilobitsPerSecond: number;
  width: number;
  height: number;
  /** Round-trip time, ms; null until ICE has measured it. */
  roundTrip: number | null;
  /** Estimated latency from the robot's camera to this screen, ms; null until known. */
  delay: number | null;
}
export type MicrophoneRefusal = 'denied' | 'missing' | 'insecure' | 'failed' | 'forbidden';
export type ViewingRefusal = Extract<RtcDown, { type: 'refused' }>['reason'];

export interface WatchInput {
  serialNumber: string;
  quality: VideoQuality;
}
export interface PhotoInput {
  serialNumber: string;
  name: string;
  /** In the library; otherwise on the user's disk. */
  keep: boolean;
}
export interface SavedPhoto {
  place: 'library' | 'disk';
}
export interface VideoInput {
  serialNumber: string;
}
export interface VideoContext extends VideoInput {
  quality: VideoQuality;
  /** Attempts since the last frame. */
  tries: number;
  figures: VideoFigures | null;
  /** Time of the last frame with a picture, server clock; null before the first. */
  pictureAt: number | null;
  /** Start of the current flow of frames, and the last picture before it, for a flow that turns out to be blank. */
  flowingSince: number | null;
  pictureBefore: number | null;
  /** The frame that stays on the screen is black: a robot replaces its last picture when access isn't confirmed. */
  isBlank: boolean;
  refusal: ViewingRefusal | null;
  /** Whether the robot has answered the signalling of this attempt. */
  isAnswered: boolean;
  /** The last attempt got no answer to its signalling. */
  timeOut: Failure | null;
  microphoneRefusal: MicrophoneRefusal | null;
  photoFailure: Failure | null;
  /** Where the last photo is. */
  photoPlace: SavedPhoto['place'] | null;
}
export type VideoRequest =
  | { type: 'video.start' }
  | { type: 'video.end' }
  | { type: 'video.retry' }
  | { type: 'quality.choose'; quality: VideoQuality }
  /** Whether the picture is being recorded, which goes on in a hidden tab. */
  | { type: 'recording.began' }
  | { type: 'recording.ended' }
  | { type: 'sound.toggle' }
  | { type: 'microphone.toggle' }
  | { type: 'fill.toggle' }
  | { type: 'fill.leave' }
  | { type: 'photo.take'; name: string; keep: boolean };
export type VideoReport =
  | { type: 'mqttLink.opened' }
  | { type: 'mqttLink.closed' }
  | { type: 'robot.reachable' }
  | { type: 'robot.gone' }
  | { type: 'camera.missing' }
  | { type: 'tab.hidden' }
  | { type: 'tab.front' }
  | { type: 'tab.blurred' }
  | { type: 'signal.heard'; signal: RtcDown }
  /** Frames arrive: the first one, or the first after a freeze. */
  | { type: 'picture.flowing'; at: number }
  | { type: 'picture.frozen'; at: number }
  /** The frozen frame is black. */
  | { type: 'picture.blank' }
  | { type: 'picture.measured'; figures: VideoFigures; at: number }
  /** It takes part in a channel of an external media service. */
  | { type: 'robot.answered' }
  | { type: 'viewing.refused'; reason: ViewingRefusal }
  | { type: 'viewing.ended' }
  | { type: 'microphone.opened' }
  | { type: 'microphone.refused'; refusal: MicrophoneRefusal };
/** Commands to the `watch` actor. */
export type WatchCommand =
  { type: 'signal.heard'; signal: RtcDown } | { type: 'quality.choose'; quality: VideoQuality };

/** A shorter flow of frames that ends in a black one had no picture. */
export const BLANK_FLOW_MS = 2_000;
/** Timeout of the first frame: the robot or the connection has failed, so retry. */
const FIRST_PICTURE_MS = 8_000;
/** A freeze of this length counts as a lost call; the frame's age is shown meanwhile. */
const FROZEN_MS = 6_000;
/** After this time in a hidden tab, video that is not recorded ends to free the robot's encoder. */
const UNSEEN_MS = 60_000;
/** Retry interval for a robot without a camera or with too many viewers: either can change. */
export const REFUSED_MS = 15_000;
/** Maximum pause between attempts. */
const MOST_PAUSE_MS = 10_000;
/** Consecutive attempts after which the video is shown as failed instead of connecting. */
export const TRIES = 6;

export const pauseBefore = (tries: number): number => Math.min(MOST_PAUSE_MS, 500 * 2 ** Math.max(0, tries - 1));

export const video = setup({
  types: {
    context: {} as VideoContext,
    input: {} as VideoInput,
    events: {} as VideoRequest | VideoReport,
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
    /**
     * One viewing: sends signalling, puts the stream into the live store, and ends the viewing on exit. Reports
     * VideoReport, accepts WatchCommand.
     */
    watch: callbackEffect<WatchInput>('watch'),
    /** Requests the microphone from the browser and sends its audio to the robot while it is invoked. */
    speak: callbackEffect<{ serialNumber: string }>('speak'),
    /** Saves the current frame as an image, in the library or on the user's disk. */
    savePhoto: promiseEffect<SavedPhoto, PhotoInput>('savePhoto'),
  },
  guards: {
    isNotBlank: ({ context }) => !context.isBlank,
    isUnanswered: ({ context }) => !context.isAnswered,
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
