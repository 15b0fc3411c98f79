/**
 * Stop, as one page shows it (design 6, look: ready, sent, stopped). It needs no confirmation, is never disabled and
 * does not expire. Sending and retrying is done by the root's pendingStops, for every page; here its progress is
 * combined with the robot's state.
 *
 *   ready ─press─▶ asking { calling ⇄ waiting } ─the server has it─▶ sent { unseen ─▶ seen } ─robot paused─▶ stopped ─lifted─▶ ready
 *                     └─ the server says no ─▶ refused
 *
 * Only the robot's own state proves it: `stopped` is entered on what the robot reports, never on a response. Another
 * user's Stop is shown the same way.
 */
import { assertEvent, setup } from 'xstate';
import { systemActor } from '../app/events.ts';
import type { Failure } from '../failure.ts';
import { followStop, type StopTold } from '../pendingStops/followStop.ts';

export interface StopInput {
  serialNumber: string;
}
export type StopEvent =
  /** `at`: server clock, ms; start of the elapsed seconds. */
  | { type: 'stop.press'; at: number }
  | StopTold
  /** held: a Stop is in force. paused: the robot itself reports that it is stopped. */
  | { type: 'robot.seen'; held: boolean; paused: boolean; at: number };

export interface StopContext extends StopInput {
  /** When it was requested or confirmed; null while ready. */
  since: number | null;
  failure: Failure | null;
}

/** The Stop appears in the next fleet update; not seen for longer than this means that another user resumed at once. */
const UNSEEN_MS = 5_000;

const machine = setup({
  types: {
    context: {} as StopContext,
    input: {} as StopInput,
    events: {} as StopEvent,
    tags: {} as 'wanted' | 'waiting' | 'proved',
  },
  actors: { followStop },
  guards: {
    isHeld: ({ event }) => event.type === 'robot.seen' && event.held,
    isProved: ({ event }) => event.type === 'robot.seen' && event.held && event.paused,
    isLifted: ({ event }) => event.type === 'robot.seen' && !event.held,
    isSending: ({ event }) => event.type === 'stop.progressed' && event.stage === 'sending',
    /** The server does not have it; sending is retried. */
    isUnsent: ({ event }) =>
      event.type === 'stop.progressed' && (event.stage === 'retrying' || event.stage === 'signedOut'),
    isRefused: ({ event }) => event.type === 'stop.progressed' && event.stage === 'refused',
    isSent: ({ event }) => event.type === 'stop.progressed' && (event.stage === 'sent' || event.stage === 'delivered'),
    /** No Stop is pending, or only an overdue one that is not retried: the Stop bar asks the user about that. */
    isGone: ({ event }) => event.type === 'stop.progressed' && (event.stage === null || event.stage === 'overdue'),
  },
  delays: { unseenDelay: UNSEEN_MS },
});

const assignTime = machine.assign(({ event }) => ({ since: 'at' in event ? event.at : null, failure: null }));
const assignStage = machine.assign(({ context, event }) => {
  assertEvent(event, 'stop.progressed');
  return { since: event.askedAt ?? context.since, failure: event.failure };
});
const forget = machine.assign({ since: null, failure: null });
const sendStop = machine.sendTo(
  ({ system }) => systemActor(system, 'pendingStops'),
  ({ context: { serialNumber }, event }) => {
    assertEvent(event, 'stop.press');
    return { type: 'stop.ask', serialNumber, at: event.at };
  },
);
const press = { target: '#stop.asking', actions: [assignTime, sendStop] } as const;

export const stopMachine = machine.createMachine({
  id: 'stop',
  context: ({ input }) => ({ ...input, since: null, failure: null }),
  invoke: { src: 'followStop', input: ({ context: { serialNumber } }) => ({ serialNumber }) },
  initial: 'ready',
  on: {
    'stop.progressed': [
      { guard: 'isSending', target: '.asking.calling', actions: assignStage },
      { guard: 'isUnsent', target: '.asking.waiting', actions: assignStage },
      { guard: 'isRefused', target: '.refused', actions: assignStage },
    ],
  },
  states: {
    ready: {
      on: {
        'stop.press': press,
        'stop.progressed': [
          { guard: 'isSending', target: 'asking.calling', actions: assignStage },
          { guard: 'isUnsent', target: 'asking.waiting', actions: assignStage },
          { guard: 'isRefused', target: 'refused', actions: assignStage },
          { guard: 'isSent', target: 'sent', actions: assignStage },
        ],
        'robot.seen': [
          { guard: 'isProved', target: 'stopped', actions: assignTime },
          { guard: 'isHeld', target: 'sent.seen', actions: assignTime },
        ],
      },
    },
    asking: {
      tags: ['wanted', 'waiting'],
      on: {
        'stop.press': press,
        'stop.progressed': [
          { guard: 'isSending', target: '.calling', actions: assignStage },
          { guard: 'isUnsent', target: '.waiting', actions: assignStage },
          { guard: 'isRefused', target: 'refused', actions: assignStage },
          { guard: 'isSent', target: 'sent', actions: assignStage },
          { guard: 'isGone', target: 'ready', actions: forget },
        ],
      },
      initial: 'calling',
      states: { calling: {}, waiting: {} },
    },
    sent: {
      tags: ['wanted', 'waiting'],
      entry: machine.assign({ failure: null }),
      on: {
        'stop.press': press,
        'robot.seen': [
          { guard: 'isProved', target: 'stopped', actions: assignTime },
          { guard: 'isHeld', target: '.seen' },
        ],
      },
      initial: 'unseen',
      states: {
        unseen: { after: { unseenDelay: 'doubted' } },
        doubted: {
          on: {
            'robot.seen': [
              { guard: 'isLifted', target: '#stop.ready', actions: forget },
              { guard: 'isProved', target: '#stop.stopped', actions: assignTime },
              { target: 'seen' },
            ],
          },
        },
        seen: {
          on: {
            'robot.seen': [
              { guard: 'isLifted', target: '#stop.ready', actions: forget },
              { guard: 'isProved', target: '#stop.stopped', actions: assignTime },
            ],
          },
        },
      },
    },
    stopped: {
      tags: ['wanted', 'proved'],
      on: {
        'stop.press': press,
        'robot.seen': [
          { guard: 'isLifted', target: 'ready', actions: forget },
          { guard: 'isProved' },
          { target: 'sent.seen' },
        ],
      },
    },
    refused: {
      on: {
        'stop.press': press,
        'stop.progressed': [
          { guard: 'isSending', target: 'asking.calling', actions: assignStage },
          { guard: 'isUnsent', target: 'asking.waiting', actions: assignStage },
          { guard: 'isSent', target: 'sent', actions: assignStage },
          { guard: 'isGone', target: 'ready', actions: forget },
        ],
        'robot.seen': [
          { guard: 'isProved', target: 'stopped', actions: assignTime },
          { guard: 'isHeld', target: 'sent.seen', actions: assignTime },
        ],
      },
    },
  },
});
