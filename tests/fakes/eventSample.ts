/** An event record for tests. */
import type { EventRecord } from '../../contract/entities/eventRecord.ts';

/** A whole minute, as tracks are read by the minute. */
export const EVENT_AT = 1_750_000_020_000;
export const eventOf = (sourceId: string, change: Partial<EventRecord> = {}): EventRecord => ({
  id: `${change.bizType ?? 'alarm'}:${sourceId}`,
  bizType: 'alarm',
  sourceId,
  serialNumber: 'A',
  robotName: 'Guard 1',
  at: EVENT_AT,
  until: null,
  kind: 'smoke',
  state: 'open',
  title: 'Linen',
  by: '',
  cause: '',
  value: 61,
  place: { mapId: 'm', x: 1, y: 1, name: 'Linen', floor: '1F' },
  pictureId: null,
  box: null,
  ...change,
});
