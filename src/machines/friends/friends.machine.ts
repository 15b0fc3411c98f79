/**
 * The members of the current robot (spec 6, '/setting/friend-manage'): a page of them, actions on a member after a
 * confirmation, invitations, and the requests for all robots (child `accessRequests`). Parallel regions:
 *
 *   list:   loading ──▶ ready ──search──▶ typing ──quiet──▶ loading        none: there is no robot        failed ──retry──▶ loading
 *   action:  idle ──friends.do──▶ asking ──yes──▶ working ──▶ idle          unbinding ──▶ claimed ──claim.close──▶ idle
 *   invite: recalling ──▶ closed | typing (keptDialog.ts)
 *           closed ──invite.open──▶ typing ──invite.send──▶ sending ──▶ closed | results ──invite.back──▶ typing
 *
 * While a robot is being unbound, and until its claim code is dismissed, the page has the tag `holding`: otherwise the
 * console would leave the page when the last robot is gone, and the code, which is shown only once, would be lost.
 */
import { assign, raise } from 'xstate';
import { failureOf } from '../failure.ts';
import {
  assignPendingAction,
  assignPlace,
  assignRobot,
  assignText,
  closedEvents,
  friends,
  FRIENDS_PER_PAGE,
  keepInvite,
  keptInvite,
  placeIn,
  questionOf,
  refreshInvitations,
  refreshRequests,
} from './friends.setup.ts';

export const friendsMachine = friends.createMachine({
  id: 'friends',
  context: ({ input }) => ({
    userId: input.user?.id ?? '',
    ...placeIn(input.query, input.serialNumber),
    list: null,
    failure: null,
    pendingAction: null,
    claim: null,
    newOwner: '',
    typed: '',
    inviteTo: [],
    inviteResults: [],
    inviteFailure: null,
  }),
  type: 'parallel',
  invoke: [
    { src: 'invitations', id: 'invitations', input: ({ context: { userId } }) => ({ userId }) },
    { src: 'accessRequests', id: 'accessRequests' },
  ],
  on: {
    'newOwner.choose': { actions: assign({ newOwner: ({ event }) => event.friendRelationId }) },
  },
  states: {
    list: {
      initial: 'looking',
      entry: ['chooseRobot', 'writePlace'],
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherPlace', params: ({ event }) => event },
          target: '.looking',
          actions: [assignPlace, 'chooseRobot'],
        },
        'page.robotChanged': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.looking',
          actions: [assignRobot, 'writePlace'],
        },
        'page.noticed': { target: '.looking', actions: [refreshInvitations, refreshRequests] },
        'page.resumed': { target: '.looking', actions: [refreshInvitations, refreshRequests] },
        'page.languageChanged': { target: '.looking', actions: [refreshInvitations, refreshRequests] },
        'friends.search': { target: '.typing', actions: [assignText, 'writePlace'] },
        // Also reloads after an action that succeeded or failed, because other users can have changed the list.
        'friends.retry': { target: '.looking', actions: refreshRequests },
        'friends.turn': { target: '.loading', actions: [assign({ page: ({ event }) => event.page }), 'writePlace'] },
      },
      states: {
        looking: { always: [{ guard: 'hasRobot', target: 'loading' }, 'none'] },
        none: {},
        typing: { tags: 'waiting', after: { typingDelay: 'looking' } },
        loading: {
          tags: 'waiting',
          invoke: {
            src: 'loadFriends',
            input: ({ context: { serialNumber, page, text } }) => ({
              serialNumber,
              page,
              text,
              limit: FRIENDS_PER_PAGE,
            }),
            onDone: { target: 'read', actions: assign({ list: ({ event }) => event.output, failure: null }) },
            onError: {
              target: 'failed',
              actions: assign({ list: null, failure: ({ event }) => failureOf(event.error) }),
            },
          },
        },
        read: {
          always: [{ guard: 'isBeyond', target: 'loading', actions: [assign({ page: 1 }), 'writePlace'] }, 'ready'],
        },
        ready: {},
        failed: {},
      },
    },
    action: {
      initial: 'idle',
      states: {
        idle: {
          entry: assign({ pendingAction: null }),
          on: { 'friends.do': { target: 'asking', actions: assignPendingAction } },
        },
        asking: {
          invoke: {
            src: 'confirm',
            id: 'confirm',
            input: questionOf,
            onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'answered' }, 'idle'],
          },
        },
        answered: { always: [{ guard: 'isUnbinding', target: 'unbinding' }, 'working'] },
        working: {
          tags: 'working',
          invoke: {
            src: 'carryOut',
            input: ({ context: { pendingAction } }) => ({ pendingAction }),
            onDone: [
              { guard: 'isLeaving', target: 'idle', actions: ['notifyDone', 'refreshFleet', 'recount', 'refreshUser'] },
              { target: 'idle', actions: ['notifyDone', assign({ newOwner: '' }), raise({ type: 'friends.retry' })] },
            ],
            onError: {
              target: 'idle',
              actions: [{ type: 'notifyFailure', params: ({ event }) => event }, raise({ type: 'friends.retry' })],
            },
          },
        },
        unbinding: {
          tags: ['working', 'holding'],
          invoke: {
            src: 'carryOut',
            input: ({ context: { pendingAction } }) => ({ pendingAction }),
            onDone: { target: 'claimed', actions: assign({ claim: ({ event }) => event.output }) },
            onError: {
              target: 'idle',
              actions: [{ type: 'notifyFailure', params: ({ event }) => event }, raise({ type: 'friends.retry' })],
            },
          },
        },
        claimed: {
          tags: 'holding',
          on: {
            'claim.close': {
              target: 'idle',
              actions: [assign({ claim: null }), 'refreshFleet', 'recount', 'refreshUser'],
            },
          },
        },
      },
    },
    invite: {
      initial: 'recalling',
      states: {
        recalling: keptInvite.recalling(closedEvents, {
          open: 'typing',
          assignRecalled: 'assignRecalled',
          idle: 'closed',
        }),
        closed: { on: closedEvents },
        typing: {
          on: {
            'invite.type': {
              actions: [assign({ typed: ({ event }) => event.typed, inviteFailure: null }), keepInvite],
            },
            'invite.choose': {
              actions: [assign({ inviteTo: ({ event }) => event.serialNumbers, inviteFailure: null }), keepInvite],
            },
            'invite.send': { guard: 'isInvitation', target: 'sending' },
            'invite.close': { target: 'closed', actions: ['clearInvitation', keptInvite.forget] },
          },
        },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'invite',
            input: ({ context: { inviteTo, typed } }) => ({ serialNumbers: inviteTo, account: typed.trim() }),
            onDone: [
              {
                guard: { type: 'isPlain', params: ({ event }) => ({ results: event.output }) },
                target: 'closed',
                actions: [
                  { type: 'notifyInvited', params: ({ event }) => ({ results: event.output }) },
                  'clearInvitation',
                  keptInvite.forget,
                  raise({ type: 'friends.retry' }),
                ],
              },
              {
                target: 'results',
                actions: [
                  assign({ inviteResults: ({ event }) => event.output, inviteFailure: null }),
                  keptInvite.forget,
                  raise({ type: 'friends.retry' }),
                ],
              },
            ],
            onError: { target: 'typing', actions: assign({ inviteFailure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'invite.close': { target: 'closed', actions: ['clearInvitation', keptInvite.forget] } },
        },
        results: {
          on: {
            'invite.back': { target: 'typing', actions: assign({ inviteResults: [] }) },
            'invite.close': { target: 'closed', actions: ['clearInvitation', keptInvite.forget] },
          },
        },
      },
    },
  },
});
