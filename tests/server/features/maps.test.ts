/** Sites, maps and points in the user's language, in pixels and metres. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { IndoorMap, MapPoint, Site } from '../../../contract/entities/map.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const calls = catalogue.maps;
const answer = async <Data>(
  person: Person,
  path: string,
  data: unknown = {},
  language: 'en-us' | 'zh-cn' = 'en-us',
): Promise<Data> => {
  const reply = await test.as(person, path, data, { language });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const one = { serialNumber: A.serialNumber };

describe('sites', () => {
  it("are those of one's robots with their floors; an account administrator sees all", async () => {
    expect(await answer<Site[]>('member', calls.sites.path)).toEqual([
      {
        id: A.siteId,
        name: 'One',
        timeZone: 'Asia/Shanghai',
        demo: false,
        floors: [
          { mapId: A.mapId, floor: '1F', name: 'Ground' },
          { mapId: A2.mapId, floor: '2F', name: 'Upper' },
        ],
        names: { zhCN: '一号', enUS: 'One' },
        address: '',
        latitude: null,
        longitude: null,
        phoneNumber: '',
        batteryReserve: 15,
        robotCount: 2,
        revision: 0,
      },
    ]);
    expect((await answer<Site[]>('accountAdmin', calls.sites.path)).map(({ id }) => id)).toEqual([
      'harbour',
      'riverside',
      A.siteId,
      B.siteId,
    ]);
    expect(await answer<Site[]>('stranger', calls.sites.path)).toEqual([]);
  });

  it('come with plans and points in one trip', async () => {
    const { sites, maps } = await answer<{ sites: Site[]; maps: IndoorMap[] }>(
      'superAdmin',
      calls.ofSites.path,
      {},
      'zh-cn',
    );
    expect(sites.map(({ name }) => name)).toEqual(['一号', 'Two']);
    expect(maps.map(({ id, points }) => [id, points.map(({ name }) => name)])).toEqual([
      [A.mapId, ['大堂']],
      [A2.mapId, ['Upstairs']],
      [B.mapId, ['Far']],
    ]);
  });

  it('show an account administrator the plans of sites at which nobody has a robot, and no others', async () => {
    const found = await answer<{ sites: Site[] }>('accountAdmin', calls.ofSites.path);
    expect(found.sites.map(({ id }) => id)).toEqual(['riverside']);
  });
});

describe('maps and points', () => {
  it('a point is told in metres and in pixels from the top, its angle in degrees', async () => {
    expect(await answer<MapPoint>('member', calls.point.path, { areaId: A.areaId })).toMatchObject({
      areaId: A.areaId,
      mapId: A.mapId,
      name: 'Lobby',
      worldX: 5,
      worldY: 4,
      coordinateX: 100,
      coordinateY: 120,
      angle: 90,
      chargeBase: [],
      elevatorId: null,
    });
  });

  it("lists the maps of a robot's site without plans, or with their points", async () => {
    const list = await answer<object[]>('member', calls.list.path, one);
    const floor = {
      siteId: A.siteId,
      resolution: 0.05,
      origin: { x: 0, y: 0, yaw: 0 },
      picture: null,
      isDefault: false,
      revision: 0,
      pointCount: 1,
      createdAt: expect.any(Number) as number,
    };
    expect(list).toEqual([
      { ...floor, id: A.mapId, floor: '1F', name: 'Ground' },
      { ...floor, id: A2.mapId, floor: '2F', name: 'Upper' },
    ]);
    expect(
      (await answer<{ mapId: string; points: MapPoint[] }[]>('member', calls.pointsOf.path, one)).map(
        ({ mapId, points }) => [mapId, points.length],
      ),
    ).toEqual([
      [A.mapId, 1],
      [A2.mapId, 1],
    ]);
    expect((await answer<IndoorMap>('member', calls.get.path, { ...one, mapId: A2.mapId })).plan).toMatchObject({
      width: 20,
      height: 10,
    });
  });

  it('knows neither map nor charging point of a robot that was never heard', async () => {
    expect(await answer('member', calls.defaultMapAndTarget.path, one)).toEqual({ mapId: null, targets: [] });
    expect(await answer('member', calls.chargeBase.path, one)).toEqual({ hasChargeBase: false, point: null });
  });
});
