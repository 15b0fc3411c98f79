/** Wires the exceptions from scheduled tasks to the API. */
import { fromPromise } from 'xstate';
import { cruiseRoutes } from '../../../contract/endpoints/cruiseRoutes.ts';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { TimetableRun } from '../../../contract/entities/schedule.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { failureOf, isFailure } from '../../machines/failure.ts';
import type { ExceptionRequest } from '../../machines/scheduleExceptions/exceptionForm.ts';
import { scheduleExceptionsMachine } from '../../machines/scheduleExceptions/scheduleExceptions.machine.ts';
import type { SaveOutcome, StopMap, StopsRequest } from '../../machines/scheduleExceptions/scheduleExceptions.setup.ts';
import { createClient } from '../../services/api.ts';
import type { Services } from '../services.ts';
import { timetableEffects } from './timetableReading.ts';

/** Routes whose stops are offered. */
const ROUTES_MAX = 50;

/** A task can outlive its map; such a map is left out, and any other failure is thrown. */
function unlessDeleted(read: PromiseSettledResult<StopMap>): StopMap[] {
  if (read.status === 'fulfilled') return [read.value];
  if (isFailure(failureOf(read.reason), ERRORS.mapUnknown)) return [];
  throw read.reason;
}

export function wireScheduleExceptions(services: Services, page: Document = document) {
  const {
    transport,
    present,
    world: { newId, save },
  } = services;
  const api = createClient(schedules, transport);
  const routes = createClient(cruiseRoutes, transport);
  /** Request ids by attempt: a request without a response is repeated with the same id. */
  const requests = new Map<string, string>();
  const requestOf = (attempt: string): string => {
    const id = requests.get(attempt) ?? newId();
    requests.set(attempt, id);
    return id;
  };
  return scheduleExceptionsMachine.provide({
    actors: {
      ...timetableEffects(services, page),
      loadStops: fromPromise<{ maps: readonly StopMap[] }, StopsRequest>(
        async ({ input: { serialNumber, pathIds, points: disinfected }, signal }) => {
          const list = { serialNumber, page: 1, limit: ROUTES_MAX };
          const rows = pathIds.length === 0 ? [] : (await routes.list(list, { signal })).rows;
          const stops = rows.flatMap(({ pathId, mapId, mapAreaVOList }) =>
            pathIds.includes(pathId)
              ? mapAreaVOList.flatMap(({ areaId, isMissing }) => (isMissing ? [] : { mapId, areaId }))
              : [],
          );
          const wanted = new Map<string, Set<string>>();
          for (const { mapId, areaId } of [...stops, ...disinfected])
            wanted.set(mapId, (wanted.get(mapId) ?? new Set<string>()).add(areaId));
          const read = await Promise.allSettled(
            [...wanted].map(async ([mapId, areas]) => {
              const { points, ...map } = await present().api.maps.get({ mapId, serialNumber }, { signal });
              return { map, points: points.filter(({ areaId }) => areas.has(areaId)) };
            }),
          );
          return { maps: read.flatMap(unlessDeleted) };
        },
      ),
      previewExceptions: fromPromise<{ runs: readonly TimetableRun[] }, { requests: readonly ExceptionRequest[] }>(
        async ({ input, signal }) => {
          const found = await Promise.all(
            input.requests.map(({ revision: _revision, ...request }) => api.previewException(request, { signal })),
          );
          const runs = new Map(
            found.flatMap(({ runs: touched }) => touched).map((run) => [`${run.taskId}@${run.plannedAt}`, run]),
          );
          return { runs: [...runs.values()].sort((a, b) => a.startsAt - b.startsAt) };
        },
      ),
      saveExceptions: fromPromise<SaveOutcome, { requests: readonly ExceptionRequest[]; attempt: string }>(
        async ({ input, signal }) => {
          const refused: SaveOutcome['refused'][number][] = [];
          for (const [i, { revision, ...request }] of input.requests.entries()) {
            try {
              await api.saveException(
                { ...request, ...(revision === null ? {} : { revision }) },
                { signal, id: requestOf(`${input.attempt}.${i}`) },
              );
            } catch (error) {
              const { serialNumber, startTime } = request;
              refused.push({ serialNumber, startTime, failure: failureOf(error) });
            }
          }
          return { saved: input.requests.length - refused.length, refused };
        },
      ),
      deleteException: fromPromise<unknown, { id: string }>(({ input, signal }) =>
        api.deleteException(input, { signal }),
      ),
      exportExceptions: fromPromise<void, { siteId: string }>(async ({ input, signal }) => {
        const file = await api.exportExceptions(input, { signal });
        save(file, file.name);
      }),
    },
  });
}
