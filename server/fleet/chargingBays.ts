/** Selects a free charging bay for a robot. */
import type { Pose } from '../../contract/entities/values.ts';
import type { LocalName } from '../db/localName.ts';
import type { FleetCache } from './fleetCache.ts';

/** A bay is occupied when another robot is closer than this to its centre, metres. */
const IN_BAY_M = 0.7;

export interface FreeBay {
  id: string;
  name: LocalName;
  /** The robot's name for the map. */
  mapName: string;
  x: number;
  y: number;
  theta: number;
}

interface Needs {
  serialNumber: string;
  fleetCache: FleetCache;
  poseOf: (serialNumber: string) => Pose | null;
  /** Bays that other robots are driving to. */
  taken: ReadonlySet<string>;
}

/** A free bay, the nearest first, on the robot's own map before other reachable maps; null when there is none. */
export function freeBay({ serialNumber, fleetCache, poseOf, taken }: Needs): FreeBay | null {
  const pose = poseOf(serialNumber);
  const others = [...fleetCache.robots()]
    .filter((robot) => robot.serialNumber !== serialNumber)
    .flatMap((robot) => poseOf(robot.serialNumber) ?? []);
  const reachable = fleetCache.abilitiesOf(serialNumber).liftRide
    ? fleetCache.mapsOf(serialNumber)
    : pose
      ? [pose.mapId]
      : [];
  const nearestFirst = [...reachable].sort((a, b) => Number(b === pose?.mapId) - Number(a === pose?.mapId));
  for (const mapId of nearestFirst) {
    const mapName = fleetCache.robotMapNameOf(serialNumber, mapId);
    if (mapName === null) continue;
    const bays = fleetCache.chargingPoints(mapId).flatMap(({ chargeBase }) => chargeBase);
    const away = ({ x, y }: { x: number; y: number }) => (pose ? Math.hypot(x - pose.x, y - pose.y) : 0);
    const isFree = (bay: { id: string; x: number; y: number }) =>
      !taken.has(bay.id) &&
      !others.some((other) => other.mapId === mapId && Math.hypot(other.x - bay.x, other.y - bay.y) < IN_BAY_M);
    const [bay] = bays.filter(isFree).sort((a, b) => away(a) - away(b));
    if (bay) return { id: bay.id, name: bay.name, mapName, x: bay.x, y: bay.y, theta: bay.theta };
  }
  return null;
}
