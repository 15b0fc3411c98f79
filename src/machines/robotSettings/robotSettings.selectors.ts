/** Selectors of the settings of a robot. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { faultsIn, type robotSettingsMachine } from './robotSettings.machine.ts';

export type RobotSettingsRef = ActorRefFrom<typeof robotSettingsMachine>;
type Snapshot = SnapshotFrom<typeof robotSettingsMachine>;

export const selectRobotSettings = ({ context }: Snapshot) => context;
export const selectFaults = ({ context }: Snapshot) => faultsIn(context);
export const selectHasNoRobot = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'none' });
export const selectIsAskingPolicy = (snapshot: Snapshot): boolean => snapshot.matches({ save: 'asking' });
export const selectIsConflicting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ save: 'conflicting' }) || snapshot.matches({ save: 'failed' });
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');
