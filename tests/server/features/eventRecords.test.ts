/** Event records on a real server: one list over all kinds, its filters, its bounds, and whose robots it is of. */
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { RouteRun } from '../../../contract/entities/routeRun.ts';
import { LIST_COUNTED } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { eventPage, eventPosition } from '../../../server/db/repositories/eventRecords.ts';
import type { EventFilter } from '../../../server/db/repositories/eventSources.ts';
import {
  alarmCases,
  alarmEntries,
  alarmPictures,
  commands,
  cruiseRecords,
  deliveries,
  disinfectionRecords,
  scheduledTasks,
  taskRuns,
  visits,
} from '../../../server/db/schema.ts';
import { caseNotes } from '../../../server/db/repositories/caseNotes.ts';
import { eventCsvPieces } from '../../../server/features/eventCsv.ts';
import { createEventRecordHandlers } from '../../../server/features/eventRecords.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { CASES } from '../http/alarmCalls.ts';
import { DRIVES } from '../http/accessMatrix.ts';
import { DISINFECTIONS } from '../http/disinfectionCalls.ts';

const BOX = { x: 0.2, y: 0.1, width: 0.5, height: 0.4 };
let test: TestServer;
const T0 = 1_750_000_000_000;
const at = (seconds: number): Date => new Date(T0 + seconds * 1_000);
const { list, listNew, newestCruises } = catalogue.eventRecords;
const [drive] = DRIVES;
const [alarm] = CASES;
const [disinfection] = DISINFECTIONS;

beforeAll(async () => {
  test = await startTestServer();
  for (const table of [alarmCases, commands, cruiseRecords, deliveries, disinfectionRecords, visits])
    await test.db.delete(table);
  if (!drive || !alarm || !disinfection) throw new Error('no samples');
  const name = { enUS: 'Round', zhCN: '巡逻' };
  await test.db.insert(cruiseRecords).values([
    { ...drive, id: 'run', pathName: name, startedAt: at(1), endedAt: at(2) },
    { ...drive, id: 'far', serialNumber: B.serialNumber, mapId: B.mapId, startedAt: at(50), endedAt: at(51) },
    { ...drive, id: 'other', serialNumber: A2.serialNumber, startedAt: at(60), endedAt: null, state: 'inProgress' },
  ]);
  await test.db.insert(disinfectionRecords).values({ ...disinfection, startedAt: at(3), endedAt: at(4) });
  await test.db.insert(alarmCases).values([
    {
      ...alarm,
      id: 'smoke',
      raisedAt: at(5),
      mapId: A.mapId,
      x: 1,
      y: 2,
      placeName: { enUS: 'Linen', zhCN: '布草间' },
      ownerName: { enUS: 'Lin', zhCN: '林' },
      value: 40,
      pictureId: '0123456789abcdef0123456789abcdef',
    },
    { ...alarm, id: 'lost', event: 'offline', raisedAt: at(6), overAt: at(7) },
  ]);
  await test.db.insert(alarmPictures).values([
    { fileId: '0123456789abcdef0123456789abcdef', caseId: 'smoke', moment: 'at', at: at(5), box: BOX },
    { fileId: 'another', caseId: 'smoke', moment: 'after', at: at(6), box: null },
  ]);
  await test.db.insert(deliveries).values({
    id: 'parcel',
    serialNumber: A.serialNumber,
    status: 'completed',
    phoneNumber: '+12025550191',
    loadingPoint: A.areaId,
    destination: A.areaId,
    destinationName: 'Room 208',
    loadingCode: '',
    pickupCode: '',
    createdAt: at(8),
    changedAt: at(9),
    endedAt: at(9),
  });
  await test.db.insert(visits).values({
    id: 'visit',
    serialNumber: A.serialNumber,
    name: 'Somebody',
    phoneNumber: '+12025550191',
    host: '',
    signedInAt: at(10),
  });
  await test.db.insert(commands).values({
    id: 'go',
    serialNumber: A.serialNumber,
    kind: 'goTo',
    target: name,
    askedBy: 'member',
    askedByName: 'Member',
    state: 'finished',
    askedAt: at(11),
    endedAt: at(12),
  });
  await test.db.insert(scheduledTasks).values({
    id: 'task',
    serialNumber: A.serialNumber,
    executeTime: '08:00',
    pathId: 'route',
    pathName: name,
    pointSettings: [],
    patience: 30,
    anchorAt: at(0),
    savedBy: 'member',
    createdAt: at(0),
  });
  await test.db.insert(taskRuns).values([
    {
      taskId: 'task',
      plannedAt: at(13),
      serialNumber: A.serialNumber,
      state: 'notStarted',
      startsAt: at(13),
      reason: 'battery',
    },
    { taskId: 'task', plannedAt: at(99), serialNumber: A.serialNumber, state: 'planned', startsAt: at(99) },
  ]);
});
afterAll(() => test.close());

