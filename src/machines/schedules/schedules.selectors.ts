/** Selectors of the timetable. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { schedulesMachine } from './schedules.machine.ts';
import { siteOf } from './schedules.setup.ts';

export type SchedulesRef = ActorRefFrom<typeof schedulesMachine>;
type Snapshot = SnapshotFrom<typeof schedulesMachine>;

export const selectSchedules = ({ context }: Snapshot) => context;
export const selectSite = ({ context }: Snapshot) => siteOf(context);
export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
export const selectHasFailed = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'failed' });
export const selectHasNoSite = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'none' });
/** What can be undone; null for nothing. */
export const selectOffer = (snapshot: Snapshot) => (snapshot.hasTag('undoable') ? snapshot.context.offer : null);
