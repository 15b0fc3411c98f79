/** Selectors of what needs the user now. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { todayMachine } from './today.machine.ts';

export type TodayRef = ActorRefFrom<typeof todayMachine>;
type Snapshot = SnapshotFrom<typeof todayMachine>;

export const selectToday = ({ context }: Snapshot) => context;
/** The next runs could not be loaded the last time. */
export const selectHasNoRuns = (snapshot: Snapshot): boolean => snapshot.hasTag('withoutRuns');
export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
