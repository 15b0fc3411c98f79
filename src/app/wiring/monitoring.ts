/** Wires the historical monitoring: places, lanes and events from the API, tracks into the store that the map reads. */
import { type ActorRefFrom, type AnyActorRef, fromCallback, fromPromise } from 'xstate';
import { monitoring } from '../../../contract/endpoints/monitoring.ts';
import type { fleetMachine } from '../../machines/fleet/fleet.machine.ts';
import { siteOf } from '../../machines/fleet/homeSite.ts';
import { selectCurrent, selectRobots, selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { monitoringMachine } from '../../machines/monitoring/monitoring.machine.ts';
import type { OverviewResult, Places, SpanRequest } from '../../machines/monitoring/monitoring.setup.ts';
import { createClient } from '../../services/api.ts';
import { createPastTracks } from '../../services/pastTracks.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';

/** Key of the store in `live.past`. */
export const PAST_KEY = 'monitoring';
const TICK_MS = 250;

const currentSite = (system: AnyActorRef['system']): string => {
  const fleet = system.get('fleet') as ActorRefFrom<typeof fleetMachine> | undefined;
  const snapshot = fleet?.getSnapshot();
  return (snapshot && siteOf(selectSites(snapshot), selectRobots(snapshot), selectCurrent(snapshot))?.id) ?? '';
};

export function wireMonitoring({ transport, pasts, present, world: { clock } }: Services, page: Document = document) {
  const api = createClient(monitoring, transport);
  const { api: shared } = present();
  const past = createPastTracks();
  pasts.put(PAST_KEY, past);
  /** Whose tracks the store has. */
  let site = '';
  return monitoringMachine.provide({
    actors: {
      loadPlaces: fromPromise<Places>(async ({ signal, system }) => ({
        ...(await shared.maps.ofSites({}, { signal })),
        siteId: currentSite(system),
        now: clock.now(),
      })),
      loadOverview: fromPromise<OverviewResult, SpanRequest>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        const [overview, { rows, isMore }] = await Promise.all([
          api.overview(input, { signal }),
          api.events(input, { signal }),
        ]);
        return { overview, events: rows, isMore };
      }),
      loadTracks: fromPromise<{ from: number }, SpanRequest>(async ({ input, signal }) => {
        if (site !== input.siteId) past.clear();
        site = input.siteId;
        const file = await api.tracks(input, { signal });
        past.add(input, new Uint8Array(await file.arrayBuffer()));
        return { from: input.from };
      }),
      ticker: fromCallback(({ sendBack }) => {
        const timer = setInterval(() => sendBack({ type: 'clock.ticked', now: clock.now() }), TICK_MS);
        return () => clearInterval(timer);
      }),
    },
  });
}
