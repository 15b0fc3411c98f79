/** Saving a map's points: atomic saves, two concurrent users, what prevents a save, and previous versions. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { IndoorMap, MapPoint } from '../../../contract/entities/map.ts';
import type { EditedPoint, MapVersion, PointChange, SaveResult } from '../../../contract/entities/mapEdit.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import {
  audit,
  commands,
  cruisePaths,
  cruiseRecords,
  elevators,
  entrances,
  maps,
  mapVersions,
  points,
} from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
  await test.db.insert(elevators).values({ id: 'lift', siteId: A.siteId, name: { enUS: 'Lift', zhCN: '电梯' } });
  await test.db.insert(entrances).values({ id: 'door', siteId: A.siteId, mapId: A.mapId, name: 'Door' });
});
afterAll(() => test.close());
let first: (typeof points.$inferSelect)[] | undefined;
beforeEach(async () => {
  first ??= await test.db.select().from(points);
  for (const table of [cruisePaths, cruiseRecords, mapVersions, audit]) await test.db.delete(table);
  await test.db.delete(points).where(eq(points.mapId, A.mapId));
  await test.db.insert(points).values(first).onConflictDoNothing();
  await test.db.update(maps).set({ revision: 0 }).where(eq(maps.id, A.mapId));
});

const calls = catalogue.points;
const ask = async <Data>(
  person: Person,
  path: string,
  data: unknown,
  more: { id?: string; language?: 'zh-cn' } = {},
): Promise<Data> => {
  const reply = await test.as(person, path, data, more);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (path: string, data: unknown, person: Person = 'robotAdmin') => {
  const reply = await test.as(person, path, data);
  return [errorNameOf(reply.code), (reply.data as { field?: string } | null)?.field];
};
const point = (name: string, change: Partial<EditedPoint> = {}): EditedPoint => ({
  name,
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: ['none'],
  chargeBase: [],
  worldX: 1,
  worldY: 1,
  elevatorId: null,
  doorId: null,
  ...change,
});
const add = (id: string, change: Partial<EditedPoint> = {}): PointChange => ({
  op: 'add',
  point: id,
  to: point(id, change),
});
const save = (
  changes: readonly PointChange[],
  {
    base = 0,
    person = 'robotAdmin' as Person,
    ...more
  }: { base?: number; person?: Person; id?: string; breakRoutes?: boolean; language?: 'zh-cn' } = {},
) => {
  const { breakRoutes, ...options } = more;
  return ask<SaveResult>(
    person,
    calls.save.path,
    { mapId: A.mapId, baseRevision: base, changes, ...(breakRoutes && { breakRoutes }) },
    options,
  );
};
const map = () =>
  ask<IndoorMap>('robotAdmin', catalogue.maps.get.path, { serialNumber: A.serialNumber, mapId: A.mapId });
const names = async () => (await map()).points.map(({ name }) => name).sort();

describe('a Save', () => {
  it('keeps names that read like figures, or like JSON', async () => {
    const words = ['101', 'true', 'null', '"Bar"', '[1]', '{"enUS":"x"}'];
    await save(words.map((name, i) => add(`w${i}`, { name, arrivedWord: name, worldX: 1 + i })));
    const { points: now } = await map();
    expect(
      now
        .filter(({ areaId }) => areaId.startsWith('w'))
        .map(({ name, arrivedWord }) => [name, arrivedWord])
        .sort(),
    ).toEqual(words.map((name) => [name, name]).sort());
  });
  it('adds, changes and deletes as one, raises the revision, is written down and can be looked at', async () => {
    expect(
      await save([
        add('n1', { attributes: ['charging', 'none'], elevatorId: 'lift', doorId: 'door', angle: 37 }),
        { op: 'change', point: A.areaId, to: point('Lobby', { worldX: 5, worldY: 5, angle: 90 }) },
      ]),
    ).toEqual({ result: 'saved', revision: 1, summary: { added: 1, moved: 1, changed: 0, deleted: 0 } });
    const now = await map();
    expect(now.revision).toBe(1);
    expect(now.points.find(({ areaId }) => areaId === 'n1')).toMatchObject({
      angle: 37,
      attributes: ['charging'],
      elevatorId: 'lift',
      doorId: 'door',
      chargeBase: [{ id: 'n1-1', name: 'n1 1', x: 1, y: 1 }],
    });
    await vi.waitFor(() => expect(test.server.deps.fleet.fleetCache.point('n1')).toMatchObject({ x: 1 }), 10_000);
    expect(await save([{ op: 'delete', point: 'n1' }], { base: 1 })).toMatchObject({
      revision: 2,
      summary: { deleted: 1 },
    });
    await vi.waitFor(() => expect(test.server.deps.fleet.fleetCache.point('n1')).toBeUndefined(), 10_000);
    const acts = await test.db.select().from(audit).where(eq(audit.act, 'map.savePoints'));
    expect(acts.map(({ subject, after }) => [subject, after])).toEqual([
      [A.mapId, { revision: 1, added: 1, moved: 1, changed: 0, deleted: 0 }],
      [A.mapId, { revision: 2, added: 0, moved: 0, changed: 0, deleted: 1 }],
    ]);
  });

  it('keeps the words of other languages where nothing was typed, and takes what was typed for all', async () => {
    await save([{ op: 'change', point: A.areaId, to: point('Lobby', { worldX: 2 }) }]);
    expect(
      (await ask<MapPoint>('member', catalogue.maps.point.path, { areaId: A.areaId }, { language: 'zh-cn' })).name,
    ).toBe('大堂');
    await save([{ op: 'change', point: A.areaId, to: point(' 前台 ') }], { base: 1, language: 'zh-cn' });
    expect(await names()).toEqual(['前台']);
  });

  it('sent twice is saved once: by the same id, and by another one after a lost reply', async () => {
    const id = test.newId();
    const reply = await save([add('n1')], { id });
    expect(await save([add('n1')], { id })).toEqual(reply);
    expect(await save([add('n1')])).toEqual({
      result: 'saved',
      revision: 1,
      summary: { added: 0, moved: 0, changed: 0, deleted: 0 },
    });
    expect(await names()).toEqual(['Lobby', 'n1']);
  });

  it('takes markup in names as text', async () => {
    await save([add('n1', { name: '<img src=x>' })]);
    expect(await names()).toEqual(['<img src=x>', 'Lobby']);
  });

  it('with a fault saves nothing and tells every fault of its own points', async () => {
    const result = await save([
      add('ok'),
      add('n1', { name: 'LOBBY' }),
      add('n2', { worldX: 21, stayTime: 1.5, angle: 0.5 }),
      add('n3', { elevatorId: 'no', name: '大堂' }),
    ]);
    expect(result.result).toBe('faulty');
    expect(
      result.result === 'faulty' && result.faults.map(({ areaId, error, other }) => [areaId, error, other]).sort(),
    ).toEqual([
      ['n1', 'nameTaken', A.areaId],
      ['n2', 'angleWrong', null],
      ['n2', 'outsideMap', null],
      ['n2', 'stayTimeWrong', null],
      ['n3', 'elevatorUnknown', null],
      ['n3', 'nameTaken', A.areaId],
    ]);
    expect(await names()).toEqual(['Lobby']);
  });

  it('takes 10,000 points, and not one more', async () => {
    const many = Array.from({ length: 9_999 }, (_, i) => add(`m${i}`, { name: `M${i}` }));
    expect(await save(many)).toMatchObject({ result: 'saved', summary: { added: 9_999 } });
    expect(await refusal(calls.save.path, { mapId: A.mapId, baseRevision: 1, changes: [add('one-more')] })).toEqual([
      'tooManyPoints',
      'changes',
    ]);
    expect(
      await save(
        many.map(({ point: id }) => ({ op: 'delete', point: id })),
        { base: 1 },
      ),
    ).toMatchObject({ summary: { deleted: 9_999 } });
  }, 60_000);

  it.each<[string, object, string, string]>([
    ['a map that there is not', { mapId: 'no-map' }, 'mapUnknown', 'mapId'],
    ['a map of another site', { mapId: B.mapId }, 'robotForeign', 'mapId'],
    ['a point of another map', { changes: [add(A2.areaId)] }, 'idsDisagree', 'changes'],
    [
      'a point that there is not',
      { changes: [{ op: 'change', point: 'nobody', to: point('x') }] },
      'pointUnknown',
      'changes',
    ],
    ['one point twice', { changes: [add('n1'), add('n1')] }, 'fieldInvalid', 'changes'],
    ['a revision to come', { baseRevision: 9 }, 'fieldInvalid', 'baseRevision'],
    ['an angle that is none', { changes: [add('n1', { angle: 400 })] }, 'fieldInvalid', 'changes.0.to.angle'],
    ['a name of two lines', { changes: [add('n1', { name: 'a\nb' })] }, 'fieldInvalid', 'changes.0.to.name'],
  ])('is refused %s', async (_, change, error, field) => {
    expect(await refusal(calls.save.path, { mapId: A.mapId, baseRevision: 0, changes: [], ...change })).toEqual([
      error,
      field,
    ]);
  });
});

describe('two people', () => {
  it('who change different points are both saved', async () => {
    await save([add('n1')]);
    expect(await save([add('n2')], { person: 'superAdmin' })).toMatchObject({ result: 'saved', revision: 2 });
    expect(await names()).toEqual(['Lobby', 'n1', 'n2']);
  });

  it("who change the same one: the second is shown the first one's and what it was, and may keep its own", async () => {
    await save([add('other')]);
    await save([{ op: 'change', point: A.areaId, to: point('Reception', { worldX: 3 }) }], { base: 1 });
    const mine: PointChange = { op: 'change', point: A.areaId, to: point('Entrance') };
    const told = await save([mine, add('n2')], { base: 1, person: 'superAdmin' });
    expect(told).toMatchObject({
      result: 'conflicts',
      revision: 2,
      conflicts: [{ areaId: A.areaId, theirs: { name: 'Reception', worldX: 3 }, base: { name: 'Lobby', worldX: 5 } }],
    });
    expect(await names()).toEqual(['Reception', 'other']);
    expect(await save([mine, add('n2')], { base: 2, person: 'superAdmin' })).toMatchObject({ result: 'saved' });
    expect(await names()).toEqual(['Entrance', 'n2', 'other']);
  });

  it('who do the same are of one mind', async () => {
    const change: PointChange = { op: 'change', point: A.areaId, to: point('Reception') };
    await save([change]);
    expect(await save([change], { person: 'superAdmin' })).toMatchObject({ result: 'saved', revision: 1 });
  });

  it('of whom one deletes what the other changes', async () => {
    await save([{ op: 'delete', point: A.areaId }]);
    expect(await save([{ op: 'change', point: A.areaId, to: point('Reception') }])).toMatchObject({
      result: 'conflicts',
      conflicts: [{ theirs: null, base: { name: 'Lobby' } }],
    });
    expect(await save([{ op: 'delete', point: A.areaId }])).toMatchObject({ result: 'saved', revision: 1 });
    expect(await save([{ op: 'add', point: A.areaId, to: point('Reception') }], { base: 1 })).toMatchObject({
      result: 'saved',
      revision: 2,
    });
    expect(await save([{ op: 'delete', point: A.areaId }], { base: 1 })).toMatchObject({
      result: 'conflicts',
      conflicts: [{ theirs: { name: 'Reception' }, base: null }],
    });
  });

  it('who save at the very same moment are one after the other', async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        save([{ op: 'change', point: A.areaId, to: point(`Name ${i}`) }], {
          person: i % 2 ? 'superAdmin' : 'robotAdmin',
        }),
      ),
    );
    expect(results.filter(({ result }) => result === 'saved')).toHaveLength(1);
    expect((await map()).revision).toBe(1);
  });
});

describe('a point that is used', () => {
  const route = {
    mapId: A.mapId,
    name: 'Round',
    stops: [{ areaId: A.areaId, stayTime: 0, speech: '', angle: null }],
    createdBy: 'member',
    createdAt: new Date(),
  };
  const gone: PointChange = { op: 'delete', point: A.areaId };

  it('by a route is deleted only when one says that it may break', async () => {
    await test.db.insert(cruisePaths).values({ id: 'route', ...route });
    expect(await save([gone, add('n1')])).toEqual({
      result: 'inUse',
      uses: [{ areaId: A.areaId, kind: 'route', id: 'route', name: 'Round' }],
    });
    expect(await refusal(calls.remove.path, { serialNumber: A.serialNumber, areaId: A.areaId })).toEqual([
      'pointInUse',
      'areaId',
    ]);
    expect(await names()).toEqual(['Lobby']);
    expect(await save([gone], { breakRoutes: true })).toMatchObject({ result: 'saved' });
  });

  it('by a robot on its way, or driving a route, is not deleted at all', async () => {
    await test.db.insert(commands).values({
      id: 'going',
      serialNumber: A.serialNumber,
      kind: 'goTo',
      target: 'Lobby',
      targetId: A.areaId,
      askedBy: 'member',
      askedByName: 'M',
      state: 'running',
      askedAt: new Date(),
    });
    expect(await save([gone], { breakRoutes: true })).toEqual({
      result: 'inUse',
      uses: [{ areaId: A.areaId, kind: 'robot', id: A.serialNumber, name: 'Porter' }],
    });
    await test.db.delete(commands).where(eq(commands.id, 'going'));
    const stop = { areaId: A.areaId, name: 'Lobby', state: 'waiting' as const, arrivedAt: null, leftAt: null };
    await test.db.insert(cruiseRecords).values({
      id: 'drive',
      serialNumber: A.serialNumber,
      pathId: 'r',
      pathName: 'R',
      mapId: A.mapId,
      mapName: 'M',
      cycleType: 'loop',
      state: 'inProgress',
      startedBy: 'member',
      startedByName: 'M',
      startedAt: new Date(),
      stops: [stop, stop],
    });
    expect(await save([gone], { breakRoutes: true })).toMatchObject({ result: 'inUse', uses: [{ kind: 'robot' }] });
    await test.db.update(cruiseRecords).set({ state: 'finished' });
    expect(await save([gone])).toMatchObject({ result: 'saved' });
  });
});

describe('versions', () => {
  const list = async () =>
    ask<{ total: number; rows: MapVersion[] }>('member', calls.versions.path, { mapId: A.mapId });

  it('are what each Save left, and what was before the first', async () => {
    await save([add('n1')]);
    await save([{ op: 'change', point: 'n1', to: point('Other') }], { base: 1, person: 'superAdmin' });
    expect(
      (await list()).rows.map(({ revision, by, summary, pointCount }) => [
        revision,
        by?.name,
        summary.added,
        summary.changed,
        pointCount,
      ]),
    ).toEqual([
      [2, 'superAdmin by name', 0, 1, 2],
      [1, 'robotAdmin by name', 1, 0, 2],
      [0, undefined, 1, 0, 1],
    ]);
    const { points: then } = await ask<{ points: MapPoint[] }>('member', calls.version.path, {
      mapId: A.mapId,
      revision: 1,
    });
    expect(then.map(({ name }) => name).sort()).toEqual(['Lobby', 'n1']);
    expect(await refusal(calls.version.path, { mapId: A.mapId, revision: 7 }, 'member')).toEqual([
      'versionUnknown',
      'revision',
    ]);
  });

  it('hold every field of every point as its row has it', async () => {
    const bay = { id: 'b1', name: 'Bay', x: 0.1 + 0.2, y: 1 / 3, theta: -1e-7 };
    const fields: Partial<EditedPoint> = {
      worldX: 2 / 3,
      worldY: 0.1 + 0.2,
      angle: 37,
      stayTime: 9,
      elevatorId: 'lift',
    };
    const charging = point('"Dock" \\ 充电', { ...fields, attributes: ['charging', 'loading'], chargeBase: [bay] });
    await save([add('n1'), { op: 'add', point: 'n2', to: charging }]);
    const rows = await test.db.select().from(points).where(eq(points.mapId, A.mapId)).orderBy(points.areaId);
    expect(rows).toHaveLength(3);
    const [kept] = await test.db
      .select()
      .from(mapVersions)
      .where(and(eq(mapVersions.mapId, A.mapId), eq(mapVersions.revision, 1)));
    expect(kept?.points).toEqual(rows);
  });

  it('are brought back as a Save of their own, unless somebody saved meanwhile', async () => {
    await save([add('n1'), { op: 'delete', point: A.areaId }]);
    const restore = (baseRevision: number) =>
      ask<SaveResult>('robotAdmin', calls.restore.path, { mapId: A.mapId, revision: 0, baseRevision });
    expect(await restore(0)).toMatchObject({ result: 'conflicts', revision: 1, conflicts: [{ areaId: 'n1' }] });
    expect(await restore(1)).toEqual({
      result: 'saved',
      revision: 2,
      summary: { added: 1, moved: 0, changed: 0, deleted: 1 },
    });
    const [stored] = await test.db
      .select()
      .from(points)
      .where(and(eq(points.mapId, A.mapId)));
    expect(stored).toMatchObject({ areaId: A.areaId, name: { enUS: 'Lobby', zhCN: '大堂' } });
    expect(await restore(2)).toMatchObject({ result: 'saved', revision: 2 });
  });

  it('are kept a hundred', async () => {
    for (let i = 0; i < 103; i++)
      await save([{ op: i === 0 ? 'add' : 'change', point: 'n1', to: point(`N${i}`) } as PointChange], { base: i });
    const { total, rows } = await list();
    expect([total, rows[0]?.revision]).toEqual([100, 103]);
  }, 60_000);
});

describe('single points, as other programs change them', () => {
  const one = { serialNumber: A.serialNumber };

  it('are added, changed, moved and deleted', async () => {
    const added = await ask<MapPoint>('robotAdmin', calls.put.path, {
      ...one,
      mapId: A.mapId,
      name: 'Bar',
      coordinateX: 20,
      coordinateY: 180,
      attributes: ['charging'],
    });
    expect(added).toMatchObject({ name: 'Bar', worldX: 1, worldY: 1, angle: 0, chargeBase: [{ x: 1, y: 1 }] });
    const changed = await ask<MapPoint>('robotAdmin', calls.put.path, {
      ...one,
      mapId: A.mapId,
      areaId: added.areaId,
      stayTime: 30,
      elevatorId: 'lift',
    });
    expect(changed).toMatchObject({ name: 'Bar', stayTime: 30, elevatorId: 'lift', worldX: 1 });
    expect(
      await ask<MapPoint>('robotAdmin', calls.put.path, {
        ...one,
        mapId: A.mapId,
        areaId: added.areaId,
        elevatorId: '',
      }),
    ).toMatchObject({ elevatorId: null, stayTime: 30 });
    expect(
      await ask<MapPoint>('robotAdmin', calls.move.path, {
        ...one,
        areaId: added.areaId,
        coordinateX: 40,
        coordinateY: 180,
      }),
    ).toMatchObject({ worldX: 2, worldY: 1, chargeBase: [{ x: 2, y: 1 }] });
    await ask('robotAdmin', calls.remove.path, { ...one, areaId: added.areaId });
    expect(await names()).toEqual(['Lobby']);
    expect((await map()).revision).toBe(5);
  });

  it.each<[string, object, string, string]>([
    ['no name', { worldX: 1, worldY: 1 }, 'parameterEmpty', 'name'],
    ['no place', { name: 'X' }, 'parameterEmpty', 'worldX'],
    ['half a place', { areaId: A.areaId, worldX: 1 }, 'parameterEmpty', 'worldX'],
    ['a place off the map', { name: 'X', worldX: 50, worldY: 1 }, 'pointOutsideMap', 'worldX'],
    ['a name that another has', { name: 'lobby', worldX: 1, worldY: 1 }, 'pointNameTaken', 'name'],
    ['half a second', { areaId: A.areaId, stayTime: 0.5 }, 'fieldInvalid', 'stayTime'],
    ['a point of another map', { areaId: A2.areaId, stayTime: 1 }, 'idsDisagree', 'areaId'],
  ])('are refused with %s', async (_, data, error, field) => {
    expect(await refusal(calls.put.path, { ...one, mapId: A.mapId, ...data })).toEqual([error, field]);
  });

  it('have no charging bay in a column, nor does a save of the map', async () => {
    const [{ plan }] = (await test.db.select().from(maps).where(eq(maps.id, A.mapId))) as [typeof maps.$inferSelect];
    await test.db
      .update(maps)
      .set({ plan: { ...plan, columns: [{ x: 5, y: 5, w: 1, h: 1 }] } })
      .where(eq(maps.id, A.mapId));
    const wanted = {
      attributes: ['charging'] as const,
      chargeBase: [{ id: 'b', name: 'Dock', x: 5.5, y: 5.5, theta: 0 }],
    };
    expect(await save([add('n1', { ...wanted, attributes: ['charging'] })])).toMatchObject({
      result: 'faulty',
      faults: [{ areaId: 'n1', field: 'chargeBase', error: 'bayBlocked' }],
    });
    expect(
      await refusal(calls.put.path, { ...one, mapId: A.mapId, areaId: A.areaId, ...wanted, worldX: 5.5, worldY: 5.5 }),
    ).toEqual(['bayBlocked', 'chargeBase']);
    expect(await names()).toEqual(['Lobby']);
  });

  it('know one place to charge at', async () => {
    await save([add('n1', { attributes: ['charging'] })]);
    expect(
      await refusal(calls.put.path, { ...one, mapId: A.mapId, areaId: A.areaId, attributes: ['charging'] }),
    ).toEqual(['pointKindTaken', 'attributes']);
  });

  it('may be tied to the lifts of the site and the doors of the map', async () => {
    expect(await ask('member', calls.elevatorsAndEntrances.path, one)).toEqual({
      elevators: [{ id: 'lift', name: 'Lift' }],
      entrances: [{ id: 'door', mapId: A.mapId, name: 'Door' }],
    });
  });
});
