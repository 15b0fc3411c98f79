/**
 * Elevators and doors that are out of service: which of them a run needs (design 20). Forecast and start follow it: a run
 * needs a door at one of its stops, a door that its planned paths lead through, and an elevator between the robot's floor
 * and its own. The start also knows where the robot is, so it follows the way to the first stop, too, on another floor by
 * way of each elevator; the forecast does not, because the robot will be elsewhere by then.
 */
import type { Place } from '../../entities/floorPlan.ts';
import { distanceTo } from '../drawFloor/geometry.ts';
import type { Skip, TaskEstimate } from './expand.ts';

export interface DoorOut<Name> {
  name: Name;
  mapId: string;
  /** Its points. */
  areaIds: readonly string[];
  /** The jambs, if the plan shows the door, metres. */
  doorway: readonly [Place, Place] | null;
  /** Its points in the door, metres; those where a robot waits for it lie beside. */
  places: readonly Place[];
}
export interface OutOfService<Name> {
  /** All of the site, if an elevator or a door is out of service. */
  elevators: readonly {
    name: Name;
    mapIds: readonly string[];
    isOut: boolean;
    /** Where robots board it, as far as it is known. */
    places: readonly OnMap[];
  }[];
  doors: readonly DoorOut<Name>[];
}
/** A place, metres on a map. */
export interface OnMap {
  mapId: string;
  at: Place;
}
/** A way that is to be planned. */
export interface Leg {
  mapId: string;
  from: Place;
  to: Place;
}
/** A planned way; empty if none was found. */
export interface LegPath {
  mapId: string;
  path: readonly Place[];
}
export interface RunWay {
  /** The map of the run. */
  mapId: string;
  /** The stops that it drives to. */
  areaIds: readonly string[];
  /** The planned paths between them. */
  paths: readonly (readonly Place[])[];
  /** The ways that the robot can take to the first one, each in legs; none: not known. */
  approaches: readonly (readonly LegPath[])[];
}
export interface BlockedWay<Name> {
  type: 'elevatorOut' | 'doorOut';
  name: Name;
}

/** How far from a point in a door a path through it passes at most, metres: half of a wide doorway. */
const IN_DOOR_M = 0.8;

/**
 * What a run drives; a single round does not return to its first stop. A stop that exceptions leave out in every round is
 * not driven to, and neither are the paths from and to it; the path past it is not planned and blocks nothing.
 */
export function wayOf(
  mapId: string,
  rounds: number,
  estimate: TaskEstimate | null,
  skips: readonly Skip[],
  approaches: RunWay['approaches'] = [],
): RunWay {
  if (!estimate) return { mapId, areaIds: [], paths: [], approaches };
  const { stops, paths } = estimate;
  const skipped = stops.map(() => 0);
  for (const { stop } of skips) skipped[stop] = (skipped[stop] ?? 0) + 1;
  const isDriven = stops.map(({ hasNoCells }, i) => !hasNoCells && (skipped[i] ?? 0) < rounds);
  /** The stop at which the path from stop `i` ends. */
  const nextOf = (i: number): number => {
    const later = stops.findIndex(({ hasNoCells }, other) => other > i && !hasNoCells);
    return later >= 0 ? later : stops.findIndex(({ hasNoCells }) => !hasNoCells);
  };
  const isPathDriven = (_: unknown, i: number): boolean => {
    const next = nextOf(i);
    return (rounds > 1 || next > i) && isDriven[i] === true && isDriven[next] === true;
  };
  return {
    mapId,
    areaIds: stops.flatMap(({ areaId }, i) => (isDriven[i] ? [areaId] : [])),
    paths: paths.filter(isPathDriven),
    approaches,
  };
}

/**
 * The ways to the first stop of a run that have to be planned to know whether doors block them: one on the robot's floor,
 * or one by way of each elevator that is in service. Only legs on floors with a door that is out of service.
 * @returns empty if no door can block the robot: one of the ways is free in any case, or where it leads is not known
 */
