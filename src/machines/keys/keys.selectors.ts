import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { keysMachine } from './keys.machine.ts';

export type KeysRef = ActorRefFrom<typeof keysMachine>;

type Snapshot = SnapshotFrom<typeof keysMachine>;

export const selectKeys = ({ context }: Snapshot) => context;
export const selectAreKeysLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectIsKeyDraftOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('editing');
export const selectIsKeyBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The confirmation before an action; null when none is open. */
export const selectKeyQuestion = ({ children }: Snapshot) => children.confirm ?? null;
