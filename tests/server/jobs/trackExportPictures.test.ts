/** Pictures of alarms in an export of the historical monitoring: the newest, by the right of its reader, and what is missing is said. */
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarmCases, files, mediaViews } from '../../../server/db/schema.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { trackExportJob } from '../../../server/jobs/kinds/trackExport.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';
import { uploader } from '../../fakes/uploads.ts';
import { CASES } from '../http/alarmCalls.ts';

const MINUTE = 60_000;
const T0 = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;

let test: TestServer;
let client: ReturnType<typeof uploader>;
beforeAll(async () => {
  test = await startTestServer();
  client = uploader(test);
  await test.db.delete(alarmCases);
});
afterAll(() => test.close());

async function picture(person: Person, serialNumber: string, shade: number): Promise<{ id: string }> {
  const background = { r: shade, g: 90, b: 120 };
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const { id } = await client.stored(person, bytes, 'picture', { serialNumber });
  return { id };
}
/** Of each picture: the server rewrites them, so that their bytes differ. */
const shades = (pictures: readonly [string, Uint8Array][]): Promise<number[]> =>
  Promise.all(
    pictures.map(async ([, bytes]) => Math.round(((await sharp(bytes).stats()).channels[0]?.mean ?? 0) / 10) * 10),
  );
async function exported(fileId: string, options: { maxPictures?: number } = {}) {
  const { deps } = test.server;
  const store = createFolderStore(join(test.folder, 'files'));
  await trackExportJob({ ...deps, files: { ...deps, store } }, options).run({
    ...{ key: fileId, attempt: 1, signal: new AbortController().signal },
    payload: {
      ...{ userId: 'member', siteId: A.siteId, from: T0, until: T0 + 30 * MINUTE, fileId },
      ...{ serialNumbers: A.serialNumber, language: 'enUS', timeZone: 'UTC' },
    },
    progress: () => undefined,
    log: () => undefined,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await store.open('archive', fileId)) ?? []) chunks.push(chunk);
  const entries = unzipSync(Buffer.concat(chunks));
  return {
    pictures: Object.entries(entries).filter(([name]) => name.startsWith('pictures/')),
    readme: new TextDecoder().decode(entries['readme.txt']),
  };
}

it('has the pictures that its reader may see, and says which are missing', async () => {
  const [sample] = CASES;
  if (!sample) throw new Error('no sample');
  const older = await picture('member', A.serialNumber, 10);
  const newer = await picture('member', A.serialNumber, 80);
  const foreign = await picture('superAdmin', B.serialNumber, 160);
  const gone = 'd'.repeat(32);
  await test.db.insert(alarmCases).values(
    [older.id, newer.id, foreign.id, gone].map((pictureId, n) => ({
      ...sample,
      ...{ id: `case-${n}`, firstAlarmId: `a${n}`, lastAlarmId: `a${n}`, serialNumber: A.serialNumber, pictureId },
      ...{ event: 'smoke' as const, raisedAt: new Date(T0 + n * MINUTE), resolvedAt: null },
    })),
  );
  const all = await exported('1'.repeat(32));
  expect(all.pictures.map(([name]) => name)).toEqual(
    [1, 0].map((n) => expect.stringMatching(new RegExp(`_0${n}_00_`, 'u'))),
  );
  expect(await shades(all.pictures)).toEqual([80, 10]);
  expect(all.readme).toContain('Pictures of alarms, in the folder pictures: 2.');
  expect(all.readme).toContain("deleted or that you don't have access to: 2.");
  expect(all.readme).not.toContain('left out');
  // As if the reader had opened them.
  const views = await test.db.select().from(mediaViews).where(eq(mediaViews.userId, 'member'));
  expect(views.map(({ fileId }) => fileId).toSorted()).toEqual([older.id, newer.id].toSorted());

  const few = await exported('2'.repeat(32), { maxPictures: 3 });
  expect(await shades(few.pictures)).toEqual([80]);
  expect(few.readme).toContain('Older pictures of alarms left out: 1.');
});

it('leaves out a picture for which there is no room among them', async () => {
  await test.db
    .update(files)
    .set({ bytes: 51 * 1024 * 1024 })
    .where(eq(files.kind, 'picture'));
  const { pictures, readme } = await exported('3'.repeat(32));
  expect(pictures).toEqual([]);
  expect(readme).toContain('left out: 2. An export holds at most 200 pictures and 50 MiB of them.');
});
