/** Pictures under drawn floors in the file store: counted, kept from addresses, deleted, moved from the database. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FloorDrawing } from '../../../contract/entities/floorDrawing.ts';
import { SITE_QUOTA_BYTES } from '../../../contract/rules/files.ts';
import { encodePng } from '../../../contract/rules/mapFiles/png.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { files as fileTable, floorTraces, jobs, maps } from '../../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { createFolderStore, type FileStore } from '../../../server/files/fileStore.ts';
import type { FilesDeps } from '../../../server/files/files.ts';
import { moveMapPictures } from '../../../server/files/mapPictures.ts';
import { queueMapPictureMove } from '../../../server/jobs/kinds/mapPictures.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
let store: FileStore;
beforeAll(async () => {
  test = await startTestServer();
  store = createFolderStore(join(test.folder, 'files'));
});
afterAll(() => test.close());

const calls = catalogue.floorDrawings;
const ask = async <Data>(path: string, data: unknown): Promise<Data> => {
  const reply = await test.as('accountAdmin', path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const pngOf = async (grey: number): Promise<Buffer> =>
  Buffer.from(await encodePng({ width: 8, height: 4, channels: 1, data: new Uint8Array(32).fill(grey) }));
const SITE = {
  name: { zhCN: '短期', enUS: 'Short-lived' },
  timeZone: 'Europe/Berlin',
  address: '',
  latitude: null,
  longitude: null,
};
const PLACED = { resolution: 0.5, originX: 0, originY: 0, originYaw: 0 };
const created = (name: string, siteId = A.siteId): Promise<FloorDrawing> =>
  ask(calls.create.path, { siteId, floor: '5F', name, width: 12, height: 8 });
const trace = async (drawingId: string, grey: number) =>
  test.as('accountAdmin', calls.trace.path, {
    drawingId,
    picture: (await pngOf(grey)).toString('base64'),
    ...PLACED,
  });
const traced = async (name: string, grey = 254, siteId = A.siteId): Promise<FloorDrawing> => {
  const { id } = await created(name, siteId);
  const reply = await trace(id, grey);
  expect(reply.code).toBe(0);
  return reply.data as FloorDrawing;
};
const depsWith = (change: Partial<FilesDeps> = {}): FilesDeps => ({ ...test.server.deps, store, ...change });
const row = async (drawingId: string) =>
  (await test.db.select().from(floorTraces).where(eq(floorTraces.drawingId, drawingId)))[0];
const usedBytes = async () =>
  ((await test.as('viewer', catalogue.files.usage.path, { siteId: A.siteId })).data as { usedBytes: number }).usedBytes;
/** What is in the store after the deletion of what was deleted. */
const stored = async (): Promise<string[]> => {
  await deleteExpiredFiles(depsWith());
  const names: string[] = [];
  for await (const { id } of store.list('floorTrace')) names.push(id);
  return names;
};
/** As earlier versions stored it. */
async function legacy(drawingId: string, grey: number): Promise<void> {
  const [png, pictureId] = [await pngOf(grey), `old-${drawingId}`];
  const placed = { width: 8, height: 4, ...PLACED };
  await test.db.insert(floorTraces).values({ drawingId, pictureId, png, ...placed });
}
const shown = async (drawingId: string) => {
  const { pictureId = '' } = (await row(drawingId)) ?? {};
  return errorNameOf((await test.as('accountAdmin', calls.picture.path, { drawingId, pictureId })).code) ?? 'ok';
};

