/** Wires the historical monitoring: places, lanes and events from the API, tracks into the store that the map reads. */
import { fromCallback, fromPromise } from 'xstate';
import { monitoring } from '../../../contract/endpoints/monitoring.ts';
import { photos } from '../../../contract/endpoints/photos.ts';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { Timetable } from '../../../contract/entities/schedule.ts';
import { OVERVIEW_BARS_MAX_MS } from '../../../contract/rules/monitoringLimits.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { monitoringMachine } from '../../machines/monitoring/monitoring.machine.ts';
import type {
  ExportRequest,
  OverviewRequest,
  OverviewResult,
  Places,
  PlannedRun,
  TracksRequest,
} from '../../machines/monitoring/monitoring.setup.ts';
import type { PhotosRequest, RobotPhotos } from '../../machines/monitoring/robotPhotos.ts';
import { createClient } from '../../services/api.ts';
import { createPastTracks } from '../../services/pastTracks.ts';
import { whenVisible } from '../../services/whenVisible.ts';
import type { Services } from '../services.ts';
import { exportJobs } from './exportJob.ts';
import { siteIn } from './fleetSite.ts';
import { thumbnailUrls } from './thumbnailUrls.ts';

/** Key of the store in `live.past`. */
export const PAST_KEY = 'monitoring';
const TICK_MS = 250;

/** Runs of a timetable that have not begun, wait for their robot, or were not started. */
export const plannedIn = ({ runs, tasks, deleted }: Timetable): PlannedRun[] => {
  const names = new Map([...deleted, ...tasks].map(({ id, pathName }) => [id, pathName]));
  return runs.flatMap(({ taskId, serialNumber, startsAt, endsAt, verdict, state }): PlannedRun[] => {
    const run = { taskId, serialNumber, name: names.get(taskId) ?? '', from: startsAt, until: endsAt };
    // Its robot is late: nobody knows when it begins.
    if (state === 'waiting') return [{ ...run, look: 'doubtful' }];
    if (state === 'notStarted') return [{ ...run, until: null, look: 'missed' }];
    if (verdict === 'notAtAll') return [{ ...run, until: null, look: 'skipped' }];
    if (verdict === 'over' || state !== null) return [];
    return [{ ...run, look: verdict === 'asPlanned' ? 'planned' : 'doubtful' }];
  });
};

export function wireMonitoring(services: Services, page: Document = document) {
  const {
    transport,
    pasts,
    present,
    language,
    world: { clock },
  } = services;
  const saveExport = exportJobs(services);
  const api = createClient(monitoring, transport);
  const scheduleCalls = createClient(schedules, transport);
  const library = createClient(photos, transport);
  const { api: shared } = present();
  const plannedRuns = async (
    { siteId, timeZone, from, until }: OverviewRequest,
    signal: AbortSignal,
  ): Promise<PlannedRun[] | null> => {
    if (until - from > OVERVIEW_BARS_MAX_MS) return [];
    const first = zonedDate(timeZone, from);
    const days = zonedDate(timeZone, until - 1) === first ? 1 : 2;
    try {
      return plannedIn(await scheduleCalls.timetable({ siteId, from: first, days }, { signal }));
    } catch (error) {
      signal.throwIfAborted();
      // The lanes are worth showing without it; the page says that it is missing.
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  const past = createPastTracks();
  pasts.put(PAST_KEY, past);
  return monitoringMachine.provide({
    actors: {
      loadPlaces: fromPromise<Places>(async ({ signal, system }) => {
        const [places, { siteId }] = await Promise.all([
          shared.maps.ofSites({}, { signal }),
          siteIn(system, '', signal),
        ]);
        return { ...places, siteId, now: clock.now() };
      }),
      loadOverview: fromPromise<OverviewResult, OverviewRequest>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        const { siteId, from, until, search, page: robotPage, robot } = input;
        const span = { siteId, from, until, search, page: robotPage, robot };
        const [overview, { rows, isMore }, planned] = await Promise.all([
          api.overview(span, { signal }),
          api.events(span, { signal }),
          plannedRuns(input, signal),
        ]);
        return { overview, planned, events: rows, isMore };
      }),
      loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input: { isFirst, ...span }, signal }) => {
        const file = await api.tracks(span, { signal });
        if (isFirst) past.clear();
        past.add(span, new Uint8Array(await file.arrayBuffer()));
        return { from: span.from };
      }),
      loadPhotos: fromPromise<RobotPhotos, PhotosRequest>(async ({ input, signal }) => {
        await whenVisible(page, signal);
        const { rows, hasEarlier, hasLater } = await library.around(input, { signal });
        const urls = await thumbnailUrls(library, rows, signal);
        return {
          serialNumber: input.serialNumber,
          rows: rows.map(({ fileId, takenAt, point, mapName }) => ({
            ...{ fileId, takenAt, point, mapName },
            thumbnail: urls.get(fileId) ?? '',
          })),
          hasEarlier,
          hasLater,
        };
      }),
      exportTracks: fromPromise<void, ExportRequest>(({ input: { robots, ...span }, signal }) =>
        saveExport(
          {
            begin: () => api.export({ ...span, serialNumberStr: robots, language: language() }),
            stateOf: (exportId, during) => api.exportState({ exportId }, { signal: during }),
            cancel: (exportId) => api.cancelExport({ exportId }),
          },
          'trackExportFailed',
          signal,
        ),
      ),
      ticker: fromCallback(({ sendBack }) => {
        const timer = setInterval(() => sendBack({ type: 'clock.ticked', now: clock.now() }), TICK_MS);
        return () => clearInterval(timer);
      }),
    },
  });
}
