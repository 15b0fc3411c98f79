/** Selectors of picture and sound in a call. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { VideoQuality } from '../../../contract/entities/robotConstants.ts';
import { isSlowPicture, shownQuality } from '../../../contract/rules/videoQuality.ts';
import type { callMediaMachine } from './callMedia.machine.ts';
import { TRIES_LOST } from './callMedia.setup.ts';

export type CallMediaRef = ActorRefFrom<typeof callMediaMachine>;
type Snapshot = SnapshotFrom<typeof callMediaMachine>;

export type DeviceState = 'off' | 'opening' | 'on';
export type CallPictureState = 'connecting' | 'live' | 'lost' | 'blind';

export function selectCallPicture(snapshot: Snapshot): CallPictureState {
  if (snapshot.hasTag('blind')) return 'blind';
  if (snapshot.hasTag('live')) return 'live';
  if (snapshot.hasTag('lost')) return 'lost';
  return snapshot.context.tries >= TRIES_LOST ? 'lost' : 'connecting';
}
/** Whether picture and sound arrive, as the server is told: a robot without a camera loses nothing. */
export const selectHasMedia = (snapshot: Snapshot): boolean => selectCallPicture(snapshot) !== 'lost';
export const selectMicrophoneState = (snapshot: Snapshot): DeviceState =>
  snapshot.matches({ microphone: { on: 'open' } }) ? 'on' : snapshot.matches({ microphone: 'on' }) ? 'opening' : 'off';
export const selectCameraState = (snapshot: Snapshot): DeviceState =>
  snapshot.matches({ camera: { on: 'open' } }) ? 'on' : snapshot.matches({ camera: 'on' }) ? 'opening' : 'off';
export const selectIsSpeakerOn = (snapshot: Snapshot): boolean => snapshot.matches({ speaker: 'on' });
/** The quality that is asked for now, which is lower than the chosen one on a slow link. */
export const selectCallQuality = ({ context }: Snapshot): VideoQuality => shownQuality(context);
export const selectIsCallSlow = ({ context: { figures, isLowered } }: Snapshot): boolean =>
  isLowered || (figures !== null && isSlowPicture(figures));
export const selectCallMedia = ({ context }: Snapshot) => context;