describe('the picture under a drawn floor', () => {
  let drawing: FloorDrawing;

  it('is a file of its site, which has no address', async () => {
    const before = await usedBytes();
    drawing = await traced('Traced');
    const { fileId, png } = (await row(drawing.id)) ?? {};
    expect(png).toBeNull();
    const bytes = await store.get('floorTrace', fileId ?? '');
    expect(bytes?.equals(await pngOf(254))).toBe(true);
    expect(await usedBytes()).toBe(before + (bytes?.length ?? 0));
    const [file] = await test.db.select().from(fileTable);
    expect(file).toMatchObject({ kind: 'floorTrace', owner: 'site', siteId: A.siteId, state: 'ready', until: null });
    expect(await shown(drawing.id)).toBe('ok');
    for (const person of ['member', 'superAdmin', 'accountAdmin'] as const) {
      const reply = await test.as(person, catalogue.files.address.path, { fileId });
      expect(errorNameOf(reply.code)).toBe('fileUnknown');
    }
  });

  it('takes the place of the file before, and goes when it is removed', async () => {
    const before = (await row(drawing.id))?.fileId;
    expect((await trace(drawing.id, 100)).code).toBe(0);
    const after = (await row(drawing.id))?.fileId;
    expect(after).not.toBe(before);
    expect(await stored()).toEqual([after]);
    await ask(calls.removeTrace.path, { drawingId: drawing.id });
    expect(await stored()).toEqual([]);
  });

  it('that is refused leaves nothing behind', async () => {
    const filler = { kind: 'video', owner: 'site', ownerId: A.siteId, siteId: A.siteId, uploadedBy: 'x' } as const;
    const rest = { name: '', state: 'ready', sha256: '', createdAt: new Date() } as const;
    await test.db.insert(fileTable).values({ ...filler, ...rest, id: 'filler', segments: [], bytes: SITE_QUOTA_BYTES });
    expect(errorNameOf((await trace(drawing.id, 50)).code)).toBe('siteQuotaReached');
    await test.db.delete(fileTable).where(eq(fileTable.id, 'filler'));
    expect(errorNameOf((await trace('nowhere', 50)).code)).toBe('drawingUnknown');
    expect([await stored(), await row(drawing.id)]).toEqual([[], undefined]);
  });

  it('goes with its drawing, with its map, and with its site', async () => {
    const { id: draft } = await traced('Draft');
    await ask(calls.remove.path, { drawingId: draft, revision: 0 });
    expect(await stored()).toEqual([]);

    const { id: published } = await traced('Published');
    await ask(calls.publish.path, { drawingId: published, revision: 0 });
    const [map] = await test.db.select().from(maps).where(eq(maps.id, published));
    const removal = { mapId: published, revision: map?.revision };
    expect((await test.as('robotAdmin', catalogue.mapFiles.remove.path, removal)).code).toBe(0);
    expect(await stored()).toEqual([]);

    const { siteId, revision } = await ask<{ siteId: string; revision: number }>(catalogue.sites.save.path, SITE);
    await traced('Draft of a site', 254, siteId);
    const { id } = await traced('Floor of a site', 254, siteId);
    await ask(calls.publish.path, { drawingId: id, revision: 0 });
    expect(await stored()).toHaveLength(2);
    await ask(catalogue.sites.remove.path, { siteId, revision });
    expect(await stored()).toEqual([]);
  });
});

describe('a picture of an earlier version', () => {
  it('is shown from the database until it is moved, and leaves it only once the store has it', async () => {
    const { id } = await created('Old');
    await legacy(id, 100);
    expect(await shown(id)).toBe('ok');
    const lying: FileStore = { ...store, get: () => Promise.resolve(Buffer.from('other')) };
    await expect(moveMapPictures(depsWith({ store: lying }))).rejects.toThrow('did not return');
    expect((await row(id))?.png?.equals(await pngOf(100))).toBe(true);

    await queueMapPictureMove(test.db, Date.now);
    const queued = async () => (await test.db.select().from(jobs).where(eq(jobs.kind, 'mapPictures')))[0]?.state;
    await expect.poll(queued, { timeout: 10_000 }).toBe('done');
    const { fileId, png } = (await row(id)) ?? {};
    expect(png).toBeNull();
    expect((await store.get('floorTrace', fileId ?? ''))?.equals(await pngOf(100))).toBe(true);
    expect(await shown(id)).toBe('ok');
    expect(await stored()).toEqual([fileId]);
  });

  it('that is replaced or deleted meanwhile leaves no file', async () => {
    const { id } = await created('Replaced');
    await legacy(id, 100);
    const before = await stored();
    const replacing: FileStore = {
      ...store,
      get: async (kind, name) => {
        await test.db.delete(floorTraces).where(eq(floorTraces.drawingId, id));
        return store.get(kind, name);
      },
    };
    expect(await moveMapPictures(depsWith({ store: replacing }))).toBe(0);
    expect([await stored(), await row(id)]).toEqual([before, undefined]);
  });
});
