/** Where a robot may be sent: a point, a place on a map, a free charging bay. */
import { isOnMap } from '../../contract/rules/mapFrame.ts';
import { CodedError } from '../../contract/wire/errors.ts';
import type { LocalName } from '../db/localName.ts';
import { freeBay } from '../fleet/bays.ts';
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
export function destinationOf(
  { serialNumber, areaId, mapId, coordinateX, coordinateY, theta }: Wanted,
  { directory, live }: Fleet,
  { anyFloor = false } = {},
): Destination {
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
  return {
    nodeId: point?.areaId ?? null,
    name: point?.name ?? '',
    mapName,
    x,
    y,
    theta: point ? point.theta : (theta ?? null),
  };
}

/** A free bay for a robot; null where there is none. */
export function bayFor(serialNumber: string, { directory, live, ledger, drives }: Fleet): Destination | null {
  const bay = freeBay({
    serialNumber,
    directory,
    poseOf: (one) => live(one, 'enUS').pose,
    taken: new Set([...ledger.targetsOf('charge'), ...drives.bays()]),
  });
  if (!bay) return null;
  const { id: nodeId, ...place } = bay;
  return { nodeId, ...place };
}
