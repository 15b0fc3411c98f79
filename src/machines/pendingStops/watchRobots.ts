/** While it runs, reports the fleet's live state of the robots with a pending Stop to its parent. */
import { type ActorRefFrom, type EventObject, fromCallback, type SnapshotFrom } from 'xstate';
import type { fleetMachine } from '../fleet/fleet.machine.ts';

/** `at`: server clock, ms. */
export interface RobotsSeen {
  type: 'robots.seen';
  robots: readonly { serialNumber: string; held: boolean; paused: boolean; online: boolean }[];
  at: number;
}

export const watchRobots = fromCallback<EventObject>(({ sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  const stops = system.get('pendingStops') as
    | { getSnapshot(): { context: { entries: object } }; subscribe(listener: () => void): { unsubscribe(): void } }
    | undefined;
  let known = '';
  const tell = ({ context: { robots, serverTime } }: SnapshotFrom<typeof fleetMachine>): void => {
    const wanted = Object.keys(stops?.getSnapshot().context.entries ?? {});
    known = wanted.join(' ');
    const seen = wanted.flatMap((serialNumber) => {
      const live = robots[serialNumber]?.live;
      return live ? [{ serialNumber, held: live.held, paused: live.paused, online: live.connection === 'online' }] : [];
    });
    if (seen.length > 0) sendBack({ type: 'robots.seen', robots: seen, at: serverTime } satisfies RobotsSeen);
  };
  const subscription = fleet?.subscribe(tell);
  // A new Stop gets its robot's last known state at once.
  const added = stops?.subscribe(() => {
    if (fleet && Object.keys(stops.getSnapshot().context.entries).join(' ') !== known) tell(fleet.getSnapshot());
  });
  return () => {
    subscription?.unsubscribe();
    added?.unsubscribe();
  };
});
