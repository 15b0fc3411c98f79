/**
 * One Stop requested in this browser, until it is confirmed. It is never dropped automatically: an unsent Stop is
 * retried, and after STOP_RETRY_MS it waits for the user ('Stop now', 'Withdraw').
 *
 *   restoring ─▶ pending { signedOut | sending ⇄ retrying 1 s | refused } ─10 min─▶ overdue
 *       └─────────────────▶ sent { unseen ─▶ seen }  ◀─ acknowledged                   │ Stop now: pending
 *                             └─ robot reports paused ─▶ delivered ─8 s─▶ over ◀───────┘ withdrawn
 *
 * A response of the server proves only that the server has it; `delivered` is entered on the robot's own report, never
 * on a response.
 */
import { assertEvent, assign, setup } from 'xstate';
import { STOP_DELIVERED_MS, STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import { BASE_ERRORS } from '../../../contract/wire/baseApiError.ts';
import type { KeptStop, Person } from '../app/events.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export interface PendingStopInput {
  stop: KeptStop;
  user: Person | null;
  /** Time since the press, ms, by this browser's clock. */
  age: number;
}
export interface PendingStopContext extends PendingStopInput {
  /** Why the last attempt failed. */
  failure: Failure | null;
  /** Whether the robot is online; null while unknown. */
  online: boolean | null;
  /** When the robot confirmed it, server clock, ms. */
  deliveredAt: number | null;
}
export type PendingStopEvent =
  /** Requested again; `at`: server clock, ms. */
  | { type: 'stop.press'; at: number }
  | { type: 'stop.withdraw'; at: number }
  | { type: 'user.changed'; user: Person | null }
  | { type: 'network.found' }
  /** held: the server has a Stop in force. paused: the robot itself reports that it is stopped. */
  | { type: 'robot.seen'; held: boolean; paused: boolean; online: boolean; at: number }
  /** Another tab requested it again, or sent it. */
  | { type: 'stop.kept'; stop: KeptStop; age: number }
  /** Another tab saw it delivered, or withdrew it. */
  | { type: 'stop.gone' };
/** tooOld: the computer was suspended past the ten minutes, so the timer fired late. */
export type StopSent = { result: 'sent'; at: number } | { result: 'tooOld' };

const RETRY_MS = 1_000;
/** Timeout of a request: the same request is sent again, which has no effect if the first one arrived. */
const PATIENCE_MS = 3_000;
/**
 * The Stop appears in the next fleet update; an update without it this long after the response means that another user
 * resumed at once.
 */
const UNSEEN_MS = 5_000;
/** Errors that a retry cannot fix. An expired session is not one of them: the next session sends the Stop. */
const FINAL = [BASE_ERRORS.notAllowed, BASE_ERRORS.robotUnknown, BASE_ERRORS.robotForeign, BASE_ERRORS.fieldInvalid];

const pendingStop = setup({
  types: {
    context: {} as PendingStopContext,
    input: {} as PendingStopInput,
    events: {} as PendingStopEvent,
    tags: {} as 'signedOut' | 'sending' | 'retrying' | 'refused' | 'overdue' | 'sent' | 'delivered',
  },
  actors: { sendStop: promiseEffect<StopSent, { stop: KeptStop; user: Person }>('sendStop') },
  actions: {
    keepStop: effect<{ stop: KeptStop }>('keepStop'),
    forgetStop: effect<{ serialNumber: string }>('forgetStop'),
  },
  guards: {
    isSent: ({ context }) => context.stop.sentAt !== null,
    isOverdue: ({ context }) => context.age >= STOP_RETRY_MS,
    isSignedOut: ({ context }) => context.user === null,
    isTooOld: (_, { output }: { output: StopSent }) => output.result === 'tooOld',
    isFinal: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ...FINAL),
    /** Requires an update from an online robot, later than the server's response: older live state proves nothing. */
    isProved: ({ context, event }) =>
      event.type === 'robot.seen' && event.held && event.paused && event.online && event.at >= sentAt(context),
    isHeld: ({ context, event }) => event.type === 'robot.seen' && event.held && event.at >= sentAt(context),
    isLifted: ({ context, event }) => event.type === 'robot.seen' && !event.held && event.at >= sentAt(context),
    isNeverSeen: ({ context, event }) =>
      event.type === 'robot.seen' && !event.held && event.at >= sentAt(context) + UNSEEN_MS,
    /** The server has had it for longer than STOP_RETRY_MS, and delivers it without this browser. */
    isLongSent: ({ context, event }) =>
      event.type === 'stop.withdraw' && event.at - context.stop.askedAt > STOP_RETRY_MS,
    isLaterPress: ({ context, event }) => event.type === 'stop.kept' && event.stop.askedAt > context.stop.askedAt,
    isSentElsewhere: ({ context, event }) =>
      event.type === 'stop.kept' && event.stop.askedAt === context.stop.askedAt && event.stop.sentAt !== null,
  },
  delays: {
    retry: RETRY_MS,
    patience: PATIENCE_MS,
    delivered: STOP_DELIVERED_MS,
    window: ({ context }) => Math.max(0, STOP_RETRY_MS - context.age),
  },
});

