import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { accountsMachine } from './accounts.machine.ts';

export type AccountsRef = ActorRefFrom<typeof accountsMachine>;

type Snapshot = SnapshotFrom<typeof accountsMachine>;

export const selectAccounts = ({ context }: Snapshot) => context;
export const selectIsDraftOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('editing');
export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The confirmation before an action; null when none is open. */
export const selectQuestion = ({ children }: Snapshot) => children.confirm ?? null;
