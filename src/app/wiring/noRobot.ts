/** The page of whoever has no robot yet: asks again whether there is one. */
import { fromPromise } from 'xstate';
import { noRobotMachine } from '../../machines/noRobot/noRobot.machine.ts';
import type { Services } from '../services.ts';
import { wireInvitations } from './friends.ts';
import { countRobots } from './navigation.ts';

export const wireNoRobot = (services: Services) =>
  noRobotMachine.provide({
    actors: {
      countRobots: fromPromise<number, { userId: string }>(({ input, signal }) => countRobots(services.presence, input.userId, signal)),
      invitations: wireInvitations(services),
    },
  });
