/** Selectors of the historical monitoring. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { MonitoringContext } from './monitoring.setup.ts';
import type { monitoringMachine } from './monitoring.machine.ts';

export type MonitoringRef = ActorRefFrom<typeof monitoringMachine>;

type Snapshot = SnapshotFrom<typeof monitoringMachine>;

export { exportFault, exportSpan, momentAt, type PlannedRun } from './monitoring.setup.ts';
export const selectMonitoring = ({ context }: Snapshot): MonitoringContext => context;
export const selectIsPast = (snapshot: Snapshot): boolean => snapshot.hasTag('past');
export const selectIsPlaying = (snapshot: Snapshot): boolean => snapshot.hasTag('playing');
export const selectArePlacesLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('waiting');
export const selectIsOverviewLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingOverview');
export const selectAreTracksLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingTracks');
export const selectArePhotosLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loadingPhotos');
export const selectMonitoringCursor = ({ children }: Snapshot) => children.robotCursor;
