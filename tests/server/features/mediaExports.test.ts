/** Exports of photos and recordings: what they hold, whom they serve, their bounds, and how they say what went wrong. */
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { FileExport } from '../../../contract/entities/fileExport.ts';
import { ACCOUNT_QUOTA_BYTES, FILE_RULES } from '../../../contract/rules/files.ts';
import { MEDIA_EXPORT_ITEMS } from '../../../contract/rules/mediaLibrary.ts';
import { ApiError, errorNameOf } from '../../../contract/wire/errors.ts';
import { usageOf } from '../../../server/db/repositories/files.ts';
import { audit, files as fileTable, jobs, mediaItems, mediaViews } from '../../../server/db/schema.ts';
import { ARCHIVE_TOO_LARGE, NO_DISK_SPACE } from '../../../server/features/fileExports.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { enqueueJob } from '../../../server/jobs/enqueue.ts';
import { mediaExportJob } from '../../../server/jobs/kinds/mediaExport.ts';
import { FinalFailure } from '../../../server/jobs/jobKind.ts';
import { A, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { uploader } from '../../fakes/uploads.ts';

const { photos, files } = catalogue;

let test: TestServer;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  client = uploader(test);
});
afterAll(() => test.close());

let shade = 0;
const taken = async (): Promise<string> => {
  const picture = await sharp({
    create: { width: 640, height: 360, channels: 3, background: { r: ++shade, g: 9, b: 9 } },
  })
    .jpeg()
    .toBuffer();
  return (await client.stored('member', picture, 'picture', { serialNumber: A.serialNumber })).id;
};
const ask = async <Data>(person: Person, path: string, data: object): Promise<Data> => {
  const reply = await test.as(person, path, data);
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as Data;
};
const refusal = async (person: Person, path: string, data: object) =>
  errorNameOf((await test.as(person, path, data)).code);
const begin = (person: Person, asked: object) =>
  ask<FileExport>(person, photos.export.path, { language: 'enUS', timeZone: 'Asia/Shanghai', ...asked });
const ended = (person: Person, exportId: string): Promise<FileExport> =>
  vi.waitFor(
    async () => {
      const state = await ask<FileExport>(person, photos.exportState.path, { exportId });
      expect(['done', 'failed']).toContain(state.state);
      return state;
    },
    { timeout: 20_000, interval: 100 },
  );
async function contentOf(person: Person, { exportId }: FileExport) {
  const { state, fileId } = await ended(person, exportId);
  expect(state).toBe('done');
  const { url } = await ask<{ url: string }>(person, files.address.path, { fileId });
  const entries = unzipSync((await test.server.inject({ url })).rawPayload);
  return {
    entries,
    lines: strFromU8(entries['manifest.csv'] ?? new Uint8Array())
      .trim()
      .split('\r\n'),
  };
}
const jobOf = (fileIds: readonly string[], fileId: string) => ({
  key: 'k',
  payload: { userId: 'member', fileIds: fileIds.join(','), language: 'enUS', timeZone: 'UTC', at: 0, fileId },
  attempt: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
  log: () => undefined,
});

it('holds the files as they are, and says of each when, where, by whom and why it was taken', async () => {
  const fileIds = [await taken(), await taken()];
  const { entries, lines } = await contentOf('member', await begin('member', { fileIds }));
  const pictures = Object.keys(entries).filter((name) => name.endsWith('.jpg'));
  expect(pictures).toHaveLength(2);
  expect(entries['readme.txt']).toBeUndefined();
  for (const name of pictures) expect(await sharp(entries[name]).metadata()).toMatchObject({ width: 640, height: 360 });
  expect(lines[0]).toContain('"Time (Asia/Shanghai)","File","Type","Robot"');
  expect(lines).toHaveLength(3);
  for (const name of pictures)
    expect(lines.find((line) => line.includes(name))).toMatch(/"Photo".*"Person","member by name"/u);
  // As if each had been opened, and recorded.
  for (const fileId of fileIds)
    expect(await test.db.select().from(mediaViews).where(eq(mediaViews.fileId, fileId))).toMatchObject([
      { userId: 'member' },
    ]);
  expect(await test.db.select().from(audit).where(eq(audit.act, 'media.export'))).toMatchObject([
    { subject: A.serialNumber, after: { files: 2 } },
  ]);
});

