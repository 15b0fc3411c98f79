/** API calls of the video wall: layouts of an account, shared ones, limits, and who watches a robot. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { VideoLayout } from '../../../contract/entities/videoLayout.ts';
import { VIDEO_LAYOUTS_PER_ACCOUNT, VIDEO_VIEWERS_PER_ROBOT } from '../../../contract/rules/limits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { mediaViewings, videoLayouts, videoLayoutTiles } from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { cameras, layouts, saveLayout, deleteLayout, viewers } = catalogue.videoWall;
const SETTINGS = { grid: 4, quality: '720p', stillSeconds: 60, isShared: false } as const;
const tile = (slot: number, serialNumber: string, live = false) => ({ slot, serialNumber, quality: null, live });

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(videoLayouts);
  await test.db.delete(mediaViewings);
});

const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const save = (person: Person, name: string, more: object = {}) =>
  ask<VideoLayout>(person, saveLayout.path, { ...SETTINGS, name, tiles: [], ...more });
const namesOf = async (person: Person) => (await ask<VideoLayout[]>(person, layouts.path, {})).map(({ name }) => name);

it('saves a layout, changes it, and lists it for its owner alone', async () => {
  const made = await save('superAdmin', ' Night ', { tiles: [tile(2, A.serialNumber, true), tile(1, B.serialNumber)] });
  expect(made).toMatchObject({
    ...SETTINGS,
    name: 'Night',
    isOwn: true,
    tiles: [
      { slot: 1, serialNumber: B.serialNumber, live: false },
      { slot: 2, serialNumber: A.serialNumber, live: true },
    ],
  });
  const changed = await save('superAdmin', 'Day', { layoutId: made.id, grid: 9, tiles: [tile(9, A2.serialNumber)] });
  expect(changed).toMatchObject({ id: made.id, grid: 9, tiles: [{ slot: 9, serialNumber: A2.serialNumber }] });
  expect(await namesOf('superAdmin')).toEqual(['Day']);
  expect(await namesOf('member')).toEqual([]);
  await ask('superAdmin', deleteLayout.path, { layoutId: made.id });
  expect(await namesOf('superAdmin')).toEqual([]);
  expect(await test.db.select().from(videoLayoutTiles)).toEqual([]);
});

it('a shared layout opens for people who may see one of its robots, without the others', async () => {
  await save('superAdmin', 'Both', { isShared: true, tiles: [tile(1, A.serialNumber), tile(2, B.serialNumber)] });
  await save('superAdmin', 'Far', { isShared: true, tiles: [tile(1, B.serialNumber)] });
  expect(await ask<VideoLayout[]>('viewer', layouts.path, {})).toMatchObject([
    {
      name: 'Both',
      isOwn: false,
      owner: 'superAdmin by name',
      tiles: [
        { slot: 1, serialNumber: A.serialNumber },
        { slot: 2, serialNumber: null },
      ],
    },
  ]);
  for (const person of ['stranger', 'unauthorised'] as const) expect(await namesOf(person)).toEqual([]);
});

it('refuses foreign robots, layouts of others, a name twice, a slot or a robot twice', async () => {
  const own = await save('member', 'Mine');
  const data = { ...SETTINGS, name: 'Other', tiles: [] };
  expect(await refusal('viewer', saveLayout.path, { ...data, tiles: [tile(1, B.serialNumber)] })).toBe('robotForeign');
  expect(await refusal('viewer', saveLayout.path, { ...data, layoutId: own.id })).toBe('notFound');
  expect(await refusal('viewer', deleteLayout.path, { layoutId: own.id })).toBe('notFound');
  expect(await refusal('member', saveLayout.path, { ...data, name: 'Mine' })).toBe('videoLayoutNameTaken');
  await save('member', 'Mine', { layoutId: own.id });
  await save('viewer', 'Mine');
  for (const tiles of [
    [tile(1, A.serialNumber), tile(2, A.serialNumber)],
    [tile(1, A.serialNumber), tile(1, A2.serialNumber)],
    [tile(10, A.serialNumber)],
  ])
    expect(await refusal('superAdmin', saveLayout.path, { ...data, tiles })).toBe('fieldInvalid');
  expect(await refusal('member', saveLayout.path, { ...data, grid: 5 })).toBe('fieldInvalid');
});

it('an account has a limited number of layouts, also when it saves several at once', async () => {
  await Promise.all(Array.from({ length: VIDEO_LAYOUTS_PER_ACCOUNT - 1 }, (_, index) => save('member', `${index}`)));
  const last = await Promise.all(
    ['one', 'two', 'three'].map((name) => refusal('member', saveLayout.path, { ...SETTINGS, name, tiles: [] })),
  );
  expect(last.filter((name) => name === 'tooManyVideoLayouts')).toHaveLength(2);
  expect(await namesOf('member')).toHaveLength(VIDEO_LAYOUTS_PER_ACCOUNT);
  expect(await refusal('viewer', saveLayout.path, { ...SETTINGS, name: 'one', tiles: [] })).toBeUndefined();
});

it('names who watches a robot live, each person once, and nobody who is gone or had a still picture sent', async () => {
  const viewing = (viewer: string, person: Person, seconds: number, isStill = false) => ({
    viewer,
    serialNumber: A.serialNumber,
    userId: person,
    sessionId: `session-${person}`,
    what: isStill ? (['picture'] as const).slice() : (['picture', 'sound'] as const).slice(),
    isChannel: false,
    expiresAt: new Date(Date.now() + seconds * 1_000),
  });
  await test.db.insert(mediaViewings).values([
    viewing('one', 'member', 60),
    viewing('two', 'member', 60),
    viewing('three', 'viewer', 60),
    viewing('four', 'robotAdmin', -1),
    // Not renewed for 20 s.
    viewing('five', 'robotAdmin', 40),
    viewing('six', 'robotAdmin', 60, true),
  ]);
  expect(await ask('viewer', viewers.path, { serialNumber: A.serialNumber })).toEqual({
    viewers: [
      { name: 'member by name', isSelf: false },
      { name: 'viewer by name', isSelf: true },
    ],
    limit: VIDEO_VIEWERS_PER_ROBOT,
  });
  const { fleetCache } = test.server.deps.fleet;
  fleetCache.patch(A.serialNumber, { abilities: { ...fleetCache.abilitiesOf(A.serialNumber), videoViewers: 1 } });
  // As the robot's factsheet says.
  expect(await ask('viewer', viewers.path, { serialNumber: A.serialNumber })).toMatchObject({
    viewers: [{ name: 'member by name' }],
    limit: 1,
  });
  expect(await refusal('viewer', viewers.path, { serialNumber: B.serialNumber })).toBe('robotForeign');
});

it('lists the robots with a camera for the first wall, only those of the caller', async () => {
  const { fleetCache } = test.server.deps.fleet;
  for (const { serialNumber } of [A, A2, B])
    fleetCache.patch(serialNumber, {
      abilities: { ...fleetCache.abilitiesOf(serialNumber), video: serialNumber !== A2.serialNumber },
    });
  expect(await ask('superAdmin', cameras.path, {})).toEqual([B.serialNumber, A.serialNumber]);
  expect(await ask('member', cameras.path, {})).toEqual([A.serialNumber]);
  expect(await ask('unauthorised', cameras.path, {})).toEqual([]);
  // The robot that one comes from is first, however many come before it by name; only one of the caller's robots.
  expect(await ask('superAdmin', cameras.path, { first: A.serialNumber })).toEqual([A.serialNumber, B.serialNumber]);
  expect(await ask('superAdmin', cameras.path, { first: A2.serialNumber })).toEqual([B.serialNumber, A.serialNumber]);
  expect(await refusal('member', cameras.path, { first: B.serialNumber })).toBe('robotForeign');
});
