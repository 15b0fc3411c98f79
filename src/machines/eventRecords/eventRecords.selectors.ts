/** Selectors of the event records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { canStep, type eventRecordsMachine } from './eventRecords.machine.ts';

export type EventRecordsRef = ActorRefFrom<typeof eventRecordsMachine>;

type Snapshot = SnapshotFrom<typeof eventRecordsMachine>;

export const selectEventRecords = ({ context }: Snapshot) => context;
export const selectHasNext = ({ context }: Snapshot): boolean => canStep(context, 'next');
export const selectHasPrevious = ({ context }: Snapshot): boolean => canStep(context, 'previous');
/** The list, with the event that is opened, is being loaded. */
export const selectIsOpening = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectIsPlanLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingPlan');
export const selectIsExporting = (snapshot: Snapshot): boolean => snapshot.hasTag('exporting');
