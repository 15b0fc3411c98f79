/** Selectors of the phrases and pictures for calls. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { CallContentContext, callContentMachine } from './callContent.machine.ts';

export type CallContentRef = ActorRefFrom<typeof callContentMachine>;
type Snapshot = SnapshotFrom<typeof callContentMachine>;
export const selectContent = ({ context }: Snapshot): CallContentContext => context;
export const selectIsEditing = (snapshot: Snapshot | undefined): boolean => snapshot?.hasTag('editing') ?? false;
export const selectHasFailed = (snapshot: Snapshot | undefined): boolean => snapshot?.hasTag('failed') ?? false;
export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
