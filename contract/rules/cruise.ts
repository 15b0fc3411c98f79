/**
 * Validation of a cruise route (spec 5), shared by the editor and the server: each fault names its stop and field. Also
 * the conditions for running and deleting a route.
 */
import { ROUTE_NAME_WEIGHT } from './mapLimits.ts';
import { isAngle, isStayTime, nameKey } from './points.ts';
import { isSpeech, textWeight } from './textWeight.ts';

/** The fields of a stop that the rules check. */
export interface StopFields {
  areaId: string;
  /** Seconds. */
  stayTime: number;
  speech: string;
  /** Degrees; null: the point's own angle. */
  angle: number | null;
}
/** The fields of a route that the rules check. */
export interface RouteFields {
  mapId: string;
  pathName: string;
  startSpeech: string;
  endSpeech: string;
  mapAreaVOList: readonly StopFields[];
}

export type RouteField = 'pathName' | 'startSpeech' | 'endSpeech' | 'mapAreaVOList' | keyof StopFields;
export type RouteFaultName =
  | 'nameEmpty'
  | 'nameTooLong'
  | 'nameTaken'
  | 'speechTooLong'
  | 'tooFewStops'
  | 'sameAsBefore'
  | 'pointGone'
  | 'onOtherMap'
  | 'stayTimeWrong'
  | 'angleWrong';

export interface RouteFault {
  /** Index in the route, from 0; null for a fault of the route itself. */
  stop: number | null;
  field: RouteField;
  error: RouteFaultName;
}

export const STOPS_LEAST = 2;

/** The map of a point; undefined if the point was deleted. */
export type MapOfPoint = (areaId: string) => string | undefined;

/** @param names names of the map's other routes, in all their languages */
export function faultsOfRoute(route: RouteFields, mapOf: MapOfPoint, names: readonly string[]): RouteFault[] {
  const found: RouteFault[] = [];
  const add = (stop: number | null, field: RouteField, error: RouteFaultName) =>
    void found.push({ stop, field, error });
  const key = nameKey(route.pathName);
  if (key === '') add(null, 'pathName', 'nameEmpty');
  else if (textWeight(route.pathName.trim()) > ROUTE_NAME_WEIGHT) add(null, 'pathName', 'nameTooLong');
  else if (names.some((name) => nameKey(name) === key)) add(null, 'pathName', 'nameTaken');
  for (const field of ['startSpeech', 'endSpeech'] as const)
    if (!isSpeech(route[field])) add(null, field, 'speechTooLong');
  const stops = route.mapAreaVOList;
  if (stops.length < STOPS_LEAST) add(null, 'mapAreaVOList', 'tooFewStops');
  for (const [i, { areaId, stayTime, speech, angle }] of stops.entries()) {
    const mapId = mapOf(areaId);
    if (mapId === undefined) add(i, 'areaId', 'pointGone');
    else if (mapId !== route.mapId) add(i, 'areaId', 'onOtherMap');
    // Two equal stops in a row: the second is reported, because it is the one to remove.
    else if (stops[i - 1]?.areaId === areaId) add(i, 'areaId', 'sameAsBefore');
    if (!isStayTime(stayTime)) add(i, 'stayTime', 'stayTimeWrong');
    if (angle !== null && !isAngle(angle)) add(i, 'angle', 'angleWrong');
    if (!isSpeech(speech)) add(i, 'speech', 'speechTooLong');
  }
  return found;
}

/**
 * Indexes (from 0) of stops whose points are no longer on the route's map. A route with missing points cannot be run.
 */
export const missingStops = (
  { mapId, mapAreaVOList }: { mapId: string; mapAreaVOList: readonly { areaId: string }[] },
  mapOf: MapOfPoint,
): number[] => mapAreaVOList.flatMap(({ areaId }, i) => (mapOf(areaId) === mapId ? [] : [i]));

/**
 * A robot's default route cannot be deleted until the robot has another one. @param defaultOf robots with this default
 * route
 */
export const isDeletable = (defaultOf: readonly unknown[]): boolean => defaultOf.length === 0;
