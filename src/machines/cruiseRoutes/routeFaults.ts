/** Validates the route draft by the same rules as the server, and estimates the run. */
import { faultsOfRoute, type RouteFault } from '../../../contract/rules/cruise.ts';
import { estimateOf, type RouteEstimate } from '../../../contract/rules/cruiseEstimate.ts';
import { planKey, type RouteEditorContext } from './routeEditor.context.ts';

type Told = Pick<RouteEditorContext, 'draft' | 'points' | 'mapId' | 'routes' | 'pathId'>;

export function routeFaults({ draft, points, mapId, routes, pathId }: Told): readonly RouteFault[] {
  const there = new Set(points.map(({ areaId }) => areaId));
  const { stops, ...head } = draft;
  const names = routes
    .filter((route) => route.mapId === mapId && route.pathId !== pathId)
    .map(({ pathName }) => pathName);
  return faultsOfRoute(
    { mapId, ...head, mapAreaVOList: stops },
    (areaId) => (there.has(areaId) ? mapId : undefined),
    names,
  );
}

/** Not filled in yet: shown as missing, not as an error. */
export const isToDo = ({ error }: RouteFault): boolean => error === 'nameEmpty' || error === 'tooFewStops';

/** null until the paths between the current stops are planned. */
export function routeEstimate(
  context: Pick<RouteEditorContext, 'draft' | 'points' | 'loops' | 'plan'>,
): RouteEstimate | null {
  const { draft, points, plan } = context;
  if (!plan || plan.of !== planKey(context) || draft.stops.length < 2) return null;
  const known = new Map(points.map((point) => [point.areaId, point]));
  const stops = draft.stops.flatMap(({ areaId, stayTime, speech, angle }) => {
    const point = known.get(areaId);
    return point
      ? [{ stayTime: Math.max(0, stayTime), speech: speech || point.arrivedWord, angle: angle ?? point.angle }]
      : [];
  });
  return estimateOf({ legs: plan.legs, stops, startSpeech: draft.startSpeech, endSpeech: draft.endSpeech });
}
