/** Setup of the route editor. The states are in routeEditor.machine.ts. */
import { sendParent, sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import type { RoutePlan, RoutePlanRequest } from '../../../contract/rules/planPath/routePlan.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { errorNotice, systemActor } from '../app/events.ts';
import { confirmMachine } from '../factories/confirm.machine.ts';
import { listCursorMachine } from '../factories/listCursor.machine.ts';
import { failureOf } from '../failure.ts';
import { callbackEffect, effect, promiseEffect } from '../effectStubs.ts';
import { isSameRoute, type DraftStop, type RouteHead } from './draft.ts';
import {
  isChanged,
  placesOf,
  planKey,
  type EditorInput,
  type KeptRoute,
  type LoadedRoute,
  type LoadInput,
  type RouteEditorContext,
  type SaveInput,
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
  | { type: 'stop.change'; key: number; change: Partial<Pick<DraftStop, 'stayTime' | 'speech' | 'angle'>> }
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
  | { type: 'history.undo' }
  | { type: 'history.redo' }
  | { type: 'draft.discard' }
  | { type: 'draft.take' }
  | { type: 'draft.drop' }
  | { type: 'route.save' }
  | { type: 'conflict.theirs' }
  | { type: 'conflict.mine' }
  | { type: 'conflict.later' }
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
const NO_ANSWER: readonly number[] = [
  ERRORS.networkFailed,
  ERRORS.requestTimedOut,
  ERRORS.unknownError,
  ERRORS.dataError,
  ERRORS.databaseAway,
];
const SECOND_MS = 1_000;
/** Multiple of a robot's speed: a round of several minutes takes about half a minute. */
export const PREVIEW_SPEED = 10;

export const routeEditor = setup({
  types: {
    context: {} as RouteEditorContext,
    input: {} as EditorInput,
    events: {} as RouteEvent,
    output: {} as Way,
    tags: {} as 'loading' | 'editing' | 'saving' | 'planning',
  },
  actors: {
    loadRoute: promiseEffect<LoadedRoute, LoadInput>('loadRoute'),
    /** Idempotent: repeating a request with the same attempt applies it once. */
    saveRoute: promiseEffect<CruisePath, SaveInput>('saveRoute'),
    planRoute: promiseEffect<RoutePlan, RoutePlanRequest>('planRoute'),
    confirm: confirmMachine,
    /** Used for the map's lists of robots and of points. */
    listCursor: listCursorMachine,
    /** Makes the browser ask before the tab is closed or reloaded. */
    guardTab: callbackEffect('guardTab'),
  },
  actions: {
    /** Stored in this browser, by user and route; null deletes it. */
    keepDraft: effect<{ userId: string; keptAs: string; kept: Omit<KeptRoute, 'at'> | null }>('keepDraft'),
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
        notice: { tone: 'success' as const, key: 'cruiseRoutes.saved', words: { name } },
      }),
    ),
    notifyFailure: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { error }: { error: unknown }) => ({ type: 'notice.show' as const, notice: errorNotice(failureOf(error)) }),
    ),
  },
  guards: {
    isYes: (_, { confirmed }: { confirmed: boolean }) => confirmed,
    mayEdit: ({ context }) => context.mayEdit,
    hasChanges: ({ context }) => context.mayEdit && isChanged(context),
    isUnchanged: ({ context }) => !context.mayEdit || !isChanged(context),
    isOwn: ({ context }, { route, from }: { route: string; from: string }) =>
      route === (context.pathId || context.route) && (context.pathId !== '' || from === context.from),
    mayMove: ({ context: { pathId, draft, mapId } }, { mapId: other }: { mapId: string }) =>
      pathId === '' && draft.stops.length === 0 && other !== mapId,
    isOwnRobot: ({ context }, { serialNumber }: { serialNumber: string }) => serialNumber === context.serialNumber,
    isPlanStale: ({ context }) => placesOf(context).length > 1 && context.plan?.of !== planKey(context),
    isPlanningOther: ({ context }) => context.planning !== planKey(context),
    hasPlan: ({ context }) => context.plan !== null && context.plan.of === planKey(context),
    isCode: (_, { error, code }: { error: unknown; code: number }) => failureOf(error).code === code,
    hasNoAnswer: (_, { error }: { error: unknown }) => NO_ANSWER.includes(failureOf(error).code),
    /** A save without a response differs from the current draft: its outcome must be known first. */
    isUnsettled: ({ context: { unanswered, draft } }) => unanswered !== null && !isSameRoute(unanswered.draft, draft),
  },
  /** Browser time until the ghost arrives, ms. */
  delays: {
    previewDelay: ({ context }) => ((routeEstimate(context)?.seconds ?? 0) * SECOND_MS) / (context.preview?.speed ?? 1),
  },
});
