import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { keyFormMachine } from './keyForm.machine.ts';
import type { keysMachine } from './keys.machine.ts';

export type KeysRef = ActorRefFrom<typeof keysMachine>;
export type KeyFormRef = ActorRefFrom<typeof keyFormMachine>;

type Snapshot = SnapshotFrom<typeof keysMachine>;

export const selectKeys = ({ context }: Snapshot) => context;
/** The editor; null when it is closed. */
export const selectKeyForm = ({ children }: Snapshot) => children.form ?? null;
