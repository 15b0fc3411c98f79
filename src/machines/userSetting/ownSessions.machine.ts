/**
 * The user's sessions: the list, and ending one session or all the others, after a confirmation.
 *
 *   loading ──▶ ready ──session.end, sessions.endOthers──▶ asking ──yes──▶ ending ──▶ ended ──▶ loading
 *    │  │                                          ▲  └──no──▶ loading
 *    │  └──────session.end, sessions.endOthers─────┘
 *    └──▶ failed ──sessions.refresh──▶ loading
 */
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { AccountSession } from '../../../contract/entities/user.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export interface OwnSessionsContext {
  rows: readonly AccountSession[];
  failure: Failure | null;
  /** The session to be ended; null for all the others. */
  asked: AccountSession | null;
}
export type OwnSessionsEvent =
  | { type: 'sessions.refresh' }
  | { type: 'session.end'; session: AccountSession; name: string }
  | { type: 'sessions.endOthers' };

const ownSessions = setup({
  types: {
    context: {} as OwnSessionsContext,
    events: {} as OwnSessionsEvent,
    tags: {} as 'waiting' | 'ending',
    children: {} as { confirm: 'confirm' },
  },
  actors: {
    loadSessions: promiseEffect<readonly AccountSession[]>('loadSessions'),
    /** @param sessionId null for all the others */
    endSessions: promiseEffect<unknown, { sessionId: string | null }>('endSessions'),
    confirm: confirmMachine,
  },
  actions: {
    assignAsked: assign({ asked: ({ event }) => (event.type === 'session.end' ? event.session : null) }),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: { isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed },
});

const notifyEnded = ownSessions.sendTo(
  ({ system }) => systemActor(system, 'notices'),
  ({ context: { asked } }) => ({
    type: 'notice.show' as const,
    notice: {
      tone: 'success' as const,
      key: asked ? 'userSetting.sessions.ended' : 'userSetting.sessions.othersEnded',
    },
  }),
);

/** Also while the list reloads, which a notification can start at any time: its rows are still on the screen. */
const asks = {
  'session.end': { target: 'asking', actions: 'assignAsked' },
  'sessions.endOthers': { target: 'asking', actions: 'assignAsked' },
} as const;

export const ownSessionsMachine = ownSessions.createMachine({
  id: 'ownSessions',
  context: { rows: [], failure: null, asked: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'waiting',
      // The notification may be newer than the response in flight.
      on: { 'sessions.refresh': { target: 'loading', reenter: true }, ...asks },
      invoke: {
        src: 'loadSessions',
        onDone: { target: 'ready', actions: assign({ rows: ({ event }) => event.output, failure: null }) },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    ready: {
      on: { 'sessions.refresh': 'loading', ...asks },
    },
    failed: { on: { 'sessions.refresh': 'loading' } },
    asking: {
      invoke: {
        src: 'confirm',
        id: 'confirm',
        input: ({ event }) => {
          assertEvent(event, ['session.end', 'sessions.endOthers']);
          return event.type === 'session.end'
            ? {
                titleKey: 'userSetting.sessions.endTitle',
                textKey: 'userSetting.sessions.endText',
                acceptKey: 'userSetting.sessions.endYes',
                destructive: true,
                words: { name: event.name },
              }
            : {
                titleKey: 'userSetting.sessions.othersTitle',
                textKey: 'userSetting.sessions.endText',
                acceptKey: 'userSetting.sessions.othersYes',
                destructive: true,
              };
        },
        // What was reported while the question was open has not been loaded.
        onDone: [{ guard: { type: 'isYes', params: ({ event }) => event.output }, target: 'ending' }, 'loading'],
      },
    },
    ending: {
      tags: ['waiting', 'ending'],
      invoke: {
        src: 'endSessions',
        input: ({ context: { asked } }) => ({ sessionId: asked?.id ?? null }),
        onDone: 'ended',
        // The session may have ended already: reload the list.
        onError: { target: 'loading', actions: { type: 'notifyFailure', params: ({ event }) => event } },
      },
    },
    ended: { entry: notifyEnded, always: 'loading' },
  },
});
