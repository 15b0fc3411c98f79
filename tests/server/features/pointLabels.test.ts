/** Point labels: valid and invalid requests, and what scanning a label opens. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { LabelledPoint, PictureAbout, Sendable } from '../../../contract/endpoints/pointLabels.ts';
import { LABELS_PER_FILE } from '../../../contract/rules/mapLimits.ts';
import { ERRORS, errorNameOf } from '../../../contract/wire/errors.ts';
import { maps, points } from '../../../server/db/schema.ts';
import { A, A2, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const { exportLabels, open } = catalogue.pointLabels;
const wish = (more: object = {}) => ({ serialNumber: A.serialNumber, indoorMapId: A.mapId, ids: [A.areaId], ...more });
const refusal = async (path: string, data: unknown, person: Person = 'robotAdmin') => {
  const { code, data: detail } = await test.as(person, path, data);
  return [errorNameOf(code), (detail as { field?: string } | null)?.field];
};
interface Opened {
  point: LabelledPoint;
  surroundings: object | null;
  picture: PictureAbout | null;
  robots: Sendable[] | null;
}
const opened = async (person: Person, more: object = {}, language: 'en-us' | 'zh-cn' = 'en-us') => {
  const reply = await test.as(person, open.path, { areaId: A.areaId, ...more }, { language });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Opened;
};

describe('labels', () => {
  it('come as a PDF or as a zip', async () => {
    expect(String((await test.as('robotAdmin', exportLabels.path, wish())).data).slice(0, 5)).toBe('%PDF-');
    expect(
      String(
        (await test.as('superAdmin', exportLabels.path, wish({ format: 'zip', ids: [A.areaId, A.areaId] }))).data,
      ).slice(0, 2),
    ).toBe('PK');
  });

  it('are refused with the field that is wrong', async () => {
    expect(await refusal(exportLabels.path, wish({ ids: [] }))).toEqual(['fieldInvalid', 'ids']);
    expect(await refusal(exportLabels.path, wish({ ids: [A.areaId, 'no-point'] }))).toEqual(['pointUnknown', 'ids.1']);
    expect(await refusal(exportLabels.path, wish({ ids: [A2.areaId] }))).toEqual(['pointUnknown', 'ids.0']);
    expect(await refusal(exportLabels.path, wish({ ids: [B.areaId] }), 'superAdmin')).toEqual([
      'pointUnknown',
      'ids.0',
    ]);
    expect(await refusal(exportLabels.path, wish({ ids: ['a b'] }))).toEqual(['fieldInvalid', 'ids.0']);
    expect(await refusal(exportLabels.path, wish({ indoorMapId: 'no-map' }))).toEqual(['mapUnknown', 'indoorMapId']);
    expect(await refusal(exportLabels.path, wish({ format: 'exe' }))).toEqual(['fieldInvalid', 'format']);
    expect(await refusal(exportLabels.path, wish({ host: 'javascript:alert(1)' }))).toEqual(['fieldInvalid', 'host']);
    expect(
      (await refusal(exportLabels.path, wish({ indoorMapId: B.mapId, ids: [B.areaId] }), 'superAdmin'))[0],
    ).toMatch(/idsDisagree|mapUnknown/u);
    expect((await refusal(exportLabels.path, wish({ indoorMapId: B.mapId, ids: [B.areaId] })))[0]).toMatch(
      /notAllowed|robotForeign|idsDisagree/u,
    );
    expect((await refusal(exportLabels.path, wish(), 'member'))[0]).toBe('notAllowed');
    expect((await refusal(exportLabels.path, wish(), 'stranger'))[0]).toBe('robotForeign');
  });

  it('are so many in one file and no more, and the refusal says how many', async () => {
    const row = {
      mapId: A.mapId,
      departWord: '',
      arrivedWord: '',
      attributes: ['none' as const],
      chargeBase: [],
      x: 1,
      y: 1,
      theta: 0,
    };
    const ids = Array.from({ length: LABELS_PER_FILE + 1 }, (_, i) => `many-${i}`);
    await test.db.insert(points).values(ids.map((areaId, i) => ({ ...row, areaId, name: `客房 ${i}` })));
    expect(await test.as('robotAdmin', exportLabels.path, wish({ ids }))).toMatchObject({
      code: ERRORS.tooManyLabels,
      data: { field: 'ids', words: { limit: LABELS_PER_FILE } },
    });
    expect(await refusal(exportLabels.path, wish({ ids: Array.from({ length: 10_001 }, (_, i) => `x-${i}`) }))).toEqual(
      ['fieldInvalid', 'ids'],
    );
    const whole = String(
      (await test.as('robotAdmin', exportLabels.path, wish({ ids: ids.slice(1), size: 'small' }))).data,
    );
    expect(whole.slice(0, 5)).toBe('%PDF-');
    expect(whole.match(/\/Type \/Page\b/gu)).toHaveLength(24);
  }, 120_000);
});

describe('a scanned label', () => {
  it("leads to the point in the reader's language, under the address that the server is known by", async () => {
    expect((await opened('member', { host: 'https://console.example' })).point).toEqual({
      areaId: A.areaId,
      name: 'Lobby',
      kinds: [],
      map: { mapId: A.mapId, floor: '1F', name: 'Ground' },
      site: 'One',
      address: `https://console.example/mini-program?point=${A.areaId}`,
    });
    expect((await opened('member', {}, 'zh-cn')).point).toMatchObject({
      name: '大堂',
      site: '一号',
      map: { name: '首层' },
    });
  });

  it('tells whoever may operate what keeps each robot from coming, and others nothing to press', async () => {
    expect((await opened('member')).robots).toEqual([
      { serialNumber: A.serialNumber, name: 'Porter', kind: 'delivery', battery: null, obstacle: ERRORS.robotOffline },
    ]);
    expect((await opened('viewer')).robots).toBeNull();
    // Robots of other users are left out.
    expect((await opened('superAdmin')).robots?.map(({ serialNumber }) => serialNumber).sort()).toEqual([
      A.serialNumber,
      A2.serialNumber,
    ]);
  });

  it('is refused to strangers, and where it is gone', async () => {
    expect(await refusal(open.path, { areaId: A.areaId }, 'stranger')).toEqual(['robotForeign', 'areaId']);
    expect(await refusal(open.path, { areaId: 'no-point' }, 'member')).toEqual(['pointUnknown', 'areaId']);
    expect(await refusal(open.path, { areaId: B.areaId }, 'member')).toEqual(['robotForeign', 'areaId']);
  });
});

it('tells where a point lies on the picture of its map', async () => {
  expect((await opened('member')).picture).toBeNull();
  await test.db
    .update(maps)
    .set({ pictureId: 'p', pictureWidth: 400, pictureHeight: 200, originX: 1, originY: -2, originYaw: Math.PI / 2 })
    .where(eq(maps.id, A.mapId));
  const { picture } = await opened('member');
  expect(picture).toMatchObject({ pictureId: 'p', width: 400, height: 200, resolution: 0.05, yaw: Math.PI / 2 });
  // (5, 4) relative to (1, -2), rotated back by a quarter turn: 6 m east, -4 m north; the map is 10 m high.
  expect([picture?.column, picture?.row]).toEqual([expect.closeTo(6 / 0.05), expect.closeTo((10 + 4) / 0.05)]);
});
