/** Selectors of recording a robot's picture. */
import type { SnapshotFrom } from 'xstate';
import type { videoRecordingMachine } from './videoRecording.machine.ts';

export type { VideoRecordingRef } from './videoRecording.machine.ts';

type Snapshot = SnapshotFrom<typeof videoRecordingMachine>;

export type RecordingState = 'idle' | 'opening' | 'recording' | 'behind' | 'saving' | 'saved' | 'failed';

/** `opening` lasts until the server has stored the first part: only then it is certain that something is recorded. */
export function selectRecordingState(snapshot: Snapshot): RecordingState {
  if (snapshot.matches('idle')) return 'idle';
  if (snapshot.matches('saved')) return 'saved';
  if (snapshot.matches('failed') || snapshot.hasTag('stranded')) return 'failed';
  if (snapshot.hasTag('saving')) return 'saving';
  if (snapshot.context.startedAt === null) return 'opening';
  return snapshot.hasTag('waiting') ? 'behind' : 'recording';
}
export const selectRecordingStart = ({ context }: Snapshot): number | null => context.startedAt;
export const selectRecordingEnd = ({ context }: Snapshot) => context.end;
export const selectIsCutShort = ({ context }: Snapshot): boolean => context.isCutShort;
export const selectRecordingFailure = ({ context }: Snapshot) => context.failure;
/** What was recorded waits for the person: to be sent again, or to be discarded. */
export const selectIsStranded = (snapshot: Snapshot): boolean => snapshot.hasTag('stranded');
export const selectRecordedMs = ({ context }: Snapshot): number => context.durationMs;

/** Whether it would end with the picture. */
export const selectNeedsPicture = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('busy') && !snapshot.hasTag('saving');
/** Whether it waits for its last parts, or for the server to complete it. It needs no picture any more. */
export const selectIsBeingSaved = (snapshot: Snapshot): boolean => snapshot.hasTag('busy') && snapshot.hasTag('saving');

/** The recording once its first part is stored; its length is null before it is saved. */
export function selectRecorded(
  snapshot: Snapshot,
): { fileId: string; at: number; durationMs: number | null; isGoingOn: boolean } | null {
  const { fileId, startedAt, durationMs } = snapshot.context;
  if (fileId === null || startedAt === null) return null;
  const isSaved = durationMs > 0;
  // One that waits for its person's choice can be discarded, and is not heard of again.
  const isGoingOn = snapshot.hasTag('busy') && !snapshot.hasTag('stranded');
  return { fileId, at: startedAt, durationMs: isSaved ? durationMs : null, isGoingOn };
}
