/** Map pictures in the file store: imported, counted, moved from the database of earlier versions, and deleted. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { MapFloor } from '../../../contract/entities/map.ts';
import { SITE_QUOTA_BYTES } from '../../../contract/rules/files.ts';
import { encodePng } from '../../../contract/rules/mapFiles/png.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { files as fileTable, jobs, mapPictures, maps, sites } from '../../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { createFolderStore, type FileStore } from '../../../server/files/fileStore.ts';
import type { FilesDeps } from '../../../server/files/files.ts';
import { moveMapPictures } from '../../../server/files/mapPictures.ts';
import { mapPicturesJob, queueMapPictureMove } from '../../../server/jobs/kinds/mapPictures.ts';
import { EMPTY_HALL } from '../../fakes/emptyHall.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let store: FileStore;
beforeAll(async () => {
  test = await startTestServer();
  store = createFolderStore(join(test.folder, 'files'));
});
afterAll(() => test.close());

const calls = catalogue.mapFiles;
const meta = { occupiedThresh: 0.65, freeThresh: 0.196, negate: false, mode: 'trinary' as const };
const pngOf = async (grey: number): Promise<Buffer> =>
  Buffer.from(await encodePng({ width: 20, height: 10, channels: 1, data: new Uint8Array(200).fill(grey) }));
const sent = async (grey: number) => ({
  picture: (await pngOf(grey)).toString('base64'),
  resolution: 0.5,
  originX: -2,
  originY: -3,
  originYaw: 0,
  ...meta,
});
const imported = async (name: string, grey = 254) =>
  test.as('robotAdmin', calls.importMap.path, { siteId: A.siteId, floor: '9F', name, ...(await sent(grey)) });
const depsWith = (change: Partial<FilesDeps> = {}): FilesDeps => ({ ...test.server.deps, store, ...change });
const pictureRow = async (mapId: string) =>
  (await test.db.select().from(mapPictures).where(eq(mapPictures.mapId, mapId)))[0];
const usedBytes = async () =>
  ((await test.as('viewer', catalogue.files.usage.path, { siteId: A.siteId })).data as { usedBytes: number }).usedBytes;
const stored = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const { id } of store.list('mapPicture')) names.push(id);
  return names;
};
const picture = async (mapId: string, pictureId: string, person: Person = 'member') =>
  errorNameOf((await test.as(person, calls.picture.path, { mapId, pictureId })).code) ?? 'ok';
/** As earlier versions stored it. */
async function legacy(mapId: string, id: string, png: Buffer): Promise<void> {
  await test.db.insert(mapPictures).values({ id, mapId, png, width: 20, height: 10, meta, createdAt: new Date() });
  await test.db.update(maps).set({ pictureId: id, pictureWidth: 20, pictureHeight: 10 }).where(eq(maps.id, mapId));
}

describe('a new picture', () => {
  let map: MapFloor;
  it('is a file of its site and counts against its quota', async () => {
    const before = await usedBytes();
    const reply = await imported('Attic');
    expect(reply.code).toBe(0);
    map = reply.data as MapFloor;
    const row = await pictureRow(map.id);
    expect(row?.png).toBeNull();
    const bytes = await store.get('mapPicture', row?.fileId ?? '');
    expect(bytes?.equals(await pngOf(254))).toBe(true);
    expect(await usedBytes()).toBe(before + (bytes?.length ?? 0));
    expect(await test.db.select().from(fileTable)).toMatchObject([
      { kind: 'mapPicture', owner: 'site', siteId: A.siteId, state: 'ready', contentType: 'image/png', until: null },
    ]);
    expect(await picture(map.id, row?.id ?? '')).toBe('ok');
    expect(await picture(map.id, row?.id ?? '', 'stranger')).not.toBe('ok');
  });

  it('replaces the file of the one before', async () => {
    const before = await pictureRow(map.id);
    const reply = await test.as('robotAdmin', calls.replacePicture.path, { mapId: map.id, ...(await sent(200)) });
    expect(reply.code).toBe(0);
    await deleteExpiredFiles(depsWith());
    const after = await pictureRow(map.id);
    expect(after?.fileId).not.toBe(before?.fileId);
    expect(await stored()).toEqual([after?.fileId]);
  });

  it('that is refused leaves nothing behind', async () => {
    const before = [await stored(), await usedBytes()];
    const taken = await imported('Attic');
    expect(errorNameOf(taken.code)).toBe('mapNameTaken');
    expect([await stored(), await usedBytes()]).toEqual(before);

    const filler = { kind: 'video', owner: 'site', ownerId: A.siteId, siteId: A.siteId, uploadedBy: 'x' } as const;
    const rest = { name: '', state: 'ready', sha256: '', createdAt: new Date() } as const;
    await test.db.insert(fileTable).values({ ...filler, ...rest, id: 'filler', segments: [], bytes: SITE_QUOTA_BYTES });
    const full = await imported('No space');
    expect(errorNameOf(full.code)).toBe('siteQuotaReached');
    expect(full.data).toMatchObject({ words: { limit: 20 } });
    expect(await stored()).toEqual(before[0]);
    await test.db.delete(fileTable).where(eq(fileTable.id, 'filler'));
  });

  it('goes with its map', async () => {
    const { maps: floors } = (await test.as('robotAdmin', calls.ofSite.path, { siteId: A.siteId })).data as {
      maps: MapFloor[];
    };
    const { revision } = floors.find(({ id }) => id === map.id) ?? { revision: -1 };
    expect((await test.as('robotAdmin', calls.remove.path, { mapId: map.id, revision })).code).toBe(0);
    await deleteExpiredFiles(depsWith());
    expect([await stored(), await pictureRow(map.id)]).toEqual([[], undefined]);
  });
});

