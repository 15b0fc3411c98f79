/** The route editor with a fake API, and helpers that send events like user gestures. */
import { createActor, fromCallback, fromPromise, setup, SimulatedClock } from 'xstate';
import type { CruisePath, CruisePathChoice } from '../../contract/entities/cruisePath.ts';
import type { RoutePlan, RoutePlanRequest } from '../../contract/rules/planPath/routePlan.ts';
import { endsOf, straightLeg } from '../../contract/rules/planPath/routePlan.ts';
import { BaseApiError } from '../../contract/wire/baseApiError.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import {
  selectDraftStage,
  selectIsChanged,
  selectRouteFaults,
  selectStage,
} from '../../src/machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import type {
  KeptRoute,
  LoadedRoute,
  LoadInput,
  SaveInput,
} from '../../src/machines/cruiseRoutes/routeEditor.context.ts';
import { routeEditorMachine } from '../../src/machines/cruiseRoutes/routeEditor.machine.ts';
import type { RouteEvent } from '../../src/machines/cruiseRoutes/routeEditor.setup.ts';
import { pointOf } from './draftPoints.ts';
import { mapOf } from './startMapEditor.ts';

const POINTS = ['a', 'b', 'c', 'd'].map((areaId, at) =>
  pointOf(areaId, { name: areaId.toUpperCase(), worldX: 2 + 4 * at, worldY: 3, stayTime: at }),
);
export const routeOf = (pathId: string, stops: string, change: Partial<CruisePath> = {}): CruisePath => ({
  id: pathId,
  pathId,
  pathName: 'Round',
  mapId: 'm1',
  mapName: 'Lobby floor',
  floor: '1F',
  isDefault: false,
  missing: [],
  createTime: 1,
  userId: 'u1',
  userName: 'Lin',
  startSpeech: '',
  endSpeech: '',
  revision: 0,
  mapAreaVOList: [...stops].map((areaId) => ({
    areaId,
    name: areaId.toUpperCase(),
    isMissing: false,
    stayTime: 5,
    speech: '',
    angle: null,
    takePhoto: false,
  })),
  ...change,
});
export const choiceOf = ({
  pathId,
  pathName,
  mapId,
  mapName,
  floor,
  isDefault,
  missing,
  mapAreaVOList,
}: CruisePath): CruisePathChoice => ({
  pathId,
  pathName,
  mapId,
  mapName,
  floor,
  isDefault,
  missing,
  stopCount: mapAreaVOList.length,
});

/** Stores routes like the server: a repeated request id is executed once. */
export function routeCloud(first: readonly CruisePath[] = []) {
  const cloud = {
    routes: new Map(first.map((route) => [route.pathId, route])),
    points: POINTS,
    asked: [] as SaveInput[],
    answered: new Map<string, CruisePath>(),
    /** The next Save succeeds, but its response is lost. */
    loses: false,
    /** The error of the next Save. */
    refuses: null as BaseApiError | null,
    made: 0,
    save(input: SaveInput): CruisePath {
      cloud.asked.push(input);
      const { refuses } = cloud;
      cloud.refuses = null;
      if (refuses) throw refuses;
      const saved = cloud.answered.get(input.attempt) ?? cloud.keep(input);
      cloud.answered.set(input.attempt, saved);
      if (!cloud.loses) return saved;
      cloud.loses = false;
      throw new BaseApiError('networkFailed');
    },
    keep({ pathId, revision, draft }: SaveInput): CruisePath {
      const before = cloud.routes.get(pathId);
      if (pathId && !before) throw new BaseApiError(ERRORS.routeDeleted);
      if (before && revision !== before.revision)
        throw new BaseApiError(ERRORS.routeChanged, { words: { person: 'Wang' } });
      const id = before?.pathId ?? `r${(cloud.made += 1)}`;
      const saved = routeOf(id, draft.stops.map(({ areaId }) => areaId).join(''), {
        pathName: draft.pathName.trim(),
        startSpeech: draft.startSpeech,
        endSpeech: draft.endSpeech,
        revision: (before?.revision ?? -1) + 1,
        mapAreaVOList: draft.stops.map(({ areaId, stayTime, speech, angle, takePhoto = false }) => ({
          areaId,
          name: areaId.toUpperCase(),
          isMissing: false,
          stayTime,
          speech,
          angle,
          takePhoto,
        })),
      });
      cloud.routes.set(id, saved);
      return saved;
    },
  };
  return cloud;
}

