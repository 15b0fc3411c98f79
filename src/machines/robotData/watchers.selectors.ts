/** Selectors of who watches a robot. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { watchersMachine } from './watchers.machine.ts';

export type WatchersRef = ActorRefFrom<typeof watchersMachine>;
type Snapshot = SnapshotFrom<typeof watchersMachine>;

export const selectIsWatchersOpen = (snapshot: Snapshot): boolean => snapshot.hasTag('open');
export const selectWatchers = ({ context }: Snapshot) => context.people;
export const selectWatchersFailure = ({ context }: Snapshot) => context.failure;
