import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { setPasswordMachine } from './setPassword.machine.ts';

export type SetPasswordRef = ActorRefFrom<typeof setPasswordMachine>;

type Snapshot = SnapshotFrom<typeof setPasswordMachine>;

export const selectSetPassword = ({ context }: Snapshot) => context;
export const selectIsSetting = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** The state of the link: `good` while its form can be filled in. */
export const selectLinkState = (snapshot: Snapshot): 'asking' | 'failed' | 'over' | 'done' | 'good' =>
  (['asking', 'failed', 'over', 'done'] as const).find((tag) => snapshot.hasTag(tag)) ?? 'good';
