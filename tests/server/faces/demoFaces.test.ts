/** The demo's faces: written once by a background job, consistent, and with drawn pictures for the last days. */
import { eq, isNotNull } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { join } from 'node:path';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { isHighTemperature } from '../../../contract/rules/faces.ts';
import { DEMO_PERSONS } from '../../../demo/people.ts';
import { faceRecords, facePersons, files } from '../../../server/db/schema.ts';
import { markOf } from '../../../server/db/repositories/installation.ts';
import { demoFacesJob, queueDemoFaces } from '../../../server/jobs/kinds/demoFaces.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const DAY_MS = 86_400_000;
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '12' } });
});
afterAll(() => test.close());

const run = async (): Promise<string[]> => {
  const lines: string[] = [];
  const { deps } = test.server;
  const store = createFolderStore(join(test.folder, 'files'));
  const job = demoFacesJob({ ...deps, files: { db: deps.db, now: deps.now, log: deps.log, store } });
  await job.run({
    id: 'job',
    key: 'demoFaces',
    payload: {},
    attempt: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: (line: string) => void lines.push(line),
  } as never); // the rest of a job's context is not used
  return lines;
};

it('does not delay the start: nothing is written before the job runs', async () => {
  expect(await test.rowsIn(faceRecords)).toBe(0);
});

it('writes 90 days with registered people and strangers, and pictures for the last two days', async () => {
  await run();
  const rows = await test.db.select().from(faceRecords);
  expect(rows.length).toBeGreaterThan(1_000);
  const oldest = Math.min(...rows.map(({ at }) => at.getTime()));
  expect(Date.now() - oldest).toBeGreaterThan(85 * DAY_MS);
  expect(Date.now() - oldest).toBeLessThan(90 * DAY_MS);
  expect(rows.every(({ at, demo }) => demo && at.getTime() < Date.now())).toBe(true);
  expect(rows.every((row) => row.isHigh === isHighTemperature(row.temperature, row.threshold))).toBe(true);
  expect(rows.some(({ isHigh }) => isHigh)).toBe(true);
  expect(await test.rowsIn(facePersons)).toBe(DEMO_PERSONS.length);

  const pictured = await test.db.select().from(faceRecords).where(isNotNull(faceRecords.fileId));
  expect(pictured.length).toBeGreaterThan(5);
  for (const { at } of pictured) expect(Date.now() - at.getTime()).toBeLessThan(2 * DAY_MS + 60_000);
  const [first] = pictured;
  const [file] = await test.db
    .select()
    .from(files)
    .where(eq(files.id, first?.fileId ?? ''));
  expect(file).toMatchObject({ kind: 'face', state: 'ready', owner: 'robot' });
  const blurred = await sharp(Buffer.from(first?.blurred ?? '', 'base64')).metadata();
  expect([blurred.format, blurred.width]).toEqual(['webp', 48]);
});

it('is done once: a second run, and a start after it, change nothing', async () => {
  const before = await test.rowsIn(faceRecords);
  await test.db.delete(facePersons);
  await run();
  expect(await test.rowsIn(facePersons)).toBe(0);
  expect(await test.rowsIn(faceRecords)).toBeLessThan(before);
  expect(await markOf(test.db, 'demoFacePictures')).toBeDefined();
  await queueDemoFaces(test.db, Date.now);
  expect((await test.as('accountAdmin', catalogue.faces.settings.path, {})).code).toBe(0);
});
