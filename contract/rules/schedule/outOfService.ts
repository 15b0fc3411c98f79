/**
 * Elevators and doors that are out of service: which of them a run needs (design 20). Forecast and start follow it: a run
 * needs a door at one of its stops, a door that its planned paths lead through, and an elevator between the robot's floor
 * and its own.
 */
import type { Place } from '../../entities/floorPlan.ts';
import { distanceTo } from '../drawFloor/geometry.ts';
import type { TaskEstimate } from './expand.ts';

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
  /** All of the site, if one is out of service. */
  elevators: readonly { name: Name; mapIds: readonly string[]; isOut: boolean }[];
  doors: readonly DoorOut<Name>[];
}
export interface RunWay {
  /** The map of the run. */
  mapId: string;
  /** Its stops. */
  areaIds: readonly string[];
  /** The planned paths between them. */
  paths: readonly (readonly Place[])[];
}
export interface BlockedWay<Name> {
  type: 'elevatorOut' | 'doorOut';
  name: Name;
}

/** How far from a point in a door a path through it passes at most, metres: half of a wide doorway. */
const IN_DOOR_M = 0.8;

/** What a run drives; a single round does not return to its first stop. */
export const wayOf = (mapId: string, rounds: number, estimate: TaskEstimate | null): RunWay => ({
  mapId,
  areaIds: estimate?.stops.map(({ areaId }) => areaId) ?? [],
  paths: estimate ? (rounds > 1 ? estimate.paths : estimate.paths.slice(0, estimate.stops.length - 1)) : [],
});

/** null: nothing that the run needs is out of service. */
export function blockedBy<Name>(
  { elevators, doors }: OutOfService<Name>,
  { mapId, areaIds, paths }: RunWay,
  robotMapId: string | undefined,
): BlockedWay<Name> | null {
  const door = doors.find(
    (one) =>
      one.mapId === mapId &&
      (one.areaIds.some((areaId) => areaIds.includes(areaId)) || paths.some((path) => leadsThrough(path, one))),
  );
  if (door) return { type: 'doorOut', name: door.name };
  if (robotMapId === undefined || robotMapId === mapId) return null;
  // Any elevator between the two floors will do.
  const serving = elevators.filter(({ mapIds }) => mapIds.includes(mapId) && mapIds.includes(robotMapId));
  const [broken] = serving;
  return broken && serving.every(({ isOut }) => isOut) ? { type: 'elevatorOut', name: broken.name } : null;
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
