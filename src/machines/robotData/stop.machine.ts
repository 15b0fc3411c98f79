/**
 * Stop, as one person's hand sees it (design 6, look: ready, sent, stopped). It never asks, is never disabled, does
 * not expire: the cloud keeps it as the robot's wanted state, and until the cloud has taken it this tries again.
 *
 *   ready ─press─▶ asking { calling ⇄ waiting 1 s } ─taken─▶ sent { unseen ─▶ seen } ─robot paused─▶ stopped ─lifted─▶ ready
 *                     └─ the cloud says no ─▶ refused
 *
 * Only the robot's own state proves it: `stopped` is entered by what the robot reports, never by a reply. Somebody
 * else's Stop is seen the same way.
 */
import { assign, setup } from 'xstate';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { type Failure, failure, failureOf, isFailure } from '../failure.ts';
import { promiseEffect } from '../notProvided.ts';

export interface StopInput {
  serialNumber: string;
}
export type StopEvent =
  /** `at`: the server's clock, ms; the seconds since are counted from it. */
  | { type: 'stop.press'; at: number }
  /** held: Stop is wanted. paused: the robot itself says that it stands. */
  | { type: 'robot.seen'; held: boolean; paused: boolean; at: number };

export interface StopContext extends StopInput {
  /** When it was asked for, or proved; null while ready. */
  since: number | null;
  failure: Failure | null;
}

const RETRY_MS = 1_000;
/** A call that hangs is a call that failed: Stop is asked for anew, which changes nothing if the first one did arrive. */
const PATIENCE_MS = 3_000;
/** The wanted state travels with the next beat; longer than this unseen means that somebody resumed at once. */
const UNSEEN_MS = 5_000;
/** A no of the cloud that no repetition changes. */
const FINAL = [ERRORS.notAllowed, ERRORS.robotUnknown, ERRORS.robotForeign, ERRORS.fieldInvalid, ERRORS.sessionInvalid, ERRORS.loginExpired];

const machine = setup({
  types: {
    context: {} as StopContext,
    input: {} as StopInput,
    events: {} as StopEvent,
    tags: {} as 'wanted' | 'waiting' | 'proved',
  },
  actors: { askStop: promiseEffect<unknown, StopInput>('askStop') },
  guards: {
    isHeld: ({ event }) => event.type === 'robot.seen' && event.held,
    isProved: ({ event }) => event.type === 'robot.seen' && event.held && event.paused,
    isLifted: ({ event }) => event.type === 'robot.seen' && !event.held,
    isFinal: (_, { error }: { error: unknown }) => isFailure(failureOf(error), ...FINAL),
  },
  delays: { retryDelay: RETRY_MS, patienceDelay: PATIENCE_MS, unseenDelay: UNSEEN_MS },
});

const noteTime = machine.assign(({ event }) => ({ since: event.at, failure: null }));
const forget = machine.assign({ since: null, failure: null });

export const stopMachine = machine.createMachine({
  id: 'stop',
  context: ({ input }) => ({ ...input, since: null, failure: null }),
  initial: 'ready',
  states: {
    ready: {
      on: {
        'stop.press': { target: 'asking', actions: noteTime },
        'robot.seen': [
          { guard: 'isProved', target: 'stopped', actions: noteTime },
          { guard: 'isHeld', target: 'sent.seen', actions: noteTime },
        ],
      },
    },
    asking: {
      tags: ['wanted', 'waiting'],
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            src: 'askStop',
            input: ({ context: { serialNumber } }) => ({ serialNumber }),
            onDone: '#stop.sent.unseen',
            onError: [
              {
                guard: { type: 'isFinal', params: ({ event }) => ({ error: event.error }) },
                target: '#stop.refused',
                actions: assign({ failure: ({ event }) => failureOf(event.error) }),
              },
              { target: 'waiting', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
            ],
          },
          after: { patienceDelay: { target: 'calling', reenter: true, actions: machine.assign({ failure: failure(ERRORS.requestTimedOut) }) } },
        },
        waiting: {
          on: { 'stop.press': 'calling' },
          after: { retryDelay: 'calling' },
        },
      },
    },
    sent: {
      tags: ['wanted', 'waiting'],
      entry: machine.assign({ failure: null }),
      on: {
        'stop.press': { target: 'asking' },
        'robot.seen': [{ guard: 'isProved', target: 'stopped', actions: noteTime }, { guard: 'isHeld', target: '.seen' }],
      },
      initial: 'unseen',
      states: {
        unseen: { after: { unseenDelay: 'doubted' } },
        doubted: {
          on: {
            'robot.seen': [
              { guard: 'isLifted', target: '#stop.ready', actions: forget },
              { guard: 'isProved', target: '#stop.stopped', actions: noteTime },
              { target: 'seen' },
            ],
          },
        },
        seen: {
          on: {
            'robot.seen': [
              { guard: 'isLifted', target: '#stop.ready', actions: forget },
              { guard: 'isProved', target: '#stop.stopped', actions: noteTime },
            ],
          },
        },
      },
    },
    stopped: {
      tags: ['wanted', 'proved'],
      on: {
        'stop.press': { target: 'asking', actions: noteTime },
        'robot.seen': [
          { guard: 'isLifted', target: 'ready', actions: forget },
          { guard: 'isProved' },
          { target: 'sent.seen' },
        ],
      },
    },
    refused: {
      on: {
        'stop.press': { target: 'asking', actions: noteTime },
        'robot.seen': [{ guard: 'isProved', target: 'stopped', actions: noteTime }, { guard: 'isHeld', target: 'sent.seen', actions: noteTime }],
      },
    },
  },
});
