/** Setup of the page of a robot's members. */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Answer } from '../../../contract/endpoint.ts';
import type { friends as catalogue } from '../../../contract/endpoints/friends.ts';
import type { Friend, InviteResult } from '../../../contract/entities/friend.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { accessRequestsMachine } from './accessRequests.machine.ts';
import { invitationsMachine } from './invitations.machine.ts';
import { type Act, QUESTIONS } from './questions.ts';

export const FRIENDS_PER_PAGE = 20;
/** Debounce for search input, ms. */
export const TYPING_MS = 300;

export type FriendList = Answer<typeof catalogue.list>;
/** The claim that a new owner needs; shown only once. */
export type Claim = Answer<typeof catalogue.unbind>;
export interface InviteRequest {
  serialNumbers: readonly string[];
  account: string;
}
export interface FriendsRequest {
  serialNumber: string;
  page: number;
  limit: number;
  text: string;
}
/** A pending action on a member or a request, or on the robot itself (`friend` null). */
export interface PendingAction {
  act: Act;
  friend: Pick<Friend, 'friendRelationId' | 'nickname'> | null;
  serialNumber: string;
  robot: string;
}

export interface FriendsContext {
  userId: string;
  serialNumber: string;
  page: number;
  text: string;
  /** null before it is loaded. */
  list: FriendList | null;
  failure: Failure | null;
  pendingAction: PendingAction | null;
  claim: Claim | null;
  /** Relation id of the new owner; empty until one is chosen. */
  newOwner: string;
  /** E-mail address or phone number of the person to invite. */
  typed: string;
  /** Serial numbers of the robots to invite to. */
  inviteTo: readonly string[];
  /** What the invitation did at each robot; empty before it was sent. */
  inviteResults: readonly InviteResult[];
  inviteFailure: Failure | null;
}
export type FriendsEvent =
  | PageEvent
  | { type: 'friends.search'; text: string }
  | { type: 'friends.turn'; page: number }
  | { type: 'friends.retry' }
  | { type: 'friends.do'; pendingAction: PendingAction }
  | { type: 'newOwner.choose'; friendRelationId: string }
  | { type: 'claim.close' }
  | { type: 'invite.open' }
  | { type: 'invite.type'; typed: string }
  | { type: 'invite.choose'; serialNumbers: readonly string[] }
  | { type: 'invite.send' }
  /** From the results back to the form. */
  | { type: 'invite.back' }
  | { type: 'invite.close' };

const paramsOf = ({ friend, robot }: PendingAction) => ({ person: friend?.nickname ?? '', robot });
type Known = { context: FriendsContext };
type FriendsPlace = Pick<FriendsContext, 'serialNumber' | 'text' | 'page'>;

/** Reads the robot, the search text and the page from the URL. @param current the robot if the URL names none */
export function placeIn(query: Query, current: string): FriendsPlace {
  const page = Number(query['page']);
  return {
    serialNumber: query['serialNumber'] || current,
    text: query['q'] ?? '',
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
  };
}
const placeOf = ({ serialNumber, text, page }: FriendsPlace): FriendsPlace => ({ serialNumber, text, page });

/** What is stored of the invitation that is being typed. */
export type KeptInvite = Pick<FriendsContext, 'typed' | 'inviteTo'>;
export const keptInvite = keptDialog<KeptInvite>();

