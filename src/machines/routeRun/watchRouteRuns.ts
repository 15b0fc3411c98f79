/**
 * Reports to its parent which robots run a route and which are stopped: at the start, on every change, and again with
 * every update while there are any. A change can overtake the answer to the Stop that caused it; only a report after
 * that answer proves the Stop.
 */
import { type ActorRefFrom, type EventObject, fromCallback } from 'xstate';
import type { fleetMachine } from '../fleet/fleet.machine.ts';
import type { RouteRunInFeed } from './routeRunUpdates.ts';

export interface RobotSeen {
  serialNumber: string;
  drive: (RouteRunInFeed & { pathId: string }) | null;
  /** A Stop was requested and is in force until a person resumes. */
  held: boolean;
  /** The robot itself reports that it is paused. */
  paused: boolean;
}
/** `at`: the server's clock, ms. */
export interface RouteRunsChanged {
  type: 'routeRuns.changed';
  robots: readonly RobotSeen[];
  at: number;
}

export const watchRouteRuns = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  let last = '';
  let reportedAt = 0;
  const sendChanges = ({
    context: { robots, order, serverTime },
  }: ReturnType<NonNullable<typeof fleet>['getSnapshot']>): void => {
    const seen = order.flatMap((serialNumber): RobotSeen[] => {
      const live = robots[serialNumber]?.live;
      return live && (live.drive || live.held)
        ? [{ serialNumber, drive: live.drive, held: live.held, paused: live.paused }]
        : [];
    });
    const text = JSON.stringify(seen);
    if (text === last && (seen.length === 0 || serverTime === reportedAt)) return;
    last = text;
    reportedAt = serverTime;
    sendBack({ type: 'routeRuns.changed', robots: seen, at: serverTime } satisfies RouteRunsChanged);
  };
  if (fleet) sendChanges(fleet.getSnapshot());
  const subscription = fleet?.subscribe(sendChanges);
  return () => subscription?.unsubscribe();
});
