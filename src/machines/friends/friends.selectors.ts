/** Selectors of the page of a robot's members. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { accessRequestsMachine } from './accessRequests.machine.ts';
import type { friendsMachine } from './friends.machine.ts';
import type { invitationsMachine } from './invitations.machine.ts';

export type FriendsRef = ActorRefFrom<typeof friendsMachine>;
export type AccessRequestsRef = ActorRefFrom<typeof accessRequestsMachine>;
export type InvitationsRef = ActorRefFrom<typeof invitationsMachine>;

type Snapshot = SnapshotFrom<typeof friendsMachine>;
type Invitations = SnapshotFrom<typeof invitationsMachine>;

export const selectFriends = ({ context }: Snapshot) => context;
export const selectAreFriendsLoading = (snapshot: Snapshot) => snapshot.hasTag('waiting');
export const selectHasNoRobot = (snapshot: Snapshot) => snapshot.matches({ list: 'none' });
export const selectIsWorking = (snapshot: Snapshot) => snapshot.hasTag('working');
export const selectQuestion = ({ children }: Snapshot) => children['confirm'] as ConfirmRef | undefined;
export const selectInvitations = ({ children }: Snapshot) => children['invitations'] as InvitationsRef | undefined;
export const selectAccessRequestsRef = ({ children }: Snapshot) =>
  children['accessRequests'] as AccessRequestsRef | undefined;
export const selectIsInviteOpen = (snapshot: Snapshot) => !snapshot.matches({ invite: 'closed' });
export const selectHasInviteResults = (snapshot: Snapshot) => snapshot.matches({ invite: 'results' });
export const selectIsInviting = (snapshot: Snapshot) => snapshot.hasTag('sending');

export const selectInvitationRows = ({ context }: Invitations) => context.rows;
export const selectAnswering = (snapshot: Invitations) =>
  snapshot.hasTag('answering') ? snapshot.context.answer : null;
export const selectAsk = ({ context }: Invitations) => context;
export const selectIsAskOpen = (snapshot: Invitations) => !snapshot.matches({ ask: 'closed' });
export const selectIsAsking = (snapshot: Invitations) => snapshot.hasTag('sending');

export const selectIsRequestListLoading = (snapshot: SnapshotFrom<typeof accessRequestsMachine>) =>
  snapshot.hasTag('waiting');
export const selectRequestList = ({ context }: SnapshotFrom<typeof accessRequestsMachine>) => context;
