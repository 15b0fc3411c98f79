/**
 * Wires cruise routes: API, drafts that survive the tab, route planning in a worker, and the confirmation before the
 * tab closes.
 */
import { fromCallback, fromPromise } from 'xstate';
import { cruiseRoutes } from '../../../contract/endpoints/cruiseRoutes.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import { announcedActions } from '../../../contract/rules/robotActions.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { cruiseRoutesMachine } from '../../machines/cruiseRoutes/cruiseRoutes.machine.ts';
import type { RouteAction, RoutesResult } from '../../machines/cruiseRoutes/cruiseRoutes.setup.ts';
import { routeEditorMachine } from '../../machines/cruiseRoutes/routeEditor.machine.ts';
import type { KeptRoute, LoadedRoute, LoadInput, SaveInput } from '../../machines/cruiseRoutes/routeEditor.context.ts';
import { floorShown } from '../../machines/mapEditor/floorShown.ts';
import { createClient } from '../../services/api.ts';
import { guardTab } from '../../services/guardTab.ts';
import { createMapDrafts } from '../../services/mapDrafts.ts';
import type { Services } from '../services.ts';
import { routePlanning } from './routePlanning.ts';
import { wireRouteRun } from './routeRun.ts';

export function wireCruiseRoutes(services: Services) {
  const {
    present,
    transport,
    robotBrowser,
    world: { clock, newId },
  } = services;
  const { api } = present();
  const calls = createClient(cruiseRoutes, transport);
  const ways = routePlanning(services);
  // A fork must not access stored drafts.
  const drafts = createMapDrafts<KeptRoute>({
    name: 'route_draft',
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

  const editor = routeEditorMachine.provide({
    actors: {
      loadRoute: fromPromise<LoadedRoute, LoadInput>(
        async ({ input: { serialNumber, pathId, mapId, keptAs, userId }, signal }) => {
          const [map, route, { abilities }] = await Promise.all([
            api.maps.get({ mapId, serialNumber }, { signal }),
            pathId ? calls.get({ pathId, serialNumber }, { signal }) : null,
            api.robots.detail({ serialNumber }, { signal }),
          ]);
          return {
            map,
            route,
            kept: drafts.read(userId, keptAs),
            takesPhotos: announcedActions(abilities).includes('takePhoto'),
            seed: newId().slice(0, 20),
          };
        },
      ),
      saveRoute: fromPromise<CruisePath, SaveInput>(
        ({
          input: {
            serialNumber,
            mapId,
            pathId,
            revision,
            draft: { stops, ...head },
            attempt,
          },
          signal,
        }) =>
          calls.save(
            {
              serialNumber,
              mapId,
              pathId,
              ...head,
              ...(revision === null ? {} : { revision }),
              mapAreaVOList: stops.map(({ areaId, stayTime, speech, angle, takePhoto }) => ({
                areaId,
                stayTime,
                speech,
                angle,
                takePhoto,
              })),
            },
            { signal, id: requestOf(attempt) },
          ),
      ),
      planRoute: fromPromise<RoutePlan, RoutePlanRequest>(({ input, signal }) => ways.plan(input, { signal })),
      guardTab: fromCallback(() => (robotBrowser ? undefined : guardTab(window))),
    },
    actions: {
      keepDraft: (_, { userId, keptAs, kept }) => drafts.keep(userId, keptAs, kept && { ...kept, at: clock.now() }),
    },
  });

  const done = (
    { act, route: { pathId } }: RouteAction,
    serialNumber: string,
    signal: AbortSignal,
  ): Promise<unknown> =>
    act === 'delete'
      ? calls.remove({ pathId, serialNumber }, { signal })
      : calls.setDefault({ pathId, serialNumber }, { signal });
  return cruiseRoutesMachine.provide({
    actors: {
      routeEditor: editor,
      routeRun: wireRouteRun(services),
      loadRoutes: fromPromise<RoutesResult, { serialNumber: string }>(async ({ input: { serialNumber }, signal }) => {
        const [{ paths }, floors, { rights }] = await Promise.all([
          calls.choices({ serialNumber }, { signal }),
          api.maps.list({ serialNumber }, { signal }),
          api.robots.relation({ serialNumber, userId: '' }, { signal }),
        ]);
        const mapId = floorShown(floors, '', present().live.pose(serialNumber)?.mapId) ?? '';
        return {
          routes: paths,
          floors,
          mapId,
          mayEdit: rights.includes('administer'),
          mayOperate: rights.includes('operate'),
        };
      }),
      carryOut: fromPromise<unknown, { serialNumber: string; pendingAction: RouteAction | null }>(
        async ({ input: { serialNumber, pendingAction }, signal }) =>
          pendingAction ? done(pendingAction, serialNumber, signal) : null,
      ),
    },
  });
}
