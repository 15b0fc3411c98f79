/** Selectors of the page of a call. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Call } from '../../../contract/entities/call.ts';
import type { CallContentRef } from '../calls/callContent.selectors.ts';
import type { CallPreviewRef } from '../calls/callPreview.selectors.ts';
import type { StopRef } from '../robotData/stop.selectors.ts';
import type { VideoRecordingRef } from '../videoRecording/videoRecording.selectors.ts';
import { isOthersCall, type robotCallMachine } from './robotCall.machine.ts';

export type RobotCallRef = ActorRefFrom<typeof robotCallMachine>;
type Snapshot = SnapshotFrom<typeof robotCallMachine>;

export const selectRobotCall = ({ context }: Snapshot) => context;
export const selectDataState = (snapshot: Snapshot): 'loading' | 'failed' | 'ready' =>
  snapshot.hasTag('loading') ? 'loading' : snapshot.hasTag('failed') ? 'failed' : 'ready';
export const selectNoteState = (snapshot: Snapshot): 'idle' | 'saving' | 'saved' =>
  snapshot.hasTag('saving') ? 'saving' : snapshot.hasTag('saved') ? 'saved' : 'idle';
/** The open call of somebody else with the robot, in which the two talk; null for none. */
export const selectOthersCall = ({ context: { open, userId } }: Snapshot): Call | null =>
  isOthersCall(open, userId) ? open : null;
/** The picture of that call while it is watched. */
export const selectWatchedRef = (snapshot: Snapshot) => snapshot.children.preview as CallPreviewRef | undefined;
export const selectIsPhotographing = (snapshot: Snapshot): boolean => snapshot.hasTag('photographing');
/** Whether Escape is Stop now. */
export const selectEscapeReaches = ({ context }: Snapshot): boolean => context.escapeReaches;
/** Recording the picture of the call; undefined before the call is answered. */
export const selectRecordingRef = (snapshot: Snapshot) =>
  snapshot.children.videoRecording as VideoRecordingRef | undefined;
export const selectStopRef = (snapshot: Snapshot) => snapshot.children.stop as StopRef | undefined;
export const selectContentRef = (snapshot: Snapshot) => snapshot.children.content as CallContentRef | undefined;