const sentAt = ({ stop }: PendingStopContext): number => stop.sentAt ?? Number.POSITIVE_INFINITY;
const keep = {
  type: 'keepStop',
  params: ({ context }: { context: PendingStopContext }) => ({ stop: context.stop }),
} as const;
const forget = {
  type: 'forgetStop',
  params: ({ context }: { context: PendingStopContext }) => ({ serialNumber: context.stop.serialNumber }),
} as const;
const askAgain = pendingStop.assign(({ context: { stop, user }, event }) => {
  assertEvent(event, 'stop.press');
  return {
    age: 0,
    failure: null,
    deliveredAt: null,
    stop: { ...stop, askedBy: user ?? stop.askedBy, askedAt: event.at, sentAt: null },
  };
});
const assignUser = pendingStop.assign(({ event }) => {
  assertEvent(event, 'user.changed');
  return { user: event.user, failure: null };
});
const restoreDraft = pendingStop.assign(({ event }) => {
  assertEvent(event, 'stop.kept');
  return { stop: event.stop, age: event.age, failure: null };
});
const see = pendingStop.assign(({ event }) => {
  assertEvent(event, 'robot.seen');
  return { online: event.online };
});
const seeDelivered = pendingStop.assign(({ event }) => {
  assertEvent(event, 'robot.seen');
  return { online: event.online, deliveredAt: event.at };
});
const again = { target: '#pendingStop.pending', reenter: true, actions: askAgain } as const;
const proved = { guard: 'isProved', target: '#pendingStop.delivered', actions: seeDelivered } as const;
const withdrawn = { target: '#pendingStop.over', actions: forget } as const;

export const pendingStopMachine = pendingStop.createMachine({
  id: 'pendingStop',
  context: ({ input }) => ({ ...input, failure: null, online: null, deliveredAt: null }),
  initial: 'restoring',
  on: {
    'user.changed': { actions: assignUser },
    'stop.kept': [
      { guard: 'isLaterPress', target: '.restoring', actions: restoreDraft },
      { guard: 'isSentElsewhere', target: '.sent', actions: restoreDraft },
    ],
    'stop.gone': '.over',
    'robot.seen': { actions: see },
  },
  states: {
    restoring: { always: [{ guard: 'isSent', target: 'sent' }, { guard: 'isOverdue', target: 'overdue' }, 'pending'] },
    pending: {
      entry: keep,
      initial: 'deciding',
      on: { 'stop.press': again, 'user.changed': { target: '.deciding', actions: assignUser } },
      after: { window: 'overdue' },
      states: {
        deciding: { always: [{ guard: 'isSignedOut', target: 'signedOut' }, 'sending'] },
        signedOut: { tags: 'signedOut' },
        sending: {
          tags: 'sending',
          invoke: {
            src: 'sendStop',
            input: ({ context: { stop, user } }) => ({ stop, user: user ?? stop.askedBy }),
            onDone: [
              { guard: { type: 'isTooOld', params: ({ event }) => event }, target: '#pendingStop.overdue' },
              {
                target: '#pendingStop.sent',
                actions: [
                  assign(({ context: { stop }, event: { output } }) => ({
                    failure: null,
                    stop: { ...stop, sentAt: output.result === 'sent' ? output.at : null },
                  })),
                  keep,
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'isFinal', params: ({ event }) => event },
                target: 'refused',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
              { target: 'retrying', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
          on: { 'network.found': { target: 'sending', reenter: true } },
          after: {
            patience: {
              target: 'sending',
              reenter: true,
              actions: pendingStop.assign({ failure: failure(BASE_ERRORS.requestTimedOut) }),
            },
          },
        },
        retrying: { tags: 'retrying', after: { retry: 'sending' }, on: { 'network.found': 'sending' } },
        // Another user who signs in here may be allowed to send it.
        refused: { tags: 'refused', on: { 'stop.withdraw': withdrawn } },
      },
    },
    overdue: { tags: 'overdue', on: { 'stop.press': again, 'stop.withdraw': withdrawn } },
    sent: {
      tags: 'sent',
      on: {
        'stop.press': again,
        'stop.withdraw': { guard: 'isLongSent', target: 'over', actions: forget },
      },
      initial: 'unseen',
      states: {
        unseen: {
          on: {
            'robot.seen': [
              proved,
              { guard: 'isHeld', target: 'seen', actions: see },
              { guard: 'isNeverSeen', ...withdrawn },
              { actions: see },
            ],
          },
        },
        // The Stop was in force and no longer is: a user resumed the robot.
        seen: { on: { 'robot.seen': [proved, { guard: 'isLifted', ...withdrawn }, { actions: see }] } },
      },
    },
    // Kept in storage until then: after a reload it is shown once more.
    delivered: {
      tags: 'delivered',
      on: { 'stop.press': again },
      after: { delivered: { target: 'over', actions: forget } },
    },
    over: { type: 'final' },
  },
});
