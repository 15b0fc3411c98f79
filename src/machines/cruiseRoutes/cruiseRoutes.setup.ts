/** Setup of the cruise routes page. The states are in cruiseRoutes.machine.ts. */
import { assign, sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { errorNotice, type PageEvent, type PageInput, type Query, systemActor } from '../app/events.ts';
import { routeRunMachine } from '../routeRun/routeRun.machine.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { type Failure, failureOf } from '../failure.ts';
import { promiseEffect } from '../effectStubs.ts';
import { NEW_ROUTE } from './routeEditor.context.ts';
import { routeEditorMachine } from './routeEditor.machine.ts';

export interface RoutesResult {
  routes: readonly CruisePathChoice[];
  floors: readonly MapFloor[];
  /** The robot's current map, else the site's default map: the map of a new route. */
  mapId: string;
  mayEdit: boolean;
  mayOperate: boolean;
}
export type RouteAction = { act: 'delete'; route: CruisePathChoice } | { act: 'makeDefault'; route: CruisePathChoice };
export interface RoutesContext extends RoutesResult {
  query: Query;
  userId: string;
  language: Language;
  serialNumber: string;
  /** The list was loaded for this robot. */
  isRead: boolean;
  failure: Failure | null;
  pendingAction: RouteAction | null;
}
export type RoutesEvent =
  | PageEvent
  | { type: 'routes.reload' }
  | { type: 'routes.search'; words: string }
  | { type: 'route.open'; pathId: string }
  | { type: 'route.new'; mapId: string }
  | { type: 'route.duplicate'; pathId: string }
  | { type: 'route.makeDefault'; pathId: string }
  | { type: 'route.delete'; pathId: string }
  /** From the editor: it has unsaved changes (`editor.changed`) or none (`editor.unchanged`). */
  | { type: 'editor.changed' }
  | { type: 'editor.unchanged' };

type Known = { context: RoutesContext };
const isOpenable = ({ query, routes, mayEdit }: RoutesContext): boolean =>
  query['route'] === NEW_ROUTE ? mayEdit : routes.some(({ pathId }) => pathId === query['route']);
/** The query of the list: it names no route. */
export const NO_ROUTE: Query = { route: '', from: '', map: '' };

export const cruiseRoutes = setup({
  types: {
    context: {} as RoutesContext,
    input: {} as PageInput,
    events: {} as RoutesEvent,
    /** unsaved: navigation asks before the page is left. */
    tags: {} as 'loading' | 'editing' | 'working' | 'unsaved',
  },
  actors: {
    loadRoutes: promiseEffect<RoutesResult, { serialNumber: string }>('loadRoutes'),
    carryOut: promiseEffect<unknown, { serialNumber: string; pendingAction: RouteAction | null }>('carryOut'),
    routeEditor: routeEditorMachine,
    confirm: confirmMachine,
    /** Starts and follows route runs. */
    routeRun: routeRunMachine,
  },
  actions: {
    /** Follows the active run of the open route. */
    showRoute: sendTo('routeRun', ({ context: { routes, query } }: Known) => {
      const route = routes.find(({ pathId }) => pathId === query['route']);
      return {
        type: 'route.show' as const,
        route: route
          ? { pathId: route.pathId, pathName: route.pathName, mapId: route.mapId, missing: route.missing }
          : null,
      };
    }),
    assignPendingAction: assign(
      ({ context: { routes } }: Known, { act, pathId }: { act: RouteAction['act']; pathId: string }) => {
        const route = routes.find((one) => one.pathId === pathId);
        return { pendingAction: route ? { act, route } : null };
      },
    ),
    writeQuery: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { query, push }: { query: Query; push: boolean }) => ({ type: 'navigation.query' as const, query, push }),
    ),
    /** Keeps the current robot and the robot in the URL the same. */
    chooseRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    writeRobot: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { serialNumber } }: Known) => ({ type: 'navigation.query' as const, query: { serialNumber } }),
    ),
    goOn: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      (_, { to }: { to: string }) => ({ type: 'navigation.leave' as const, to }),
    ),
    notifyGone: sendTo(({ system }) => systemActor(system, 'notices'), {
      type: 'notice.show' as const,
      notice: { tone: 'warning' as const, key: 'cruiseRoutes.gone' },
    }),
    notifyDone: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      ({ context: { pendingAction } }: Known) => ({
        type: 'notice.show' as const,
        notice: {
          tone: 'success' as const,
          key: pendingAction?.act === 'delete' ? 'cruiseRoutes.deleted' : 'cruiseRoutes.madeDefault',
          params: { name: pendingAction?.route.pathName ?? '' },
        },
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    hasRobot: ({ context }) => context.serialNumber !== '',
    isRead: ({ context }) => context.isRead,
    isAsked: ({ context }) => (context.query['route'] ?? '') !== '',
    isOpenable: ({ context }) => isOpenable(context),
    isElsewhere: ({ context: { query } }, { query: next }: { query: Query }) =>
      ['route', 'from'].some((name) => (next[name] ?? '') !== (query[name] ?? '')),
    isOtherRobot: ({ context }, { serialNumber }: { serialNumber: string }) => serialNumber !== context.serialNumber,
    mayDo: ({ context: { mayEdit, routes } }, { pathId }: { pathId: string }) =>
      mayEdit && routes.some((route) => route.pathId === pathId),
    isOpen: ({ context: { query, pendingAction } }) =>
      pendingAction?.act === 'delete' && query['route'] === pendingAction.route.pathId,
  },
});
