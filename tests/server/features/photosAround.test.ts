/** The photos of a robot around a moment: in their order, of that robot alone, as many as asked for, and whether there are more. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MediaItem } from '../../../contract/entities/mediaItem.ts';
import { PHOTOS_AROUND } from '../../../contract/rules/mediaLibrary.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { changeMedia } from '../../../server/db/repositories/mediaItems.ts';
import { photosAround } from '../../../server/db/repositories/mediaLists.ts';
import { files, mediaItems } from '../../../server/db/schema.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const { photos } = catalogue;
const AT = 1_750_000_000_000;

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const around = async (person: Person, at: number) => {
  const { code, data } = await test.as(person, photos.around.path, { serialNumber: A.serialNumber, at });
  expect(code).toBe(0);
  const { rows, ...more } = data as { rows: MediaItem[]; hasEarlier: boolean; hasLater: boolean };
  return { taken: rows.map(({ takenAt }) => takenAt - AT), ...more };
};
async function take(takenAt: number, { robot = A, kind = 'photo' as 'photo' | 'video' } = {}): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  const { serialNumber, siteId } = robot;
  await test.db.insert(files).values({
    ...{ id, kind: kind === 'photo' ? 'picture' : 'video', owner: 'robot', ownerId: serialNumber, siteId },
    ...{ uploadedBy: serialNumber, byRobot: true, name: 'photo.jpg', state: 'ready', bytes: 10, sha256: id },
    ...{ contentType: 'image/jpeg', segments: [], createdAt: new Date(takenAt) },
  });
  await test.db.insert(mediaItems).values({
    ...{ fileId: id, kind, serialNumber, siteId, source: 'interval', takenAt: new Date(takenAt) },
  });
  return id;
}

it('are the last ones up to it and the first ones after it, oldest first, without recordings and deleted ones', async () => {
  expect(await around('viewer', AT)).toEqual({ taken: [], hasEarlier: false, hasLater: false });
  for (const offset of [-3_000, -2_000, 0, 1_000]) await take(AT + offset);
  const deleted = await take(AT + 500);
  await changeMedia(test.db, deleted, { deletedAt: new Date(AT + 600) });
  await take(AT + 700, { kind: 'video' });
  await take(AT + 800, { robot: B });
  expect(await around('viewer', AT)).toEqual({ taken: [-3_000, -2_000, 0, 1_000], hasEarlier: false, hasLater: false });
  const { until, after } = await photosAround(test.db, A.serialNumber, new Date(AT), 2);
  expect([until, after].map((rows) => rows.map(({ item }) => item.takenAt.getTime() - AT))).toEqual([
    [0, -2_000],
    [1_000],
  ]);
});

it('say that there are more in a direction', async () => {
  for (let n = 1; n <= PHOTOS_AROUND + 1; n += 1) await take(AT + 10_000 + n * 1_000);
  const early = await around('member', AT + 10_000);
  expect([early.hasEarlier, early.hasLater]).toEqual([false, true]);
  expect(early.taken).toHaveLength(4 + PHOTOS_AROUND);
  const late = await around('member', AT + 10_000 + (PHOTOS_AROUND + 1) * 1_000);
  expect([late.hasEarlier, late.hasLater, late.taken.length]).toEqual([true, false, PHOTOS_AROUND]);
});

it('of a robot of others are refused', async () => {
  const asked = { serialNumber: A.serialNumber, at: AT };
  expect((await test.as('stranger', photos.around.path, asked)).code).toBe(ERRORS.robotForeign);
});
