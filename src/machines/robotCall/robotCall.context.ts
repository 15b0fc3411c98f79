/** What the page of a call knows, and the events that change it. */
import type { Call, CallLine } from '../../../contract/entities/call.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { CallTopic } from '../../../contract/rules/call.ts';
import type { PageEvent, Query } from '../app/events.ts';
import type { Failure } from '../failure.ts';
import type { PhotoInput } from '../robotData/video.setup.ts';
import type { CallSeen } from './watchCall.ts';

export interface RobotCallData {
  /** Whether it takes calls, and has a camera and a microphone. */
  canCall: boolean;
  hasCamera: boolean;
  hasAudio: boolean;
  /** Of the robot's site; '' without one. */
  timeZone: string;
  /** The last calls with the robot, newest first. */
  calls: readonly Call[];
}
/** A photo or recording from a call, with the address of its picture; '' for a recording. */
export interface KeptMedia {
  item: MediaItem;
  picture: string;
}
export interface CallRecord {
  call: Call;
  lines: readonly CallLine[];
  /** What was taken during the call, in that order; null if it could not be loaded. */
  kept: readonly KeptMedia[] | null;
}
export interface CallPhotoInput extends PhotoInput {
  callId: string;
}
export interface NoteRequest {
  callId: string;
  topic: CallTopic | null;
  note: string;
}
export interface RobotCallContext {
  serialNumber: string;
  robot: Robot | null;
  data: RobotCallData | null;
  failure: Failure | null;
  /** The ended call. */
  callId: string;
  record: CallRecord | null;
  recordFailure: Failure | null;
  /** The call whose picture is or was on the stage; empty before one was answered. */
  talkingId: string;
  /** Whether Escape reaches the page now: no dialog and no text field takes it. */
  escapeReaches: boolean;
  userId: string;
  /** The open call with the robot; null for none. */
  open: Call | null;
  /** The page was opened to watch a call of somebody else. */
  wantsWatching: boolean;
  /** The call that is watched; empty for none. */
  watchedId: string;
  photoFailure: Failure | null;
  /** The last photo of this call is in the library. */
  isPhotoKept: boolean;
  /** The text to say. */
  typed: string;
  topic: CallTopic | null;
  note: string;
  noteFailure: Failure | null;
}
export type RobotCallEvent =
  | PageEvent
  | CallSeen
  | { type: 'page.retry' }
  | { type: 'stop.press'; at: number }
  | { type: 'escape.pressed'; at: number }
  | { type: 'escape.reaches'; reaches: boolean }
  | { type: 'photo.take'; name: string }
  /** Somebody's call with the robot changed. */
  | { type: 'call.changed' }
  | { type: 'watch.start' }
  | { type: 'watch.stop' }
  /** Raised: a photo or recording of an ended call is in the library. */
  | { type: 'media.kept' }
  | { type: 'text.type'; text: string }
  | { type: 'topic.choose'; topic: CallTopic }
  | { type: 'note.type'; note: string }
  | { type: 'note.save' };

export const robotIn = (query: Query, fallback: string): string => query['serialNumber'] || fallback;
export const nothingOf = (serialNumber: string, userId: string, query: Query): RobotCallContext => ({
  serialNumber,
  userId,
  open: null,
  wantsWatching: query['watch'] === 'yes',
  watchedId: '',
  robot: null,
  data: null,
  failure: null,
  callId: '',
  record: null,
  recordFailure: null,
  talkingId: '',
  escapeReaches: false,
  photoFailure: null,
  isPhotoKept: false,
  typed: '',
  topic: null,
  note: '',
  noteFailure: null,
});
