/** Wires the editor of a scheduled task: API, a draft that survives the tab, route planning in a worker. */
import { fromCallback, fromPromise } from 'xstate';
import { disinfections } from '../../../contract/endpoints/disinfections.ts';
import { cruiseRoutes } from '../../../contract/endpoints/cruiseRoutes.ts';
import { routeRuns } from '../../../contract/endpoints/routeRuns.ts';
import { schedules } from '../../../contract/endpoints/schedules.ts';
import type { ScheduledTask } from '../../../contract/entities/schedule.ts';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { zonedDate } from '../../../contract/rules/zonedTime.ts';
import { failureOf } from '../../machines/failure.ts';
import type {
  KeptTask,
  LoadedPath,
  LoadedPlaces,
  LoadedTask,
  Preview,
  PreviewRequest,
  RobotAnswer,
  SaveRequest,
  SaveResult,
  StartRequest,
} from '../../machines/scheduledTask/scheduledTask.context.ts';
import { isUnderWay, runsAhead } from '../../machines/schedules/timetableView.ts';
import { scheduledTaskMachine } from '../../machines/scheduledTask/scheduledTask.machine.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { createMapDrafts } from '../../services/mapDrafts.ts';
import type { Services } from '../services.ts';
import { routePlanning } from './routePlanning.ts';
import { refusalOf, wireTaskCopy } from './taskCopy.ts';

/** Robots whose consequences are shown together. */
const PREVIEWED_ROBOTS = 12;
const NEXT_RUNS = 5;
/** Days whose runs fall out when a task is deleted. */
const AHEAD_DAYS = 7;

