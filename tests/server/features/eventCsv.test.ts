/** Events as CSV: times of the zone, texts of the language. */
import { expect, it } from 'vitest';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { eventCsvPieces } from '../../../server/features/eventCsv.ts';

const eventCsv = (...asked: Parameters<typeof eventCsvPieces>): string => [...eventCsvPieces(...asked)].join('');
const event = (change: Partial<EventRecord>): EventRecord => ({
  id: 'alarm:1',
  bizType: 'alarm',
  sourceId: '1',
  serialNumber: 'A',
  robotName: 'Guard',
  at: Date.UTC(2026, 2, 29, 6, 5),
  until: null,
  kind: 'smoke',
  state: 'open',
  title: 'Linen',
  by: '=Lin',
  cause: '',
  value: null,
  place: { mapId: 'm', x: 0, y: 0, name: 'Linen', floor: '1F' },
  pictureId: null,
  box: null,
  ...change,
});

it('has times of the zone and texts of the language', () => {
  const rows = [event({}), event({ bizType: 'manual', kind: 'goTo', state: 'finished', title: 'Lobby', place: null })];
  const [head, alarm, command] = eventCsv(rows, { language: 'enUS', timeZone: 'Asia/Shanghai' }).trim().split('\r\n');
  expect(head).toContain('"Time (Asia/Shanghai)","End","Type"');
  expect(alarm).toBe('"2026-03-29 14:05:00","","Alarm","Smoke: Linen","Guard","Linen, 1F","\'=Lin","Open"');
  expect(command).toContain('"Operator","Go to: Lobby"');
  expect(eventCsv(rows, { language: 'zhCN', timeZone: 'UTC' })).toContain('"报警","烟雾: Linen"');
});

it('has the notes on alarms in another column, as text and not as formulas', () => {
  const rows = [event({}), event({ sourceId: '2' }), event({ bizType: 'cruise', sourceId: '1' })];
  const notes = new Map([['1', '=Lin: A kettle\nLin: It was "nothing"']]);
  const csv = eventCsv(rows, { language: 'enUS', timeZone: 'UTC', notes });
  expect(csv).toContain('"State","Notes"\r\n');
  expect(csv).toContain(`"Open","'=Lin: A kettle\nLin: It was ""nothing"""\r\n`);
  expect(csv.match(/"Open",""\r\n/gu)).toHaveLength(2);
});

it('comes in short pieces when there are many events', () => {
  const rows = Array.from({ length: 1_100 }, (_, index) => event({ title: `Linen ${index}` }));
  const reader = { language: 'enUS', timeZone: 'UTC' } as const;
  const pieces = [...eventCsvPieces(rows, reader)];
  expect(pieces.map((piece) => piece.split('\r\n').length - 1)).toEqual([1, 500, 500, 100]);
  expect(pieces.join('').split('\r\n')[1_100]).toContain('Linen 1099');
});
