/** Home, with its maps and its quick Stop made of services. */
import { fromPromise } from 'xstate';
import { type FleetMaps, homeMachine } from '../../machines/home/home.machine.ts';
import { stopMachine, type StopInput } from '../../machines/robotData/stop.machine.ts';
import type { Services } from '../services.ts';

export function wireHome({ present }: Services) {
  const { api } = present();
  return homeMachine.provide({
    actors: {
      loadMaps: fromPromise<FleetMaps>(({ signal }) => api.maps.ofSites({}, { signal })),
      stop: stopMachine.provide({
        actors: { askStop: fromPromise<unknown, StopInput>(({ input, signal }) => api.commands.stop({ serialNumber: input.serialNumber }, { signal })) },
      }),
    },
  });
}
