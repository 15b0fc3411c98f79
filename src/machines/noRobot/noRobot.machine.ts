/**
 * Signed in, but no robot to see (spec 2). It looks again when asked, and by itself; with one there it goes home.
 *
 *   idle ──robots.look, 10 s, rights changed──▶ looking ──none──▶ idle ;  looking ──some──▶ (home)
 */
import { assign, setup } from 'xstate';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { invitationsMachine } from '../friends/invitations.machine.ts';
import { promiseEffect } from '../effectStubs.ts';
import { waitingRobotMachine } from './waitingRobot.machine.ts';

/** A robot bound with the companion app should not need a click here. */
export const LOOK_EVERY_MS = 10_000;

export type NoRobotEvent = PageEvent | { type: 'robots.look' };

const noRobot = setup({
  types: {
    context: {} as { userId: string; isDemo: boolean; failure: Failure | null },
    input: {} as PageInput,
    events: {} as NoRobotEvent,
    tags: {} as 'waiting',
  },
  actors: {
    countRobots: promiseEffect<number, { userId: string }>('countRobots'),
    invitations: invitationsMachine,
    waitingRobot: waitingRobotMachine,
  },
  guards: { areThere: (_, { count }: { count: number }) => count > 0 },
  delays: { again: LOOK_EVERY_MS },
});

/** The guard must know of the robot before it lets anybody home. */
const tellGuard = noRobot.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });

/** An invitation leads to a robot as well. */
const askInvitations = noRobot.sendTo('invitations', { type: 'invitations.refresh' });

export const noRobotMachine = noRobot.createMachine({
  id: 'noRobot',
  context: ({ input }) => ({ userId: input.user?.id ?? '', isDemo: input.user?.demo ?? false, failure: null }),
  invoke: [
    { src: 'invitations', id: 'invitations', input: ({ context: { userId } }) => ({ userId }) },
    { src: 'waitingRobot', id: 'waitingRobot', input: ({ context: { isDemo } }) => ({ isDemo }) },
  ],
  initial: 'idle',
  states: {
    idle: {
      after: { again: 'looking' },
      on: { 'robots.look': 'looking', 'page.noticed': 'looking' },
    },
    looking: {
      tags: 'waiting',
      entry: askInvitations,
      invoke: {
        src: 'countRobots',
        input: ({ context: { userId } }) => ({ userId }),
        onDone: [
          { guard: { type: 'areThere', params: ({ event }) => ({ count: event.output }) }, target: 'found' },
          { target: 'idle', actions: assign({ failure: null }) },
        ],
        onError: { target: 'idle', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    found: { tags: 'waiting', entry: tellGuard },
  },
});
