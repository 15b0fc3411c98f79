/**
 * One Stop that was asked for in this browser, until it is confirmed. It is never given up by itself: what cannot be sent waits, and
 * after STOP_RETRY_MS it waits for a person ('Stop now', 'Withdraw').
 *
 *   restoring ─▶ pending { signedOut | sending ⇄ retrying 1 s | refused } ─10 min─▶ overdue
 *       └─────────────────▶ sent { unseen ─▶ seen }  ◀─ acknowledged                   │ Stop now: pending
 *                             └─ robot reports paused ─▶ delivered ─8 s─▶ over ◀───────┘ withdrawn
 *
 * A reply of the server proves only that the server has it; `delivered` is entered by what the robot reports, never by a reply.
 */
import { assertEvent, assign, setup } from 'xstate';
import { STOP_DELIVERED_MS, STOP_RETRY_MS } from '../../../contract/rules/limits.ts';
import { FIRST_ERRORS } from '../../../contract/wire/baseApiError.ts';
import type { KeptStop, Person } from '../app/events.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { effect, promiseEffect } from '../effectStubs.ts';

export interface PendingStopInput {
  stop: KeptStop;
  user: Person | null;
  /** How long ago it was pressed, ms, by this browser's clock. */
  age: number;
}
export interface PendingStopContext extends PendingStopInput {
  /** Why the last try failed. */
  failure: Failure | null;
  /** Whether the robot is heard; null while nobody tells. */
  online: boolean | null;
  /** When the robot confirmed it, the server's clock, ms. */
  deliveredAt: number | null;
}
export type PendingStopEvent =
  /** Asked for again; `at`: the server's clock, ms. */
  | { type: 'stop.press'; at: number }
  | { type: 'stop.withdraw'; at: number }
  | { type: 'user.changed'; user: Person | null }
  | { type: 'network.found' }
  /** held: the server wants it stopped. paused: the robot itself says that it stands. */
  | { type: 'robot.seen'; held: boolean; paused: boolean; online: boolean; at: number }
  /** Another tab asked again, or sent it. */
  | { type: 'stop.kept'; stop: KeptStop; age: number }
  /** Another tab saw it delivered, or withdrew it. */
  | { type: 'stop.gone' };
/** tooOld: the machine slept through the end of the ten minutes, so its timer came late. */
export type StopSent = { result: 'sent'; at: number } | { result: 'tooOld' };

const RETRY_MS = 1_000;
/** A call that hangs is a call that failed: the same request is sent again, which changes nothing if the first one arrived. */
const PATIENCE_MS = 3_000;
/** What is wanted travels with the next beat; news so much later than the reply without it mean that somebody resumed at once. */
const UNSEEN_MS = 5_000;
/** What no repetition changes. A session that is over is none of these: the next one sends it. */
const FINAL = [
  FIRST_ERRORS.notAllowed,
  FIRST_ERRORS.robotUnknown,
  FIRST_ERRORS.robotForeign,
  FIRST_ERRORS.fieldInvalid,
];

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
    /** By news that are later than the server's reply, of a robot that is there: an old picture proves nothing. */
    isProved: ({ context, event }) =>
      event.type === 'robot.seen' && event.held && event.paused && event.online && event.at >= sentAt(context),
    isHeld: ({ context, event }) => event.type === 'robot.seen' && event.held && event.at >= sentAt(context),
    isLifted: ({ context, event }) => event.type === 'robot.seen' && !event.held && event.at >= sentAt(context),
    isNeverSeen: ({ context, event }) =>
      event.type === 'robot.seen' && !event.held && event.at >= sentAt(context) + UNSEEN_MS,
    /** The server has had it for long, and delivers it without this browser. */
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
const takeUser = pendingStop.assign(({ event }) => {
  assertEvent(event, 'user.changed');
  return { user: event.user, failure: null };
});
const takeKept = pendingStop.assign(({ event }) => {
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
    'user.changed': { actions: takeUser },
    'stop.kept': [
      { guard: 'isLaterPress', target: '.restoring', actions: takeKept },
      { guard: 'isSentElsewhere', target: '.sent', actions: takeKept },
    ],
    'stop.gone': '.over',
    'robot.seen': { actions: see },
  },
  states: {
    restoring: { always: [{ guard: 'isSent', target: 'sent' }, { guard: 'isOverdue', target: 'overdue' }, 'pending'] },
    pending: {
      entry: keep,
      initial: 'deciding',
      on: { 'stop.press': again, 'user.changed': { target: '.deciding', actions: takeUser } },
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
              actions: pendingStop.assign({ failure: failure(FIRST_ERRORS.requestTimedOut) }),
            },
          },
        },
        retrying: { tags: 'retrying', after: { retry: 'sending' }, on: { 'network.found': 'sending' } },
        // Somebody else who signs in here may be allowed to.
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
        // It was wanted, and is no longer: a person resumed.
        seen: { on: { 'robot.seen': [proved, { guard: 'isLifted', ...withdrawn }, { actions: see }] } },
      },
    },
    // Kept until then: after a reload it is shown once more.
    delivered: {
      tags: 'delivered',
      on: { 'stop.press': again },
      after: { delivered: { target: 'over', actions: forget } },
    },
    over: { type: 'final' },
  },
});
