/** What happened to robots, as the API returns it. */
import type { Language } from '../../contract/entities/constants.ts';
import type { EventRecord } from '../../contract/entities/eventRecord.ts';
import { nameIn } from '../db/localName.ts';
import type { EventRow } from '../db/repositories/eventRecords.ts';
import type { FleetCache } from '../fleet/fleetCache.ts';

export function toEventRecordDto(
  row: EventRow,
  { robot, map }: Pick<FleetCache, 'robot' | 'map'>,
  language: Language,
): EventRecord {
  const { bizType, sourceId, serialNumber, mapId } = row;
  const [known, floor] = [robot(serialNumber), mapId === null ? undefined : map(mapId)];
  return {
    // A lost connection and an alarm are both cases.
    id: `${bizType}:${sourceId}`,
    bizType,
    sourceId,
    serialNumber,
    robotName: (known && nameIn(known.name, language)) || serialNumber,
    at: row.at.getTime(),
    until: row.until?.getTime() ?? null,
    kind: row.kind,
    state: row.state,
    title: nameIn(row.title, language),
    by: nameIn(row.by, language),
    cause: row.cause,
    value: row.value,
    place:
      mapId === null
        ? null
        : {
            mapId,
            x: row.x ?? 0,
            y: row.y ?? 0,
            name: nameIn(row.placeName, language),
            floor: floor ? nameIn(floor.name, language) : '',
          },
    pictureId: row.pictureId,
    box: row.box,
  };
}
