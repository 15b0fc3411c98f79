/**
 * Robots that the user has no access to yet: pending invitations, to accept or decline, and requesting access to a
 * robot by its serial number. Used on the page of a robot's members, and where the user has no robot.
 *
 *   list: loading ──▶ ready ──invitation.answer──▶ answering ──▶ loading        failed ──invitations.refresh──▶ loading
 *   ask:  recalling ──▶ closed | typing (what was typed before a forced sign-out, keptDialog.ts)
 *         closed ──ask.open──▶ typing ──ask.send──▶ sending ──▶ closed
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { OwnRelation } from '../../../contract/entities/friend.ts';
import { typedSerialNumber } from '../../../contract/rules/serialNumber.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { keptDialog } from '../factories/keptDialog.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface InvitationsContext {
  userId: string;
  rows: readonly OwnRelation[];
  /** The invitation being answered, and the answer. */
  answer: { invitationId: string; accept: boolean } | null;
  /** The serial number as typed. */
  typed: string;
  askFailure: Failure | null;
}
export type InvitationsEvent =
  | { type: 'invitations.refresh' }
  | { type: 'invitation.answer'; invitationId: string; accept: boolean }
  | { type: 'ask.open' }
  | { type: 'ask.type'; typed: string }
  | { type: 'ask.send' }
  | { type: 'ask.close' };

type Known = { context: InvitationsContext };

/** What is stored of a request that is being typed. */
export type KeptAsk = Pick<InvitationsContext, 'typed'>;
const kept = keptDialog<KeptAsk>();

const invitations = setup({
  types: {
    context: {} as InvitationsContext,
    input: {} as { userId: string },
    events: {} as InvitationsEvent,
    tags: {} as 'answering' | 'sending',
  },
  actors: {
    ...kept.actors,
    loadInvitations: promiseEffect<readonly OwnRelation[], { userId: string }>('loadInvitations'),
    answer: promiseEffect<unknown, { invitationId: string; accept: boolean }>('answer'),
    askFor: promiseEffect<unknown, { serialNumber: string }>('askFor'),
  },
  actions: {
    ...kept.actions,
    assignRecalled: assign((_, { kept: found }: { kept: KeptAsk | null }) => found ?? {}),
    notifyAnswered: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { answer, rows } }: Known) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: answer?.accept ? 'friends.invitation.accepted' : 'friends.invitation.declined',
          params: {
            robot: rows.find(({ friendRelationId }) => friendRelationId === answer?.invitationId)?.robotNickName ?? '',
          },
        },
      }),
    ),
    notifyRequested: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { typed } }: Known) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: 'friends.askFor.done',
          params: { serialNumber: typedSerialNumber(typed) },
        },
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: { ...kept.guards, isTyped: ({ context }) => context.typed.trim() !== '' },
});

const noteAnswer = invitations.assign(({ event }) => {
  assertEvent(event, 'invitation.answer');
  return { answer: { invitationId: event.invitationId, accept: event.accept } };
});
export const invitationsMachine = invitations.createMachine({
  id: 'invitations',
  context: ({ input }) => ({ userId: input.userId, rows: [], answer: null, typed: '', askFailure: null }),
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadInvitations',
            input: ({ context: { userId } }) => ({ userId }),
            onDone: {
              target: 'ready',
              actions: assign({ rows: ({ event }) => event.output.filter(({ state }) => state === 'invited') }),
            },
            // No separate error: the page already shows that the server does not respond.
            onError: 'failed',
          },
          on: { 'invitations.refresh': { target: 'loading', reenter: true } },
        },
        failed: { on: { 'invitations.refresh': 'loading' } },
        ready: {
          on: {
            'invitations.refresh': 'loading',
            'invitation.answer': { target: 'answering', actions: noteAnswer },
          },
        },
        answering: {
          tags: 'answering',
          invoke: {
            src: 'answer',
            input: ({ context: { answer } }) => answer ?? { invitationId: '', accept: false },
            onDone: { target: 'loading', actions: ['notifyAnswered', assign({ answer: null })] },
            onError: {
              target: 'loading',
              actions: [{ type: 'notifyFailure', params: ({ event }) => event }, assign({ answer: null })],
            },
          },
        },
      },
    },
    ask: {
      initial: 'recalling',
      states: {
        recalling: kept.recalling(
          { 'ask.open': 'typing' },
          { open: 'typing', assignRecalled: 'assignRecalled', idle: 'closed' },
        ),
        closed: { entry: [assign({ typed: '', askFailure: null }), kept.forget], on: { 'ask.open': 'typing' } },
        typing: {
          on: {
            'ask.type': {
              actions: [
                assign({ typed: ({ event }) => event.typed, askFailure: null }),
                { type: 'keepDialog', params: ({ event }) => ({ kept: { typed: event.typed } }) },
              ],
            },
            'ask.send': { guard: 'isTyped', target: 'sending' },
            'ask.close': 'closed',
          },
        },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'askFor',
            input: ({ context: { typed } }) => ({ serialNumber: typedSerialNumber(typed) }),
            onDone: { target: 'closed', actions: 'notifyRequested' },
            onError: { target: 'typing', actions: assign({ askFailure: ({ event }) => failureOf(event.error) }) },
          },
          on: { 'ask.close': 'closed' },
        },
      },
    },
  },
});
