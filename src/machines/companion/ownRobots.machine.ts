/**
 * The user's robots, polled, because a phone in a pocket needs no open connection. The last result stays, with its age.
 *
 *   loading ──▶ resting ──5 s, robots.look──▶ loading      (while the app is in the background: asleep)
 */
import { assign, setup } from 'xstate';
import type { Robot } from '../../../contract/entities/robot.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';

export const ROBOTS_EVERY_MS = 5_000;

export interface FoundRobots {
  robots: readonly Robot[];
  nickname: string;
  /** The server's clock, ms. */
  serverTime: number;
}
export interface OwnRobotsContext {
  userId: string;
  found: FoundRobots | null;
  /** Why the last request failed; the robots shown are stale. */
  failure: Failure | null;
}
export type OwnRobotsEvent = { type: 'robots.look' } | { type: 'app.hidden' } | { type: 'app.shown' };

const ownRobots = setup({
  types: {
    context: {} as OwnRobotsContext,
    input: {} as { userId: string },
    events: {} as OwnRobotsEvent,
    tags: {} as 'waiting',
  },
  actors: { loadRobots: promiseEffect<FoundRobots, { userId: string }>('loadRobots') },
  delays: { again: ROBOTS_EVERY_MS },
});

export const ownRobotsMachine = ownRobots.createMachine({
  id: 'ownRobots',
  context: ({ input }) => ({ userId: input.userId, found: null, failure: null }),
  initial: 'loading',
  on: { 'app.hidden': '.asleep' },
  states: {
    loading: {
      tags: 'waiting',
      invoke: {
        src: 'loadRobots',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: { target: 'resting', actions: assign({ found: ({ event }) => event.output, failure: null }) },
        onError: { target: 'resting', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: { 'robots.look': { target: 'loading', reenter: true } },
    },
    resting: { after: { again: 'loading' }, on: { 'robots.look': 'loading' } },
    asleep: { on: { 'app.shown': 'loading', 'robots.look': 'loading' } },
  },
});
