/** The places of deliveries: the points of a site, and times of day there. */
import { plusDays, zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import type { DeliveryPlaceChoice } from '../../machines/deliveries/places.ts';
import type { Services } from '../services.ts';

/** The next such time of day in a time zone, ms. @param time HH:mm */
export function nextTime(time: string, zone: string, now: number): number {
  const today = zonedDate(zone, now);
  const at = zonedInstant(zone, today, time);
  return at > now ? at : zonedInstant(zone, plusDays(today, 1), time);
}

type MapCalls = ReturnType<Services['present']>['api']['maps'];
/** The points of a robot's site; none without a robot. */
export async function loadPlaces(
  calls: MapCalls,
  serialNumber: string,
  signal: AbortSignal,
): Promise<DeliveryPlaceChoice[]> {
  if (serialNumber === '') return [];
  const floors = await calls.pointsOf({ serialNumber }, { signal });
  return floors.flatMap(({ mapId, floor, points }) =>
    points.map(({ areaId, name, attributes }) => ({ areaId, name, mapId, floor, attributes })),
  );
}