export function wireScheduledTask(services: Services) {
  const {
    present,
    transport,
    robotBrowser,
    world: { clock, newId },
  } = services;
  const api = createClient(schedules, transport);
  const routes = createClient(cruiseRoutes, transport);
  const runs = createClient(routeRuns, transport);
  const cleaning = createClient(disinfections, transport);
  const ways = routePlanning(services);
  // A fork must not access stored drafts.
  const drafts = createMapDrafts<KeptTask>({
    name: 'task_draft',
    storage: () => (robotBrowser ? null : window.localStorage),
    window: robotBrowser ? { addEventListener: () => undefined } : window,
  });
  /** Request ids by attempt: a request without a response is repeated with the same id. */
  const requests = new Map<string, string>();
  const requestOf = (attempt: string): string => {
    const id = requests.get(attempt) ?? newId();
    requests.set(attempt, id);
    return id;
  };

  return scheduledTaskMachine.provide({
    actors: {
      copy: wireTaskCopy(services),
      loadTask: fromPromise<LoadedTask, { taskId: string; serialNumber: string; userId: string }>(
        async ({ input: { taskId, userId }, signal }) => {
          const sites = await api.sites({}, { signal });
          // The timetable names each robot with what the caller may do, the tasks, and their next runs.
          const tables = await Promise.all(
            sites.map(({ siteId, timeZone }) =>
              api.timetable({ siteId, from: zonedDate(timeZone, clock.now()), days: AHEAD_DAYS }, { signal }),
            ),
          );
          const table = tables.find(({ tasks }) => tasks.some(({ id }) => id === taskId));
          return {
            sites: tables.map(({ siteId, siteName, timeZone, robots }) => ({
              siteId,
              name: siteName,
              timeZone,
              robots: robots.map(({ line: _line, lowest: _lowest, ...robot }) => robot),
            })),
            task: table?.tasks.find(({ id }) => id === taskId) ?? null,
            ahead: table
              ? { runs: runsAhead(table, taskId), isUnderWay: isUnderWay(table, taskId) }
              : { runs: 0, isUnderWay: false },
            kept: drafts.read(userId, taskId || 'new'),
            seed: newId().slice(0, 20),
          };
        },
      ),
      loadRoutes: fromPromise<{ paths: readonly CruisePathChoice[] }, { serialNumber: string }>(
        async ({ input, signal }) => ({ paths: (await routes.choices(input, { signal })).paths }),
      ),
      loadPath: fromPromise<LoadedPath, { serialNumber: string; mapId: string; pathId: string; taskId: string }>(
        async ({ input: { serialNumber, mapId, pathId, taskId }, signal }) => {
          const [map, { stops }] = await Promise.all([
            present().api.maps.get({ mapId, serialNumber }, { signal }),
            api.pointSettings({ taskId, pathId }, { signal }),
          ]);
          return { map, stops };
        },
      ),
      loadPlaces: fromPromise<LoadedPlaces, { serialNumber: string; mapId: string }>(
        async ({ input: { serialNumber, mapId }, signal }) => {
          const { maps } = present().api;
          const floors = await maps.list({ serialNumber }, { signal });
          const isKnown = floors.some(({ id }) => id === mapId);
          const own = isKnown ? { mapId } : await maps.defaultMapAndTarget({ serialNumber }, { signal });
          return {
            floors,
            map: await maps.get({ serialNumber, mapId: own.mapId ?? floors[0]?.id ?? '' }, { signal }),
          };
        },
      ),
      planRoute: fromPromise<RoutePlan, RoutePlanRequest>(({ input, signal }) => ways.plan(input, { signal })),
      loadPreview: fromPromise<Preview, { requests: readonly PreviewRequest[] }>(
        async ({ input: { requests: wanted }, signal }) => {
          const found = await Promise.all(
            wanted.slice(0, PREVIEWED_ROBOTS).map((request) => api.preview(request, { signal })),
          );
          const first = found[0] ?? { metres: null, seconds: null, totalSeconds: null, battery: null };
          const { metres, seconds, totalSeconds, battery } = first;
          const [asked] = wanted;
          const covered = asked?.disinfection
            ? await cleaning.preview({ serialNumber: asked.serialNumber, plan: asked.disinfection }, { signal })
            : null;
          return {
            metres,
            seconds,
            totalSeconds,
            battery,
            cells: covered && {
              grid: covered.grid,
              planned: covered.planned,
              squareMetres: covered.estimate.squareMetres,
              agent: covered.estimate.agent,
            },
            perWeek: found.reduce((sum, { perWeek }) => sum + perWeek, 0),
            runs: found
              .flatMap(({ runs: next }) => next)
              .sort((a, b) => a.startsAt - b.startsAt)
              .slice(0, NEXT_RUNS),
          };
        },
      ),
      saveTask: fromPromise<SaveResult, SaveRequest>(
        async ({ input: { id, serialNumber, others, revision, task, attempt }, signal }) => {
          const saved = await api.save(
            { id, serialNumber, ...task, ...(revision === null || id === '' ? {} : { revision }) },
            { signal, id: requestOf(attempt) },
          );
          const own: RobotAnswer = { serialNumber, did: 'saved', failure: null };
          if (others.length === 0) return { task: saved, answers: [own] };
          return { task: saved, answers: [own, ...(await copied(saved, others, attempt, signal))] };
        },
      ),
      startRuns: fromPromise<{ answers: readonly RobotAnswer[] }, StartRequest>(
        async ({ input: { serialNumbers, pathId, rounds, speech, pointSettings, disinfection, attempt }, signal }) => ({
          answers: await Promise.all(
            serialNumbers.map(async (serialNumber): Promise<RobotAnswer> => {
              try {
                const once = { signal, id: requestOf(`${attempt}.${serialNumber}`) };
                if (disinfection) await cleaning.start({ serialNumber, plan: disinfection }, once);
                else
                  await runs.start(
                    {
                      serialNumber,
                      pathId,
                      cycleType: rounds > 1 ? 'loop' : 'single',
                      ...(rounds > 1 ? { cruiseCount: rounds } : {}),
                      ...(speech === '' ? {} : { speech }),
                      ...(pointSettings === null ? {} : { pointSettings }),
                    },
                    once,
                  );
                return { serialNumber, did: 'started', failure: null };
              } catch (error) {
                return { serialNumber, did: 'started', failure: failureOf(error) };
              }
            }),
          ),
        }),
      ),
      deleteTask: fromPromise<unknown, { serialNumber: string; taskId: string }>(({ input, signal }) =>
        api.remove({ serialNumber: input.serialNumber, id: input.taskId }, { signal }),
      ),
      restoreTask: fromPromise<unknown, { serialNumber: string; taskId: string }>(({ input, signal }) =>
        api.restore({ serialNumber: input.serialNumber, id: input.taskId }, { signal }),
      ),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
    actions: {
      keepDraft: (_, { userId, keptAs, kept }) => drafts.keep(userId, keptAs, kept && { ...kept, at: clock.now() }),
    },
  });

  /** The task is saved: a failure of the copies is one of these robots. */
  async function copied(
    { id, revision }: Pick<ScheduledTask, 'id' | 'revision'>,
    serialNumbers: readonly string[],
    attempt: string,
    signal: AbortSignal,
  ): Promise<RobotAnswer[]> {
    try {
      const answers = await api.copy(
        { id, serialNumberStr: serialNumbers.join(','), revision },
        { signal, id: requestOf(`${attempt}.copy`) },
      );
      return answers.map(({ serialNumber, code, message }) => ({
        serialNumber,
        did: 'saved',
        failure: refusalOf(code, message),
      }));
    } catch (error) {
      return serialNumbers.map((serialNumber) => ({ serialNumber, did: 'saved', failure: failureOf(error) }));
    }
  }
}
