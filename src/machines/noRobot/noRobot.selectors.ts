/** What the page without robots shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { invitationsMachine } from '../friends/invitations.machine.ts';
import type { noRobotMachine } from './noRobot.machine.ts';
import type { waitingRobotMachine } from './waitingRobot.machine.ts';

type Snapshot = SnapshotFrom<typeof noRobotMachine>;

export const selectIsLooking = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectNoRobotInvitations = ({ children }: Snapshot) =>
  children['invitations'] as ActorRefFrom<typeof invitationsMachine> | undefined;
export const selectLookFailure = ({ context }: Snapshot) => context.failure;
export const selectNoRobotWaiting = ({ children }: Snapshot) =>
  children['waitingRobot'] as ActorRefFrom<typeof waitingRobotMachine> | undefined;
export const selectWaitingRobot = ({ context }: SnapshotFrom<typeof waitingRobotMachine>) => context.robot;
