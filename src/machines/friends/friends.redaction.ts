/** Redaction rules of the robot's members: ids and relations only; no names, accounts, typed text or claim code. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
import type { AccessRequestsContext, AccessRequestsEvent } from './accessRequests.machine.ts';
import type { FriendsContext, FriendsEvent } from './friends.setup.ts';
import type { InvitationsContext, InvitationsEvent } from './invitations.machine.ts';

const FRIEND = {
  friendRelationId: true,
  userId: true,
  state: true,
  isAuth: true,
  isRobotAdmin: true,
  relation: true,
  canAdminister: true,
  isSelf: true,
  since: true,
} as const satisfies RedactionRule;
const LIST = {
  total: true,
  rows: { '*': FRIEND },
  relation: true,
  rights: true,
} as const satisfies RedactionRule;
const PENDING_ACTION = {
  act: true,
  friend: { friendRelationId: true },
  serialNumber: true,
} as const satisfies RedactionRule;
const INVITE_RESULT = { serialNumber: true, outcome: true } as const satisfies RedactionRule;
const ACCESS_REQUEST = {
  friendRelationId: true,
  userId: true,
  serialNumber: true,
  robotNickName: true,
  since: true,
} as const satisfies RedactionRule;
const INVITATION = {
  friendRelationId: true,
  serialNumber: true,
  robotNickName: true,
  robotModel: true,
  kind: true,
  state: true,
  relation: true,
  since: true,
} as const satisfies RedactionRule;

export const friendsRedaction = defineRedaction<FriendsContext, FriendsEvent, PageInput>()({
  context: {
    userId: true,
    serialNumber: true,
    page: true,
    list: LIST,
    failure: 'failure',
    pendingAction: PENDING_ACTION,
    newOwner: true,
    inviteTo: true,
    inviteResults: { '*': INVITE_RESULT },
    inviteFailure: 'failure',
    claim: { serialNumber: true },
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'friends.turn': { page: true },
    'friends.do': { pendingAction: PENDING_ACTION },
    'invite.choose': { serialNumbers: true },
    'newOwner.choose': { friendRelationId: true },
  },
  outputs: {
    loadFriends: LIST,
    carryOut: { serialNumber: true },
    invite: { '*': INVITE_RESULT },
    recallDialog: { inviteTo: true },
  },
});

export const invitationsRedaction = defineRedaction<InvitationsContext, InvitationsEvent, { userId: string }>()({
  context: { userId: true, rows: { '*': INVITATION }, answer: true, askFailure: 'failure' },
  input: { userId: true },
  events: { 'invitation.answer': { invitationId: true, accept: true } },
  outputs: { loadInvitations: { '*': INVITATION } },
});

export const accessRequestsRedaction = defineRedaction<AccessRequestsContext, AccessRequestsEvent>()({
  context: { page: true, total: true, rows: { '*': ACCESS_REQUEST }, failure: 'failure' },
  events: { 'requests.turn': { page: true } },
  outputs: { loadRequests: { total: true, rows: { '*': ACCESS_REQUEST } } },
});
