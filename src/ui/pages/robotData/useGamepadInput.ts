/** The drive pad's buttons as one stick: several pressed buttons add up. */
import { useMemo } from 'react';
import type { TeleopDirection } from '../../kit/TeleopPad.tsx';
import type { RobotPageProps } from './useRobotPage.ts';

/** As on the keyboard: A and D steer at half the rate of Q and E. */
const STEER = 0.5;
const PUSH: Record<TeleopDirection, { forward: number; turn: number }> = {
  forward: { forward: 1, turn: 0 },
  back: { forward: -1, turn: 0 },
  left: { forward: 0, turn: STEER },
  right: { forward: 0, turn: -STEER },
  rotateLeft: { forward: 0, turn: 1 },
  rotateRight: { forward: 0, turn: -1 },
};

export function useGamepadInput(teleop: RobotPageProps['teleop']): {
  press: (direction: TeleopDirection) => void;
  release: (direction: TeleopDirection) => void;
} {
  return useMemo(() => {
    const held = new Set<TeleopDirection>();
    const tell = (): void => {
      let forward = 0;
      let turn = 0;
      for (const direction of held) {
        forward += PUSH[direction].forward;
        turn += PUSH[direction].turn;
      }
      teleop.send({ type: 'stick.set', source: 'pad', forward, turn });
    };
    return {
      press: (direction) => {
        held.add(direction);
        tell();
      },
      release: (direction) => {
        held.delete(direction);
        tell();
      },
    };
  }, [teleop]);
}
