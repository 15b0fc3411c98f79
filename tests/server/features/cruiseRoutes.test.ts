/** Cruise routes: validation, two concurrent users, a robot's default route, and deleted points. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { CruisePath } from '../../../contract/entities/cruisePath.ts';
import { ROUTES_PER_MAP } from '../../../contract/rules/mapLimits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { audit, cruiseDefaults, cruisePaths, cruiseRecords, points } from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const [BAR, POOL, ROOF] = ['bar', 'pool', 'roof'];
let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [cruisePaths, cruiseDefaults, cruiseRecords, audit]) await test.db.delete(table);
  const point = {
    mapId: A.mapId,
    departWord: '',
    arrivedWord: '',
    x: 1,
    y: 1,
    stayTime: 7,
    attributes: ['none' as const],
    chargeBase: [],
  };
  await test.db
    .insert(points)
    .values([
      { ...point, areaId: BAR, name: { enUS: 'Bar', zhCN: '酒吧' } },
      { ...point, areaId: POOL, name: 'Pool' },
      { ...point, areaId: ROOF, mapId: A2.mapId, name: 'Roof' },
    ])
    .onConflictDoNothing();
});

const calls = catalogue.cruiseRoutes;
const one = { serialNumber: A.serialNumber };
type More = { id?: string; language?: 'zh-cn' };
const ask = async <Data>(person: Person, path: string, data: object, more: More = {}): Promise<Data> => {
  const reply = await test.as(person, path, { ...one, ...data }, more);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (path: string, data: object, person: Person = 'robotAdmin') => {
  const reply = await test.as(person, path, { ...one, ...data });
  return [errorNameOf(reply.code), (reply.data as { field?: string } | null)?.field];
};
const stops = (...areaIds: string[]) => areaIds.map((areaId) => ({ areaId }));
const route = (pathName: string, change: object = {}) => ({
  mapId: A.mapId,
  pathName,
  mapAreaVOList: stops(A.areaId, BAR),
  ...change,
});
const save = (
  pathName: string,
  change: object = {},
  { person = 'robotAdmin' as Person, ...more }: More & { person?: Person } = {},
) => ask<CruisePath>(person, calls.save.path, route(pathName, change), more);
const list = (data: object = {}, more: More = {}) =>
  ask<{ total: number; rows: CruisePath[] }>('viewer', calls.list.path, data, more);
const names = async () => (await list()).rows.map(({ pathName }) => pathName);
const choices = () =>
  ask<{
    defaultPathId: string | null;
    paths: { pathId: string; stopCount: number; missing: number[]; isDefault: boolean }[];
  }>('viewer', calls.choices.path, {});
const acts = async () =>
  (await test.db.select().from(audit).orderBy(audit.id)).map(({ act, subject, before, after }) => ({
    act,
    subject,
    before,
    after,
  }));

describe('a route', () => {
  it('is added with what its points have where nothing is said, listed, told alone, changed and deleted; all is written down', async () => {
    const made = await save(' Round ', {
      startSpeech: 'Off I go.',
      mapAreaVOList: [{ areaId: A.areaId, stayTime: 30, speech: 'Hello', angle: 90 }, { areaId: BAR }],
    });
    expect(made).toMatchObject({
      pathName: 'Round',
      mapId: A.mapId,
      mapName: 'Ground',
      floor: '1F',
      userId: 'robotAdmin',
      userName: 'robotAdmin by name',
      startSpeech: 'Off I go.',
      endSpeech: '',
      isDefault: false,
      missing: [],
      revision: 0,
      mapAreaVOList: [
        { areaId: A.areaId, name: 'Lobby', isMissing: false, stayTime: 30, speech: 'Hello', angle: 90 },
        { areaId: BAR, name: 'Bar', stayTime: 7, speech: '', angle: null },
      ],
    });
    expect(made.id).toBe(made.pathId);
    expect(await list()).toEqual({ total: 1, rows: [made] });
    expect(await ask('viewer', calls.get.path, { pathId: made.pathId })).toEqual(made);
    expect((await choices()).paths).toMatchObject([{ pathId: made.pathId, stopCount: 2, isDefault: false }]);

    const changed = await save(
      'Evening',
      { pathId: made.pathId, revision: 0, startSpeech: 'Off I go.', mapAreaVOList: made.mapAreaVOList },
      { person: 'superAdmin' },
    );
    expect(changed).toMatchObject({ pathId: made.pathId, pathName: 'Evening', revision: 1, userId: 'robotAdmin' });
    expect(await ask('robotAdmin', calls.remove.path, { pathId: made.pathId, revision: 1 })).toEqual({
      pathId: made.pathId,
    });
    expect(await list()).toEqual({ total: 0, rows: [] });
    expect(await acts()).toMatchObject([
      { act: 'route.add', subject: made.pathId, after: { mapId: A.mapId, name: 'Round' } },
      { act: 'route.change', before: { name: 'Round' }, after: { name: 'Evening' } },
      { act: 'route.delete', subject: made.pathId, before: { name: 'Evening' } },
    ]);
    expect((await acts())[1]).toEqual({
      act: 'route.change',
      subject: made.pathId,
      before: { name: 'Round' },
      after: { name: 'Evening' },
    });
  });

  it('sent twice is saved once: by the same id, by another one after a lost reply, and with nothing changed', async () => {
    const id = test.newId();
    const made = await save('Round', {}, { id });
    expect(await save('Round', {}, { id })).toEqual(made);
    expect(await save('Round')).toEqual(made);
    const change = { pathId: made.pathId, revision: 0, endSpeech: 'Done.' };
    await save('Round', change);
    expect(await save('Round', change)).toMatchObject({ revision: 1 });
    const gone = test.newId();
    for (let i = 0; i < 2; i++)
      expect(await ask('robotAdmin', calls.remove.path, { pathId: made.pathId }, { id: gone })).toEqual({
        pathId: made.pathId,
      });
    expect((await acts()).map(({ act }) => act)).toEqual(['route.add', 'route.change', 'route.delete']);
  });

  it('takes markup in names and speeches as text', async () => {
    expect(await save('<img src=x onerror=alert(1)>', { endSpeech: '{{x}}\n</script>' })).toMatchObject({
      pathName: '<img src=x onerror=alert(1)>',
      endSpeech: '{{x}}\n</script>',
    });
  });

  it('keeps the words of other languages where nothing was typed, and takes what was typed for all', async () => {
    await test.db.insert(cruisePaths).values({
      id: 'demo',
      mapId: A.mapId,
      name: { enUS: 'Demo', zhCN: '演示' },
      startSpeech: { enUS: 'Go', zhCN: '出发' },
      endSpeech: '',
      createdBy: 'superAdmin',
      createdAt: new Date(),
      stops: [
        { areaId: A.areaId, stayTime: 0, speech: { enUS: 'Hi', zhCN: '你好' }, angle: null },
        { areaId: BAR, stayTime: 0, speech: '', angle: null },
      ],
    });
    await save('Demo', {
      pathId: 'demo',
      startSpeech: 'Go',
      endSpeech: 'Bye',
      mapAreaVOList: [{ areaId: BAR }, { areaId: A.areaId, speech: 'Hi' }],
    });
    expect((await list({}, { language: 'zh-cn' })).rows[0]).toMatchObject({
      pathName: '演示',
      startSpeech: '出发',
      endSpeech: 'Bye',
      mapName: '首层',
      mapAreaVOList: [{ name: '酒吧', speech: '' }, { speech: '你好' }],
    });
    expect(await refusal(calls.save.path, route('演示'))).toEqual(['routeNameTaken', 'pathName']);
    await save('Mine', { pathId: 'demo' }, { language: 'zh-cn' });
    expect(await names()).toEqual(['Mine']);
  });

  it.each<[string, object, string, string]>([
    ['no name', { pathName: '  ' }, 'parameterEmpty', 'pathName'],
    ['a name that is too long', { pathName: 'a'.repeat(41) }, 'fieldInvalid', 'pathName'],
    ['a name of two lines', { pathName: 'a\nb' }, 'fieldInvalid', 'pathName'],
    ['a speech that no text is', { startSpeech: '\u0001{}' }, 'fieldInvalid', 'startSpeech'],
    ['a speech that is too long', { endSpeech: 'w'.repeat(401) }, 'fieldInvalid', 'endSpeech'],
    ['one point', { mapAreaVOList: stops(BAR) }, 'routeTooShort', 'mapAreaVOList'],
    [
      '201 points',
      { mapAreaVOList: stops(...Array.from({ length: 201 }, (_, i) => (i % 2 ? BAR : POOL))) },
      'fieldInvalid',
      'mapAreaVOList',
    ],
    [
      'two alike next to each other',
      { mapAreaVOList: stops(BAR, POOL, POOL) },
      'routePointTwice',
      'mapAreaVOList.2.areaId',
    ],
    ['a point of another map', { mapAreaVOList: stops(BAR, ROOF) }, 'routeMapsDiffer', 'mapAreaVOList.1.areaId'],
    [
      'a point of another site, as one that there is not',
      { mapAreaVOList: stops(BAR, B.areaId) },
      'pointUnknown',
      'mapAreaVOList.1.areaId',
    ],
    ['a point that there is not', { mapAreaVOList: stops('nobody', BAR) }, 'pointUnknown', 'mapAreaVOList.0.areaId'],
    [
      'half a second',
      { mapAreaVOList: [{ areaId: BAR, stayTime: 0.5 }, ...stops(POOL)] },
      'fieldInvalid',
      'mapAreaVOList.0.stayTime',
    ],
    [
      'an angle that is none',
      { mapAreaVOList: [...stops(BAR), { areaId: POOL, angle: 361 }] },
      'fieldInvalid',
      'mapAreaVOList.1.angle',
    ],
    ['a map of another site', { mapId: B.mapId }, 'robotForeign', 'mapId'],
    ['a map that there is not', { mapId: 'no-map' }, 'mapUnknown', 'mapId'],
    ['a route that there is not', { pathId: 'no-route' }, 'routeDeleted', 'pathId'],
  ])('is refused with %s', async (_, change, error, field) => {
    expect(await refusal(calls.save.path, route('Round', change))).toEqual([error, field]);
    expect(await names()).toEqual([]);
    expect(await acts()).toEqual([]);
  });

  it('has a name of its own on its map, and may share it with one of another floor', async () => {
    await save('Round');
    expect(await refusal(calls.save.path, route(' ROUND', { endSpeech: 'x' }))).toEqual(['routeNameTaken', 'pathName']);
    const other = await save('Other');
    expect(await refusal(calls.save.path, route('round', { pathId: other.pathId }))).toEqual([
      'routeNameTaken',
      'pathName',
    ]);
    expect(await save('ROUND', { pathId: (await list()).rows[0]?.pathId })).toMatchObject({ pathName: 'ROUND' });
    await test.db
      .insert(points)
      .values({
        areaId: 'roof-2',
        mapId: A2.mapId,
        name: 'Roof 2',
        departWord: '',
        arrivedWord: '',
        x: 2,
        y: 2,
        attributes: ['none'],
        chargeBase: [],
      })
      .onConflictDoNothing();
    expect(await save('Round', { mapId: A2.mapId, mapAreaVOList: stops(ROOF, 'roof-2') })).toMatchObject({
      floor: '2F',
    });
  });

  it("has no name that the database takes for another one's", async () => {
    const { rows } = await test.db.execute<{ alike: boolean }>(sql`select lower('ΑΣ') = lower('ασ') as alike`);
    await save('ασ');
    // A database with the C locale does not fold the case of Greek letters.
    if (rows[0]?.alike) expect(await refusal(calls.save.path, route('ΑΣ'))).toEqual(['routeNameTaken', 'pathName']);
  });

  it('is one of a number that a map can bear', async () => {
    await test.db.insert(cruisePaths).values(
      Array.from({ length: ROUTES_PER_MAP }, (_, i) => ({
        id: `r${i}`,
        mapId: A.mapId,
        name: `R${i}`,
        stops: [],
        createdBy: 'member',
        createdAt: new Date(i),
      })),
    );
    expect(await refusal(calls.save.path, route('One more'))).toEqual(['tooManyRoutes', 'mapId']);
  });

  it('is listed page by page, each once, floor by floor', async () => {
    await test.db.insert(cruisePaths).values(
      Array.from({ length: 5 }, (_, i) => ({
        id: `r${i}`,
        mapId: i === 0 ? A2.mapId : A.mapId,
        name: `R${i}`,
        stops: [],
        createdBy: 'gone',
        createdAt: new Date(1_000 + (i >> 1)),
      })),
    );
    await test.db
      .insert(cruisePaths)
      .values({ id: 'far', mapId: B.mapId, name: 'Far', stops: [], createdBy: 'member', createdAt: new Date() });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, limit: 2 })));
    expect(pages.map(({ total, rows }) => [total, rows.map(({ pathId }) => pathId)])).toEqual([
      [5, ['r1', 'r2']],
      [5, ['r3', 'r4']],
      [5, ['r0']],
      [5, []],
    ]);
    expect(pages[0]?.rows[0]).toMatchObject({ userId: 'gone', userName: '' });
  });
});

describe('two people', () => {
  it('who save under one name at the very same moment: one is told that it is taken', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        test.as(i % 2 ? 'superAdmin' : 'robotAdmin', calls.save.path, {
          ...one,
          ...route(i < 3 ? 'Round' : 'rOUND', { endSpeech: `${i}` }),
        }),
      ),
    );
    expect(replies.map(({ code }) => errorNameOf(code) ?? 'ok').sort()).toEqual([
      'ok',
      ...Array.from({ length: 5 }, () => 'routeNameTaken'),
    ]);
    expect(await names()).toHaveLength(1);
  });

  it('who edit one route: the second is told who was before, nothing is lost, and what was seen meanwhile may be replaced', async () => {
    const { pathId } = await save('Round');
    await save('Theirs', { pathId, revision: 0 }, { person: 'superAdmin' });
    const mine = { ...one, ...route('Mine', { pathId, revision: 0 }) };
    expect(await test.as('robotAdmin', calls.save.path, mine)).toMatchObject({
      code: 41021,
      data: { field: 'revision', words: { person: 'superAdmin by name' } },
    });
    expect(await refusal(calls.remove.path, { pathId, revision: 0 })).toEqual(['routeChanged', 'revision']);
    expect(await ask('robotAdmin', calls.get.path, { pathId })).toMatchObject({ pathName: 'Theirs', revision: 1 });
    expect(await test.as('robotAdmin', calls.save.path, { ...mine, revision: 1 })).toMatchObject({
      code: 0,
      data: { pathName: 'Mine', revision: 2 },
    });
  });

  it('who edit one route at the very same moment: one is saved', async () => {
    const { pathId } = await save('Round');
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        test.as(i % 2 ? 'superAdmin' : 'robotAdmin', calls.save.path, {
          ...one,
          ...route(`Name ${i}`, { pathId, revision: 0 }),
        }),
      ),
    );
    expect(replies.map(({ code }) => errorNameOf(code) ?? 'ok').sort()).toEqual([
      'ok',
      ...Array.from({ length: 5 }, () => 'routeChanged'),
    ]);
  });

  it('of whom one deletes what the other saves', async () => {
    const { pathId } = await save('Round');
    const replies = await Promise.all([
      test.as('superAdmin', calls.remove.path, { ...one, pathId, revision: 0 }),
      test.as('robotAdmin', calls.save.path, { ...one, ...route('New', { pathId, revision: 0 }) }),
    ]);
    const told = replies.map(({ code }) => errorNameOf(code) ?? 'ok');
    expect([
      ['ok', 'routeDeleted'],
      ['routeChanged', 'ok'],
    ]).toContainEqual(told);
  });

  it('who are alike of one mind are told no quarrel', async () => {
    const { pathId } = await save('Round');
    await save('Same', { pathId, revision: 0 });
    expect(await save('Same', { pathId, revision: 0 }, { person: 'superAdmin' })).toMatchObject({ revision: 1 });
  });
});

describe('the route a robot starts with', () => {
  it('is one, is told of its robot alone, is written down, and is not deleted without another', async () => {
    const [first, second] = [await save('First'), await save('Second')];
    await ask('robotAdmin', calls.setDefault.path, { pathId: first.pathId });
    await ask('robotAdmin', calls.setDefault.path, { pathId: first.pathId });
    expect((await list()).rows.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(
      (await ask<{ rows: CruisePath[] }>('superAdmin', calls.list.path, { serialNumber: A2.serialNumber })).rows.map(
        ({ isDefault }) => isDefault,
      ),
    ).toEqual([false, false]);
    expect(await test.as('robotAdmin', calls.remove.path, { ...one, pathId: first.pathId })).toMatchObject({
      code: 26012,
      data: { field: 'pathId', words: { robots: 'Porter' } },
    });
    await ask('robotAdmin', calls.setDefault.path, { pathId: second.pathId });
    expect(await choices()).toMatchObject({
      defaultPathId: second.pathId,
      paths: [{ isDefault: false }, { isDefault: true }],
    });
    await ask('robotAdmin', calls.remove.path, { pathId: first.pathId });
    expect((await acts()).filter(({ act }) => act === 'route.setDefault')).toEqual([
      { act: 'route.setDefault', subject: A.serialNumber, before: null, after: { pathId: first.pathId } },
      {
        act: 'route.setDefault',
        subject: A.serialNumber,
        before: { pathId: first.pathId },
        after: { pathId: second.pathId },
      },
    ]);
  });

  it('stands against deleting it for every robot of its site, and for none that was taken elsewhere', async () => {
    const { pathId } = await save('Round');
    await test.db.insert(cruiseDefaults).values([
      { serialNumber: A2.serialNumber, pathId },
      { serialNumber: B.serialNumber, pathId },
    ]);
    expect(await test.as('robotAdmin', calls.remove.path, { ...one, pathId })).toMatchObject({
      code: 26012,
      data: { words: { robots: 'Guard' } },
    });
    await test.db.delete(cruiseDefaults).where(eq(cruiseDefaults.serialNumber, A2.serialNumber));
    await ask('robotAdmin', calls.remove.path, { pathId });
    expect(await choices()).toEqual({ defaultPathId: null, paths: [] });
  });

  it('chosen while it is being deleted is either not deleted or not chosen', async () => {
    const { pathId } = await save('Round');
    const [chosen, deleted] = await Promise.all([
      test.as('robotAdmin', calls.setDefault.path, { ...one, pathId }),
      test.as('superAdmin', calls.remove.path, { ...one, pathId }),
    ]);
    expect([
      ['ok', 'defaultRouteNeeded'],
      ['routeDeleted', 'ok'],
    ]).toContainEqual([chosen, deleted].map(({ code }) => errorNameOf(code) ?? 'ok'));
  });
});

describe('a route that is in the way, or has something in its way', () => {
  it('is not deleted while a robot drives it', async () => {
    const { pathId } = await save('Round');
    await test.db.insert(cruiseRecords).values({
      id: 'drive',
      serialNumber: A.serialNumber,
      pathId,
      pathName: 'Round',
      mapId: A.mapId,
      mapName: 'M',
      cycleType: 'loop',
      state: 'inProgress',
      startedBy: 'member',
      startedByName: 'M',
      startedAt: new Date(),
      stops: [],
    });
    expect(await test.as('robotAdmin', calls.remove.path, { ...one, pathId })).toMatchObject({
      code: 41026,
      data: { words: { robots: 'Porter' } },
    });
    await test.db.update(cruiseRecords).set({ state: 'finished' });
    await ask('robotAdmin', calls.remove.path, { pathId });
  });

  it('keeps its points from being deleted, and says which are gone when somebody let it break', async () => {
    const { pathId, ...made } = await save('Round', { mapAreaVOList: stops(A.areaId, POOL, BAR, POOL) });
    expect(await refusal(catalogue.points.remove.path, { areaId: POOL })).toEqual(['pointInUse', 'areaId']);
    expect(
      await ask('robotAdmin', catalogue.points.save.path, {
        mapId: A.mapId,
        baseRevision: 0,
        changes: [{ op: 'delete', point: POOL }],
        breakRoutes: true,
      }),
    ).toMatchObject({ result: 'saved' });
    expect(await ask('viewer', calls.get.path, { pathId })).toMatchObject({
      missing: [1, 3],
      mapAreaVOList: [
        { isMissing: false },
        { areaId: POOL, name: '', isMissing: true },
        { isMissing: false },
        { isMissing: true },
      ],
    });
    expect((await choices()).paths).toMatchObject([{ missing: [1, 3] }]);
    expect(await test.as('robotAdmin', calls.setDefault.path, { ...one, pathId })).toMatchObject({
      code: 41025,
      data: { words: { stops: '2, 4' } },
    });
    expect(await refusal(calls.save.path, route('Renamed', { pathId, mapAreaVOList: made.mapAreaVOList }))).toEqual([
      'pointUnknown',
      'mapAreaVOList.1.areaId',
    ]);
    expect(await save('Renamed', { pathId })).toMatchObject({ missing: [] });
  });
});
