/** Event records filtered by floor, place and person on a real server: acting people, recognised faces, and rights. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import { LIST_SEARCHED } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import {
  alarmCases,
  commands,
  cruiseRecords,
  deliveries,
  disinfectionRecords,
  facePersons,
  faceRecords,
  robots,
  taskRuns,
  visits,
} from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { DRIVES } from '../http/accessMatrix.ts';
import { CASES } from '../http/alarmCalls.ts';
import { DISINFECTIONS } from '../http/disinfectionCalls.ts';

let test: TestServer;
const T0 = 1_750_000_000_000;
const at = (seconds: number): Date => new Date(T0 + seconds * 1_000);
const { listNew, export: exported } = catalogue.eventRecords;
const [drive] = DRIVES;
const [alarm] = CASES;
const [disinfection] = DISINFECTIONS;
const PERSON = { id: 'person-filter', name: 'Zhao Min' };
const linen = { enUS: 'Linen', zhCN: '布草间' };

beforeAll(async () => {
  test = await startTestServer();
  for (const table of [alarmCases, commands, cruiseRecords, deliveries, disinfectionRecords, taskRuns, visits])
    await test.db.delete(table);
  if (!drive || !alarm || !disinfection) throw new Error('no samples');
  const { siteId } = await robotRow(A.serialNumber);
  const stop = { areaId: 'p', state: 'arrived' as const, arrivedAt: null, leftAt: null };
  await test.db.insert(cruiseRecords).values([
    {
      ...drive,
      id: 'run',
      startedAt: at(1),
      endedAt: at(2),
      startedByName: { enUS: 'Lin', zhCN: '林' },
      stops: [
        { ...stop, name: 'Lobby' },
        { ...stop, name: linen },
        { ...stop, name: 'Bar "Zur Post"' },
      ],
    },
    { ...drive, id: 'far', serialNumber: B.serialNumber, mapId: B.mapId, startedAt: at(50), startedByName: 'Lin' },
  ]);
  await test.db.insert(disinfectionRecords).values({ ...disinfection, startedAt: at(3), endedAt: at(4) });
  await test.db.insert(alarmCases).values([
    {
      ...alarm,
      id: 'smoke',
      raisedAt: at(5),
      mapId: A.mapId,
      placeName: linen,
      ownerName: { enUS: 'Lin', zhCN: '林' },
    },
    { ...alarm, id: 'heat', raisedAt: at(6), mapId: null, placeName: '', ownerName: null },
    { ...alarm, id: 'foreign', serialNumber: B.serialNumber, raisedAt: at(7), mapId: B.mapId, ownerName: null },
    {
      ...alarm,
      id: 'lost',
      event: 'offline',
      raisedAt: at(8),
      mapId: A.mapId,
      placeName: '100% Corner',
      ownerName: null,
    },
  ]);
  await test.db.insert(visits).values({
    ...{ id: 'visit', serialNumber: A.serialNumber, name: 'Lin Visitor', host: '', phoneNumber: '+12025550191' },
    signedInAt: at(10),
  });
  await test.db.insert(commands).values({
    ...{ id: 'go', serialNumber: A.serialNumber, kind: 'goTo', target: linen, state: 'finished' },
    ...{ askedBy: 'member', askedByName: 'Member', askedAt: at(11), endedAt: at(12) },
  });
  await test.db.insert(facePersons).values({
    ...PERSON,
    ...{
      siteId,
      kind: 'staff',
      serialNumber: A.serialNumber,
      robotFaceId: 'f',
      consentAt: at(0),
      consentBy: 'admin',
    },
  });
  await test.db.insert(facePersons).values({
    ...{ id: 'person-other', name: 'Sun Li', siteId, kind: 'staff', serialNumber: A2.serialNumber },
    ...{ robotFaceId: 'g', consentAt: at(0), consentBy: 'admin' },
  });
  await test.db.insert(faceRecords).values(
    [
      // Of a robot that the viewer has no relation to, with the case of one that the viewer has.
      ['smoke', A2.serialNumber, 'person-other'],
      ['heat', A.serialNumber],
      ['foreign', B.serialNumber],
    ].map(([alarmCaseId, serialNumber = '', personId = PERSON.id]) => ({
      ...{
        id: `face-${alarmCaseId}`,
        serialNumber,
        robotFaceId: `f-${alarmCaseId}`,
        robotName: 'R',
        siteId,
        at: at(6),
      },
      ...{ personId, threshold: 37.3, isHigh: true, placeName: '', alarmCaseId },
    })),
  );
});
afterAll(() => test.close());

async function robotRow(serialNumber: string) {
  const [row] = await test.db.select().from(robots).where(eq(robots.serialNumber, serialNumber));
  if (!row) throw new Error('no robot');
  return row;
}
async function ids(filter: object, person: Person = 'viewer'): Promise<string[]> {
  const reply = await test.as(person, listNew.path, filter);
  expect(reply).toMatchObject({ code: 0 });
  const { total, rows } = reply.data as { total: number; rows: EventRecord[] };
  expect(total).toBe(rows.length);
  return rows.map(({ sourceId }) => sourceId);
}

describe('a floor', () => {
  it('has what happened on it, and nothing without a place', async () => {
    expect(await ids({ mapId: A.mapId })).toEqual(['lost', 'smoke', disinfection?.id, 'run']);
    expect(await ids({ mapId: A.mapId, bizType: 'manual' })).toEqual([]);
    expect(await ids({ mapId: null })).toContain('visit');
  });
  it('must be one that the caller may see', async () => {
    expect(errorNameOf((await test.as('viewer', listNew.path, { mapId: B.mapId })).code)).toBe('robotForeign');
    expect(await ids({ mapId: B.mapId }, 'superAdmin')).toEqual(['far', 'foreign']);
  });
});

describe('what is open', () => {
  it('are the cases that nobody has resolved, of alarms and of lost connections, and goes together with the rest', async () => {
    await test.db.update(alarmCases).set({ state: 'resolved' }).where(eq(alarmCases.id, 'smoke'));
    expect(await ids({ openOnly: true })).toEqual(['lost', 'heat']);
    expect(await ids({ openOnly: true, bizType: 'alarm' })).toEqual(['heat']);
    expect(await ids({ openOnly: true, mapId: A.mapId })).toEqual(['lost']);
    expect(await ids({ openOnly: true, bizType: 'cruise' })).toEqual([]);
    expect(await ids({ openOnly: false, bizType: 'alarm' })).toEqual(['heat', 'smoke']);
    await test.db.update(alarmCases).set({ state: 'taken' }).where(eq(alarmCases.id, 'smoke'));
    expect(await ids({ openOnly: true })).toEqual(['lost', 'heat', 'smoke']);
    await test.db
      .update(alarmCases)
      .set({ state: alarm?.state ?? 'open' })
      .where(eq(alarmCases.id, 'smoke'));
  });
});

describe('a place', () => {
  it('is found by part of its name in any language, in whatever names it', async () => {
    expect(await ids({ place: 'LINE' })).toEqual(['go', 'smoke', 'run']);
    expect(await ids({ place: '布草' })).toEqual(['go', 'smoke', 'run']);
    expect(await ids({ place: ' lobby ' })).toEqual(['run']);
  });
  it('is text, not a pattern, and no key of a language', async () => {
    expect(await ids({ place: '100%' })).toEqual(['lost']);
    expect(await ids({ place: '%' })).toEqual(['lost']);
    expect(await ids({ place: 'bar "zur' })).toEqual(['run']);
    expect(await ids({ place: '", "' })).toEqual([]);
    expect(await ids({ place: 'enUS' })).toEqual([]);
    expect(errorNameOf((await test.as('viewer', listNew.path, { place: 'a\nb' })).code)).toBe('fieldInvalid');
  });
  it('goes together with a floor, a person and a page', async () => {
    expect(await ids({ place: 'linen', mapId: A.mapId, person: 'lin' })).toEqual(['smoke', 'run']);
    const second = await test.as('viewer', listNew.path, { place: 'linen', page: 2, limit: 2 });
    expect(second.data).toMatchObject({ total: 3, rows: [{ sourceId: 'run' }] });
    const after = await test.as('viewer', listNew.path, { place: 'linen', after: 'alarm:smoke' });
    expect(after.data).toMatchObject({ rows: [{ sourceId: 'run' }] });
  });
});

describe('a person', () => {
  it('is one who acted; visitors are not named', async () => {
    expect(await ids({ person: '林' })).toEqual(['smoke', 'run']);
    expect(await ids({ person: 'lin' })).toEqual(['smoke', 'run']);
    expect(await ids({ person: 'Visitor' })).toEqual([]);
  });
  it('is one whom a robot of the caller recognised', async () => {
    expect(await ids({ person: 'zhao' })).toEqual(['heat']);
    expect(await ids({ person: 'zhao' }, 'stranger')).toEqual([]);
  });
  it('is not found once the consent has ended', async () => {
    const until = (time: Date | null) =>
      test.db.update(facePersons).set({ until: time }).where(eq(facePersons.id, PERSON.id));
    const before = await ids({ person: 'zhao' });
    expect(before).not.toEqual([]);
    await until(new Date(Date.now() - 60_000));
    expect(await ids({ person: 'zhao' })).toEqual([]);
    const faces = await test.as('viewer', catalogue.faces.list.path, { name: 'zhao' });
    expect(faces.data).toMatchObject({ total: 0 });
    await until(new Date(Date.now() + 60_000));
    expect(await ids({ person: 'zhao' })).toEqual(before);
    await until(null);
  });
  it('is not found by a record that a robot left to the site that it was on', async () => {
    // The face was recorded on the site of another robot.
    expect(await ids({ person: 'zhao' }, 'superAdmin')).toEqual(['heat']);
  });
  it('is not found by the face that another robot recognised', async () => {
    expect(await ids({ person: 'sun' })).toEqual([]);
  });
  it('is exported as it is listed', async () => {
    const reply = await test.as('viewer', exported.path, { person: 'zhao', timeZone: 'UTC' });
    expect(String(reply.data).trim().split('\n')).toHaveLength(2);
  });
  it('is not found any more once erased', async () => {
    await test.db.delete(facePersons).where(eq(facePersons.id, PERSON.id));
    expect(await ids({ person: 'zhao' })).toEqual([]);
  });
});

it('searches names in a limited number of events, the newest that match the other filters', async () => {
  if (!alarm) throw new Error('no sample');
  const newer = Array.from({ length: LIST_SEARCHED - 2 }, (_, n) => ({
    ...{ id: `v-${n}`, serialNumber: A.serialNumber, name: '', phoneNumber: '', host: '', signedInAt: at(100 + n) },
  }));
  for (let n = 0; n < newer.length; n += 1_000) await test.db.insert(visits).values(newer.slice(n, n + 1_000));
  // The newest are the visits, then `go`, and one more.
  expect(await ids({ place: 'linen' })).toEqual(['go']);
  expect(await ids({ place: 'linen', bizType: 'alarm' })).toEqual(['smoke']);
});
