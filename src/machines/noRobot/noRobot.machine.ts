/**
 * The page of a signed-in user without robots (spec 2). It looks for robots on request and periodically, and goes home
 * once there is one.
 *
 *   idle ──robots.look, 10 s, rights changed──▶ looking ──none──▶ idle ;  looking ──some──▶ (home)
 */
import { assign, setup } from 'xstate';
import { type PageEvent, type PageInput, systemActor } from '../app/events.ts';
import { type Failure, failureOf } from '../failure.ts';
import { invitationsMachine } from '../friends/invitations.machine.ts';
import { promiseEffect } from '../effectStubs.ts';
import { waitingRobotMachine } from './waitingRobot.machine.ts';

/** A robot bound in the companion app is found without a click here. */
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

/** The navigation guard must have the new count before it allows the home page. */
const notifyGuard = noRobot.sendTo(({ system }) => systemActor(system, 'session'), { type: 'session.refresh' });

/** An accepted invitation also gives access to a robot. */
const refreshInvitations = noRobot.sendTo('invitations', { type: 'invitations.refresh' });

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
      entry: refreshInvitations,
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
    found: { tags: 'waiting', entry: notifyGuard },
  },
});
