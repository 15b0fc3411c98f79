/**
 * What is wrong with a cruise route (spec 5), for whoever edits it and for the server that keeps it: each fault at its stop and
 * its field. And what stands against driving a route, and against deleting it.
 */
import { ROUTE_NAME_WEIGHT } from './mapLimits.ts';
import { isAngle, isSpeech, isStayTime, nameKey } from './points.ts';
import { textWeight } from './textWeight.ts';

/** Of a stop what the rules look at. */
export interface StopFields {
  areaId: string;
  /** Seconds. */
  stayTime: number;
  speech: string;
  /** Degrees; null: as the point has it. */
  angle: number | null;
}
/** Of a route what the rules look at. */
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
  /** Its place in the route, from 0; null for a fault of the route itself. */
  stop: number | null;
  field: RouteField;
  error: RouteFaultName;
}

export const STOPS_LEAST = 2;

/** The map that a point lies on; undefined for one that is gone. */
export type MapOfPoint = (areaId: string) => string | undefined;

/** @param names of the other routes of the map, in every language that they have */
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
    // Of two alike the second is told: it is the one to take out.
    else if (stops[i - 1]?.areaId === areaId) add(i, 'areaId', 'sameAsBefore');
    if (!isStayTime(stayTime)) add(i, 'stayTime', 'stayTimeWrong');
    if (angle !== null && !isAngle(angle)) add(i, 'angle', 'angleWrong');
    if (!isSpeech(speech)) add(i, 'speech', 'speechTooLong');
  }
  return found;
}

/** The places in a route, from 0, whose points are no longer on its map: with any of them it is not driven. */
export const missingStops = (
  { mapId, mapAreaVOList }: { mapId: string; mapAreaVOList: readonly { areaId: string }[] },
  mapOf: MapOfPoint,
): number[] => mapAreaVOList.flatMap(({ areaId }, i) => (mapOf(areaId) === mapId ? [] : [i]));

/** A robot's default route is not deleted until the robot has another one. @param defaultOf robots that start with it */
export const isDeletable = (defaultOf: readonly unknown[]): boolean => defaultOf.length === 0;