interface Options {
  route?: string;
  from?: string;
  cloud?: ReturnType<typeof routeCloud>;
  kept?: KeptRoute | null;
  mayEdit?: boolean;
  takesPhotos?: boolean;
}

export function startRouteEditor({
  route = 'new',
  from = '',
  cloud = routeCloud(),
  kept = null,
  mayEdit = true,
  takesPhotos = true,
}: Options = {}) {
  const told: { type: string }[] = [];
  const plans: RoutePlanRequest[] = [];
  let lastKept = kept;
  let loads = 0;
  const clock = new SimulatedClock();
  const machine = routeEditorMachine.provide({
    actors: {
      loadRoute: fromPromise<LoadedRoute, LoadInput>(async ({ input: { pathId } }) => {
        loads += 1;
        const found = pathId ? cloud.routes.get(pathId) : undefined;
        if (pathId && !found) throw new BaseApiError(ERRORS.routeDeleted);
        return { map: mapOf(cloud.points), route: found ?? null, kept: lastKept, takesPhotos, seed: `seed${loads}` };
      }),
      saveRoute: fromPromise<CruisePath, SaveInput>(async ({ input }) => cloud.save(input)),
      planRoute: fromPromise<RoutePlan, RoutePlanRequest>(async ({ input }) => {
        plans.push(input);
        return { legs: endsOf(input).map(([begin, end]) => straightLeg(begin, end)) };
      }),
      guardTab: fromCallback(() => undefined),
    },
    actions: {
      keepDraft: (_, { kept: draft }) => {
        lastKept = draft && { ...draft, at: 1 };
      },
    },
  });
  const systemActor = fromCallback(({ receive }) => receive((event) => told.push(event)));
  let left: unknown = null;
  const root = createActor(
    setup({ actors: { systemActor, machine } }).createMachine({
      invoke: [
        ...['notices', 'navigation', 'fleet'].map((name) => ({
          src: 'systemActor' as const,
          id: name,
          systemId: name,
        })),
        {
          src: 'machine' as const,
          id: 'editor',
          systemId: 'editor',
          input: {
            userId: 'u1',
            language: 'enUS' as const,
            serialNumber: 'A',
            route,
            from,
            mapId: 'm1',
            mayEdit,
            routes: [...cloud.routes.values()].map(choiceOf),
          },
          onDone: {
            actions: ({ event }: { event: { output: unknown } }) => {
              left = event.output;
            },
          },
        },
      ],
    }),
    { clock },
  ).start();
  const actor = root.system.get('editor') as ReturnType<typeof createActor<typeof routeEditorMachine>>;
  const context = () => actor.getSnapshot().context;
  const keyAt = (at: number): number => context().draft.stops[at]?.key ?? -1;
  const send = (event: RouteEvent) => (actor.send(event), hand);
  const hand = {
    actor,
    cloud,
    told,
    plans,
    clock,
    context,
    send,
    keyAt,
    left: () => left,
    kept: () => lastKept,
    stage: () => selectStage(actor.getSnapshot()),
    desk: () => selectDraftStage(actor.getSnapshot()),
    isChanged: () => selectIsChanged(actor.getSnapshot()),
    faults: () =>
      selectRouteFaults(actor.getSnapshot()).map(({ stop, field, error }) => `${stop ?? '-'} ${field} ${error}`),
    /** The names of the stops in order, for example "abc". */
    stops: () =>
      context()
        .draft.stops.map(({ areaId }) => areaId)
        .join(''),
    name: (pathName: string) => send({ type: 'route.rename', change: { pathName } }),
    pick: (...ids: string[]) => (ids.forEach((areaId) => send({ type: 'point.pick', areaId })), hand),
    move: (at: number, by: number) => send({ type: 'stop.move', key: keyAt(at), by }),
    undo: () => send({ type: 'history.undo' }),
    redo: () => send({ type: 'history.redo' }),
    save: async () => send({ type: 'route.save' }).settle(),
    answer: (yes: boolean) => {
      (actor.getSnapshot().children['confirm'] as { send(event: object): void } | undefined)?.send({
        type: yes ? 'confirm.accept' : 'confirm.cancel',
      });
      return hand;
    },
    settle: async () => {
      for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
      return hand;
    },
  };
  return hand;
}
