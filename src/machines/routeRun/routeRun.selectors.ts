/** Selectors of route runs. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import type { routeRunMachine } from './routeRun.machine.ts';
import type { routeRunMonitorMachine } from './routeRunMonitor.machine.ts';

export type RouteRunRef = ActorRefFrom<typeof routeRunMachine>;
export type RouteRunMonitorRef = ActorRefFrom<typeof routeRunMonitorMachine>;

type Snapshot = SnapshotFrom<typeof routeRunMachine>;
type Following = SnapshotFrom<typeof routeRunMonitorMachine>;

export const selectChoice = ({ context }: Snapshot) => context;
export const selectIsChoosing = (snapshot: Snapshot): boolean => snapshot.hasTag('choosing');
export const selectIsPreparing = (snapshot: Snapshot): boolean => snapshot.hasTag('preparing');
export const selectIsStarting = (snapshot: Snapshot): boolean => snapshot.hasTag('starting');
/** The start has taken 10 s: tell the user. */
export const selectIsSlow = (snapshot: Snapshot): boolean => snapshot.hasTag('patient');
/** The robots that run a route now, or are stopped. */
export const selectDriving = ({ context }: Snapshot) => context.robots;
export const selectFollowed = ({ context }: Snapshot): string => context.followed;
export const selectFollowing = ({ children }: Snapshot) => children.following;
export const selectEscapeReaches = ({ context }: Snapshot): boolean => context.escapeReaches;
export const selectStop = ({ children }: Snapshot) => children.stop;

export const selectRouteRun = ({ context }: Following): RouteRun | null => context.drive;
export const selectFollowingContext = ({ context }: Following) => context;
export const selectIsAway = (snapshot: Following): boolean => snapshot.hasTag('away');
export const selectIsSkipping = (snapshot: Following): boolean => snapshot.hasTag('skipping');
export const selectIsEnding = (snapshot: Following): boolean => snapshot.hasTag('ending');
export const selectQuestion = ({ children }: Following) => children.confirm;
