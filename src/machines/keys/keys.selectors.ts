import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { keysMachine } from './keys.machine.ts';

export type KeysRef = ActorRefFrom<typeof keysMachine>;

type Snapshot = SnapshotFrom<typeof keysMachine>;

export const selectKeys = ({ context }: Snapshot) => context;
export const selectAreKeysLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectIsKeyDraftOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('editing');
export const selectIsKeyBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The question before an act; null while nothing is asked. */
export const selectKeyQuestion = ({ children }: Snapshot) => children.confirm ?? null;
