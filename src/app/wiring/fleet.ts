/** Connects the fleet to the API and the browser storage. The list also feeds the poses that the canvas draws. */
import { fromPromise } from 'xstate';
import { fleetMachine, type FleetList } from '../../machines/fleet/fleet.machine.ts';
import type { Services } from '../services.ts';

export function wireFleet({ present, world: { clock, storage } }: Services) {
  const { api, live } = present();
  const load = async (userId: string, signal: AbortSignal): Promise<FleetList> => {
    const [{ serverTime, robots, accessRequests }, sites] = await Promise.all([
      api.robots.list({ userId, robotView: 'all' }, { signal }),
      api.maps.sites({}, { signal }),
    ]);
    clock.observe(serverTime);
    live.list(robots.map((robot) => robot.live));
    return { serverTime, robots, sites, accessRequests };
  };
  return fleetMachine.provide({
    actors: { load: fromPromise<FleetList, { userId: string }>(({ input, signal }) => load(input.userId, signal)) },
    actions: {
      keepCurrent: (_, { serialNumber }) => storage.keepSerialNumber(serialNumber),
      keepView: (_, { view, keep }) => storage.keepView(view, keep),
    },
  });
}