it('without names holds what the filters match; nothing that is deleted', async () => {
  const gone = await taken();
  expect(await refusal('member', photos.export.path, { fileIds: ['0'.repeat(32)] })).toBe('playbackMissing');
  await ask('member', photos.remove.path, { fileIds: [gone] });
  expect(await refusal('member', photos.export.path, { fileIds: [gone] })).toBe('mediaDeleted');
  const rest = await test.db.select().from(mediaItems);
  const { lines } = await contentOf('viewer', await begin('viewer', { source: 'operator' }));
  expect(lines).toHaveLength(rest.filter(({ deletedAt }) => deletedAt === null).length + 1);
  expect(await refusal('viewer', photos.export.path, { source: 'timer' })).toBe('playbackMissing');
});

it('is for its account alone, which must see the robots', async () => {
  const fileIds = [await taken()];
  expect(await refusal('stranger', photos.export.path, { fileIds })).toBe('playbackMissing');
  const { exportId } = await begin('member', { fileIds });
  const { fileId } = await ended('member', exportId);
  for (const path of [photos.exportState.path, photos.cancelExport.path])
    expect(await refusal('superAdmin', path, { exportId })).toBe('notFound');
  expect(await refusal('superAdmin', files.address.path, { fileId })).toBeTruthy();
});

it('leaves out what was deleted before it is written, and says how much', async () => {
  const [kept, gone] = [await taken(), await taken()];
  await ask('member', photos.remove.path, { fileIds: [gone] });
  const id = 'd'.repeat(32);
  await mediaExportJob({ ...test.server.deps, files: { ...test.server.deps, store: store() } }).run(
    jobOf([kept, gone], id),
  );
  const entries = unzipSync((await store().get('archive', id)) ?? new Uint8Array());
  expect(Object.keys(entries).filter((name) => name.endsWith('.jpg'))).toHaveLength(1);
  expect(strFromU8(entries['readme.txt'] ?? new Uint8Array())).toMatch(/^1 of 2 files are missing/u);
});

it('is bounded in number and size before it begins', async () => {
  const fileId = await taken();
  await test.db
    .update(fileTable)
    .set({ bytes: FILE_RULES.archive.maxBytes + 1 })
    .where(eq(fileTable.id, fileId));
  expect(await refusal('member', photos.export.path, { fileIds: [fileId] })).toBe('mediaExportTooLarge');
  await test.db.update(fileTable).set({ bytes: 1_000 }).where(eq(fileTable.id, fileId));
  const [file] = await test.db.select().from(fileTable).where(eq(fileTable.id, fileId));
  const [item] = await test.db.select().from(mediaItems).where(eq(mediaItems.fileId, fileId));
  if (!file || !item) throw new Error('no photo');
  const ids = Array.from({ length: MEDIA_EXPORT_ITEMS + 1 }, (_, index) => `many-${index}`);
  await test.db.insert(fileTable).values(ids.map((id) => ({ ...file, id })));
  await test.db.insert(mediaItems).values(ids.map((id) => ({ ...item, fileId: id, source: 'timer' as const })));
  expect(await refusal('member', photos.export.path, { source: 'timer' })).toBe('mediaExportTooMany');
  // The photos go with them.
  await test.db.delete(fileTable).where(inArray(fileTable.id, ids));
});

/** Exports of the member that wait for an hour. */
const waiting = (kind: 'mediaExport' | 'trackExport', keys: readonly string[], payload: object) =>
  test.db.transaction((transaction) =>
    Promise.all(
      keys.map((key) =>
        enqueueJob(transaction, Date.now, {
          kind,
          key,
          payload: { ...payload, userId: 'member' },
          dueAt: Date.now() + 3_600_000,
        }),
      ),
    ),
  );

