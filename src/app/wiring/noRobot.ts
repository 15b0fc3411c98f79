/** Wires the page for users without a robot: polls for a robot; in the demo, the screen of an unbound robot. */
import { fromPromise } from 'xstate';
import { claims } from '../../../contract/endpoints/claims.ts';
import { noRobotMachine } from '../../machines/noRobot/noRobot.machine.ts';
import { type WaitingRobot, waitingRobotMachine } from '../../machines/noRobot/waitingRobot.machine.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { wireInvitations } from './friends.ts';
import { countRobots } from './navigation.ts';

export function wireNoRobot(services: Services) {
  const api = createClient(claims, services.transport);
  const lookAtScreen = async (signal: AbortSignal): Promise<WaitingRobot | null> => {
    const { robot, serverTime } = await api.screen({}, { signal });
    return robot && { ...robot, leftMs: Math.max(0, robot.changesAt - serverTime) };
  };
  return noRobotMachine.provide({
    actors: {
      countRobots: fromPromise<number, { userId: string }>(({ input, signal }) =>
        countRobots(services.presence, input.userId, signal),
      ),
      invitations: wireInvitations(services),
      waitingRobot: waitingRobotMachine.provide({
        actors: { lookAtScreen: fromPromise<WaitingRobot | null>(({ signal }) => lookAtScreen(signal)) },
      }),
    },
  });
}
