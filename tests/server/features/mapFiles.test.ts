/** Whole maps: import, new floor plan, names, order, deletion, export. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { IndoorMap, MapFloor } from '../../../contract/entities/map.ts';
import { encodePng } from '../../../contract/rules/mapFiles/png.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { createMapFileHandlers } from '../../../server/features/mapFiles.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { commands, cruisePaths, mapPictures, maps, robotMapNames } from '../../../server/db/schema.ts';
import { readLif } from '../../../contract/rules/mapFiles/lifRead.ts';
import { readRosMap } from '../../../contract/rules/mapFiles/rosMap.ts';
import { png } from '../../fakes/pictures.ts';
import type { AsyncRoute } from '../../../contract/entities/user.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const calls = catalogue.mapFiles;
const GREY = {
  width: 40,
  height: 20,
  channels: 1 as const,
  data: Uint8Array.from({ length: 800 }, (_, i) => (i % 40 === 0 ? 0 : i % 3 ? 254 : 205)),
};
const meta = { occupiedThresh: 0.65, freeThresh: 0.196, negate: false, mode: 'trinary' as const };
const encoded = async (picture: Parameters<typeof encodePng>[0] = GREY) =>
  Buffer.from(await encodePng(picture)).toString('base64');
const ask = async <Data>(path: string, data: unknown, person: Person = 'robotAdmin'): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (path: string, data: unknown, person: Person = 'robotAdmin') => {
  const reply = await test.as(person, path, data);
  return [errorNameOf(reply.code), (reply.data as { field?: string } | null)?.field];
};
const importOf = async (more: object = {}) => ({
  siteId: A.siteId,
  floor: '3F',
  name: 'Roof',
  picture: await encoded(),
  resolution: 0.5,
  originX: -2,
  originY: -3,
  originYaw: 0,
  ...meta,
  ...more,
});
const floors = async () => (await ask<{ maps: MapFloor[] }>(calls.ofSite.path, { siteId: A.siteId })).maps;
/** Like the API handler, but returns the bytes: replies in tests are text. */
const fileOf = async (mapId: string, format: 'ros' | 'lif') => {
  const handlers = createMapFileHandlers({
    ...test.server.deps,
    store: createFolderStore(join(test.folder, 'files')),
    now: () => 0,
  });
  const { bytes, fileName } = await handlers.exportMap({ mapId, format }, { db: test.db, language: 'enUS' } as never); // Reads use no more of the request context.
  return { fileName, bytes: bytes as Uint8Array }; // Both formats return a buffer, not a stream.
};

