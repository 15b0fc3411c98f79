/** Selectors of the dry run. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { peekMachine } from './peek.machine.ts';

export type PeekRef = ActorRefFrom<typeof peekMachine>;

type Snapshot = SnapshotFrom<typeof peekMachine>;

export const selectPress = ({ context }: Snapshot) => context.press;
export const selectPeekFailure = ({ context }: Snapshot) => context.failure;
export const selectIsExplaining = (snapshot: Snapshot): boolean => snapshot.hasTag('explaining');