export const friends = setup({
  types: {
    context: {} as FriendsContext,
    input: {} as PageInput,
    events: {} as FriendsEvent,
    tags: {} as 'waiting' | 'working' | 'sending' | 'holding',
  },
  actors: {
    ...keptInvite.actors,
    loadFriends: promiseEffect<FriendList, FriendsRequest>('loadFriends'),
    /** Performs the action; unbinding resolves with the claim. */
    carryOut: promiseEffect<Claim | null, { pendingAction: PendingAction | null }>('carryOut'),
    invite: promiseEffect<readonly InviteResult[], InviteRequest>('invite'),
    confirm: confirmMachine,
    accessRequests: accessRequestsMachine,
    invitations: invitationsMachine,
  },
  guards: {
    ...keptInvite.guards,
    /** The URL changed by Back or a link and differs from what is shown. */
    isOtherPlace: ({ context }, { query }: { query: Query }) =>
      JSON.stringify(placeIn(query, context.serialNumber)) !== JSON.stringify(placeOf(context)),
    hasRobot: ({ context }) => context.serialNumber !== '',
    isOther: ({ context }, { serialNumber }: { serialNumber: string }) => context.serialNumber !== serialNumber,
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    /** The page is empty because its last row was removed. */
    isBeyond: ({ context: { page, list } }) => list !== null && list.rows.length === 0 && list.total > 0 && page > 1,
    isUnbinding: ({ context }) => context.pendingAction?.act === 'unbind',
    isLeaving: ({ context }) => context.pendingAction?.act === 'leave',
    isInvitation: ({ context: { typed, inviteTo } }) => typed.trim() !== '' && inviteTo.length > 0,
    /** One robot, and nothing about it that a notice cannot say. */
    isPlain: (_, { results }: { results: readonly InviteResult[] }) =>
      results.length === 1 && results.every(({ outcome }) => outcome === 'invited' || outcome === 'authorised'),
  },
  actions: {
    ...keptInvite.actions,
    assignRecalled: assign((_, { kept }: { kept: KeptInvite | null }) => kept ?? {}),
    clearInvitation: assign({ typed: '', inviteTo: [], inviteResults: [], inviteFailure: null }),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { pendingAction } }: Known) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: QUESTIONS[pendingAction?.act ?? 'leave'].doneKey,
          ...(pendingAction ? { params: paramsOf(pendingAction) } : {}),
        },
      }),
    ),
    notifyInvited: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { typed } }: Known, { results }: { results: readonly InviteResult[] }) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: results[0]?.outcome === 'authorised' ? 'friends.invite.authorised' : 'friends.invite.done',
          params: { account: typed.trim() },
        },
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
    /** Writes the whole state to the URL, so that a shared link shows the same page. */
    writePlace: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { serialNumber, text, page } }: Known) => ({
        type: 'navigation.query' as const,
        query: { serialNumber, q: text, page: page > 1 ? String(page) : '' },
      }),
    ),
    /** Makes the robot in the URL the current one. */
    chooseRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    /** The user has one robot less: reload the list. */
    refreshFleet: sendTo(({ system }) => systemActor(system, 'fleet'), { type: 'fleet.refresh' }),
    recount: sendTo(({ system }) => systemActor(system, 'navigation'), { type: 'navigation.recount' }),
    /** The pages of the menu depend on the robots that the user administers. */
    refreshUser: sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' }),
  },
  delays: { typingDelay: TYPING_MS },
});

/** The confirmation of the pending action. */
export const questionOf = ({ context: { pendingAction } }: Known) => {
  const { titleKey, textKey, acceptKey, destructive } = QUESTIONS[pendingAction?.act ?? 'leave'];
  return {
    titleKey,
    textKey,
    acceptKey,
    ...(destructive ? { destructive } : {}),
    ...(pendingAction ? { words: paramsOf(pendingAction) } : {}),
  };
};
export const keepInvite = {
  type: 'keepDialog',
  params: ({ context: { typed, inviteTo } }: Known) => ({ kept: { typed, inviteTo } }),
} as const;
export const refreshInvitations = friends.sendTo('invitations', { type: 'invitations.refresh' });
export const refreshRequests = friends.sendTo('accessRequests', { type: 'requests.refresh' });

export const assignText = friends.assign(({ event }) => {
  assertEvent(event, 'friends.search');
  return { text: event.text, page: 1 };
});
export const assignRobot = friends.assign(({ event }) => {
  assertEvent(event, 'page.robotChanged');
  return { serialNumber: event.serialNumber, page: 1, text: '', list: null, failure: null, newOwner: '' };
});
export const assignPlace = friends.assign(({ context, event }) => {
  assertEvent(event, 'page.queryChanged');
  const place = placeIn(event.query, context.serialNumber);
  return place.serialNumber === context.serialNumber ? place : { ...place, list: null, failure: null, newOwner: '' };
});
const assignInviteTo = friends.assign({ inviteTo: ({ context: { serialNumber } }) => [serialNumber] });
/** The events of the closed invitation. */
export const closedEvents = { 'invite.open': { target: 'typing', actions: assignInviteTo } } as const;
export const assignPendingAction = friends.assign(({ event }) => {
  assertEvent(event, 'friends.do');
  return { pendingAction: event.pendingAction };
});
