/** Selectors of copying a task. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { taskCopyMachine } from './taskCopy.machine.ts';

export type TaskCopyRef = ActorRefFrom<typeof taskCopyMachine>;
type Snapshot = SnapshotFrom<typeof taskCopyMachine>;

export const selectTaskCopy = ({ context }: Snapshot) => context;
export const selectIsChecking = (snapshot: Snapshot): boolean => snapshot.hasTag('checking');
export const selectIsSending = (snapshot: Snapshot): boolean => snapshot.hasTag('sending');
/** Robots have answered; some of them can be asked again meanwhile. */
export const selectHasAnswers = ({ context }: Snapshot): boolean => context.answers.length > 0;
