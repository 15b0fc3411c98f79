/** Tells its owner what the fleet last heard of one robot's standing still, for as long as it lives. */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { fleetMachine } from '../fleet/fleet.machine.ts';

/** held: Stop is wanted. paused: the robot itself says that it stands. `at`: the server's clock, ms. */
export interface RobotHeard { type: 'robot.heard'; serialNumber: string; held: boolean; paused: boolean; at: number }

export const watchRobot = fromCallback<EventObject, { serialNumber: string }>(({ input: { serialNumber }, sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  const subscription = fleet?.subscribe(({ context: { robots, serverTime } }) => {
    const robot = robots[serialNumber];
    if (robot) sendBack({ type: 'robot.heard', serialNumber, held: robot.live.held, paused: robot.live.paused, at: serverTime } satisfies RobotHeard);
  });
  return () => subscription?.unsubscribe();
});