it('needs space in the quota beside all exports in progress, also those of tracks', async () => {
  const fileIds = [await taken()];
  const [photo] = await test.db
    .select()
    .from(fileTable)
    .where(eq(fileTable.id, fileIds[0] ?? ''));
  if (!photo) throw new Error('no photo');
  const used = await usageOf(test.db, { owner: 'account', ownerId: 'member' });
  const own = { id: 'f'.repeat(32), kind: 'archive', owner: 'account', ownerId: 'member', siteId: null } as const;
  // Space for two archives, but not for three.
  const bytes = ACCOUNT_QUOTA_BYTES - used.bytes - 2 * FILE_RULES.archive.maxBytes;
  await test.db.insert(fileTable).values({ ...photo, ...own, bytes, thumbnailBytes: 0 });
  const exportIds = await waiting('trackExport', ['track-1', 'track-2'], {});
  expect(await refusal('member', photos.export.path, { fileIds })).toBe('accountQuotaReached');
  await test.db.delete(jobs).where(eq(jobs.id, exportIds[0] ?? ''));
  await ended('member', (await begin('member', { fileIds })).exportId);
  await test.db.delete(jobs).where(inArray(jobs.id, exportIds));
  await test.db.delete(fileTable).where(eq(fileTable.id, own.id));
});

it('that becomes too large or finds the disk full is not repeated, leaves nothing, and says so', async () => {
  const fileIds = [await taken()];
  const full = { ...store(), putStream: () => Promise.reject(new ApiError('diskFull')) };
  const cases = [
    { used: store(), maxBytes: 100, text: ARCHIVE_TOO_LARGE, error: 'mediaExportTooLarge' },
    { used: full, maxBytes: FILE_RULES.archive.maxBytes, text: NO_DISK_SPACE, error: 'diskFull' },
  ] as const;
  for (const { used, maxBytes, text, error } of cases) {
    const id = 'e'.repeat(32);
    const kind = mediaExportJob({ ...test.server.deps, files: { ...test.server.deps, store: used } }, { maxBytes });
    await expect(kind.run(jobOf(fileIds, id))).rejects.toThrow(new FinalFailure(text));
    expect(await test.db.select().from(fileTable).where(eq(fileTable.id, id))).toEqual([]);
    const { exportId } = await begin('member', { fileIds });
    await ended('member', exportId);
    await test.db
      .update(jobs)
      .set({ state: 'failed', reason: { code: 'error', text } })
      .where(eq(jobs.id, exportId));
    expect(await refusal('member', photos.exportState.path, { exportId })).toBe(error);
  }
});

it('that was cancelled has failed, and does not count as in progress', async () => {
  const fileIds = [await taken()];
  const exportIds = await waiting(
    'mediaExport',
    ['media-1', 'media-2', 'media-3'],
    jobOf(fileIds, 'c'.repeat(32)).payload,
  );
  expect(await refusal('member', photos.export.path, { fileIds })).toBe('trackExportsPending');
  for (const exportId of exportIds) await ask('member', photos.cancelExport.path, { exportId });
  // Now they would be due, before those that begin now.
  await test.db
    .update(jobs)
    .set({ dueAt: new Date(0) })
    .where(inArray(jobs.id, exportIds));
  const begun = [await begin('member', { fileIds }), await begin('member', { fileIds })];
  for (const { exportId } of begun) expect((await ended('member', exportId)).state).toBe('done');
  for (const exportId of exportIds)
    expect(await ask('member', photos.exportState.path, { exportId })).toMatchObject({ state: 'failed', fileId: '' });
  expect(
    await test.db
      .select()
      .from(fileTable)
      .where(eq(fileTable.id, 'c'.repeat(32))),
  ).toEqual([]);
});

const store = () => createFolderStore(join(test.folder, 'files'));
