/** Context of the route editor, and functions of it. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePath, CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';
import type { DraftContext } from '../factories/draftEditor.ts';
import { isSameRoute, type Patch, type RouteDraft } from './draft.ts';

/** Used instead of an id for a route that is not saved yet. */
export const NEW_ROUTE = 'new';

/** A draft that was stored in the browser. */
export interface KeptRoute {
  /** Its base revision. */
  revision: number;
  /** The server's clock, ms. */
  at: number;
  draft: RouteDraft;
}
export interface EditorInput {
  userId: string;
  language: Language;
  serialNumber: string;
  /** NEW_ROUTE, or the id of the route to edit. */
  route: string;
  /** A new route starts as a copy of this one; empty: without stops. */
  from: string;
  mapId: string;
  mayEdit: boolean;
  /** Every route of the site. */
  routes: readonly CruisePathChoice[];
}
export interface LoadInput {
  serialNumber: string;
  pathId: string;
  mapId: string;
  keptAs: string;
  userId: string;
}
export interface LoadedRoute {
  map: IndoorMap;
  route: CruisePath | null;
  kept: KeptRoute | null;
  /** Whether the page's robot announces `takePhoto`. */
  takesPhotos: boolean;
  /** Prefix of the idempotency keys of saves; unique per editor. */
  seed: string;
}
export interface SaveInput {
  serialNumber: string;
  mapId: string;
  pathId: string;
  revision: number | null;
  draft: RouteDraft;
  attempt: string;
}
/** Where the user goes after the editor closes. */
export type Way =
  | { to: 'list' }
  /** Another URL of this page, which the query already names. */
  | { to: 'query' }
  | { to: 'path'; path: string }
  | { to: 'robot'; serialNumber: string };
export interface Preview {
  /** The server's clock, ms, at which the ghost would have started at this speed. */
  startedAt: number;
  /** Multiple of a robot's speed. */
  speed: number;
}
export interface TypedStopNumber {
  key: number;
  field: 'stayTime' | 'angle';
  text: string;
}
export interface PressedStop {
  areaId: string;
  /** Position in the route, from 1. */
  number: number;
}
/** The plan of the stops in `of` (a planKey). */
export interface PlannedRoute {
  of: string;
  legs: readonly RouteLeg[];
}

export interface RouteEditorContext extends EditorInput, DraftContext<KeptRoute> {
  map: Omit<IndoorMap, 'points'> | null;
  points: readonly MapPoint[];
  takesPhotos: boolean;
  /** Empty for a route that is not saved yet. */
  pathId: string;
  revision: number;
  savedBy: string;
  createdAt: number;
  /** The saved route that a save is based on. */
  base: RouteDraft;
  draft: RouteDraft;
  past: readonly Patch[];
  future: readonly Patch[];
  mark: string | null;
  /** Number of stop keys assigned so far. */
  made: number;
  /** The stop whose details are open, by its key. */
  selected: number | null;
  /** The stop pressed last on the map: pressing its point again selects the next stop at that point. */
  pressed: PressedStop | null;
  /** Text in a number field of a stop that differs from the stored number; null: the fields show the draft. */
  typed: TypedStopNumber | null;
  /** Index of the stop before which the next point is inserted, from 0; null: at the end. */
  insertAt: number | null;
  /** Key of the stop whose point is being replaced; null: points are added. */
  replacing: number | null;
  /** Whether the list of points is open, and its search text. */
  picking: boolean;
  keyword: string;
  /** The stop being dragged, and its target index. */
  dragged: { key: number; to: number } | null;
  /** A save was attempted: missing fields are shown as errors from then on. */
  tried: boolean;
  loops: boolean;
  plan: PlannedRoute | null;
  planning: string;
  preview: Preview | null;
  unanswered: SaveInput | null;
  theirs: CruisePath | null;
  leaving: Way | null;
}

/** Key of a plan: the points of the stops, and whether it returns to the first. */
export const planKey = ({
  draft: { stops },
  points,
  loops,
}: Pick<RouteEditorContext, 'draft' | 'points' | 'loops'>): string => {
  const there = new Set(points.map(({ areaId }) => areaId));
  return [loops ? 'loop' : 'once', ...stops.map(({ areaId }) => areaId).filter((areaId) => there.has(areaId))].join(
    ' ',
  );
};
/** Positions of the stops whose points exist. */
export const placesOf = ({ draft: { stops }, points }: Pick<RouteEditorContext, 'draft' | 'points'>): Place[] => {
  const at = new Map(points.map((point) => [point.areaId, [point.worldX, point.worldY] as const]));
  return stops.flatMap(({ areaId }) => {
    const place = at.get(areaId);
    return place ? [[...place] as Place] : [];
  });
};
export const isChanged = ({ draft, base }: Pick<RouteEditorContext, 'draft' | 'base'>): boolean =>
  !isSameRoute(draft, base);

/** By user and route. `kept`: null deletes the stored draft. */
export interface StoredRoute {
  userId: string;
  keptAs: string;
  kept: Omit<KeptRoute, 'at'> | null;
}
/** The storage key of a draft that is not saved yet names its map. */
export const toForget = ({ userId, pathId, mapId }: RouteEditorContext): StoredRoute => ({
  userId,
  keptAs: pathId || `new.${mapId}`,
  kept: null,
});
export const toStore = (context: RouteEditorContext): StoredRoute => ({
  ...toForget(context),
  kept: isChanged(context) ? { revision: context.revision, draft: context.draft } : null,
});
