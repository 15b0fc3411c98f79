/** Pictures of the demo's past alarms: drawn once by a background job, of the newest ones, as long as they may be kept. */
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RETENTION_DAYS, type RetentionDays } from '../../../contract/rules/retention.ts';
import { restateMediaUntil } from '../../../server/db/repositories/mediaItems.ts';
import { alarmCases, alarmPictures, files, jobs, mediaItems } from '../../../server/db/schema.ts';
import { PICTURED_CASES, PICTURING_ROBOTS } from '../../../server/db/seed/alarmPictures.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { demoAlarmPicturesJob, queueDemoAlarmPictures } from '../../../server/jobs/kinds/demoAlarmPictures.ts';
import type { PhotoWish } from '../../../server/simulator.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const DAY_MS = 86_400_000;
let test: TestServer;
let picture: Uint8Array;
beforeAll(async () => {
  test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '14' } });
  picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#446' } })
    .jpeg()
    .toBuffer();
});
afterAll(() => test.close());

async function run(
  drawPhoto: (wish: PhotoWish) => Promise<Uint8Array | null>,
  days: Partial<RetentionDays> = {},
): Promise<string[]> {
  const lines: string[] = [];
  const { deps } = test.server;
  const store = createFolderStore(join(test.folder, 'files'));
  const job = demoAlarmPicturesJob({
    ...deps,
    settings: { ...deps.settings, retentionDays: { ...RETENTION_DAYS, ...days } },
    files: { db: deps.db, now: deps.now, log: deps.log, store },
    drawPhoto,
  });
  await job.run({
    id: 'job',
    key: 'demoAlarmPictures',
    payload: {},
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: (line: string) => void lines.push(line),
  } as never); // the rest of a job's context is not used
  return lines;
}

it('is queued once, for a while after the start, behind the photos', async () => {
  const queued = () => test.db.select().from(jobs).where(eq(jobs.kind, 'demoAlarmPictures'));
  for (let start = 0; start < 2; start += 1) await queueDemoAlarmPictures(test.db, () => Date.now() + DAY_MS);
  const [job, ...others] = await queued();
  expect(others).toEqual([]);
  expect(job).toMatchObject({ serialQueue: 'demoPhotos' });
  expect(job?.dueAt.getTime()).toBeGreaterThan(Date.now() + DAY_MS);
  await test.db.delete(jobs).where(eq(jobs.kind, 'demoAlarmPictures'));
});

it('without a simulator nothing is written, and the job is tried again', async () => {
  await expect(run(async () => null)).rejects.toThrow('draws no photos');
  expect([await test.rowsIn(mediaItems), await test.rowsIn(alarmPictures)]).toEqual([0, 0]);
});

it('draws the newest ones once, each with what it is about; what the retention period has deleted is left out', async () => {
  const wishes: PhotoWish[] = [];
  const draw = async (wish: PhotoWish): Promise<Uint8Array> => {
    wishes.push(wish);
    return picture;
  };
  // The first attempt is stopped on the way; the next one adds what is missing.
  let left = 3;
  const stops = async (wish: PhotoWish): Promise<Uint8Array> => {
    left -= 1;
    if (left < 0) throw new Error('stopped');
    return draw(wish);
  };
  const days = { alarmPhotos: 5 };
  await expect(run(stops, days)).rejects.toThrow('stopped');
  expect(await test.rowsIn(alarmPictures)).toBe(3);
  const [line = ''] = await run(draw, days);
  expect(Number.parseInt(line, 10)).toBe(wishes.length - 3);
  expect(await run(draw, days)).toEqual([]);

  const pictured = await test.db.select().from(alarmCases).where(isNotNull(alarmCases.pictureId));
  expect(pictured.length).toBeGreaterThan(5);
  expect(pictured.length).toBeLessThan(PICTURED_CASES);
  // The unbound robot has none: its library begins with its owner.
  const cases = await test.db
    .select()
    .from(alarmCases)
    .where(inArray(alarmCases.serialNumber, [...PICTURING_ROBOTS]));
  const newest = cases.sort((a, b) => b.raisedAt.getTime() - a.raisedAt.getTime()).slice(0, pictured.length);
  expect(new Set(newest.map(({ id }) => id))).toEqual(new Set(pictured.map(({ id }) => id)));

  const shown = await test.db
    .select()
    .from(alarmPictures)
    .innerJoin(alarmCases, eq(alarmCases.id, alarmPictures.caseId))
    .innerJoin(mediaItems, eq(mediaItems.fileId, alarmPictures.fileId))
    .innerJoin(files, eq(files.id, alarmPictures.fileId));
  expect(shown).toHaveLength(wishes.length);
  expect(shown.filter(({ alarm_pictures: { moment } }) => moment === 'before').length).toBeGreaterThan(3);
  const stored = new Map(wishes.map((wish) => [`${wish.serialNumber} ${wish.at}`, wish]));
  for (const { alarm_pictures: own, alarm_cases: row, media_items: item, files: file } of shown) {
    const wish = stored.get(`${row.serialNumber} ${own.at.getTime()}`);
    expect(wish?.alarm).toEqual({
      event: row.event,
      isThere: own.moment === 'at',
      ...(row.value !== null && { value: row.value }),
    });
    expect([wish?.mapId, wish?.x, wish?.y]).toEqual([row.mapId, row.x, row.y]);
    expect([item.source, item.alarmCaseId, item.serialNumber]).toEqual(['alarm', row.id, row.serialNumber]);
    expect(own.moment === 'at' ? row.pictureId === file.id : row.raisedAt > own.at).toBe(true);
    expect(file).toMatchObject({ state: 'ready', until: new Date(own.at.getTime() + 5 * DAY_MS) });
    expect(file.thumbnailBytes).toBeGreaterThan(0);
  }
  // The hourly job does not prolong it.
  const untils = () => test.db.select({ id: files.id, until: files.until }).from(files).orderBy(files.id);
  const before = await untils();
  await restateMediaUntil(test.db, { ...RETENTION_DAYS, ...days }, new Date(test.server.deps.now()));
  expect(await untils()).toEqual(before);
});
