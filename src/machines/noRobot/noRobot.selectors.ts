/** What the page without robots shows. */
import type { SnapshotFrom } from 'xstate';
import type { noRobotMachine } from './noRobot.machine.ts';

type Snapshot = SnapshotFrom<typeof noRobotMachine>;

export const selectIsLooking = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectLookFailure = ({ context }: Snapshot) => context.failure;
