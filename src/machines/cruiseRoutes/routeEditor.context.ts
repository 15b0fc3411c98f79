/** What the editor of one route knows, and what is told from that alone. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { CruisePath, CruisePathChoice } from '../../../contract/entities/cruisePath.ts';
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { RouteLeg } from '../../../contract/rules/planPath/routePlan.ts';
import type { Failure } from '../failure.ts';
import { isSameRoute, type Patch, type RouteDraft } from './draft.ts';

/** In place of a route's id: one that is not saved yet. */
export const NEW_ROUTE = 'new';

/** A draft that outlived its tab. */
export interface KeptRoute {
  /** The revision it stands on. */
  revision: number;
  /** The server's clock, ms. */
  at: number;
  draft: RouteDraft;
}
export interface EditorInput {
  userId: string;
  language: Language;
  serialNumber: string;
  /** NEW_ROUTE, or the id of the one to edit. */
  route: string;
  /** A new one begins as a copy of this one; empty: with nothing. */
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
  /** Begins the numbers of Saves made here: no other editor has it. */
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
/** Where the editor is left for. */
export type Way =
  | { to: 'list' }
  /** Another address: of the page, whose query says it already, or elsewhere. */
  | { to: 'query' }
  | { to: 'path'; path: string }
  | { to: 'robot'; serialNumber: string };
export interface Preview {
  /** The server's clock, ms, at which the ghost would have begun at this speed. */
  startedAt: number;
  /** How many times as fast as a robot. */
  speed: number;
}
export interface TypedStopNumber {
  key: number;
  field: 'stayTime' | 'angle';
  text: string;
}
export interface PressedStop {
  areaId: string;
  /** Its place in the route, from 1. */
  number: number;
}
/** The plan of the stops that `of` names. */
export interface PlannedRoute {
  of: string;
  legs: readonly RouteLeg[];
}

export interface RouteEditorContext extends EditorInput {
  map: Omit<IndoorMap, 'points'> | null;
  points: readonly MapPoint[];
  /** Empty: it is not saved yet. */
  pathId: string;
  revision: number;
  savedBy: string;
  createdAt: number;
  /** What a Save stands on. */
  base: RouteDraft;
  draft: RouteDraft;
  past: readonly Patch[];
  future: readonly Patch[];
  mark: string | null;
  /** Keys of stops that were given out. */
  made: number;
  /** The stop whose details are open, by its key. */
  selected: number | null;
  /** The stop pressed last on the map: another press on its point means the next call at that point. */
  pressed: PressedStop | null;
  /** What is typed into a number field of a stop and is not its number; null: the fields show the draft. */
  typed: TypedStopNumber | null;
  /** Before which stop, from 0, the next point comes; null: at the end. */
  insertAt: number | null;
  /** The stop whose point is about to be replaced, by its key; null: points are added. */
  replacing: number | null;
  /** The list of points is open, and what is looked for there. */
  picking: boolean;
  keyword: string;
  /** A stop in the hand, and where it would come to lie. */
  hand: { key: number; to: number } | null;
  /** It was to be saved once: what is still missing is wrong from then on. */
  tried: boolean;
  loops: boolean;
  plan: PlannedRoute | null;
  planning: string;
  preview: Preview | null;
  seed: string;
  /** A Save that got no answer is asked again under the same number. */
  attempt: number;
  unanswered: SaveInput | null;
  failure: Failure | null;
  theirs: CruisePath | null;
  kept: KeptRoute | null;
  leaving: Way | null;
}

/** What a leg is planned between, and whether back to the first. */
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
/** Where the stops lie whose points are there. */
export const placesOf = ({ draft: { stops }, points }: Pick<RouteEditorContext, 'draft' | 'points'>): Place[] => {
  const at = new Map(points.map((point) => [point.areaId, [point.worldX, point.worldY] as const]));
  return stops.flatMap(({ areaId }) => {
    const place = at.get(areaId);
    return place ? [[...place] as Place] : [];
  });
};
export const isChanged = ({ draft, base }: Pick<RouteEditorContext, 'draft' | 'base'>): boolean =>
  !isSameRoute(draft, base);
