/** Selectors of the settings of a robot. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { robotSettingsMachine } from './robotSettings.machine.ts';
import { faultsIn } from './robotSettings.setup.ts';
import type { settingsCopyMachine } from './settingsCopy.machine.ts';

export type RobotSettingsRef = ActorRefFrom<typeof robotSettingsMachine>;
export type SettingsCopyRef = ActorRefFrom<typeof settingsCopyMachine>;
type Snapshot = SnapshotFrom<typeof robotSettingsMachine>;
type CopySnapshot = SnapshotFrom<typeof settingsCopyMachine>;

export const selectRobotSettings = ({ context }: Snapshot) => context;
export const selectFaults = ({ context }: Snapshot) => faultsIn(context);
export const selectHasNoRobot = (snapshot: Snapshot): boolean => snapshot.matches({ list: 'none' });
export const selectIsAskingPolicy = (snapshot: Snapshot): boolean => snapshot.matches({ save: 'asking' });
export const selectIsConflicting = (snapshot: Snapshot): boolean =>
  snapshot.matches({ save: 'conflicting' }) || snapshot.matches({ save: 'failed' });
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.hasTag('acting');

export const selectQuestion = ({ children }: Snapshot): ConfirmRef | undefined => children.confirm;
export const selectCopy = ({ children }: Snapshot): SettingsCopyRef | undefined => children.copy;

export const selectSettingsCopy = ({ context }: CopySnapshot) => context;
export const selectIsChoosing = (snapshot: CopySnapshot): boolean => !snapshot.hasTag('table');
export const selectIsCopyBusy = (snapshot: CopySnapshot): boolean => snapshot.hasTag('busy');
export const selectIsCopySent = (snapshot: CopySnapshot): boolean => snapshot.hasTag('sent');
