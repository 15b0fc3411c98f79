/** The rotation of the key file: done, killed after every step, refused, and what a backup holds then. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeBackup } from '../../server/db/backup/backup.ts';
import { beginRestore, restoreFiles, unpackBackup } from '../../server/db/backup/restore.ts';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { audit, installation } from '../../server/db/schema.ts';
import { previousKeyFile, SECRET_NAMES } from '../../server/db/secretKeys.ts';
import { KEY_FILE, KeyFileError, openKeyFile } from '../../server/keyFile.ts';
import { rotateKey, ROTATION_STEPS } from '../../server/rotateKey.ts';
import { freshDatabase } from '../fakes/database.ts';
import { allSecretsOf } from '../fakes/installationSecrets.ts';
import { type MigratedDatabase, migratedDatabase } from '../fakes/migratedDatabase.ts';
import { MIGRATIONS } from '../fakes/previousRelease.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
let database: MigratedDatabase;
let db: Db;
let folder: string;
let before: Record<string, string>;
let oldKey: string;
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  db = connect(database.pool);
  await db.delete(installation);
  await db.delete(audit);
  folder = await mkdtemp(join(tmpdir(), 'rh-rotate-'));
  await start();
  before = await allSecrets();
  oldKey = await keyIn();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (more: { databaseUrl?: string; keyFile?: string } = {}) =>
  openKeyFile(db, { dataFolder: folder, databaseUrl: undefined, keyFile: undefined, keyLost: false, ...more }, log);
const rotate = (keyFile?: string) => rotateKey(db, { dataFolder: folder, keyFile });
const keyFile = () => join(folder, KEY_FILE);
const keyIn = async (file = keyFile()): Promise<string> => (await readFile(file, 'utf8')).trim();
const stored = async () => JSON.stringify(await db.select().from(installation).orderBy(installation.key));
const allSecrets = () => allSecretsOf(db);
const acts = async () => (await db.select().from(audit)).map(({ act }) => act);

/** In a process of its own. @returns the signal that ended it */
const rotateKilled = (step: string): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'tests/fakes/rotateKey.process.ts', database.url, keyFile(), step],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    child.once('close', (_, signal) => resolve(signal));
  });

it('seals every secret with a new key, keeps the secrets and nothing of the old key, and is in the audit log', async () => {
  const rows = await stored();
  expect(await rotate()).toEqual({ file: keyFile(), secrets: SECRET_NAMES.length });
  expect(await keyIn()).not.toBe(oldKey);
  expect(await stored()).not.toBe(rows);
  expect(await readdir(folder)).toEqual([KEY_FILE]);
  expect(await allSecrets()).toEqual(before);
  expect(await start()).toEqual({ isLost: false });
  expect(await acts()).toEqual(['installation.rotateKey']);
  // The old key opens nothing.
  await writeFile(keyFile(), oldKey);
  await expect(start()).rejects.toThrow('copy the file from there');
});

it.each(ROTATION_STEPS)(
  'killed after "%s", the next start has all secrets and one key',
  async (step) => {
    expect(await rotateKilled(step)).toBe('SIGKILL');
    expect(await start()).toEqual({ isLost: false });
    expect(await allSecrets()).toEqual(before);
    expect(await readdir(folder)).toEqual([KEY_FILE]);
    const isDone = step === 'committed';
    expect((await keyIn()) === oldKey).toBe(!isDone);
    expect(await acts()).toEqual(isDone ? ['installation.rotateKey'] : []);
  },
  30_000,
);

it.each(ROTATION_STEPS)(
  'killed after "%s", it can be run again',
  async (step) => {
    expect(await rotateKilled(step)).toBe('SIGKILL');
    const left = await keyIn();
    await rotate();
    expect([oldKey, left]).not.toContain(await keyIn());
    expect(await allSecrets()).toEqual(before);
    expect(await readdir(folder)).toEqual([KEY_FILE]);
  },
  30_000,
);

it('ends as the database says when the answer to the commit is lost', async () => {
  const losing = (commits: boolean): Db => {
    let isFirst = true;
    return {
      transaction: async (work: (on: Db) => Promise<unknown>) => {
        const loses = isFirst;
        isFirst = false;
        const answer = await db.transaction(async (transaction) => {
          const result = await work(transaction);
          if (loses && !commits) throw new Error('connection lost');
          return result;
        });
        if (loses) throw new Error('connection lost');
        return answer;
      },
    } as unknown as Db;
  };
  await expect(rotateKey(losing(false), { dataFolder: folder, keyFile: undefined })).rejects.toThrow('connection lost');
  expect(await keyIn()).toBe(oldKey);
  expect(await allSecrets()).toEqual(before);
  await rotateKey(losing(true), { dataFolder: folder, keyFile: undefined });
  expect(await keyIn()).not.toBe(oldKey);
  expect(await allSecrets()).toEqual(before);
  expect(await readdir(folder)).toEqual([KEY_FILE]);
});

