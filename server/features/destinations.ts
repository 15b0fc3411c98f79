/** Destinations of a robot: a point, a place on a map, a free charging bay. */
import { isOnMap } from '../../contract/rules/mapFrame.ts';
import { ApiError } from '../../contract/wire/errors.ts';
import type { LocalName } from '../db/localName.ts';
import { freeBay } from '../fleet/chargingBays.ts';
import type { Fleet } from '../fleet/fleet.ts';

export interface Destination {
  /** null for a place that is not a point. */
  nodeId: string | null;
  name: LocalName;
  /** The robot's name for the map. */
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

/** @throws ApiError pointUnknown, parameterEmpty, wrongFloor, crossFloorUnsupported, pointOutsideMap */
export function destinationOf(
  { serialNumber, areaId, mapId, coordinateX, coordinateY, theta }: Wanted,
  { fleetCache, live }: Fleet,
  { anyFloor = false } = {},
): Destination & { mapId: string } {
  const point = areaId ? fleetCache.point(areaId) : undefined;
  if (areaId && !point) throw new ApiError('pointUnknown', { field: 'areaId' });
  if (!point && coordinateX === undefined) throw new ApiError('parameterEmpty', { field: 'areaId' });
  if (point && mapId && point.mapId !== mapId) throw new ApiError('idsDisagree', { field: 'mapId' });

  const current = live(serialNumber, 'enUS').pose?.mapId ?? null;
  const onMap = point?.mapId ?? (mapId || current || '');
  const [x, y] = point ? [point.x, point.y] : [coordinateX, coordinateY];
  if (x === undefined || y === undefined) throw new ApiError('parameterEmpty', { field: 'coordinateY' });

  const extent = fleetCache.map(onMap);
  const mapName = fleetCache.robotMapNameOf(serialNumber, onMap);
  if (!extent || mapName === null) throw new ApiError('wrongFloor', { field: point ? 'areaId' : 'mapId' });
  if (!anyFloor && current !== null && current !== onMap && !fleetCache.abilitiesOf(serialNumber).liftRide)
    throw new ApiError('crossFloorUnsupported', { field: point ? 'areaId' : 'mapId' });
  if (!isOnMap(extent, x, y)) throw new ApiError('pointOutsideMap', { field: 'coordinateX' });
  return {
    nodeId: point?.areaId ?? null,
    mapId: onMap,
    name: point?.name ?? '',
    mapName,
    x,
    y,
    theta: point ? point.theta : (theta ?? null),
  };
}

/** A free charging bay for a robot; null when there is none. */
export function bayFor(serialNumber: string, { fleetCache, live, ledger, routeRuns }: Fleet): Destination | null {
  const bay = freeBay({
    serialNumber,
    fleetCache,
    poseOf: (one) => live(one, 'enUS').pose,
    taken: new Set([...ledger.targetsOf('charge'), ...routeRuns.bays()]),
  });
  if (!bay) return null;
  const { id: nodeId, ...place } = bay;
  return { nodeId, ...place };
}
