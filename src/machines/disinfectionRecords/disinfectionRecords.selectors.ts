/** Selectors of the disinfection records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { type disinfectionRecordsMachine, shownFault } from './disinfectionRecords.machine.ts';

export type DisinfectionRecordsRef = ActorRefFrom<typeof disinfectionRecordsMachine>;

type Snapshot = SnapshotFrom<typeof disinfectionRecordsMachine>;

export const selectDisinfections = ({ context }: Snapshot) => context;
export const selectIsStarting = (snapshot: Snapshot): boolean => snapshot.hasTag('starting');
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectIsLoadingPlaces = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingPlaces');
export const selectFault = ({ context }: Snapshot) => shownFault(context);
