/** Tells its owner which robots of the fleet drive a route, and which are held, whenever that changes; for as long as it lives. */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import type { DriveSeen } from './driveNews.ts';

export interface RobotSeen {
  serialNumber: string;
  drive: (DriveSeen & { pathId: string }) | null;
  /** Stop is wanted. */
  held: boolean;
  /** The robot itself says that it stands. */
  paused: boolean;
}
/** `at`: the server's clock, ms. */
export interface DrivesHeard {
  type: 'drives.heard';
  robots: readonly RobotSeen[];
  at: number;
}

export const watchDrives = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  let told = '';
  const tell = ({
    context: { robots, order, serverTime },
  }: ReturnType<NonNullable<typeof fleet>['getSnapshot']>): void => {
    const seen = order.flatMap((serialNumber): RobotSeen[] => {
      const live = robots[serialNumber]?.live;
      return live && (live.drive || live.held)
        ? [{ serialNumber, drive: live.drive, held: live.held, paused: live.paused }]
        : [];
    });
    const text = JSON.stringify(seen);
    if (text !== told) sendBack({ type: 'drives.heard', robots: seen, at: serverTime } satisfies DrivesHeard);
    told = text;
  };
  if (fleet) tell(fleet.getSnapshot());
  const subscription = fleet?.subscribe(tell);
  return () => subscription?.unsubscribe();
});
