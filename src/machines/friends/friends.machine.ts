/**
 * The members of the current robot (spec 6, '/setting/friend-manage'): a page of them, actions on a member after a
 * confirmation, and invitations. Parallel regions:
 *
 *   list:   loading ──▶ ready ──search──▶ typing ──quiet──▶ loading        none: there is no robot        failed ──retry──▶ loading
 *   action:  idle ──friends.do──▶ asking ──yes──▶ working ──▶ idle          unbinding ──▶ claimed ──claim.close──▶ idle
 *   invite: closed ──invite.open──▶ typing ──invite.send──▶ sending ──▶ closed
 *
 * While a robot is being unbound, and until its claim code is dismissed, the page has the tag `holding`: otherwise the
 * console would leave the page when the last robot is gone, and the code, which is shown only once, would be lost.
 */
import { assign, raise } from 'xstate';
import { failureOf } from '../failure.ts';
import {
  refreshInvitations,
  friends,
  FRIENDS_PER_PAGE,
  noteDoing,
  noteText,
  placeIn,
  questionOf,
  takePlace,
  takeRobot,
} from './friends.setup.ts';

export const friendsMachine = friends.createMachine({
  id: 'friends',
  context: ({ input }) => ({
    userId: input.user?.id ?? '',
    ...placeIn(input.query, input.serialNumber),
    list: null,
    failure: null,
    doing: null,
    claim: null,
    heir: '',
    typed: '',
    inviteFailure: null,
  }),
  type: 'parallel',
  invoke: { src: 'invitations', id: 'invitations', input: ({ context: { userId } }) => ({ userId }) },
  on: {
    'heir.choose': { actions: assign({ heir: ({ event }) => event.friendRelationId }) },
  },
  states: {
    list: {
      initial: 'looking',
      entry: ['chooseRobot', 'writePlace'],
      on: {
        'page.queryChanged': {
          guard: { type: 'isOtherPlace', params: ({ event }) => event },
          target: '.looking',
          actions: [takePlace, 'chooseRobot'],
        },
        'page.robotChanged': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: '.looking',
          actions: [takeRobot, 'writePlace'],
        },
        'page.noticed': { target: '.looking', actions: refreshInvitations },
        'page.resumed': { target: '.looking', actions: refreshInvitations },
        'page.languageChanged': { target: '.looking', actions: refreshInvitations },
        'friends.search': { target: '.typing', actions: [noteText, 'writePlace'] },
        // Also reloads after an action that succeeded or failed, because other users can have changed the list.
        'friends.retry': '.looking',
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
        idle: { entry: assign({ doing: null }), on: { 'friends.do': { target: 'asking', actions: noteDoing } } },
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
            input: ({ context: { doing } }) => ({ doing }),
            onDone: [
              { guard: 'isLeaving', target: 'idle', actions: ['notifyDone', 'refreshFleet', 'recount', 'refreshUser'] },
              { target: 'idle', actions: ['notifyDone', assign({ heir: '' }), raise({ type: 'friends.retry' })] },
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
            input: ({ context: { doing } }) => ({ doing }),
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
      initial: 'closed',
      states: {
        closed: { on: { 'invite.open': 'typing' } },
        typing: {
          on: {
            'invite.type': { actions: assign({ typed: ({ event }) => event.typed, inviteFailure: null }) },
            'invite.send': { guard: 'isTyped', target: 'sending' },
            'invite.close': { target: 'closed', actions: assign({ typed: '', inviteFailure: null }) },
          },
        },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'invite',
            input: ({ context: { serialNumber, typed } }) => ({ serialNumber, account: typed.trim() }),
            onDone: {
              target: 'closed',
              actions: ['notifyInvited', assign({ typed: '', inviteFailure: null }), raise({ type: 'friends.retry' })],
            },
            onError: { target: 'typing', actions: assign({ inviteFailure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'invite.close': { target: 'closed', actions: assign({ typed: '', inviteFailure: null }) } },
        },
      },
    },
  },
});
