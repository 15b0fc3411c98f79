/**
 * API calls on records of route runs: pages, filters, counts, visits, and changes to a run in progress whose requests
 * are lost and repeated.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { RouteRun, CruiseVisit } from '../../../contract/entities/routeRun.ts';
import { CRUISE_RECORDS_TTL_MS } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { applyRetention } from '../../../server/retention.ts';
import { audit, cruisePaths, cruiseRecords, cruiseVisits } from '../../../server/db/schema.ts';
import { routeRunAlong } from '../../fakes/vdaRobotModel.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [cruiseRecords, cruisePaths, audit]) await test.db.delete(table);
});

const T0 = 1_750_000_000_000;
const { list, listNew, count, countNew, details } = catalogue.cruiseRecords;
const { current, skip, end, start } = catalogue.routeRuns;
type Rows = { total: number; rows: RouteRun[] };
const ask = async <Data>(
  person: Person,
  path: string,
  data: object,
  more: { id?: string; language?: 'zh-cn' } = {},
): Promise<Data> => {
  const reply = await test.as(person, path, data, more);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const over = (
  id: string,
  serialNumber: string,
  at: number,
  change: Partial<typeof cruiseRecords.$inferInsert> = {},
) => ({
  id,
  serialNumber,
  robotName: { enUS: 'Porter', zhCN: '跑堂' },
  pathId: 'round',
  pathName: { enUS: 'Round', zhCN: '巡逻' },
  mapId: A.mapId,
  mapName: { enUS: 'Ground', zhCN: '首层' },
  floor: '1F',
  cycleType: 'single' as const,
  state: 'finished' as const,
  startedBy: 'member',
  startedByName: { enUS: 'Lin', zhCN: '林' },
  startedAt: new Date(at),
  endedAt: new Date(at + 60_000),
  stops: [],
  arrived: 2,
  ...change,
});
const write = (...rows: ReturnType<typeof over>[]) => test.db.insert(cruiseRecords).values(rows);
const ids = ({ rows }: Rows) => rows.map(({ id }) => id);

describe('records', () => {
  it("come newest first, a page at a time, in the reader's language", async () => {
    await write(over('a', A.serialNumber, T0), over('b', A.serialNumber, T0 + 1), over('c', A.serialNumber, T0 + 2));
    const first = await ask<Rows>('viewer', list.path, { serialNumber: A.serialNumber, page: 1, limit: 2 });
    expect([first.total, ids(first)]).toEqual([3, ['c', 'b']]);
    expect(ids(await ask<Rows>('viewer', list.path, { serialNumber: A.serialNumber, page: 2, limit: 2 }))).toEqual([
      'a',
    ]);
    expect(
      (await ask<Rows>('viewer', list.path, { serialNumber: A.serialNumber }, { language: 'zh-cn' })).rows[0],
    ).toMatchObject({ pathName: '巡逻', robotName: '跑堂', mapName: '首层', startedBy: { name: '林' }, demo: false });
  });

  it('say what the robot usually takes along the route, once it has run there often enough', async () => {
    const minutes = (n: number) => ({ endedAt: new Date(T0 + n * 60_000) });
    const often = [10, 11, 12, 13].map((n, i) =>
      over(`s${i}`, A.serialNumber, T0 - i, { endedAt: new Date(T0 - i + n * 60_000) }),
    );
    await write(
      ...often,
      over('loop', A.serialNumber, T0, { cycleType: 'loop', rounds: 4, ...minutes(60) }),
      over('endless', A.serialNumber, T0, { cycleType: 'loop', ...minutes(90) }),
      over('failed', A.serialNumber, T0, { state: 'failed', ...minutes(1) }),
      over('other', A2.serialNumber, T0, minutes(50)),
    );
    const usual = async () =>
      Object.fromEntries(
        (await ask<Rows>('superAdmin', list.path, { page: 1, limit: 20 })).rows.map(({ id, usualMs }) => [id, usualMs]),
      );
    expect(Object.values(await usual())).toEqual(Array.from({ length: 8 }, () => undefined));
    await write(over('slow', A.serialNumber, T0 + 1, { endedAt: new Date(T0 + 1 + 24 * 60_000) }));
    const s = 12 * 60_000;
    expect(await usual()).toEqual({ slow: s, s0: s, s1: s, s2: s, s3: s });
    const { drive } = await ask<{ drive: RouteRun }>('viewer', details.path, { performId: 'slow' });
    expect(drive.usualMs).toBe(s);
  });

  it("are of the robots named, or of all that one has, and of nobody else's", async () => {
    await write(
      over('a', A.serialNumber, T0),
      over('a2', A2.serialNumber, T0 + 1),
      over('b', B.serialNumber, T0 + 2, { mapId: B.mapId }),
    );
    expect(
      ids(await ask<Rows>('superAdmin', listNew.path, { serialNumberStr: `${A.serialNumber},${B.serialNumber},` })),
    ).toEqual(['b', 'a']);
    expect(ids(await ask<Rows>('superAdmin', list.path, {}))).toEqual(['b', 'a2', 'a']);
    expect(ids(await ask<Rows>('member', listNew.path, { serialNumberStr: '' }))).toEqual(['a']);
    expect(ids(await ask<Rows>('stranger', list.path, {}))).toEqual([]);
    expect(ids(await ask<Rows>('unauthorised', list.path, {}))).toEqual([]);
  });

  it('are picked by time, state and route, and counted by state', async () => {
    await test.db
      .insert(cruisePaths)
      .values({ id: 'round', mapId: A.mapId, name: 'Round', stops: [], createdBy: 'member', createdAt: new Date(T0) });
    await write(
      over('a', A.serialNumber, T0),
      over('b', A.serialNumber, T0 + 10, { state: 'failed', reason: { type: 'noPath', description: '' } }),
      over('c', A.serialNumber, T0 + 20, { pathId: 'other', state: 'partiallyCompleted' }),
    );
    const found = async (filter: object) =>
      ids(await ask<Rows>('viewer', list.path, { serialNumber: A.serialNumber, ...filter }));
    expect(await found({ startTime: T0 + 10 })).toEqual(['c', 'b']);
    expect(await found({ endTime: T0 + 10 })).toEqual(['a']);
    expect(await found({ state: 'failed' })).toEqual(['b']);
    expect(await found({ pathId: 'round' })).toEqual(['b', 'a']);
    // The robot of the row that was read last has moved to another site since.
    await write(over('moved', B.serialNumber, T0 + 5, { mapId: B.mapId }));
    const rest = await ask<Rows>('superAdmin', list.path, { pathId: 'round', after: 'moved' });
    expect(ids(rest)).toEqual(['a']);
    expect(await refusal('viewer', list.path, { pathId: 'round', after: 'moved' })).toBe('robotForeign');
    expect(await ask('viewer', count.path, { serialNumber: A.serialNumber })).toEqual({
      total: 3,
      inProgress: 0,
      finished: 1,
      failed: 1,
      partiallyCompleted: 1,
    });
    expect(await ask('viewer', countNew.path, { serialNumberStr: A.serialNumber, startTime: T0 + 10 })).toEqual({
      total: 2,
      inProgress: 0,
      finished: 0,
      failed: 1,
      partiallyCompleted: 1,
    });
    expect(await refusal('viewer', list.path, { serialNumber: A.serialNumber, startTime: T0, endTime: T0 - 1 })).toBe(
      'fieldInvalid',
    );
  });

  it('have their visits in the order in which they were made', async () => {
    await write(over('a', A.serialNumber, T0));
    const visit = {
      driveId: 'a',
      areaId: A.areaId,
      name: { enUS: 'Lobby', zhCN: '大堂' },
      state: 'arrived' as const,
      arrivedAt: new Date(T0),
      leftAt: null,
    };
    await test.db.insert(cruiseVisits).values([
      { ...visit, loop: 1, stop: 0 },
      { ...visit, loop: 0, stop: 1 },
      { ...visit, loop: 0, stop: 0 },
    ]);
    const { drive, total, rows } = await ask<{ drive: RouteRun; total: number; rows: CruiseVisit[] }>(
      'viewer',
      details.path,
      { performId: 'a', page: 1, limit: 2 },
    );
    expect([drive.id, total, rows.map(({ loop, stop, name, arrivedAt }) => [loop, stop, name, arrivedAt])]).toEqual([
      'a',
      3,
      [
        [0, 0, 'Lobby', T0],
        [0, 1, 'Lobby', T0],
      ],
    ]);
  });

  it("outlive their robot's route and map, and are forgotten after their time with their visits", async () => {
    const old = Date.now() - CRUISE_RECORDS_TTL_MS - 120_000;
    await write(over('old', A.serialNumber, old), over('new', A.serialNumber, Date.now()));
    await test.db
      .insert(cruiseVisits)
      .values({ driveId: 'old', loop: 0, stop: 0, areaId: 'x', name: 'X', state: 'arrived' });
    await applyRetention({ db: test.db, now: Date.now });
    expect(ids(await ask<Rows>('viewer', list.path, { serialNumber: A.serialNumber }))).toEqual(['new']);
    expect(await test.rowsIn(cruiseVisits)).toBe(0);
  });
});

describe('a drive at the door', () => {
  const one = { serialNumber: A.serialNumber };
  const begun = async (): Promise<void> => {
    const drive = routeRunAlong({
      stops: ['A', 'B', 'C'],
      change: ({ course }) => void Object.assign(course, { isSent: true, isTaken: true }),
    });
    await test.db
      .insert(cruiseRecords)
      .values({ ...drive, id: 'd', serialNumber: A.serialNumber, mapId: A.mapId, phase: 'driving' });
  };

  it('is the one under way, else the newest', async () => {
    expect(await ask('viewer', current.path, one)).toEqual({ drive: null });
    await write(over('newer', A.serialNumber, T0 * 1.1));
    expect(await ask('viewer', current.path, one)).toMatchObject({ drive: { id: 'newer' } });
    await begun();
    expect(await ask('viewer', current.path, one)).toMatchObject({
      drive: { id: 'd', state: 'inProgress', phase: 'driving' },
    });
  });

  it('of a call that is sent again after its answer was lost is changed once', async () => {
    await begun();
    const id = test.newId();
    const sent = { ...one, driveId: 'd', stop: 0 };
    const first = await ask<RouteRun>('member', skip.path, sent, { id });
    expect(await ask('member', skip.path, sent, { id })).toEqual(first);
    expect(first).toMatchObject({ skipped: 1, stops: [{ state: 'skipped' }, {}, {}] });
    // Another user skips the same stop with another request id.
    expect(await ask('superAdmin', skip.path, sent)).toMatchObject({ skipped: 1 });
    expect((await test.db.select().from(audit)).map(({ act }) => act)).toEqual(['drive.skip']);
  });

  it('that somebody ended is over for everybody else', async () => {
    await begun();
    expect(await ask('member', end.path, { ...one, driveId: 'd' })).toMatchObject({
      state: 'failed',
      phase: null,
      reason: { type: 'ended', description: 'member by name' },
    });
    expect(await refusal('superAdmin', end.path, { ...one, driveId: 'd' })).toBe('driveOver');
    expect(await refusal('superAdmin', skip.path, { ...one, driveId: 'd', stop: 0 })).toBe('driveOver');
  });

  it('needs a robot that is there, and a route', async () => {
    expect(await refusal('member', start.path, one)).toBe('parameterEmpty');
    await test.db
      .insert(cruisePaths)
      .values({ id: 'round', mapId: A.mapId, name: 'Round', stops: [], createdBy: 'member', createdAt: new Date(T0) });
    expect(await refusal('member', start.path, { ...one, pathId: 'round' })).toBe('robotOffline');
    expect(await refusal('viewer', start.path, { ...one, pathId: 'round' })).toBe('notAllowed');
    expect(await test.rowsIn(cruiseRecords)).toBe(0);
  });
});
