/**
 * Retention, interrupted deletions, orphans, a full disk, and the move of what earlier versions stored elsewhere: on a
 * real database, with a folder.
 */
import { mkdir, open, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { SEGMENT_MIN_BYTES, UPLOAD_TTL_MS } from '../../../contract/rules/files.ts';
import { mediaDays } from '../../../contract/rules/mediaLibrary.ts';
import { RETENTION_DAYS } from '../../../contract/rules/retention.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { accounts, files as fileTable, mediaItems, problemReports } from '../../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { createFolderStore, FILE_AREAS, newFileId, type FileStore } from '../../../server/files/fileStore.ts';
import type { FilesDeps } from '../../../server/files/files.ts';
import { moveToStore } from '../../../server/files/moveToStore.ts';
import { receiveUpload } from '../../../server/files/receiveUpload.ts';
import { restateMediaUntil } from '../../../server/db/repositories/mediaItems.ts';
import { applyRetention } from '../../../server/retention.ts';
import { png } from '../../fakes/pictures.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { announcement, mp4, uploader } from '../../fakes/uploads.ts';

let test: TestServer;
let store: FileStore;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  store = createFolderStore(join(test.folder, 'files'));
  client = uploader(test);
});
afterAll(() => test.close());

const depsAt = (ms: number, change: Partial<FilesDeps> = {}): FilesDeps => ({
  ...test.server.deps,
  store,
  now: () => Date.now() + ms,
  ...change,
});
const kept = async (): Promise<string[]> => {
  const names: string[] = [];
  for (const area of FILE_AREAS) for await (const { id } of store.list(area)) names.push(`${area}/${id}`);
  return names.sort();
};
const fileOf = async (id: string) => (await test.db.select().from(fileTable).where(eq(fileTable.id, id)))[0];
const stateOf = async (id: string): Promise<string | undefined> => (await fileOf(id))?.state;

