/** Selectors of live video. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { videoMachine } from './video.machine.ts';

export type VideoRef = ActorRefFrom<typeof videoMachine>;

type Snapshot = SnapshotFrom<typeof videoMachine>;

export type VideoState =
  | 'off'
  | 'resting'
  | 'offline'
  | 'waiting'
  | 'connecting'
  | 'live'
  | 'frozen'
  | 'reconnecting'
  | 'noCamera'
  | 'tooManyViewers'
  | 'accessEnded'
  | 'failed';
const PLAIN = ['off', 'resting', 'offline', 'frozen', 'live', 'failed', 'reconnecting'] as const;

export function selectVideoState(snapshot: Snapshot): VideoState {
  const plain = PLAIN.find((tag) => snapshot.hasTag(tag));
  if (plain) return plain;
  const { refusal, tries } = snapshot.context;
  if (snapshot.hasTag('refused'))
    return refusal === 'tooManyViewers' ? 'tooManyViewers' : refusal === 'notAllowed' ? 'accessEnded' : 'noCamera';
  // To the viewer, a further attempt belongs to the same interruption.
  if (tries > 0) return 'reconnecting';
  return snapshot.hasTag('connecting') ? 'connecting' : 'waiting';
}

/** Why no video came; null if the robot answered. */
export const selectTimeOut = (snapshot: Snapshot) => (snapshot.hasTag('failed') ? snapshot.context.timeOut : null);
export const selectQuality = ({ context }: Snapshot) => context.quality;
export const selectFigures = (snapshot: Snapshot) => (snapshot.hasTag('live') ? snapshot.context.figures : null);
export const selectPictureAt = ({ context }: Snapshot) => context.pictureAt;
/** Whether the frozen frame is a picture. */
export const selectIsBlank = ({ context }: Snapshot): boolean => context.isBlank;
export const selectIsMuted = (snapshot: Snapshot): boolean => snapshot.matches({ sound: 'muted' });
export const selectIsFilled = (snapshot: Snapshot): boolean => snapshot.matches({ size: 'filled' });
export const selectMicrophone = (snapshot: Snapshot): 'off' | 'opening' | 'on' =>
  snapshot.matches({ microphone: { wanted: 'on' } })
    ? 'on'
    : snapshot.matches({ microphone: 'wanted' })
      ? 'opening'
      : 'off';
export const selectMicrophoneRefusal = ({ context }: Snapshot) => context.microphoneRefusal;
export const selectPhotoFailure = ({ context }: Snapshot) => context.photoFailure;
/** The stream's key in the live store. */
export const streamKeyOf = (serialNumber: string): string => `video/${serialNumber}`;
export const selectStreamKey = ({ context }: Snapshot): string => streamKeyOf(context.serialNumber);
