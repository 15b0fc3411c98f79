/** The page of whoever has no robot yet: asks again whether there is one. */
import { fromPromise } from 'xstate';
import { noRobotMachine } from '../../machines/noRobot/noRobot.machine.ts';
import type { Services } from '../services.ts';
import { countRobots } from './navigation.ts';

export const wireNoRobot = ({ presence }: Services) =>
  noRobotMachine.provide({
    actors: { countRobots: fromPromise<number, { userId: string }>(({ input, signal }) => countRobots(presence, input.userId, signal)) },
  });