it('refuses a missing or wrong key and secrets that are not sealed, and changes nothing', async () => {
  const rows = await stored();
  const other = join(folder, 'other.key');
  await expect(rotate(other)).rejects.toThrow(`is not in ${other}`);
  await writeFile(other, 'x'.repeat(43));
  await expect(rotate(other)).rejects.toThrow(KeyFileError);
  expect(await keyIn(other)).toBe('x'.repeat(43));
  expect(await stored()).toBe(rows);
  await db.delete(installation);
  await expect(rotate()).rejects.toThrow('no key file yet');
  expect(await acts()).toEqual([]);
});

it('changes nothing where the key file cannot be replaced', async () => {
  const rows = await stored();
  // As in a folder that is read only, for a test that runs as root.
  await mkdir(join(previousKeyFile(keyFile()), 'in the way'), { recursive: true });
  await expect(rotate()).rejects.toThrow(/cannot be written: .* Nothing was changed/u);
  expect(await stored()).toBe(rows);
  expect(await keyIn()).toBe(oldKey);
  expect(await allSecrets()).toEqual(before);
});

it('refuses a link, and keeps who may read the file', async () => {
  const link = join(folder, 'link.key');
  await symlink(keyFile(), link);
  await expect(rotate(link)).rejects.toThrow('is a link');
  expect(await keyIn()).toBe(oldKey);
  await rm(link);
  await chmod(keyFile(), 0o640);
  await rotate();
  expect((await stat(keyFile())).mode & 0o777).toBe(0o640);
  // Also after a rotation that is taken back.
  await expect(
    rotateKey(db, { dataFolder: folder, keyFile: undefined }, (step) => {
      if (step === 'replaced') throw new Error('stopped');
    }),
  ).rejects.toThrow('stopped');
  expect((await stat(keyFile())).mode & 0o777).toBe(0o640);
  expect(await allSecrets()).toEqual(before);
});

it('refuses while a server is connected', async () => {
  const server = new pg.Client({ connectionString: database.url, application_name: 'roundhouse' });
  await server.connect();
  const rows = await stored();
  await expect(rotate()).rejects.toThrow('Stop all servers first');
  expect(await stored()).toBe(rows);
  expect(await keyIn()).toBe(oldKey);
  // One that is just ending is waited for.
  setTimeout(() => void server.end(), 500);
  await rotate();
  expect(await allSecrets()).toEqual(before);
});

it('says what to do when the database goes away in the middle, and the next start keeps the right key', async () => {
  let asked = 0;
  const vanishing = {
    transaction: (work: (on: Db) => Promise<unknown>) =>
      (asked += 1) > 1
        ? Promise.reject(new Error('connection refused'))
        : db.transaction(async (transaction) => {
            await work(transaction);
            throw new Error('connection lost');
          }),
  } as unknown as Db;
  await expect(rotateKey(vanishing, { dataFolder: folder, keyFile: undefined })).rejects.toThrow(
    'The database went away',
  );
  await start();
  expect(await keyIn()).toBe(oldKey);
  expect(await allSecrets()).toEqual(before);
});

it('is a command, which names the file and refuses an empty database', async () => {
  const run = (databaseUrl: string): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', 'server/maintenance.process.ts', 'rotate-key'], {
        env: { ...process.env, DATABASE_URL: databaseUrl, ROUNDHOUSE_DATA: folder, ROUNDHOUSE_KEY_FILE: keyFile() },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (words: Buffer) => (output += words.toString()));
      child.once('close', (code) => resolve({ code, output }));
    });
  const done = await run(database.url);
  expect(done.output).toContain(`${keyFile()} has a new key, which seals ${SECRET_NAMES.length} secrets.`);
  expect(done.code).toBe(0);
  await start();
  expect(await allSecrets()).toEqual(before);
  const empty = await freshDatabase();
  try {
    expect(await run(empty.url)).toEqual({ code: 1, output: expect.stringMatching(/^The secrets .*\n$/u) as string });
  } finally {
    await empty.drop();
  }
}, 30_000);

it.each(['replaced', 'committed', undefined] as const)(
  'a backup after a rotation (killed after %s) has the one key that opens its secrets',
  async (step) => {
    if (step) await rotateKilled(step);
    else await rotate();
    const target = join(folder, '..', `${Date.now()}-rotated.tar`);
    const there = join(folder, 'there');
    const manifest = await makeBackup({
      connection: { connectionString: database.url },
      dataFolder: folder,
      target,
      version: '0.0.0-test',
      keyFile: { path: keyFile(), nameInFolder: KEY_FILE },
    });
    expect(manifest.entries.map(({ name }) => name).filter((name) => name.startsWith('data/'))).toEqual([
      `data/${KEY_FILE}`,
    ]);
    await mkdir(there);
    await beginRestore(there, []);
    await unpackBackup(target, there, MIGRATIONS);
    await restoreFiles(there);
    await rm(target);
    await start({ databaseUrl: 'postgres://elsewhere/roundhouse', keyFile: join(there, KEY_FILE) });
    expect(await allSecrets()).toEqual(before);
  },
  30_000,
);
