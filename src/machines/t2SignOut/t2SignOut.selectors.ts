/** Selectors of the visitor sign-out page. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { t2SignOutMachine } from './t2SignOut.machine.ts';

export type T2SignOutRef = ActorRefFrom<typeof t2SignOutMachine>;

type Snapshot = SnapshotFrom<typeof t2SignOutMachine>;

export const selectSignOut = ({ context }: Snapshot) => context;
export const selectSignOutStep = (snapshot: Snapshot): 'phone' | 'code' | 'done' =>
  snapshot.hasTag('done') ? 'done' : snapshot.hasTag('code') ? 'code' : 'phone';
export const selectIsSigningOut = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
