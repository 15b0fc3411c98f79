/** Wires the disinfection records to the API; days are whole days in the time zone of the site in the frame. */
import { fromPromise } from 'xstate';
import { disinfections } from '../../../contract/endpoints/disinfections.ts';
import { maps } from '../../../contract/endpoints/maps.ts';
import type { Disinfection, DisinfectionPreview } from '../../../contract/entities/disinfection.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import { disinfectionRecordsMachine } from '../../machines/disinfectionRecords/disinfectionRecords.machine.ts';
import type {
  DisinfectionsResult,
  PlacesRequest,
  PlacesResult,
  PlanRequest,
  RunAct,
  RunDetail,
} from '../../machines/disinfectionRecords/disinfectionRecords.setup.ts';
import type { DisinfectionQuery } from '../../machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { spanOf } from './spanOf.ts';
import { zoneIn } from './fleetSite.ts';

export function wireDisinfectionRecords({ transport, world }: Services) {
  const { clock } = world;
  const api = createClient(disinfections, transport);
  const places = createClient(maps, transport);
  const filterOf = ({ robots, mode, ...days }: DisinfectionQuery, zone: string) => ({
    serialNumberStr: robots.join(','),
    mode,
    ...spanOf(days, zone, clock.now()),
  });
  return disinfectionRecordsMachine.provide({
    actors: {
      loadList: fromPromise<DisinfectionsResult, DisinfectionQuery>(async ({ input, signal, system }) => {
        const { state, page } = input;
        const filter = filterOf(input, await zoneIn(system, signal));
        const [found, counts] = await Promise.all([
          api.list({ ...filter, state, page, limit: PAGE_SIZE.first }, { signal }),
          api.count({ ...filter, state: '' }, { signal }),
        ]);
        return { ...found, counts };
      }),
      exportRuns: fromPromise<void, DisinfectionQuery>(async ({ input, signal, system }) => {
        const timeZone = await zoneIn(system, signal);
        const file = await api.export({ ...filterOf(input, timeZone), state: input.state, timeZone }, { signal });
        world.save(file, file.name);
      }),
      loadDetail: fromPromise<RunDetail, { id: string }>(async ({ input: { id }, signal }) => {
        const details = await api.details({ disinfectionId: id }, { signal });
        const { mapId, serialNumber } = details.run;
        // A record outlives its map and its robot.
        const map = await places.get({ mapId, serialNumber }, { signal }).catch(() => null);
        return { details, map };
      }),
      loadPlaces: fromPromise<PlacesResult, PlacesRequest>(async ({ input: { serialNumber, mapId }, signal }) => {
        const [floors, own] = await Promise.all([
          places.list({ serialNumber }, { signal }),
          mapId === '' ? places.defaultMapAndTarget({ serialNumber }, { signal }) : { mapId },
        ]);
        const map = await places.get({ serialNumber, mapId: own.mapId ?? floors[0]?.id ?? '' }, { signal });
        return { floors, map };
      }),
      preview: fromPromise<DisinfectionPreview, PlanRequest>(({ input, signal }) => api.preview(input, { signal })),
      startRun: fromPromise<Disinfection, PlanRequest>(({ input, signal }) => api.start(input, { signal })),
      actOnRun: fromPromise<Disinfection, RunAct>(({ input: { act, run }, signal }) => {
        const { serialNumber, mapId, mode, aim, waitUntilEmpty } = run;
        return act === 'end'
          ? api.end({ serialNumber, disinfectionId: run.id }, { signal })
          : api.start(
              {
                serialNumber,
                plan: { mapId, mode, dose: aim, waitUntilEmpty, target: { kind: 'missed', recordId: run.id } },
              },
              { signal },
            );
      }),
    },
  });
}
