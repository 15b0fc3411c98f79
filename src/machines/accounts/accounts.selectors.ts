import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { accountFormMachine } from './accountForm.machine.ts';
import type { accountsMachine } from './accounts.machine.ts';

export type AccountsRef = ActorRefFrom<typeof accountsMachine>;
export type AccountFormRef = ActorRefFrom<typeof accountFormMachine>;

type Snapshot = SnapshotFrom<typeof accountsMachine>;

export const selectAccounts = ({ context }: Snapshot) => context;
/** The editor; null when it is closed. */
export const selectAccountForm = ({ children }: Snapshot) => children.form ?? null;
