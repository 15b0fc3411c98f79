/** Elevators and doors that are out of service, on the way of a run: at its stops, and between its floor and the robot's. */
import type { Db } from '../db/database.ts';
import type { LocalName } from '../db/localName.ts';
import { brokenEquipmentOf, type BrokenEquipment } from '../db/repositories/sites.ts';
import type { Fleet } from '../fleet/fleet.ts';

interface Way {
  serialNumber: string;
  /** The map of the run. */
  mapId: string;
  /** Its stops. */
  areaIds: readonly string[];
}
export interface BlockedWay {
  type: 'elevatorOut' | 'doorOut';
  name: LocalName;
}

/** null: nothing on the way is out of service. */
export function blockedBy(
  { elevators, doors }: BrokenEquipment,
  { mapId, areaIds }: Pick<Way, 'mapId' | 'areaIds'>,
  robotMapId: string | undefined,
): BlockedWay | null {
  const door = doors.find((one) => one.mapId === mapId && one.areaIds.some((areaId) => areaIds.includes(areaId)));
  if (door) return { type: 'doorOut', name: door.name };
  if (robotMapId === undefined || robotMapId === mapId) return null;
  // Any elevator between the two floors will do.
  const serving = elevators.filter(({ mapIds }) => mapIds.includes(mapId) && mapIds.includes(robotMapId));
  const [broken] = serving;
  return broken && serving.every(({ isOut }) => isOut) ? { type: 'elevatorOut', name: broken.name } : null;
}

export async function blockedWay(db: Db, fleet: Fleet, way: Way): Promise<BlockedWay | null> {
  const robot = fleet.fleetCache.robot(way.serialNumber);
  if (!robot) return null;
  const robotMapId = fleet.live(way.serialNumber, 'enUS').pose?.mapId;
  return blockedBy(await brokenEquipmentOf(db, robot.siteId), way, robotMapId);
}