describe('retention', () => {
  it('deletes a file after its time, from the table and from the store', async () => {
    const { id } = await client.stored('member', mp4(1_000), 'video', { serialNumber: A.serialNumber });
    const keepMs = mediaDays('operator') * 86_400_000;
    await applyRetention({ db: test.db, now: Date.now, files: depsAt(keepMs - 60_000) });
    expect(await stateOf(id)).toBe('ready');
    await applyRetention({ db: test.db, now: Date.now, files: depsAt(keepMs + 60_000) });
    expect([await stateOf(id), await kept()]).toEqual([undefined, []]);
  });

  it('applies a changed period to what is there, the shorter one after a week, and leaves what is kept for good', async () => {
    const day = 86_400_000;
    const { id } = await client.stored('member', mp4(1_000), 'video', { serialNumber: A.serialNumber });
    const { id: good } = await client.stored('member', mp4(1_000), 'video', { serialNumber: A.serialNumber });
    await test.db.update(mediaItems).set({ keptAt: new Date() }).where(eq(mediaItems.fileId, good));
    await test.db.update(fileTable).set({ until: null }).where(eq(fileTable.id, good));
    const [item] = await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, id));
    const takenAt = item?.takenAt.getTime() ?? 0;
    const untilAfter = async (photos: number, at = takenAt): Promise<number> => {
      await restateMediaUntil(test.db, { ...RETENTION_DAYS, photos }, new Date(at));
      return (((await fileOf(id))?.until?.getTime() ?? 0) - takenAt) / day;
    };
    await applyRetention({ db: test.db, now: Date.now, days: { ...RETENTION_DAYS, photos: 100 } });
    expect((await fileOf(id))?.until?.getTime()).toBe(takenAt + 100 * day);
    expect(await untilAfter(365)).toBeCloseTo(365, 3);
    expect(await untilAfter(20)).toBeCloseTo(20, 3);
    expect(await untilAfter(90)).toBeCloseTo(90, 3);
    // 40 days later, a period of 20 days would have deleted it at once.
    expect(await untilAfter(20, takenAt + 40 * day)).toBeCloseTo(47, 3);
    expect(await untilAfter(20, takenAt + 41 * day)).toBeCloseTo(47, 3);
    expect((await fileOf(good))?.until).toBeNull();
    await test.db.update(fileTable).set({ until: new Date(0) });
    await deleteExpiredFiles(depsAt(0));
  });

  it('deletes an upload that was not completed within a day', async () => {
    const video = mp4(SEGMENT_MIN_BYTES);
    const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
    await client.put(uploadUrl, video, 0, video.length);
    await deleteExpiredFiles(depsAt(UPLOAD_TTL_MS - 60_000));
    expect([await stateOf(fileId), (await kept()).length]).toEqual(['pending', 1]);
    await deleteExpiredFiles(depsAt(UPLOAD_TTL_MS + 60_000));
    expect([await stateOf(fileId), await kept()]).toEqual([undefined, []]);
  });

  it('a deletion that breaks off is completed by the next run, and invisible meanwhile', async () => {
    const { id } = await client.stored('member', mp4(1_000), 'video');
    const late = mediaDays('operator') * 86_400_000 + 60_000;
    const broken = { ...store, remove: () => Promise.reject(new Error('killed')) };
    await expect(deleteExpiredFiles(depsAt(late, { store: broken }))).rejects.toThrow('killed');
    expect(await stateOf(id)).toBe('deleted');
    expect(await test.as('member', catalogue.files.download.path, { imageId: id })).toMatchObject({
      code: ERRORS.fileUnknown,
    });
    await Promise.all([deleteExpiredFiles(depsAt(0)), deleteExpiredFiles(depsAt(0))]);
    expect([await stateOf(id), await kept()]).toEqual([undefined, []]);
  });

  it('finds files without a record, once they are too old to belong to a running upload', async () => {
    const [old, young, draft] = [newFileId(), newFileId(), newFileId()];
    const day = new Date(Date.now() - UPLOAD_TTL_MS - 60_000);
    await mkdir(join(test.folder, 'files', 'picture'), { recursive: true });
    const at = (name: string): string => join(test.folder, 'files', 'picture', name);
    for (const name of [old, young, `${draft}.00.draft`]) await writeFile(at(name), 'x');
    for (const name of [old, `${draft}.00.draft`]) await utimes(at(name), day, day);
    await deleteExpiredFiles(depsAt(0));
    expect(await readdir(join(test.folder, 'files', 'picture'))).toEqual([young]);
    await store.remove('picture', young);
  });
});

