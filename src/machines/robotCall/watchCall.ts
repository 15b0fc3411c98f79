/** While it runs, reports the robot's live state and the call of this tab to its parent. */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { Robot } from '../../../contract/entities/robot.ts';
import type { callsMachine } from '../calls/calls.machine.ts';
import type { fleetMachine } from '../fleet/fleet.machine.ts';

export type CallSeen =
  /** null: the robot is not among the user's. */
  | { type: 'robot.heard'; robot: Robot | null; at: number }
  /** The call of this tab with the robot has been answered. */
  | { type: 'call.talking'; callId: string }
  /** The call of this tab with the robot has ended. */
  | { type: 'call.ended'; callId: string };

export const watchCall = fromCallback<EventObject, { serialNumber: string }>(
  ({ input: { serialNumber }, sendBack, system }) => {
    const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
    const calls = system.get('calls') as ActorRefFrom<typeof callsMachine> | undefined;
    let last: { robot: Robot | undefined; time: number } | null = null;
    let talking = '';
    let ended = '';
    const tellRobot = (): void => {
      const context = fleet?.getSnapshot().context;
      if (!context || context.serverTime === 0) return;
      const robot = context.robots[serialNumber];
      if (last?.robot === robot && last?.time === context.serverTime) return;
      last = { robot, time: context.serverTime };
      sendBack({ type: 'robot.heard', robot: robot ?? null, at: context.serverTime } satisfies CallSeen);
    };
    const tellCall = (): void => {
      const own = calls?.getSnapshot().context?.own;
      if (own?.serialNumber !== serialNumber) return;
      const isTalking = own.state === 'connected' || own.state === 'reconnecting';
      if (isTalking && own.id !== talking) {
        talking = own.id;
        sendBack({ type: 'call.talking', callId: own.id } satisfies CallSeen);
      }
      if (own.state === 'ended' && own.id !== ended) {
        ended = own.id;
        sendBack({ type: 'call.ended', callId: own.id } satisfies CallSeen);
      }
    };
    const subscriptions = [fleet?.subscribe(tellRobot), calls?.subscribe(tellCall)];
    tellRobot();
    tellCall();
    return () => {
      for (const subscription of subscriptions) subscription?.unsubscribe();
    };
  },
);
