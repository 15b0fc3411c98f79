/** Where a robot may be sent: a point, a place on a map, a free charging bay. */
import { isOnMap } from '../../contract/rules/mapFrame.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { LocalName } from '../db/localName.ts';
import type { Fleet } from '../fleet/fleet.ts';

export interface Destination {
  /** null for a place that is no point. */
  nodeId: string | null;
  name: LocalName;
  /** What the robot calls the map. */
  mapName: string;
  x: number;
  y: number;
  theta: number | null;
}

interface Wanted {
  serialNumber: string;
  areaId: string;
  mapId: string;
  coordinateX?: number | undefined;
  coordinateY?: number | undefined;
  theta?: number | undefined;
}

/** @throws CodedError pointUnknown, parameterEmpty, wrongFloor, crossFloorUnsupported, pointOutsideMap */
export function destinationOf({ serialNumber, areaId, mapId, coordinateX, coordinateY, theta }: Wanted, { directory, live }: Fleet, { anyFloor = false } = {}): Destination {
  const point = areaId ? directory.point(areaId) : undefined;
  if (areaId && !point) throw new CodedError('pointUnknown', { field: 'areaId' });
  if (!point && coordinateX === undefined) throw new CodedError('parameterEmpty', { field: 'areaId' });
  if (point && mapId && point.mapId !== mapId) throw new CodedError('idsDisagree', { field: 'mapId' });

  const current = live(serialNumber, 'enUS').pose?.mapId ?? null;
  const onMap = point?.mapId ?? (mapId || current || '');
  const [x, y] = point ? [point.x, point.y] : [coordinateX, coordinateY];
  if (x === undefined || y === undefined) throw new CodedError('parameterEmpty', { field: 'coordinateY' });

  const extent = directory.map(onMap);
  const mapName = directory.robotMapNameOf(serialNumber, onMap);
  if (!extent || mapName === null) throw new CodedError('wrongFloor', { field: point ? 'areaId' : 'mapId' });
  if (!anyFloor && current !== null && current !== onMap && !directory.abilitiesOf(serialNumber).liftRide)
    throw new CodedError('crossFloorUnsupported', { field: point ? 'areaId' : 'mapId' });
  if (!isOnMap(extent, x, y)) throw new CodedError('pointOutsideMap', { field: 'coordinateX' });
  return { nodeId: point?.areaId ?? null, name: point?.name ?? '', mapName, x, y, theta: point ? point.theta : (theta ?? null) };
}

/** Two robots do not fit in one bay: closer than this to its middle, metres, another one stands in it. */
const IN_BAY_M = 0.7;

/** A free bay, nearest first, on the robot's own map before others that it can reach; null where there is none. */
export function bayFor(serialNumber: string, { directory, live, ledger }: Fleet): Destination | null {
  const { pose } = live(serialNumber, 'enUS');
  const taken = ledger.targetsOf('charge');
  const others = [...directory.robots()].filter((robot) => robot.serialNumber !== serialNumber).flatMap((robot) => live(robot.serialNumber, 'enUS').pose ?? []);
  const reachable = directory.abilitiesOf(serialNumber).liftRide ? directory.mapsOf(serialNumber) : pose ? [pose.mapId] : [];
  const nearestFirst = [...reachable].sort((a, b) => Number(b === pose?.mapId) - Number(a === pose?.mapId));
  for (const mapId of nearestFirst) {
    const mapName = directory.robotMapNameOf(serialNumber, mapId);
    if (mapName === null) continue;
    const bays = directory.chargingPoints(mapId).flatMap(({ chargeBase }) => chargeBase);
    const away = ({ x, y }: { x: number; y: number }) => (pose ? Math.hypot(x - pose.x, y - pose.y) : 0);
    const isFree = (bay: { id: string; x: number; y: number }) =>
      !taken.has(bay.id) && !others.some((other) => other.mapId === mapId && Math.hypot(other.x - bay.x, other.y - bay.y) < IN_BAY_M);
    const [bay] = bays.filter(isFree).sort((a, b) => away(a) - away(b));
    if (bay) return { nodeId: bay.id, name: bay.name, mapName, x: bay.x, y: bay.y, theta: bay.theta };
  }
  return null;
}
