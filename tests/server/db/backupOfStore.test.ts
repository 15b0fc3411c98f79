/** Files of an S3 store in a backup: streamed, checked, restored into a bucket or a folder, safe when interrupted. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEGMENT_BYTES } from '../../../contract/rules/files.ts';
import { makeBackup } from '../../../server/db/backup/backup.ts';
import { restoreFiles, UNFINISHED_MARK, unpackBackup } from '../../../server/db/backup/restore.ts';
import { filesIn, restoreStoredFiles, storedFileOf } from '../../../server/db/backup/storedFiles.ts';
import { migrateDatabase } from '../../../server/db/migrate.ts';
import type { FileStore } from '../../../server/files/fileStore.ts';
import { createS3Store } from '../../../server/files/s3Store.ts';
import { MIGRATIONS_FOLDER } from '../../../server/root.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { type S3, startS3 } from '../../fakes/s3.ts';

const log = pino({ level: 'silent' });
const [AVATAR, VIDEO, EMPTY] = ['a'.repeat(32), 'b'.repeat(32), 'c'.repeat(32)];
/** Larger than one part of an upload. */
const LONG = Buffer.alloc(SEGMENT_BYTES + 1_000, 'video ');

let s3: S3;
let store: FileStore;
let folder: string;
let dataFolder: string;
let there: string;
let archive: string;
let database: FreshDatabase;

beforeEach(async () => {
  s3 = await startS3();
  store = createS3Store(s3.place, { log });
  folder = await mkdtemp(join(tmpdir(), 'rh-store-backup-'));
  dataFolder = await mkdtemp(join(folder, 'data-'));
  there = await mkdtemp(join(folder, 'there-'));
  archive = join(folder, 'whole.tar');
  database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
  await pool.end();
  await store.put('avatar', AVATAR, Buffer.from([1, 2, 3]));
  await store.put('avatar', EMPTY, Buffer.alloc(0));
  await store.put('video', VIDEO, LONG);
});
afterEach(async () => {
  await database.drop();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const back = (from: FileStore = store) =>
  makeBackup({
    connection: { connectionString: database.url },
    dataFolder,
    target: archive,
    version: '0.0.0-test',
    store: from,
  });
const stored = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { area, id } of filesIn(store)) found.push(`${area}/${id}`);
  return found.sort();
};
const ALL = [`avatar/${AVATAR}`, `avatar/${EMPTY}`, `video/${VIDEO}`];
const emptyStore = async (): Promise<void> => {
  for await (const { area, id } of filesIn(store)) await store.remove(area, id);
};

describe('a backup', () => {
  it('has every file of the store, and brings it back into an empty bucket', async () => {
    const { entries, deletedMeanwhile } = await back();
    expect(deletedMeanwhile).toBe(0);
    expect(
      entries.filter(({ name }) => storedFileOf(name)).map(({ name }) => name.slice('data/files/'.length)),
    ).toEqual(ALL);
    await emptyStore();
    const manifest = await unpackBackup(archive, there, MIGRATIONS_FOLDER, { leavesStored: true });
    // Files of the store need no space in the data folder.
    expect(await readdir(join(there, 'restore.new'))).not.toContain('data');
    await restoreStoredFiles(archive, store, manifest);
    expect(await stored()).toEqual(ALL);
    expect(LONG.equals((await store.get('video', VIDEO)) ?? Buffer.of())).toBe(true);
    expect(await store.get('avatar', EMPTY)).toEqual(Buffer.alloc(0));
  });

  it('can be restored without a store: the files are in the data folder then', async () => {
    await back();
    await unpackBackup(archive, there, MIGRATIONS_FOLDER);
    await restoreFiles(there);
    expect(LONG.equals(await readFile(join(there, 'files', 'video', VIDEO)))).toBe(true);
  });

  it('goes on without a file that is deleted meanwhile, and says so', async () => {
    const size: FileStore['size'] = async (area, id) => {
      if (id === AVATAR) await store.remove(area, id);
      return store.size(area, id);
    };
    const { entries, deletedMeanwhile } = await back({ ...store, size });
    expect(deletedMeanwhile).toBe(1);
    expect(entries.filter(({ name }) => storedFileOf(name))).toHaveLength(2);
  });

  it('leaves nothing behind when the store fails', async () => {
    const open: FileStore['open'] = async (area, id) => {
      if (id !== VIDEO) return store.open(area, id);
      return (async function* () {
        yield LONG.subarray(0, 1_000);
        throw new Error('the store went away');
      })();
    };
    await expect(back({ ...store, open })).rejects.toThrow('the store went away');
    expect((await readdir(folder)).filter((name) => name.startsWith('whole'))).toEqual([]);
    expect(await readdir(dataFolder)).toEqual([]);
  });
});

