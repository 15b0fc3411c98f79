/**
 * Wires the cruise records to the API; dates are converted to times in the time zone of the site whose clock the frame
 * shows.
 */
import { fromPromise } from 'xstate';
import { cruiseRecords } from '../../../contract/endpoints/cruiseRecords.ts';
import { cruiseRoutes } from '../../../contract/endpoints/cruiseRoutes.ts';
import { maps } from '../../../contract/endpoints/maps.ts';
import { PAGE_SIZE } from '../../../contract/rules/limits.ts';
import {
  cruiseRecordMachine,
  type DetailRequest,
  type RecordDetail,
  type RecordsResult,
} from '../../machines/cruiseRecord/cruiseRecord.machine.ts';
import type { RecordQuery } from '../../machines/cruiseRecord/cruiseRecordQuery.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { placeIn } from './fleetSite.ts';
import { spanOf } from './spanOf.ts';

export function wireCruiseRecord({ transport, world: { clock } }: Services) {
  const api = createClient(cruiseRecords, transport);
  const routes = createClient(cruiseRoutes, transport);
  const places = createClient(maps, transport);
  const load = async (
    wish: RecordQuery,
    { zone, serialNumber }: Awaited<ReturnType<typeof placeIn>>,
    signal: AbortSignal,
  ): Promise<RecordsResult> => {
    const { robots, pathId, state, page, size } = wish;
    const filter = { serialNumberStr: robots.join(','), pathId, ...spanOf(wish, zone, clock.now()) };
    const [found, counts, choices] = await Promise.all([
      api.listNew({ ...filter, state, page, limit: size }, { signal }),
      api.countNew({ ...filter, state: '' }, { signal }),
      serialNumber === '' ? { paths: [] } : routes.choices({ serialNumber: robots[0] ?? serialNumber }, { signal }),
    ]);
    return { ...found, counts, routes: choices.paths };
  };
  return cruiseRecordMachine.provide({
    actors: {
      loadList: fromPromise<RecordsResult, RecordQuery>(async ({ input, signal, system }) =>
        load(input, await placeIn(system, signal), signal),
      ),
      loadDetail: fromPromise<RecordDetail, DetailRequest>(async ({ input: { driveId, have }, signal }) => {
        const { drive, total, rows, track } = await api.details(
          { performId: driveId, page: Math.floor(have / PAGE_SIZE.max) + 1, limit: PAGE_SIZE.max },
          { signal },
        );
        // Skips the rows of a partial page that are already loaded.
        const visits = rows.slice(have % PAGE_SIZE.max);
        const { mapId, serialNumber } = drive;
        const isShown = track.some((one) => one.mapId === mapId);
        // A record outlives its map and its robot.
        const map = isShown ? await places.get({ mapId, serialNumber }, { signal }).catch(() => null) : null;
        return { drive, total, visits, track, map };
      }),
    },
  });
}
