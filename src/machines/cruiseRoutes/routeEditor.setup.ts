/** Setup of the route editor. The states are in routeEditor.machine.ts. */
import { assign, sendParent, sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { systemActor } from '../app/events.ts';
import { questionWith } from '../factories/confirm.machine.ts';
import {
  type ConflictEvent,
  type DraftChildren,
  draftEditor,
  type DraftEvent,
  type DraftTag,
} from '../factories/draftEditor.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { promiseEffect } from '../effectStubs.ts';
import { isSameRoute, type DraftStop, type RouteHead } from './draft.ts';
import {
  isChanged,
  placesOf,
  planKey,
  type EditorInput,
  type LoadedRoute,
  type LoadInput,
  type RouteEditorContext,
  type SaveInput,
  type StoredRoute,
  toForget,
  toStore,
  type TypedStopNumber,
  type Way,
} from './routeEditor.context.ts';
import { routeEstimate } from './routeFaults.ts';

export type RouteEvent =
  | { type: 'route.rename'; change: Partial<RouteHead> }
  | ({ type: 'field.type' } & TypedStopNumber)
  | { type: 'field.leave' }
  /** A point was picked, on the map or in the list of points. */
  | { type: 'point.pick'; areaId: string }
  | {
      type: 'stop.change';
      key: number;
      change: Partial<Pick<DraftStop, 'stayTime' | 'speech' | 'angle' | 'takePhoto'>>;
    }
  | { type: 'stop.remove'; key: number }
  /** `by`: number of positions, negative towards the start. */
  | { type: 'stop.move'; key: number; by: number }
  | { type: 'stop.select'; key: number | null }
  /** On the map or in its list of points. `number`: position in the route of the pressed stop, from 1. */
  | { type: 'mapStop.press'; areaId: string; number: number }
  /** Index of the stop before which the next point is inserted; null: at the end. */
  | { type: 'stop.insert'; at: number | null }
  | { type: 'stop.replace'; key: number }
  | { type: 'stop.grab'; key: number }
  | { type: 'stop.drag'; to: number }
  | { type: 'stop.drop' }
  | { type: 'stop.letGo' }
  | { type: 'points.open' }
  | { type: 'points.close' }
  | { type: 'points.search'; keyword: string }
  | DraftEvent
  | ConflictEvent
  | { type: 'route.save' }
  /** Chooses another floor; only while the route is new and has no stops. */
  | { type: 'map.choose'; mapId: string }
  | { type: 'loop.set'; loops: boolean }
  /** `at`: the server's clock, ms. */
  | { type: 'preview.start'; at: number }
  | { type: 'preview.speed'; speed: number; at: number }
  | { type: 'preview.stop' }
  | { type: 'editor.retry' }
  | { type: 'editor.close' }
  | { type: 'leave.ask'; to: string }
  /**
   * From the page: the URL (`page.asked`), the robot or the language changed; the connection is back; the route was
   * deleted on this page (`editor.end`).
   */
  | { type: 'page.asked'; route: string; from: string }
  | { type: 'page.robot'; serialNumber: string }
  | { type: 'page.language'; language: Language }
  | { type: 'page.back' }
  | { type: 'editor.end' };

type Known = { context: RouteEditorContext };
const SECOND_MS = 1_000;
/** Multiple of a robot's speed: a round of several minutes takes about half a minute. */
export const PREVIEW_SPEED = 10;

export const draft = draftEditor<RouteEditorContext, RouteEvent, StoredRoute>({
  hasChanges: (context) => context.mayEdit && isChanged(context),
  toStore,
  toForget,
  dropQuestion: () => questionWith(['cruiseRoutes.drop.title', 'cruiseRoutes.drop.text', 'shared.discardDraft'], {}),
  editing: '#routeEditor.editing',
});

export const routeEditor = setup({
  types: {
    context: {} as RouteEditorContext,
    input: {} as EditorInput,
    events: {} as RouteEvent,
    output: {} as Way,
    tags: {} as DraftTag | 'planning',
    children: {} as DraftChildren & { pointCursor: 'listCursor'; robotCursor: 'listCursor' },
  },
  actors: {
    loadRoute: promiseEffect<LoadedRoute, LoadInput>('loadRoute'),
    /** Idempotent: repeating a request with the same attempt applies it once. */
    saveRoute: promiseEffect<CruisePath, SaveInput>('saveRoute'),
    planRoute: promiseEffect<RoutePlan, RoutePlanRequest>('planRoute'),
    ...draft.actors,
    /** Used for the map's lists of robots and of points. */
    listCursor: listCursorMachine,
  },
  actions: {
    ...draft.actions,
    assignNoUnanswered: assign({ unanswered: null }),
    assignNoLeaving: assign({ leaving: null }),
    /** Writes the edited route to the URL. */
    writePlace: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { pathId, route, from, mapId } }: Known) => ({
        type: 'navigation.query' as const,
        query: pathId ? { route: pathId, from: '', map: '' } : { route, from, map: mapId },
      }),
    ),
    /** Tells the page, which asks before it is left. */
    notifyUnsaved: sendParent({ type: 'editor.changed' }),
    notifyUnchanged: sendParent({ type: 'editor.unchanged' }),
    stayWithRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    notifySaved: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { name }: { name: string }) => ({
        type: 'notice.show' as const,
        notice: { tone: 'success' as const, key: 'cruiseRoutes.saved', params: { name } },
      }),
    ),
  },
  guards: {
    ...draft.guards,
    isLeavingForRobot: ({ context: { leaving } }) => leaving?.to === 'robot',
    mayEdit: ({ context }) => context.mayEdit,
    isOwn: ({ context }, { route, from }: { route: string; from: string }) =>
      route === (context.pathId || context.route) && (context.pathId !== '' || from === context.from),
    mayMove: ({ context: { pathId, draft, mapId } }, { mapId: other }: { mapId: string }) =>
      pathId === '' && draft.stops.length === 0 && other !== mapId,
    isOwnRobot: ({ context }, { serialNumber }: { serialNumber: string }) => serialNumber === context.serialNumber,
    isPlanStale: ({ context }) => placesOf(context).length > 1 && context.plan?.of !== planKey(context),
    isPlanningOther: ({ context }) => context.planning !== planKey(context),
    hasPlan: ({ context }) => context.plan !== null && context.plan.of === planKey(context),
    /** A save without a response differs from the current draft: its outcome must be known first. */
    isUnsettled: ({ context: { unanswered, draft } }) => unanswered !== null && !isSameRoute(unanswered.draft, draft),
  },
  /** Browser time until the ghost arrives, ms. */
  delays: {
    previewDelay: ({ context }) => ((routeEstimate(context)?.seconds ?? 0) * SECOND_MS) / (context.preview?.speed ?? 1),
  },
});
