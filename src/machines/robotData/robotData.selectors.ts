/** Selectors of a robot's page. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { robotDataMachine } from './robotData.machine.ts';
import type { compartmentJamsMachine } from './compartmentJams.machine.ts';
import type { resumersMachine } from './resumers.machine.ts';

export type RobotDataRef = ActorRefFrom<typeof robotDataMachine>;
export type CompartmentJamsRef = ActorRefFrom<typeof compartmentJamsMachine>;
export type ResumersRef = ActorRefFrom<typeof resumersMachine>;

type Snapshot = SnapshotFrom<typeof robotDataMachine>;

export type PageState = 'loading' | 'failed' | 'unknown' | 'forbidden' | 'ready';
const STATES: readonly PageState[] = ['loading', 'failed', 'unknown', 'forbidden', 'ready'];
export const selectPageState = (snapshot: Snapshot): PageState =>
  STATES.find((state) => snapshot.hasTag(state)) ?? 'loading';

export const selectContext = ({ context }: Snapshot) => context;
export const selectSerialNumber = ({ context }: Snapshot): string => context.serialNumber;
export const selectFailure = ({ context }: Snapshot) => context.failure;
export const selectView = ({ context }: Snapshot) => context.view;
export const selectIsLinked = (snapshot: Snapshot): boolean => snapshot.hasTag('linked');
/** Whether what only the calls tell, such as control and commands, may be outdated: the last reading failed. */
export const selectIsBehind = (snapshot: Snapshot): boolean =>
  snapshot.hasTag('ready') && snapshot.context.failedReadings > 0;
/** Whether the page receives Escape at all. */
export const selectEscapeReaches = ({ context }: Snapshot): boolean => context.escapeReaches;
/** Whether the robot is in teleop. */
export const selectIsMoving = (snapshot: Snapshot): boolean => !snapshot.matches({ shown: { control: 'none' } });

export const selectLease = ({ children }: Snapshot) => children.lease;
export const selectTeleop = ({ children }: Snapshot) => children.teleop;
export const selectStop = ({ children }: Snapshot) => children.stop;
export const selectResumersRef = ({ children }: Snapshot) => children.resumers;
export const selectCompartmentJams = ({ children }: Snapshot) => children.compartmentJams;
export const selectCommands = ({ children }: Snapshot) => children.commands;
export const selectRobotActionsRef = ({ children }: Snapshot) => children.robotActions;
export const selectRobotInfoRef = ({ children }: Snapshot) => children.robotInfo;
export const selectWatchersRef = ({ children }: Snapshot) => children.watchers;
export const selectSpokenRef = ({ children }: Snapshot) => children.spoken;
/** Follows the current route run, if any. */
export const selectCruise = ({ children }: Snapshot) => children.routeRunMonitor;
export const selectVideo = ({ children }: Snapshot) => children.video;
export const selectVideoRecording = ({ children }: Snapshot) => children.videoRecording;
export const selectRobotCursor = ({ children }: Snapshot) => children.robotCursor;
