/** The lift points of a floor that a lift can have as its boarding point. */
import type { Lift, TiePoint } from '../../../../contract/entities/site.ts';

/** @param none label of the choice that the lift does not stop there */
export function stopOptions(
  lift: Pick<Lift, 'id' | 'stops'>,
  mapId: string,
  points: readonly TiePoint[],
  none: string,
): { value: string; label: string }[] {
  const free = points
    .filter((point) => point.use === 'lift' && point.mapId === mapId)
    .filter(({ tiedTo }) => tiedTo === null || tiedTo === lift.id)
    .map(({ areaId, name }) => ({ value: areaId, label: name }));
  // The point of a broken stop stays selected until another is chosen.
  const broken = lift.stops.filter((stop) => stop.mapId === mapId && !free.some(({ value }) => value === stop.areaId));
  return [
    { value: '', label: none },
    ...broken.map(({ areaId, pointName }) => ({ value: areaId, label: pointName })),
    ...free,
  ];
}
