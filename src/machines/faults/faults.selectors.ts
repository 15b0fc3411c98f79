/** Selectors of the fault switchboard. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { faultsMachine } from './faults.machine.ts';

export type FaultsRef = ActorRefFrom<typeof faultsMachine>;

type Snapshot = SnapshotFrom<typeof faultsMachine>;

export const selectFaults = ({ context }: Snapshot) => context;
export const selectIsLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
export const selectIsFailed = (snapshot: Snapshot): boolean => snapshot.hasTag('failed');
export const selectIsSwitching = (snapshot: Snapshot): boolean => snapshot.hasTag('switching');