describe('a full disk', () => {
  it('is reported as such, keeps what was stored before, and leaves nothing behind', async () => {
    const video = mp4(2 * SEGMENT_MIN_BYTES);
    const { fileId, uploadUrl } = await client.ticket('member', announcement(video));
    await client.put(uploadUrl, video.subarray(0, SEGMENT_MIN_BYTES), 0, video.length);
    const before = await kept();
    const full = createFolderStore(join(test.folder, 'files'), {
      openFile: async (...args) => {
        const handle = await open(...args);
        let left = 1_000;
        handle.write = (async (chunk: Uint8Array, offset: number, length: number) => {
          if (left <= 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
          left -= Math.min(length, left);
          return { bytesWritten: Math.min(length, 1_000), buffer: chunk };
        }) as typeof handle.write;
        return handle;
      },
    });
    const file = { id: fileId, bytes: video.length, received: SEGMENT_MIN_BYTES };
    const rest = (async function* () {
      yield video.subarray(SEGMENT_MIN_BYTES);
    })();
    await expect(receiveUpload(depsAt(0, { store: full }), file, rest, SEGMENT_MIN_BYTES)).rejects.toMatchObject({
      code: ERRORS.diskFull,
    });
    expect([await kept(), await readdir(join(test.folder, 'files', 'upload'))]).toEqual([
      before,
      [before[0]?.slice(7)],
    ]);
    expect(await client.offset(uploadUrl)).toBe(SEGMENT_MIN_BYTES);
  });
});

describe('what earlier versions stored elsewhere', () => {
  const capsule = Buffer.from([0x1f, 0x8b, ...Array.from({ length: 500 }, (_, i) => i % 251)]);
  const report = (id: string) => ({
    id,
    userId: 'member',
    nickname: 'Member',
    sentence: 'It hangs',
    page: '/home',
    build: '1',
    capsule,
    size: capsule.length,
    takenAt: new Date(),
    receivedAt: new Date(),
  });
  const rowOf = async (id: string) => (await test.db.select().from(problemReports).where(eq(problemReports.id, id)))[0];
  const opened = async (reportId: string) =>
    (await test.as('accountAdmin', catalogue.problems.file.path, { reportId })).code;

  it('a recording leaves the database only once the store has it, and can be opened all the time', async () => {
    await test.db.insert(problemReports).values([report('r-1'), report('r-2')]);
    expect(await opened('r-1')).toBe(0);
    let puts = 0;
    const failing: FileStore = {
      ...store,
      put: (...args) => (++puts > 1 ? Promise.reject(new Error('killed')) : store.put(...args)),
    };
    await expect(moveToStore(depsAt(0, { store: failing }))).rejects.toThrow('killed');
    expect([(await rowOf('r-1'))?.capsule, (await rowOf('r-2'))?.capsule?.equals(capsule)]).toEqual([null, true]);
    const lying: FileStore = { ...store, get: () => Promise.resolve(Buffer.from('other')) };
    await expect(moveToStore(depsAt(0, { store: lying }))).rejects.toThrow('did not return');
    expect((await rowOf('r-2'))?.capsule?.equals(capsule)).toBe(true);

    await Promise.all([moveToStore(depsAt(0)), moveToStore(depsAt(0))]);
    for (const id of ['r-1', 'r-2']) {
      const row = await rowOf(id);
      expect([row?.capsule, (await store.get('problemReport', row?.fileId ?? ''))?.equals(capsule)]).toEqual([
        null,
        true,
      ]);
      expect(await opened(id)).toBe(0);
    }
    // What the interrupted and the losing moves left is deleted like any other upload.
    await deleteExpiredFiles(depsAt(UPLOAD_TTL_MS + 60_000));
    expect((await kept()).filter((name) => name.startsWith('problemReport/'))).toHaveLength(2);
  });

  it('a report that is deleted takes its recording with it', async () => {
    const fileId = (await rowOf('r-1'))?.fileId ?? '';
    await test.as('accountAdmin', catalogue.problems.remove.path, { reportId: 'r-1' });
    await expect.poll(() => store.get('problemReport', fileId)).toBeNull();
    expect(await stateOf(fileId)).toBe('deleted');
  });

  it('an avatar gets its row, and is no orphan before it has one', async () => {
    const id = newFileId();
    await store.put('avatar', id, png(20, 20));
    await test.db
      .update(accounts)
      .set({ avatarPath: `/files/avatar/${id}` })
      .where(eq(accounts.id, 'viewer'));
    await deleteExpiredFiles(depsAt(3 * UPLOAD_TTL_MS));
    expect(await store.size('avatar', id)).toBe(png(20, 20).length);
    await test.db
      .update(accounts)
      .set({ avatarPath: `/files/avatar/${newFileId()}` })
      .where(eq(accounts.id, 'member'));
    const told: number[][] = [];
    const onMoved = (...done: number[]) => void told.push(done);
    expect(await moveToStore(depsAt(0), { onMoved })).toEqual({ moved: 1, unreadable: 1 });
    expect(told).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(await moveToStore(depsAt(0))).toEqual({ moved: 0, unreadable: 1 });
    expect(await test.db.select().from(fileTable).where(eq(fileTable.id, id))).toMatchObject([
      { kind: 'avatar', owner: 'account', ownerId: 'viewer', state: 'ready', contentType: 'image/png' },
    ]);
  });
});
