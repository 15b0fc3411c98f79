/** Selectors of what needs the user now. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { todayMachine } from './today.machine.ts';

export type TodayRef = ActorRefFrom<typeof todayMachine>;
type Snapshot = SnapshotFrom<typeof todayMachine>;

export const selectToday = ({ context }: Snapshot) => context;
export const selectIsReading = (snapshot: Snapshot): boolean => snapshot.hasTag('reading');
