/** Photos of the past days in a demo: drawn once by a background job, of the robots that are there, in their library. */
import { eq } from 'drizzle-orm';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { files, jobs, mediaItems } from '../../../server/db/schema.ts';
import { demoPhotos } from '../../../server/db/seed/photos.ts';
import { demoPhotosJob, queueDemoPhotos } from '../../../server/jobs/kinds/demoPhotos.ts';
import type { PhotoWish } from '../../../server/simulator.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const DAY_MS = 86_400_000;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '12' } })));
afterAll(() => test.close());

async function run(drawPhoto: (wish: PhotoWish) => Promise<Uint8Array | null>, later = 0): Promise<string[]> {
  const lines: string[] = [];
  const { deps } = test.server;
  const store = createFolderStore(join(test.folder, 'files'));
  const job = demoPhotosJob({ ...deps, files: { db: deps.db, now: deps.now, log: deps.log, store }, drawPhoto });
  await job.run({
    id: 'job',
    key: 'demoPhotos',
    payload: { from: deps.now() + later },
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: (line: string) => void lines.push(line),
  } as never); // the rest of a job's context is not used
  return lines;
}

it('the same day has the same photos, all in the past, of days before today, at places of their robots', () => {
  const now = Date.UTC(2026, 5, 10, 9);
  const list = demoPhotos(now, () => true);
  expect(list).toEqual(demoPhotos(now, () => true));
  expect(list).toHaveLength(30);
  for (const { takenAt } of list) expect([takenAt < now, takenAt > now - 8 * DAY_MS]).toEqual([true, true]);
  expect(new Set(list.map(({ serialNumber }) => serialNumber)).size).toBeGreaterThan(3);
  expect(new Set(list.map(({ source }) => source)).size).toBeGreaterThan(2);
  expect(demoPhotos(now, () => false)).toEqual([]);
});

it('is queued once, for a while after the start', async () => {
  const queued = () => test.db.select().from(jobs).where(eq(jobs.kind, 'demoPhotos'));
  for (let start = 0; start < 2; start += 1) await queueDemoPhotos(test.db, () => Date.now() + DAY_MS);
  const [job, ...others] = await queued();
  expect(others).toEqual([]);
  expect(job?.dueAt.getTime()).toBeGreaterThan(Date.now() + DAY_MS);
  await test.db.delete(jobs).where(eq(jobs.kind, 'demoPhotos'));
});

it('without a simulator nothing is written, and the job is tried again', async () => {
  await expect(run(async () => null)).rejects.toThrow('draws no photos');
  expect(await test.rowsIn(mediaItems)).toBe(0);
});

it('writes them once, with place, reason and thumbnail, into the library of the robots', async () => {
  const wishes: PhotoWish[] = [];
  const picture = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer();
  const draw = async (wish: PhotoWish): Promise<Uint8Array> => {
    wishes.push(wish);
    return picture;
  };
  // The first attempt is stopped on the way; the next one, on another day, adds what is missing.
  const before = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#644' } })
    .jpeg()
    .toBuffer();
  let left = 3;
  const stops = async (): Promise<Uint8Array> => {
    left -= 1;
    if (left < 0) throw new Error('stopped');
    return before;
  };
  await expect(run(stops)).rejects.toThrow('stopped');
  expect(await test.rowsIn(mediaItems)).toBe(3);
  const [, half, expired] = await test.db.select().from(mediaItems);
  // One had its bytes and no entry yet, one was taken for an upload that was never completed.
  for (const [item, state] of [
    [half, 'pending'],
    [expired, 'deleted'],
  ] as const) {
    await test.db.delete(mediaItems).where(eq(mediaItems.fileId, item?.fileId ?? ''));
    await test.db
      .update(files)
      .set({ state })
      .where(eq(files.id, item?.fileId ?? ''));
  }
  const [line = ''] = await run(draw, DAY_MS);
  const total = Number.parseInt(line, 10) + 1;
  expect(total).toBeGreaterThan(10);
  expect([wishes.length, await test.rowsIn(mediaItems)]).toEqual([total - 1, total]);
  expect(await run(draw)).toEqual([]);
  expect(wishes).toHaveLength(total - 1);
  expect(await test.db.select().from(files).where(eq(files.state, 'pending'))).toEqual([]);
  const items = await test.db.select().from(mediaItems);
  expect(items.filter(({ pointId }) => pointId === null)).toEqual([]);
  for (const { source, userId } of items) expect(source === 'operator').toBe(userId !== null);
  const stored = await test.db.select().from(files).where(eq(files.owner, 'robot'));
  expect(
    stored.filter(({ state, thumbnailBytes, until }) => state !== 'ready' || thumbnailBytes === 0 || !until),
  ).toEqual([]);
});
