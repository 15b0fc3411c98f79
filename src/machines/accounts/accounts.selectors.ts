import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { accountsMachine } from './accounts.machine.ts';

export type AccountsRef = ActorRefFrom<typeof accountsMachine>;

type Snapshot = SnapshotFrom<typeof accountsMachine>;

export const selectAccounts = ({ context }: Snapshot) => context;
export const selectIsDraftOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('editing');
export const selectIsBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The question before an act; null while nothing is asked. */
export const selectQuestion = ({ children }: Snapshot) => children.confirm ?? null;
