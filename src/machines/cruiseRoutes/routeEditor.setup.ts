/** What the editor of one route understands and needs. The chart is routeEditor.machine.ts. */
import { sendParent, sendTo, setup } from 'xstate';
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import type { RoutePlan, RouteWish } from '../../../contract/rules/planPath/routePlan.ts';
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
  /** One place on or back. */
  | { type: 'stop.move'; key: number; by: number }
  | { type: 'stop.select'; key: number | null }
  /** On the map or in its list of points. `number`: which stop of those that call there, from 1. */
  | { type: 'mapStop.press'; areaId: string; number: number }
  /** Before which stop the next point comes; null: at the end again. */
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
  /** Another floor, as long as nothing binds it to one. */
  | { type: 'map.choose'; mapId: string }
  | { type: 'loop.set'; loops: boolean }
  /** `at`: the server's clock, ms. */
  | { type: 'preview.start'; at: number }
  | { type: 'preview.speed'; speed: number; at: number }
  | { type: 'preview.stop' }
  | { type: 'editor.retry' }
  | { type: 'editor.close' }
  | { type: 'leave.ask'; to: string }
  /** Of the page: the address, the robot, the language is another one; the connection is back; the route is deleted here. */
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
/** Times as fast as a robot: a round of minutes is seen in half a minute. */
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
    /** Asked again with the same attempt it is the same request: it is done once. */
    saveRoute: promiseEffect<CruisePath, SaveInput>('saveRoute'),
    planRoute: promiseEffect<RoutePlan, RouteWish>('planRoute'),
    confirm: confirmMachine,
    /** Of the map's lists of robots and of points. */
    listCursor: listCursorMachine,
    /** The browser asks before the tab goes. */
    guardTab: callbackEffect('guardTab'),
  },
  actions: {
    /** In this browser, by person and route; null forgets it. */
    keepDraft: effect<{ userId: string; keptAs: string; kept: Omit<KeptRoute, 'at'> | null }>('keepDraft'),
    /** The address names the route that is edited. */
    writePlace: sendTo(
      ({ system }) => systemActor(system, 'navigation'),
      ({ context: { pathId, route, from, mapId } }: Known) => ({
        type: 'navigation.query' as const,
        query: pathId ? { route: pathId, from: '', map: '' } : { route, from, map: mapId },
      }),
    ),
    /** The page asks before it is left. */
    tellUnsaved: sendParent({ type: 'editor.changed' }),
    tellSaved: sendParent({ type: 'editor.unchanged' }),
    stayWithRobot: sendTo(
      ({ system }) => systemActor(system, 'fleet'),
      ({ context: { serialNumber } }: Known) => ({ type: 'robot.choose' as const, serialNumber }),
    ),
    saySaved: sendTo(
      ({ system }) => systemActor(system, 'notices'),
      (_, { name }: { name: string }) => ({
        type: 'notice.show' as const,
        notice: { tone: 'success' as const, key: 'cruiseRoutes.saved', words: { name } },
      }),
    ),
    sayFailure: sendTo(
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
    /** What was sent and never answered is not what stands there now: first it has to be known what became of it. */
    isUnsettled: ({ context: { unanswered, draft } }) => unanswered !== null && !isSameRoute(unanswered.draft, draft),
  },
  /** ms of the browser until the ghost has arrived. */
  delays: {
    previewDelay: ({ context }) => ((routeEstimate(context)?.seconds ?? 0) * SECOND_MS) / (context.preview?.speed ?? 1),
  },
});