describe('a restore', () => {
  it('that was interrupted goes on, and sends again only what is missing', async () => {
    await back();
    await emptyStore();
    const manifest = await unpackBackup(archive, there, MIGRATIONS_FOLDER, { leavesStored: true });
    const sent: string[] = [];
    const sending =
      (failsAt: string): FileStore['putStream'] =>
      async (area, id, bytes) => {
        if (id === failsAt) throw new Error('the store went away');
        sent.push(id);
        await store.putStream(area, id, bytes);
      };
    await expect(restoreStoredFiles(archive, { ...store, putStream: sending(VIDEO) }, manifest)).rejects.toThrow(
      'the store went away',
    );
    await restoreStoredFiles(archive, { ...store, putStream: sending('') }, manifest);
    expect(sent).toEqual([AVATAR, EMPTY, VIDEO]);
    expect(await stored()).toEqual(ALL);
  });

  it('refuses a bucket with files of another installation', async () => {
    await back();
    await store.put('picture', 'd'.repeat(32), Buffer.from('theirs'));
    const manifest = await unpackBackup(archive, there, MIGRATIONS_FOLDER, { leavesStored: true });
    await expect(restoreStoredFiles(archive, store, manifest)).rejects.toThrow('The bucket is not empty');
    expect(await store.get('picture', 'd'.repeat(32))).toEqual(Buffer.from('theirs'));
  });

  it('refuses a damaged file before anything is sent', async () => {
    await back();
    await emptyStore();
    const bytes = await readFile(archive);
    const at = bytes.indexOf('video video');
    bytes.write('VIDEO', at);
    await writeFile(archive, bytes);
    await expect(unpackBackup(archive, there, MIGRATIONS_FOLDER, { leavesStored: true })).rejects.toThrow(
      `data/files/video/${VIDEO} is missing or has changed`,
    );
    expect(await stored()).toEqual([]);
  });
});

it('the commands back up and restore the bucket of the settings, and name a store that is away', async () => {
  const run = (args: string[], environment: Record<string, string>): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'server/maintenance.process.ts', ...args], {
        env: {
          ...process.env,
          S3_ENDPOINT: s3.place.endpoint,
          S3_BUCKET: s3.place.bucket,
          S3_ACCESS_KEY: s3.place.accessKey,
          S3_SECRET_KEY: s3.place.secretKey,
          ...environment,
        },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (words: Buffer) => (output += words.toString()));
      child.once('close', (code) => resolve({ code, output }));
    });
  const own = { DATABASE_URL: database.url, ROUNDHOUSE_DATA: dataFolder };
  const made = await run(['backup', archive], own);
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('3 files') as string });
  await emptyStore();
  const empty = await freshDatabase();
  try {
    const restored = { DATABASE_URL: empty.url, ROUNDHOUSE_DATA: there };
    await s3.go();
    expect(await run(['restore', archive], restored)).toMatchObject({
      code: 1,
      output: expect.stringContaining('The file store (S3_ENDPOINT) cannot be used') as string,
    });
    expect(await readdir(there)).toContain(UNFINISHED_MARK);
    await s3.come();
    expect(await run(['restore', archive], restored)).toMatchObject({ code: 0 });
    expect(await stored()).toEqual(ALL);
    expect(await readdir(there)).not.toContain(UNFINISHED_MARK);
  } finally {
    await empty.drop();
  }
}, 60_000);
