/** Selectors of the cruise records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { cruiseRecordMachine } from './cruiseRecord.machine.ts';

export type CruiseRecordRef = ActorRefFrom<typeof cruiseRecordMachine>;

type Snapshot = SnapshotFrom<typeof cruiseRecordMachine>;

export const selectRecords = ({ context }: Snapshot) => context;
export const selectIsAdding = (snapshot: Snapshot): boolean => snapshot.hasTag('adding');