type Rows = { total: number; rows: EventRecord[] };
const ask = async <Data = Rows>(
  person: Person,
  path: string,
  data: object,
  more: { language?: 'zh-cn' } = {},
): Promise<Data> => {
  const reply = await test.as(person, path, data, more);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const kinds = ({ rows }: Rows): string[] => rows.map(({ bizType, kind }) => [bizType, kind].filter(Boolean).join(' '));
const ALL = [
  'system notStarted',
  'manual goTo',
  'reception',
  'delivery',
  'system offline',
  'alarm smoke',
  'disinfection spray',
  'cruise',
];

describe('the list', () => {
  it('has every kind, newest first, a page at a time', async () => {
    const all = await ask('viewer', list.path, { serialNumber: A.serialNumber });
    expect([all.total, kinds(all)]).toEqual([8, ALL]);
    const second = await ask('viewer', list.path, { serialNumber: A.serialNumber, page: 2, limit: 3 });
    expect([second.total, kinds(second)]).toEqual([8, ALL.slice(3, 6)]);
  });

  it("says what, where and who, in the reader's language, but not who visited", async () => {
    const { rows } = await ask('viewer', list.path, { serialNumber: A.serialNumber }, { language: 'zh-cn' });
    expect(rows.find(({ bizType }) => bizType === 'alarm')).toEqual({
      id: 'alarm:smoke',
      bizType: 'alarm',
      sourceId: 'smoke',
      serialNumber: A.serialNumber,
      robotName: '跑堂',
      at: T0 + 5_000,
      until: null,
      kind: 'smoke',
      state: 'open',
      title: '布草间',
      by: '林',
      cause: '',
      value: 40,
      place: { mapId: A.mapId, x: 1, y: 2, name: '布草间', floor: '首层' },
      pictureId: '0123456789abcdef0123456789abcdef',
      box: BOX,
    });
    expect(rows.find(({ bizType }) => bizType === 'cruise')).toMatchObject({
      title: '巡逻',
      by: 'Member',
      until: T0 + 2_000,
    });
    expect(rows.find(({ kind }) => kind === 'notStarted')).toMatchObject({ title: '巡逻', cause: 'battery' });
    expect(rows.find(({ bizType }) => bizType === 'delivery')).toMatchObject({ title: 'Room 208', state: 'completed' });
    expect(JSON.stringify(rows)).not.toContain('Somebody');
    expect(JSON.stringify(rows)).not.toContain('202555');
  });

  it('is picked by kind and time', async () => {
    const found = async (filter: object) =>
      kinds(await ask('viewer', list.path, { serialNumber: A.serialNumber, ...filter }));
    expect(await found({ bizType: 'system' })).toEqual(['system notStarted', 'system offline']);
    expect(await found({ bizType: 'alarm' })).toEqual(['alarm smoke']);
    expect(await found({ startTime: T0 + 8_000, endTime: T0 + 11_000 })).toEqual(['reception', 'delivery']);
    expect(errorNameOf((await test.as('viewer', list.path, { startTime: 5, endTime: 4 })).code)).toBe('fieldInvalid');
  });

  it("is of the robots named, or of all that one has, and of nobody else's", async () => {
    const first = async (person: Person, path: string, data: object) =>
      (await ask(person, path, { ...data, bizType: 'cruise' })).rows.map(({ sourceId }) => sourceId);
    expect(await first('superAdmin', list.path, {})).toEqual(['other', 'far', 'run']);
    expect(
      await first('superAdmin', listNew.path, { serialNumberStr: `${A.serialNumber},${B.serialNumber},` }),
    ).toEqual(['far', 'run']);
    expect(await first('member', listNew.path, {})).toEqual(['run']);
    expect(await first('stranger', list.path, {})).toEqual([]);
    expect(errorNameOf((await test.as('member', list.path, { serialNumber: B.serialNumber })).code)).toBe(
      'robotForeign',
    );
  });

  it('goes on after an event, whatever came in since, and counts pages from there', async () => {
    const read: string[] = [];
    let last: string | undefined = '';
    do {
      const found: Rows = await ask('viewer', list.path, { serialNumber: A.serialNumber, after: last, limit: 3 });
      expect(found.total).toBe(8);
      read.push(...kinds(found));
      last = found.rows.at(-1)?.id;
    } while (last !== undefined);
    expect(read).toEqual(ALL);
    const third = (await ask('viewer', list.path, { serialNumber: A.serialNumber, limit: 3 })).rows.at(-1)?.id;
    const next = await ask('viewer', list.path, { serialNumber: A.serialNumber, after: third, page: 2, limit: 2 });
    expect(kinds(next)).toEqual(ALL.slice(5, 7));
  });

  it("does not go on after an event of another's robot, or after none", async () => {
    for (const after of ['cruise:far', 'cruise:nothing', 'nothing', ':', 'system:task@x', "alarm:'"]) {
      const reply = await test.as('viewer', list.path, { serialNumber: A.serialNumber, after });
      expect([after, errorNameOf(reply.code)]).toEqual([after, 'fieldInvalid']);
    }
    expect((await ask('superAdmin', list.path, { after: 'cruise:far', bizType: 'cruise' })).rows).toHaveLength(1);
  });

  it('ends at a row, and says so', async () => {
    const last = LIST_COUNTED / 100;
    const deep = await test.as('viewer', list.path, { serialNumber: A.serialNumber, page: last + 1, limit: 100 });
    expect(errorNameOf(deep.code)).toBe('pageTooDeep');
    expect((await ask('viewer', list.path, { serialNumber: A.serialNumber, page: last, limit: 100 })).rows).toEqual([]);
  });
});

describe('the export', () => {
  it('has what people wrote about alarms, oldest first, and nothing that the server wrote', async () => {
    const entry = { caseId: 'smoke', at: at(8) };
    await test.db.insert(alarmEntries).values([
      { ...entry, kind: 'note', by: { enUS: 'Lin', zhCN: '林' }, text: 'Looked at it' },
      { ...entry, kind: 'taken', by: 'Bo' },
      { ...entry, kind: 'resolved', by: '', text: 'Over after a day' },
      { ...entry, kind: 'resolved', by: 'Bo', text: 'A kettle' },
    ]);
    const context = { db: test.db, userId: 'viewer', language: 'enUS' } as RequestContext;
    const asked = { loginUserId: 'viewer', serialNumberStr: '', mapId: '', place: '', person: '', openOnly: false };
    const answer = (await createEventRecordHandlers(test.server.deps).export(
      { ...asked, bizType: 'alarm', startTime: at(5).getTime(), endTime: at(6).getTime(), timeZone: 'UTC' },
      context,
    )) as unknown as { bytes: Uint8Array };
    const lines = Buffer.from(answer.bytes).toString('utf8').trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/,"Notes"$/u);
    expect(lines[1]).toMatch(/,"Lin: Looked at it\nBo: A kettle"$/u);
  });
});