export function approachLegs<Name>({ elevators, doors }: OutOfService<Name>, robot: OnMap, first: OnMap): Leg[][] {
  const hasDoorOut = ({ mapId }: Leg): boolean => doors.some((door) => door.mapId === mapId);
  const ways =
    robot.mapId === first.mapId
      ? [[{ mapId: robot.mapId, from: robot.at, to: first.at }]]
      : serving(elevators, robot.mapId, first.mapId).flatMap(({ isOut, places }) => {
          if (isOut) return [];
          const [here, there] = [nearest(places, robot), nearest(places, first)];
          return [
            [
              ...(here ? [{ mapId: robot.mapId, from: robot.at, to: here }] : []),
              ...(there ? [{ mapId: first.mapId, from: there, to: first.at }] : []),
            ],
          ];
        });
  const withDoors = ways.map((legs) => legs.filter(hasDoorOut));
  return withDoors.every((legs) => legs.length > 0) ? withDoors : [];
}

/** Of the places on the same map. */
const nearest = (places: readonly OnMap[], { mapId, at: [x, y] }: OnMap): Place | undefined =>
  places
    .filter((one) => one.mapId === mapId)
    .map(({ at }) => ({ at, metres: Math.hypot(at[0] - x, at[1] - y) }))
    .sort((one, other) => one.metres - other.metres)[0]?.at;

/** Any elevator between the two floors will do. */
const serving = <Elevator extends { mapIds: readonly string[] }>(
  elevators: readonly Elevator[],
  mapId: string,
  otherId: string,
): Elevator[] => elevators.filter(({ mapIds }) => mapIds.includes(mapId) && mapIds.includes(otherId));

/** An elevator that would be needed between two floors, if all that stop at both are out of service. */
export function elevatorOutBetween<Elevator extends { mapIds: readonly string[]; isOut: boolean }>(
  elevators: readonly Elevator[],
  mapId: string,
  otherId: string,
): Elevator | null {
  if (mapId === otherId) return null;
  const between = serving(elevators, mapId, otherId);
  return between.every(({ isOut }) => isOut) ? (between[0] ?? null) : null;
}

/** null: nothing that the run needs is out of service. */
export function blockedBy<Name>(
  { elevators, doors }: OutOfService<Name>,
  { mapId, areaIds, paths, approaches }: RunWay,
  robotMapId: string | undefined,
): BlockedWay<Name> | null {
  const door = doors.find(
    (one) =>
      one.mapId === mapId &&
      (one.areaIds.some((areaId) => areaIds.includes(areaId)) || paths.some((path) => leadsThrough(path, one))),
  );
  if (door) return { type: 'doorOut', name: door.name };
  const doorsToFirst = approaches.map((legs) =>
    doors.find((one) => legs.some((leg) => leg.mapId === one.mapId && leadsThrough(leg.path, one))),
  );
  if (doorsToFirst[0] && doorsToFirst.every((one) => one !== undefined))
    return { type: 'doorOut', name: doorsToFirst[0].name };
  const broken = robotMapId === undefined ? null : elevatorOutBetween(elevators, mapId, robotMapId);
  return broken && { type: 'elevatorOut', name: broken.name };
}

function leadsThrough(path: readonly Place[], { doorway, places }: Pick<DoorOut<unknown>, 'doorway' | 'places'>) {
  return path.slice(1).some((to, i) => {
    const from = path[i] ?? to;
    return doorway ? cross([from, to], doorway) : places.some((place) => distanceTo({ from, to }, place) <= IN_DOOR_M);
  });
}

type Line = readonly [Place, Place];
/** On which side of a line a place lies: the sign; 0 on it. */
const sideOf = ([x, y]: Place, [[ax, ay], [bx, by]]: Line): number =>
  Math.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax));
const cross = (one: Line, other: Line): boolean =>
  sideOf(one[0], other) !== sideOf(one[1], other) && sideOf(other[0], one) !== sideOf(other[1], one);
