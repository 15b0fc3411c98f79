/** Wires the home page and its maps. */
import { fromPromise } from 'xstate';
import { type FleetMaps, homeMachine } from '../../machines/home/home.machine.ts';
import type { Services } from '../services.ts';

export function wireHome({ present }: Services) {
  const { api } = present();
  return homeMachine.provide({
    actors: { loadMaps: fromPromise<FleetMaps>(({ signal }) => api.maps.ofSites({}, { signal })) },
  });
}
