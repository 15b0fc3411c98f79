/** Selectors of the event records. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { eventRecordsMachine } from './eventRecords.machine.ts';
import { canStep, openEvent } from './eventsShown.ts';

export type EventRecordsRef = ActorRefFrom<typeof eventRecordsMachine>;

type Snapshot = SnapshotFrom<typeof eventRecordsMachine>;

export const selectEventRecords = ({ context }: Snapshot) => context;
export const selectHasNext = ({ context }: Snapshot): boolean => canStep(context, 'next');
export const selectHasPrevious = ({ context }: Snapshot): boolean => canStep(context, 'previous');
/** undefined while it is loaded, if it is missing, and without one. */
export const selectOpenEvent = ({ context }: Snapshot) => openEvent(context);
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
export const selectIsNoting = (snapshot: Snapshot): boolean => snapshot.hasTag('noting');
export const selectIsPlanLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingPlan');
