/**
 * In the demo: the screen of a robot that nobody has bound, as if one stood before it. Its code turns; each time it is looked at anew.
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
  /** What an `img` shows. */
  picture: string;
  /** ms until it turns. */
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
        // A code that may be old is worse than none.
        onError: { target: 'resting', actions: assign({ robot: null }) },
      },
    },
    shown: { after: { turn: 'looking' } },
    resting: { after: { again: 'looking' } },
    absent: {},
  },
});