it('a charging bay in a wall of the picture is refused', async () => {
  // 10 × 5 m from (-2, -3): a wall in the left quarter.
  const data = Uint8Array.from({ length: 200 }, (_, i) => (i % 20 < 5 ? 0 : 254));
  const walled = Buffer.from(await encodePng({ width: 20, height: 10, channels: 1, data })).toString('base64');
  const walledMap = { siteId: A.siteId, floor: '8F', name: 'Walled', ...(await sent(0)), picture: walled };
  const { id: mapId } = (await test.as('robotAdmin', calls.importMap.path, walledMap)).data as MapFloor;
  const bayAt = async (x: number) => {
    // Its only bay is where the point is.
    const on = { serialNumber: A.serialNumber, mapId };
    const point = { ...on, name: 'Charging', worldX: x, worldY: 0, attributes: ['charging'] };
    return errorNameOf((await test.as('robotAdmin', catalogue.points.put.path, point)).code) ?? 'ok';
  };
  expect(await bayAt(0.4)).toBe('bayBlocked');
  expect(await bayAt(0.4)).toBe('bayBlocked');
  expect(await bayAt(0.6)).toBe('ok');
  const revision = 1;
  expect((await test.as('robotAdmin', calls.remove.path, { mapId, revision })).code).toBe(0);
  await deleteExpiredFiles(depsWith());
});

describe('a picture of an earlier version', () => {
  it('is read from the database until it is moved, and leaves it only once the store has it', async () => {
    await legacy(A.mapId, 'old-1', await pngOf(100));
    expect(await picture(A.mapId, 'old-1')).toBe('ok');
    const lying: FileStore = { ...store, get: () => Promise.resolve(Buffer.from('other')) };
    await expect(moveMapPictures(depsWith({ store: lying }))).rejects.toThrow('did not return');
    const failing: FileStore = { ...store, put: () => Promise.reject(new Error('killed')) };
    await expect(moveMapPictures(depsWith({ store: failing }))).rejects.toThrow('killed');
    expect((await pictureRow(A.mapId))?.png?.equals(await pngOf(100))).toBe(true);
    expect(await picture(A.mapId, 'old-1')).toBe('ok');
  });

  it('is moved once by a job, on several servers at once', async () => {
    const queued = async () => test.db.select().from(jobs).where(eq(jobs.kind, 'mapPictures'));
    await queueMapPictureMove(test.db, Date.now);
    const run = () => {
      const [progress, log] = [() => undefined, () => undefined];
      const job = { key: 'x', payload: {}, attempt: 1, signal: new AbortController().signal, progress, log };
      return mapPicturesJob(depsWith()).run(job);
    };
    await Promise.all([run(), run()]);
    await run();
    const row = await pictureRow(A.mapId);
    expect(row?.png).toBeNull();
    expect((await store.get('mapPicture', row?.fileId ?? ''))?.equals(await pngOf(100))).toBe(true);
    expect(await picture(A.mapId, 'old-1')).toBe('ok');
    await deleteExpiredFiles(depsWith());
    expect(await stored()).toEqual([row?.fileId]);
    await queueMapPictureMove(test.db, Date.now);
    expect(await queued()).toHaveLength(1);
    await expect.poll(async () => (await queued())[0]?.state, { timeout: 10_000 }).toBe('done');
  });

  it('stops between two pictures when it is told to', async () => {
    await legacy('map-1b', 'old-2', await pngOf(50));
    await expect(moveMapPictures(depsWith(), { signal: AbortSignal.abort() })).rejects.toThrow();
    expect((await pictureRow('map-1b'))?.fileId).toBeNull();
    expect(await moveMapPictures(depsWith())).toBe(1);
  });

  it('is deleted if its map is gone', async () => {
    const row = { id: 'lost', mapId: 'deleted-map', png: await pngOf(1), width: 20, height: 10, meta };
    await test.db.insert(mapPictures).values({ ...row, createdAt: new Date() });
    expect(await moveMapPictures(depsWith())).toBe(0);
    expect(await pictureRow('deleted-map')).toBeUndefined();
  });
});

it('the pictures of a site go with it', async () => {
  await test.db.insert(sites).values({ id: 'short-lived', name: 'Short-lived', timeZone: 'Europe/Berlin' });
  const floor = { id: 'm-short', siteId: 'short-lived', floor: '1F', name: 'Short', resolution: 0.05 };
  await test.db.insert(maps).values({ ...floor, plan: EMPTY_HALL });
  await legacy('m-short', 'old-3', await pngOf(9));
  await moveMapPictures(depsWith());
  const fileId = (await pictureRow('m-short'))?.fileId ?? '';
  expect(await store.size('mapPicture', fileId)).toBeGreaterThan(0);
  const removed = await test.as('accountAdmin', catalogue.sites.remove.path, { siteId: 'short-lived', revision: 0 });
  expect(removed.code).toBe(0);
  await deleteExpiredFiles(depsWith());
  expect([await store.size('mapPicture', fileId), await pictureRow('m-short')]).toEqual([null, undefined]);
});
