/** Selectors of the choice of a view. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { viewSelectionMachine } from './viewSelection.machine.ts';

export type ViewSelectionRef = ActorRefFrom<typeof viewSelectionMachine>;

type Snapshot = SnapshotFrom<typeof viewSelectionMachine>;

export const selectOfferedViews = ({ context }: Snapshot) => context.views;
export const selectMarkedView = ({ context }: Snapshot) => context.marked;
export const selectHasLastView = ({ context }: Snapshot) => context.hasLast;
export const selectRemembersView = ({ context }: Snapshot) => context.remember;
export const selectIsViewChoiceWaiting = (snapshot: Snapshot) => snapshot.hasTag('waiting');
