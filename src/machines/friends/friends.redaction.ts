/** Redaction rules of the robot's members: ids and relations only; no names, accounts, typed text or claim code. */
import { PAGE_EVENTS, PAGE_INPUT } from '../recording/entityRedaction.ts';
import { type RedactionRule, defineRedaction } from '../recording/redaction.ts';
import type { PageInput } from '../app/events.ts';
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
  waiting: { '*': FRIEND },
  relation: true,
  rights: true,
} as const satisfies RedactionRule;
const DOING = { act: true, friend: FRIEND, serialNumber: true } as const satisfies RedactionRule;
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
    doing: DOING,
    heir: true,
    inviteFailure: 'failure',
    claim: { serialNumber: true },
  },
  input: PAGE_INPUT,
  events: {
    ...PAGE_EVENTS,
    'friends.turn': { page: true },
    'friends.do': { doing: DOING },
    'heir.choose': { friendRelationId: true },
  },
  outputs: { loadFriends: LIST, carryOut: { serialNumber: true } },
});

export const invitationsRedaction = defineRedaction<InvitationsContext, InvitationsEvent, { userId: string }>()({
  context: { userId: true, rows: { '*': INVITATION }, answer: true, askFailure: 'failure' },
  input: { userId: true },
  events: { 'invitation.answer': { invitationId: true, accept: true } },
  outputs: { loadInvitations: { '*': INVITATION } },
});
