/** Selectors of the page of a call. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { StopRef } from '../robotData/stop.selectors.ts';
import type { VideoRecordingRef } from '../videoRecording/videoRecording.selectors.ts';
import type { robotCallMachine } from './robotCall.machine.ts';

export type RobotCallRef = ActorRefFrom<typeof robotCallMachine>;
type Snapshot = SnapshotFrom<typeof robotCallMachine>;

export const selectRobotCall = ({ context }: Snapshot) => context;
export const selectDataState = (snapshot: Snapshot): 'loading' | 'failed' | 'ready' =>
  snapshot.hasTag('loading') ? 'loading' : snapshot.hasTag('failed') ? 'failed' : 'ready';
export const selectNoteState = (snapshot: Snapshot): 'idle' | 'saving' | 'saved' =>
  snapshot.hasTag('saving') ? 'saving' : snapshot.hasTag('saved') ? 'saved' : 'idle';
export const selectIsPhotographing = (snapshot: Snapshot): boolean => snapshot.hasTag('photographing');
/** Whether Escape is Stop now. */
export const selectEscapeReaches = ({ context }: Snapshot): boolean => context.escapeReaches;
/** Recording the picture of the call; undefined before the call is answered. */
export const selectRecordingRef = (snapshot: Snapshot) =>
  snapshot.children.videoRecording as VideoRecordingRef | undefined;
export const selectStopRef = (snapshot: Snapshot) => snapshot.children.stop as StopRef | undefined;
