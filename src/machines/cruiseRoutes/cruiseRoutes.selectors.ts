/** Selectors of the cruise routes page and of the route editor. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { RouteFault } from '../../../contract/rules/cruise.ts';
import type { RouteRunRef } from '../routeRun/routeRun.selectors.ts';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import { stageOf } from '../factories/draftEditor.selectors.ts';
import type { cruiseRoutesMachine } from './cruiseRoutes.machine.ts';
import { isChanged, planKey, type RouteEditorContext } from './routeEditor.context.ts';
import type { routeEditorMachine } from './routeEditor.machine.ts';
import { routeEstimate, routeFaults } from './routeFaults.ts';

export type CruiseRoutesRef = ActorRefFrom<typeof cruiseRoutesMachine>;
export type RouteEditorRef = ActorRefFrom<typeof routeEditorMachine>;

type Routes = SnapshotFrom<typeof cruiseRoutesMachine>;
type Editor = SnapshotFrom<typeof routeEditorMachine>;
type Question = ConfirmRef | undefined;

export const selectRoutes = ({ context }: Routes) => context;
export const selectAreRoutesLoading = (snapshot: Routes): boolean => snapshot.hasTag('loading');
export const selectHasNoRobot = (snapshot: Routes): boolean => snapshot.matches({ list: 'none' });
export const selectIsWorking = (snapshot: Routes): boolean => snapshot.hasTag('working');
export const selectEditorRef = ({ children }: Routes) => children['editor'] as RouteEditorRef | undefined;
export const selectRouteRunRef = ({ children }: Routes) => children['routeRun'] as RouteRunRef | undefined;
export const selectRoutesQuestion = ({ children }: Routes): Question => children['confirm'] as Question;

/** The routes grouped by map, filtered by a text that occurs in the route's name, the map's name or the floor. */
export function routesByFloor(
  routes: readonly CruisePathChoice[],
  keyword: string,
): { mapId: string; mapName: string; floor: string; routes: CruisePathChoice[] }[] {
  const wanted = keyword.trim().toLowerCase();
  const groups = new Map<string, { mapId: string; mapName: string; floor: string; routes: CruisePathChoice[] }>();
  for (const route of routes) {
    if (![route.pathName, route.mapName, route.floor].some((text) => text.toLowerCase().includes(wanted))) continue;
    const { mapId, mapName, floor } = route;
    const group = groups.get(mapId) ?? { mapId, mapName, floor, routes: [] };
    group.routes.push(route);
    groups.set(mapId, group);
  }
  return [...groups.values()];
}

export const selectRoute = ({ context }: Editor): RouteEditorContext => context;
export const selectStage = (snapshot: Editor) => stageOf(snapshot, ['failed', 'offering']);
export const selectDraftStage = (snapshot: Editor) =>
  (['conflicting', 'deleted'] as const).find((draft) => snapshot.matches({ editing: { draft } })) ?? 'draft';
export const selectIsPlanning = (snapshot: Editor): boolean => snapshot.hasTag('planning');
export const selectPointCursor = ({ children }: Editor) => children.pointCursor;
export const selectRobotCursor = ({ children }: Editor) => children.robotCursor;
export const selectIsChanged = ({ context }: Editor): boolean => isChanged(context);

const faultsIn = remembered(
  (
    ...[draft, points, mapId, routes, pathId]: [
      RouteEditorContext['draft'],
      RouteEditorContext['points'],
      string,
      RouteEditorContext['routes'],
      string,
    ]
  ): readonly RouteFault[] => routeFaults({ draft, points, mapId, routes, pathId }),
);
export const selectRouteFaults = ({
  context: { draft, points, mapId, routes, pathId },
}: Editor): readonly RouteFault[] => faultsIn(draft, points, mapId, routes, pathId);
const estimateIn = remembered(
  (
    ...[draft, points, loops, plan]: [
      RouteEditorContext['draft'],
      RouteEditorContext['points'],
      boolean,
      RouteEditorContext['plan'],
    ]
  ) => routeEstimate({ draft, points, loops, plan }),
);
export const selectEstimate = ({ context: { draft, points, loops, plan } }: Editor) =>
  estimateIn(draft, points, loops, plan);
const NO_LEGS: NonNullable<RouteEditorContext['plan']>['legs'] = [];
/** Legs of the current stops; empty until they are planned. */
export const selectLegs = ({ context }: Editor) =>
  context.plan && context.plan.of === planKey(context) && context.draft.stops.length > 1 ? context.plan.legs : NO_LEGS;

/** Memoises the last result by the identity of the arguments. */
function remembered<Asked extends readonly unknown[], Answer>(
  work: (...asked: Asked) => Answer,
): (...asked: Asked) => Answer {
  let last: { asked: Asked; answer: Answer } | null = null;
  return (...asked) => {
    if (last === null || last.asked.some((one, index) => one !== asked[index]))
      last = { asked, answer: work(...asked) };
    return last.answer;
  };
}