describe('a map', () => {
  let map: MapFloor;
  it('is imported with its picture written anew, its outline where its origin says, and what robots call it', async () => {
    map = await ask(
      calls.importMap.path,
      await importOf({
        robotNames: [
          { robot: A2.serialNumber, name: 'ground' },
          { robot: A.serialNumber, name: 'roof' },
        ],
      }),
    );
    expect(map).toMatchObject({
      siteId: A.siteId,
      floor: '3F',
      name: 'Roof',
      resolution: 0.5,
      origin: { x: -2, y: -3, yaw: 0 },
      picture: { width: 40, height: 20 },
      revision: 0,
      pointCount: 0,
      isDefault: false,
    });
    const whole = await ask<IndoorMap>(
      catalogue.maps.get.path,
      { serialNumber: A.serialNumber, mapId: map.id },
      'member',
    );
    expect(whole.plan).toMatchObject({
      width: 20,
      height: 10,
      outline: [
        [
          [-2, -3],
          [18, -3],
          [18, 7],
          [-2, 7],
        ],
      ],
    });
    expect((await floors()).map(({ name }) => name)).toEqual(['Ground', 'Upper', 'Roof']);
    await vi.waitFor(
      () => expect(test.server.deps.fleet.fleetCache.mapIdOf(A.serialNumber, 'roof')).toBe(map.id),
      10_000,
    );
    const [picture] = await test.db.select().from(mapPictures).where(eq(mapPictures.mapId, map.id));
    expect(picture).toMatchObject({ width: 40, height: 20, meta });
    expect((await test.as('member', calls.picture.path, { mapId: map.id, pictureId: picture?.id })).data).toContain(
      'PNG',
    );
    expect(await refusal(calls.picture.path, { mapId: A.mapId, pictureId: picture?.id }, 'member')).toEqual([
      'notFound',
      'pictureId',
    ]);
  });

  it('is handed out in the format of ROS, which reads back equal, and as a layout; a drawn one too', async () => {
    const ros = await fileOf(map.id, 'ros');
    expect(ros.fileName).toBe('3F-Roof.zip');
    expect(await readRosMap([{ name: ros.fileName, bytes: ros.bytes }])).toEqual({
      picture: GREY,
      resolution: 0.5,
      origin: { x: -2, y: -3, yaw: 0 },
      meta,
      title: '3F-Roof',
    });
    const drawn = await fileOf('harbour-1f', 'ros');
    const harbour = await readRosMap([{ name: 'h.zip', bytes: drawn.bytes }]);
    expect([harbour.resolution, harbour.picture.width > 1_000, new Set(harbour.picture.data).size]).toEqual([
      0.05,
      true,
      3,
    ]);
    const lif = await fileOf(A.mapId, 'lif');
    expect(readLif(Buffer.from(lif.bytes).toString())).toMatchObject([
      {
        mapId: A.mapId,
        name: 'Ground',
        site: 'One',
        points: [{ areaId: A.areaId, name: 'Lobby', worldX: 5, worldY: 4, angle: 90 }],
      },
    ]);
    expect((await test.as('member', calls.exportMap.path, { mapId: map.id, format: 'ros' })).data).toContain(
      '3F-Roof.pgm',
    );
  });

  it('is renamed and made the default; a name that another map has is refused in every language', async () => {
    expect(
      await ask(calls.update.path, { mapId: map.id, name: 'Terrace', floor: '4F', isDefault: true }),
    ).toMatchObject({ name: 'Terrace', floor: '4F', isDefault: true, revision: 1 });
    await ask(calls.update.path, { mapId: A.mapId, isDefault: true });
    expect((await floors()).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([A.mapId]);
    for (const name of ['ground ', '首层'])
      expect(await refusal(calls.update.path, { mapId: map.id, name })).toEqual(['mapNameTaken', 'name']);
    expect(await refusal(calls.importMap.path, await importOf({ name: 'UPPER' }))).toEqual(['mapNameTaken', 'name']);
  });

  it('takes over a name that a robot had for another map', async () => {
    await ask(calls.update.path, { mapId: map.id, robotNames: [{ robot: A.serialNumber, name: 'ground' }] });
    const names = await test.db.select().from(robotMapNames).where(eq(robotMapNames.serialNumber, A.serialNumber));
    expect(names.map(({ robotMapName, mapId }) => [robotMapName, mapId])).toEqual([['ground', map.id]]);
    expect((await ask<{ robots: object[] }>(calls.ofSite.path, { siteId: A.siteId })).robots).toEqual([
      { serialNumber: A.serialNumber, name: 'Porter', mapNames: [{ name: 'ground', mapId: map.id }] },
      { serialNumber: A2.serialNumber, name: 'Guard', mapNames: [] },
    ]);
    expect(
      await refusal(calls.update.path, { mapId: map.id, robotNames: [{ robot: B.serialNumber, name: 'x' }] }),
    ).toEqual(['robotElsewhere', 'robotNames']);
    await ask(calls.update.path, { mapId: A.mapId, robotNames: [{ robot: A.serialNumber, name: 'ground' }] });
  });

  it('stands in an order, of which all are named', async () => {
    const order = [map.id, A.mapId, A2.mapId];
    await ask(calls.order.path, { siteId: A.siteId, order });
    expect((await floors()).map(({ id }) => id)).toEqual(order);
    for (const wrong of [[map.id], [map.id, map.id, A.mapId], [...order, B.mapId]])
      expect(await refusal(calls.order.path, { siteId: A.siteId, order: wrong })).toEqual(['mapChanged', 'order']);
  });

  it('takes the bits that the call declares and no others, and no more points than may be, by the head alone', async () => {
    const deep = (size: number, depth: number) => png(size, size, { depth, pixels: 1 }).toString('base64');
    expect(await refusal(calls.importMap.path, await importOf({ name: 'Deep', picture: deep(20, 16) }))).toEqual([
      'mapPictureWrong',
      'picture',
    ]);
    expect(await refusal(calls.importMap.path, await importOf({ name: 'Deep', picture: deep(20, 1) }))).toEqual([
      'mapPictureWrong',
      'picture',
    ]);
    expect(await refusal(calls.importMap.path, await importOf({ name: 'Deep', picture: deep(7_000, 8) }))).toEqual([
      'mapPictureTooMany',
      'picture',
    ]);
  });

  it('gets another picture, unless points would lie outside it', async () => {
    const small = {
      mapId: A.mapId,
      picture: await encoded(),
      resolution: 0.05,
      originX: 0,
      originY: 0,
      originYaw: 0,
      ...meta,
    };
    const reply = await test.as('robotAdmin', calls.replacePicture.path, small);
    expect([errorNameOf(reply.code), reply.data]).toEqual([
      'mapPointsOutside',
      { field: 'origin', words: { count: 1, points: 'Lobby' } },
    ]);
    expect(await ask(calls.replacePicture.path, { ...small, originX: 4, originY: 4 })).toMatchObject({
      revision: 1,
      picture: { width: 40 },
    });
    expect(await ask(calls.replacePicture.path, { ...small, leaveOutside: true })).toMatchObject({ revision: 2 });
    expect(await test.db.select().from(mapPictures).where(eq(mapPictures.mapId, A.mapId))).toHaveLength(1);
  });

  it('tells of a robot that the new picture would put into a wall, or outside it', async () => {
    const { fleet } = test.server.deps;
    const standing = (x: number, y: number): void =>
      void vi.spyOn(fleet, 'live').mockImplementation(
        (serialNumber) =>
          ({
            serialNumber,
            pose: serialNumber === A.serialNumber ? { mapId: A.mapId, x, y, theta: 0 } : null,
          }) as RobotLive,
      );
    const pictured = {
      mapId: A.mapId,
      picture: await encoded(),
      resolution: 0.5,
      originX: 0,
      originY: 0,
      originYaw: 0,
      ...meta,
    };
    // The first column of the floor plan is a wall.
    for (const [x, y] of [
      [0.2, 5],
      [25, 5],
    ] as const) {
      standing(x, y);
      const reply = await test.as('robotAdmin', calls.replacePicture.path, pictured);
      expect([errorNameOf(reply.code), reply.data]).toEqual([
        'mapRobotsStranded',
        { field: 'origin', words: { robots: 'Porter' } },
      ]);
    }
    expect(await ask(calls.replacePicture.path, { ...pictured, leaveOutside: true })).toMatchObject({ revision: 3 });
    standing(3, 5);
    expect(await ask(calls.replacePicture.path, pictured)).toMatchObject({ revision: 4 });
    vi.restoreAllMocks();
  });

  it('that changes is told to whoever watches a robot of its site, and to nobody else', async () => {
    const { broker } = test.server.deps;
    vi.spyOn(broker, 'watchers').mockReturnValue([
      { userId: 'member', language: 'zhCN' },
      { userId: 'stranger', language: 'enUS' },
    ]);
    const published = vi.spyOn(broker, 'publish').mockResolvedValue();
    vi.spyOn(broker, 'isUp').mockReturnValue(true);
    await ask(calls.update.path, { mapId: map.id, floor: '5F' });
    const notices = () =>
      published.mock.calls.filter(
        ([topic, notice]) => topic.endsWith('/notices') && (notice as { mapId?: string }).mapId === map.id,
      );
    await vi.waitFor(() => expect(notices()).toHaveLength(1), 10_000);
    expect(notices()[0]).toMatchObject([
      noticesTopic('member'),
      { type: 'mapChanged', siteId: A.siteId, mapId: map.id, revision: 2, by: { userId: 'robotAdmin' } },
    ]);
    vi.restoreAllMocks();
  });

  it('is deleted with what it takes along, told before; not while a robot is under way on it, nor unseen', async () => {
    await test.db
      .insert(cruisePaths)
      .values({ id: 'route', mapId: A.mapId, name: 'Round', stops: [], createdBy: 'member', createdAt: new Date() });
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
    expect(await ask(calls.belongings.path, { mapId: A.mapId })).toEqual({
      points: 1,
      versions: 0,
      routes: ['Round'],
      robots: ['Porter'],
      underWay: ['Porter'],
      deliveries: [],
    });
    expect(await refusal(calls.remove.path, { mapId: A.mapId, revision: 4 })).toEqual(['mapInUse', 'mapId']);
    await test.db.delete(commands).where(eq(commands.id, 'going'));
    // A robot of another site, without a task, on this floor.
    const { fleet } = test.server.deps;
    vi.spyOn(fleet, 'live').mockImplementation(
      (serialNumber) =>
        ({
          serialNumber,
          pose: serialNumber === B.serialNumber ? { mapId: A.mapId, x: 1, y: 1, theta: 0 } : null,
        }) as RobotLive,
    );
    const refused = await test.as('robotAdmin', calls.remove.path, { mapId: A.mapId, revision: 4 });
    expect([errorNameOf(refused.code), refused.data]).toEqual([
      'mapInUse',
      { field: 'mapId', words: { robots: 'Mist' } },
    ]);
    expect(await ask(calls.belongings.path, { mapId: A.mapId })).toMatchObject({ underWay: ['Mist'] });
    vi.mocked(fleet.live).mockRestore();
    expect(await refusal(calls.remove.path, { mapId: A.mapId, revision: 0 })).toEqual(['mapChanged', 'revision']);
    await ask(calls.remove.path, { mapId: A.mapId, revision: 4 });
    expect((await floors()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [map.id, true],
      [A2.mapId, false],
    ]);
    expect(await test.db.select().from(mapPictures).where(eq(mapPictures.mapId, A.mapId))).toEqual([]);
    expect(await test.db.select().from(cruisePaths).where(eq(cruisePaths.id, 'route'))).toEqual([]);
    expect(await refusal(calls.belongings.path, { mapId: A.mapId })).toEqual(['mapUnknown', 'mapId']);
  });
});

describe('the pages of maps', () => {
  it.each(['maps', 'map-edit'])(
    '%s is open in the table to administrators of a robot and of accounts only',
    async (path) => {
      const people = [
        'viewer',
        'member',
        'robotAdmin',
        'superAdmin',
        'viewingSuperAdmin',
        'accountAdmin',
        'stranger',
      ] as const;
      const found = await Promise.all(
        people.map(async (person) => {
          const { data } = await test.as(person, catalogue.session.routes.path, {});
          const [root] = data as AsyncRoute[];
          const settings = root?.children.find((group) => group.path === 'setting');
          return settings?.children.find((route) => route.path === path)?.meta.robotAdminsOnly !== true;
        }),
      );
      expect(people.filter((_, i) => found[i])).toEqual(['robotAdmin', 'superAdmin', 'accountAdmin']);
    },
  );
});

describe('a picture', () => {
  it.each<[string, () => Promise<string> | string, string]>([
    ['that is no Base64', () => 'a b', 'mapPictureWrong'],
    ['that is a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xd9]).toString('base64'), 'mapPictureWrong'],
    ['that is cut off', async () => (await encoded()).slice(0, 40), 'mapPictureWrong'],
    [
      'of 300 megapixels',
      async () => {
        const bytes = Buffer.from(await encoded(), 'base64');
        // The header with other dimensions and a matching checksum.
        const { crc32 } = await import('node:zlib');
        bytes.writeUInt32BE(20_000, 16);
        bytes.writeUInt32BE(15_000, 20);
        bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
        return bytes.toString('base64');
      },
      'mapPictureTooMany',
    ],
  ])('%s is refused', async (_, picture, error) => {
    expect(await refusal(calls.importMap.path, await importOf({ name: 'Bad', picture: await picture() }))).toEqual([
      error,
      'picture',
    ]);
    expect(await test.db.select().from(maps).where(eq(maps.floor, '9F'))).toEqual([]);
  });

  it('in colours stays in colours', async () => {
    const picture = {
      width: 3,
      height: 2,
      channels: 3 as const,
      data: Uint8Array.from({ length: 18 }, (_, i) => i * 14),
    };
    const map = await ask<MapFloor>(
      calls.importMap.path,
      await importOf({ name: 'Photo', picture: await encoded(picture) }),
    );
    const [stored] = await test.db.select().from(mapPictures).where(eq(mapPictures.mapId, map.id));
    const bytes = await createFolderStore(join(test.folder, 'files')).get('mapPicture', stored?.fileId ?? '');
    expect(bytes?.equals(Buffer.from(await encodePng(picture)))).toBe(true);
  });
});