it('an export in which older notes are missing says so', async () => {
  const cut = await caseNotes(test.db, ['smoke'], 'enUS', 1);
  expect(cut.isCut).toBe(true);
  expect([...cut.notes]).toEqual([['smoke', 'Bo: A kettle']]);
  expect((await caseNotes(test.db, ['smoke'], 'enUS', 2)).isCut).toBe(false);
  const [head] = eventCsvPieces([], { language: 'zhCN', timeZone: 'UTC', notes: cut.notes, areNotesCut: cut.isCut });
  expect(head).toContain('"备注（仅最新的 20000 条）"');
});

describe('one event', () => {
  const { details } = catalogue.eventRecords;
  const refusal = async (person: Person, eventId: string) =>
    errorNameOf((await test.as(person, details.path, { eventId })).code);

  it('is read by its id, as the list has it, of every kind', async () => {
    const { rows } = await ask('viewer', list.path, { serialNumber: A.serialNumber });
    expect(rows).toHaveLength(ALL.length);
    for (const row of rows) expect(await ask<EventRecord>('viewer', details.path, { eventId: row.id })).toEqual(row);
  });
  it('is found behind 200 newer ones of its day', async () => {
    if (!alarm) throw new Error('no sample');
    const newer = Array.from({ length: 200 }, (_, n) => ({
      ...alarm,
      id: `newer-${n}`,
      raisedAt: at(5.1 + n / 1_000),
    }));
    await test.db.insert(alarmCases).values(newer);
    const first = await ask('viewer', list.path, { serialNumber: A.serialNumber, bizType: 'alarm' });
    expect(first.rows.map(({ sourceId }) => sourceId)).not.toContain('smoke');
    expect(await ask('viewer', details.path, { eventId: 'alarm:smoke' })).toMatchObject({ sourceId: 'smoke' });
    await test.db.delete(alarmCases).where(
      inArray(
        alarmCases.id,
        newer.map(({ id }) => id),
      ),
    );
  });
  it("is not that of another's robot, of another kind, or of none", async () => {
    expect(await refusal('viewer', 'cruise:far')).toBe('robotForeign');
    expect(await refusal('superAdmin', 'cruise:far')).toBeUndefined();
    // A lost connection is an event of the system, and a planned run is no event.
    for (const eventId of ['cruise:nothing', 'alarm:lost', 'cruise:smoke', 'nothing:x', 'system:task@1750000099'])
      expect([eventId, await refusal('viewer', eventId)]).toEqual([eventId, 'notFound']);
    expect(await refusal('viewer', '')).toBe('parameterEmpty');
    for (const eventId of ['smoke', ':', "alarm:'", 'alarm:\u0000'])
      expect([eventId, await refusal('viewer', eventId)]).toEqual([eventId, 'fieldInvalid']);
  });
});

