/** Selectors of the page without robots. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { InvitationsRef } from '../friends/friends.selectors.ts';
import type { noRobotMachine } from './noRobot.machine.ts';
import type { waitingRobotMachine } from './waitingRobot.machine.ts';

export type NoRobotRef = ActorRefFrom<typeof noRobotMachine>;
export type WaitingRobotRef = ActorRefFrom<typeof waitingRobotMachine>;

type Snapshot = SnapshotFrom<typeof noRobotMachine>;

export const selectIsLooking = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectNoRobotInvitations = ({ children }: Snapshot) =>
  children['invitations'] as InvitationsRef | undefined;
export const selectLookFailure = ({ context }: Snapshot) => context.failure;
export const selectNoRobotWaiting = ({ children }: Snapshot) => children['waitingRobot'] as WaitingRobotRef | undefined;
export const selectWaitingRobot = ({ context }: SnapshotFrom<typeof waitingRobotMachine>) => context.robot;
