/**
 * Demo only: the screen of an unbound robot, as the user would see it on the robot. Its code rotates and is fetched
 * again each time.
 *
 *   looking ──▶ shown ──it turns──▶ looking      looking ──none, refused──▶ resting ──10 s──▶ looking      (without the demo: absent)
 */
import { assign, setup } from 'xstate';
import type { RobotKind } from '../../../contract/entities/constants.ts';
import { promiseEffect } from '../effectStubs.ts';

export const WAITING_AGAIN_MS = 10_000;

export interface WaitingRobot {
  serialNumber: string;
  robotNickName: string;
  kind: RobotKind;
  siteName: string;
  code: string;
  /** `src` of an `img`. */
  picture: string;
  /** ms until the code rotates. */
  leftMs: number;
}

const waitingRobot = setup({
  types: { context: {} as { isDemo: boolean; robot: WaitingRobot | null }, input: {} as { isDemo: boolean } },
  actors: { lookAtScreen: promiseEffect<WaitingRobot | null>('lookAtScreen') },
  guards: {
    isDemo: ({ context }) => context.isDemo,
    isThere: (_, { robot }: { robot: WaitingRobot | null }) => robot !== null,
  },
  delays: { turn: ({ context }) => context.robot?.leftMs ?? WAITING_AGAIN_MS, again: WAITING_AGAIN_MS },
});

export const waitingRobotMachine = waitingRobot.createMachine({
  id: 'waitingRobot',
  context: ({ input }) => ({ isDemo: input.isDemo, robot: null }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'isDemo', target: 'looking' }, 'absent'] },
    looking: {
      invoke: {
        src: 'lookAtScreen',
        onDone: [
          {
            guard: { type: 'isThere', params: ({ event }) => ({ robot: event.output }) },
            target: 'shown',
            actions: assign({ robot: ({ event }) => event.output }),
          },
          { target: 'resting', actions: assign({ robot: null }) },
        ],
        // An outdated code is worse than none.
        onError: { target: 'resting', actions: assign({ robot: null }) },
      },
    },
    shown: { after: { turn: 'looking' } },
    resting: { after: { again: 'looking' } },
    absent: {},
  },
});
