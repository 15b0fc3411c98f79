/** `kill -9` before every statement of a job: it is finished once, or told as failed, and nothing of it is left over. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { build } from 'esbuild';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UPLOAD_TTL_MS } from '../../../contract/rules/files.ts';
import {
  addExport,
  deliveryExportKey,
  exportById,
  shownExport,
} from '../../../server/db/repositories/deliveryLists.ts';
import {
  accounts,
  files as fileTable,
  jobs,
  mediaItems,
  mediaViews,
  relations,
  robots,
  sites,
} from '../../../server/db/schema.ts';
import { deleteExpiredFiles } from '../../../server/files/deleteFiles.ts';
import { createFolderStore, newFileId } from '../../../server/files/fileStore.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { exportJobOf, PHOTOGRAPHER, type EXPORT_KINDS } from '../../fakes/killedExport.ts';

/** More than the job sends. */
const MOST = 60;

let jobDatabase: FreshJobDatabase;
let folder: string;
/** Built once, because the process is started for every statement. */
let program: string;
beforeAll(async () => {
  // Inside node_modules, so that its packages resolve.
  program = join('node_modules', '.cache', `roundhouse-killed-export-${process.pid}`, 'process.js');
  await build({
    entryPoints: ['tests/fakes/killedExport.process.ts'],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  jobDatabase = await freshJobDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rh-killed-export-'));
});
afterAll(async () => {
  await jobDatabase.close();
  for (const one of [folder, dirname(program)]) await rm(one, { recursive: true, force: true });
});

const filesDeps = () => {
  const { db, log, now } = jobDatabase;
  return { db, log, now, store: createFolderStore(folder) };
};
async function contentOf(fileId: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await filesDeps().store.open('archive', fileId)) ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}
type KindName = (typeof EXPORT_KINDS)[number];
const exportKind = (kind: KindName) => exportJobOf(kind, { ...filesDeps(), files: filesDeps() });
/** @returns id of the job */
async function ask(exportId: string): Promise<string> {
  await addExport(jobDatabase.db, {
    id: exportId,
    userId: 'member',
    filter: { serialNumbers: [], siteIds: [], statuses: [], origins: [], startTime: 0, endTime: 0, text: '' },
    language: 'enUS',
    timeZone: 'UTC',
    state: 'waiting',
    createdAt: new Date(),
  });
  return jobDatabase.enqueue('deliveryExport', { key: deliveryExportKey(exportId), payload: { exportId } });
}
/** In a process of its own. @returns whether it was killed before the job was done */
const runKilled = (kind: KindName, number: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, jobDatabase.url, folder, String(number), kind], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child
      .once('error', reject)
      .once('close', (code, signal) =>
        code === 0 || signal === 'SIGKILL' ? resolve(signal !== null) : reject(new Error(`it ended with ${code}`)),
      );
  });
const ends = (id: string, state: string) =>
  vi.waitFor(async () => expect((await jobDatabase.row(id)).state).toBe(state), { timeout: 30_000, interval: 20 });

it('an export of deliveries is finished once, whenever its server was killed', async () => {
  let number = 1;
  for (; number < MOST; number += 1) {
    const exportId = `export-${number}`;
    const id = await ask(exportId);
    const wasKilled = await runKilled('deliveryExport', number);
    const before = await exportById(jobDatabase.db, exportId);
    const server = await jobDatabase.start([exportKind('deliveryExport')], { isAlone: true });
    await ends(id, 'done');
    await server.close();
    const after = await exportById(jobDatabase.db, exportId);
    expect(after).toMatchObject({ state: 'done', progress: 100 });
    // What was done before the kill is not done again.
    if (before?.state === 'done') expect(after).toEqual(before);
    if (!wasKilled) break;
  }
  // The statements of the job, its files and its end.
  expect(number).toBeGreaterThan(8);
  expect(number).toBeLessThan(MOST);

  const ready = await jobDatabase.db.select().from(fileTable).where(eq(fileTable.state, 'ready'));
  expect(ready).toHaveLength(number);
  jobDatabase.later(UPLOAD_TTL_MS + 60_000);
  await deleteExpiredFiles(filesDeps());
  expect(await jobDatabase.db.select().from(fileTable)).toHaveLength(number);
  expect((await readdir(join(folder, 'sheet'))).filter((name) => !name.endsWith('.draft'))).toHaveLength(number);
}, 900_000);

it('an export of tracks is finished once, whenever its server was killed', async () => {
  const before = await jobDatabase.db.select().from(fileTable);
  let number = 1;
  for (; number < MOST; number += 1) {
    const fileId = newFileId();
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const asked = { userId: 'member', siteId: 'kai', serialNumbers: '', from: hour - 3_600_000, until: hour };
    const id = await jobDatabase.enqueue('trackExport', {
      payload: { ...asked, language: 'enUS', timeZone: 'UTC', fileId },
    });
    const wasKilled = await runKilled('trackExport', number);
    const server = await jobDatabase.start([exportKind('trackExport')], { isAlone: true });
    await ends(id, 'done');
    await server.close();
    const [file] = await jobDatabase.db.select().from(fileTable).where(eq(fileTable.id, fileId));
    expect(file).toMatchObject({ state: 'ready', kind: 'archive', ownerId: 'member' });
    if (!wasKilled) break;
  }
  expect(number).toBeGreaterThan(5);
  expect(number).toBeLessThan(MOST);

  jobDatabase.later(UPLOAD_TTL_MS + 60_000);
  await deleteExpiredFiles(filesDeps());
  const archives = await jobDatabase.db.select().from(fileTable).where(eq(fileTable.kind, 'archive'));
  expect(await jobDatabase.db.select().from(fileTable)).toHaveLength(before.length + archives.length);
  const stored = (await readdir(join(folder, 'archive'))).filter((name) => !name.endsWith('.draft'));
  expect(stored.sort()).toEqual(archives.map(({ storedAs }) => storedAs).sort());
}, 900_000);

