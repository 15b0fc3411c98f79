/** Selectors of what a robot reports about itself. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { robotInfoMachine } from './robotInfo.machine.ts';

export type RobotInfoRef = ActorRefFrom<typeof robotInfoMachine>;
type Snapshot = SnapshotFrom<typeof robotInfoMachine> | undefined;

export const selectRobotInfo = (snapshot: Snapshot) => snapshot?.context.info ?? null;
export const selectInfoFailure = (snapshot: Snapshot) => snapshot?.context.failure ?? null;
export const selectIsInfoOpen = (snapshot: Snapshot): boolean => snapshot?.hasTag('open') ?? false;