it('has the newest runs of a robot, or of all', async () => {
  const ids = async (data: object) =>
    (await ask<RouteRun[]>('superAdmin', newestCruises.path, data)).map(({ id }) => id);
  expect(await ids({ serialNumber: A.serialNumber })).toEqual(['run']);
  expect(await ids({ size: 2 })).toEqual(['other', 'far']);
});

describe('a page of many robots', () => {
  const robot = (n: number): string => `MANY-${n}`;
  const everyone = Array.from({ length: 7 }, (_, n) => robot(n));
  const filter: EventFilter = { serialNumbers: everyone, bizType: '', startTime: 0, endTime: 0 };
  // The first robot has most of the events, the last ones have none, and some happen at the same time.
  const events = [
    ...Array.from({ length: 190 }, (_, n) => ({ n: 0, second: 1_000 + n })),
    ...[1, 2, 3, 4].flatMap((n) => Array.from({ length: n * 3 }, (_, k) => ({ n, second: 1_095 + k * 17 }))),
  ].map(({ n, second }, index) => ({ id: `many-${String(index).padStart(3, '0')}`, serial: robot(n), second }));
  beforeAll(async () => {
    await test.db.insert(visits).values(
      events.map(({ id, serial, second }) => ({
        id,
        serialNumber: serial,
        name: '',
        phoneNumber: '',
        host: '',
        signedInAt: at(second),
      })),
    );
  });
  afterAll(() => test.db.delete(visits).where(inArray(visits.serialNumber, everyone)));

  const newest = [...events].sort((a, b) => b.second - a.second || a.id.localeCompare(b.id));
  it.each([3, 20])('goes on after each row of %i, also among rows of one moment', async (limit) => {
    const read: string[] = [];
    for (let turn = 0; turn <= events.length; turn++) {
      const sourceId = read.at(-1);
      const after = sourceId && (await eventPosition(test.db, { bizType: 'reception', sourceId }, everyone));
      const rows = await eventPage(test.db, { ...filter, after: after || undefined }, { offset: 0, limit });
      if (rows.length === 0) break;
      read.push(...rows.map((row) => row.sourceId));
    }
    expect(read).toEqual(newest.map(({ id }) => id));
  });
  it.each([0, 5, 60, 150, 210, 300])('begins at row %i of all, also if one robot has most of them', async (offset) => {
    const rows = await eventPage(test.db, filter, { offset, limit: 20 });
    expect(rows.map(({ sourceId }) => sourceId)).toEqual(newest.slice(offset, offset + 20).map(({ id }) => id));
  });
  it('is empty without events and within a time', async () => {
    const none = { ...filter, serialNumbers: ['a', 'b', 'c', 'd', 'e'] };
    expect(await eventPage(test.db, none, { offset: 0, limit: 20 })).toEqual([]);
    const early = { ...filter, endTime: at(1_003).getTime() };
    const rows = await eventPage(test.db, early, { offset: 0, limit: 20 });
    expect(rows.map(({ sourceId }) => sourceId)).toEqual(['many-002', 'many-001', 'many-000']);
  });
});