/** A robot with photos in the store, and an account that may see them. @returns ids of the photos */
async function photos(): Promise<string[]> {
  const { db } = jobDatabase;
  const serialNumber = PHOTOGRAPHER;
  await db.insert(sites).values({ id: 'kai', name: 'Kai', timeZone: 'UTC' });
  await db.insert(accounts).values({ id: 'reader', nickname: 'Reader', roles: ['viewer'], passwordHash: '' });
  await db.insert(robots).values({
    serialNumber,
    manufacturer: 'Acme',
    interfaceName: 'uagv',
    model: 'W1',
    kind: 'delivery',
    name: 'Robot',
    siteId: 'kai',
    dialect: '2.x',
    passwordHash: '',
  });
  await db.insert(relations).values({ id: 'reads', userId: 'reader', serialNumber, isAuth: true });
  const ids = [newFileId(), newFileId()];
  for (const [number, id] of ids.entries()) {
    const content = Buffer.from(`photo ${number}`);
    const takenAt = new Date(Date.UTC(2026, 0, 5, 9, number));
    await filesDeps().store.put('picture', id, content);
    await db.insert(fileTable).values({
      id,
      kind: 'picture',
      owner: 'robot',
      ownerId: serialNumber,
      siteId: 'kai',
      uploadedBy: serialNumber,
      byRobot: true,
      name: 'photo',
      state: 'ready',
      bytes: content.length,
      sha256: '',
      contentType: 'image/jpeg',
      segments: [],
      storedAs: id,
      createdAt: takenAt,
    });
    await db
      .insert(mediaItems)
      .values({ fileId: id, kind: 'photo', serialNumber, siteId: 'kai', source: 'robot', takenAt });
  }
  return ids;
}

it('an export of photos is finished once with all of them, whenever its server was killed', async () => {
  const fileIds = await photos();
  const { db } = jobDatabase;
  const before = await db.select().from(fileTable);
  let number = 1;
  for (; number < MOST; number += 1) {
    const fileId = newFileId();
    const id = await jobDatabase.enqueue('mediaExport', {
      payload: { userId: 'reader', fileIds: fileIds.join(), language: 'enUS', timeZone: 'UTC', at: Date.now(), fileId },
    });
    const wasKilled = await runKilled('mediaExport', number);
    const [early] = await db.select().from(fileTable).where(eq(fileTable.id, fileId));
    const views = await db.select().from(mediaViews);
    // That the photos were opened is noted together with the archive, and never without it.
    if (number === 1) expect(views).toEqual([]);
    const server = await jobDatabase.start([exportKind('mediaExport')], { isAlone: true });
    await ends(id, 'done');
    await server.close();
    const [file] = await db.select().from(fileTable).where(eq(fileTable.id, fileId));
    expect(file).toMatchObject({ state: 'ready', kind: 'archive', ownerId: 'reader' });
    // What was done before the kill is not done again.
    if (early?.state === 'ready') {
      expect(file).toEqual(early);
      expect(await db.select().from(mediaViews)).toEqual(views);
    }
    const entries = unzipSync(await contentOf(fileId));
    expect(Object.keys(entries).sort()).toEqual([
      '2026-01-05_09_00_00_PHOTO-1.jpg',
      '2026-01-05_09_01_00_PHOTO-1.jpg',
      'manifest.csv',
    ]);
    expect(strFromU8(entries['2026-01-05_09_01_00_PHOTO-1.jpg'] ?? new Uint8Array())).toBe('photo 1');
    if (!wasKilled) break;
  }
  expect(number).toBeGreaterThan(8);
  expect(number).toBeLessThan(MOST);
  expect((await db.select().from(mediaViews)).map(({ fileId }) => fileId).sort()).toEqual(fileIds.toSorted());

  jobDatabase.later(UPLOAD_TTL_MS + 60_000);
  await deleteExpiredFiles(filesDeps());
  expect(await db.select().from(fileTable)).toHaveLength(before.length + number);
}, 900_000);

it('an export whose servers are killed each time has failed, and says so', async () => {
  const id = await ask('hopeless');
  await jobDatabase.db
    .update(jobs)
    .set({ state: 'running', runner: 'gone', attempts: 1, crashes: 4 })
    .where(eq(jobs.id, id));
  expect(await shownExport(jobDatabase.db, 'hopeless')).toMatchObject({ state: 'waiting' });
  await jobDatabase.start([exportKind('deliveryExport')], { isAlone: true });
  await ends(id, 'failed');
  expect(await shownExport(jobDatabase.db, 'hopeless')).toMatchObject({ state: 'failed' });
});
