/**
 * Backup and restore: a running server's database and files come back equal, and a backup that is damaged, incomplete,
 * newer or meant for another place changes nothing.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { pino } from 'pino';
import { extract, pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../../server/app.ts';
import { makeBackup } from '../../../server/db/backup/backup.ts';
import { type BackupManifest, MANIFEST } from '../../../server/db/backup/manifest.ts';
import {
  beginRestore,
  finishRestore,
  restoreDatabase,
  restoreFiles,
  UNFINISHED_MARK,
  unpackBackup,
} from '../../../server/db/backup/restore.ts';
import { tablesOf } from '../../../server/db/backup/tables.ts';
import { MIGRATIONS_FOLDER } from '../../../server/root.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const log = pino({ level: 'silent' });
let running: TestServer;
let folder: string;
let archive: string;
/** Of the database when it was backed up. */
let contents: unknown;
/** An empty place for a restore. */
let there: string;
let database: FreshDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  running = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'rh-backup-'));
  archive = join(folder, 'whole.tar');
  await mkdir(join(running.folder, 'files', 'avatar'), { recursive: true });
  await writeFile(join(running.folder, 'files', 'avatar', 'a'.repeat(32)), Buffer.from([1, 2, 3]));
  await writeFile(join(running.folder, 'files', 'avatar', 'b'.repeat(32)), '');
  // The server that runs queues its repeating jobs in between: a backup is compared with a moment in which nothing changed.
  for (;;) {
    contents = await contentsOf(running.databaseUrl);
    await rm(archive, { force: true });
    await makeBackup({ ...source(), target: archive });
    if (isDeepStrictEqual(contents, await contentsOf(running.databaseUrl))) break;
  }
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  there = await mkdtemp(join(tmpdir(), 'rh-restored-'));
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(there, { recursive: true, force: true });
});

const source = () => ({
  connection: { connectionString: running.databaseUrl },
  dataFolder: running.folder,
  version: '0.0.0-test',
});

async function restore(from = archive): Promise<BackupManifest> {
  await beginRestore(there, []);
  const manifest = await unpackBackup(from, there, MIGRATIONS_FOLDER);
  await restoreDatabase(pool, { manifest, dataFolder: there, migrationsFolder: MIGRATIONS_FOLDER, log });
  await restoreFiles(there);
  await finishRestore(there);
  return manifest;
}

/** All rows of all tables, and the positions of the sequences. */
async function contentsOf(url: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const tables = await tablesOf(client);
    const rows: Record<string, string[]> = {};
    for (const { name } of tables) {
      // The running server extends it all the time.
      if (name === 'track_periods') continue;
      const found = await client.query<{ row: string }>(`select t::text as row from "${name}" t`);
      rows[name] = found.rows.map(({ row }) => row).sort();
    }
    const { rows: sequences } = await client.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    );
    return { rows, sequences };
  } finally {
    await client.end();
  }
}

/** The archive with its entries changed. */
async function changed(change: (name: string, bytes: Buffer) => [string, Buffer] | null): Promise<string> {
  const target = join(there, '..', `${there.split('/').at(-1)}.tar`);
  const reader = extract();
  const writer = pack();
  reader.on('entry', ({ name }, stream, next) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const [as, bytes] = change(name, Buffer.concat(chunks)) ?? [];
      if (as !== undefined && bytes !== undefined) writer.entry({ name: as }, bytes);
      next();
    })();
  });
  reader.on('finish', () => writer.finalize());
  await Promise.all([pipeline(createReadStream(archive), reader), pipeline(writer, createWriteStream(target))]);
  return target;
}
const withManifest = (edit: (manifest: BackupManifest) => BackupManifest) =>
  changed((name, bytes) =>
    name === MANIFEST
      ? [name, Buffer.from(JSON.stringify(edit(JSON.parse(bytes.toString('utf8')) as BackupManifest)))]
      : [name, bytes],
  );

describe('a backup', () => {
  it('brings back the same rows, sequences and files', async () => {
    await restore();
    expect(await contentsOf(database.url)).toEqual(contents);
    expect(await readFile(join(there, 'files', 'avatar', 'a'.repeat(32)))).toEqual(Buffer.from([1, 2, 3]));
    expect((await stat(join(there, 'files', 'avatar', 'b'.repeat(32)))).size).toBe(0);
    expect(await readdir(there)).not.toContain(UNFINISHED_MARK);
  });

  it('starts the same fleet, whose accounts and robots are the ones of before', async () => {
    await restore();
    const server = await createServer({
      settings: readSettings({
        PORT: '0',
        ROUNDHOUSE_DATA: there,
        DATABASE_URL: database.url,
        ROUNDHOUSE_ROBOTS: '2',
        LOG_LEVEL: 'silent',
      }),
      simulate: false,
    });
    try {
      const fleet = (cache: typeof server.deps.fleet.fleetCache) => [...cache.robots()];
      expect(fleet(server.deps.fleet.fleetCache)).toEqual(fleet(running.server.deps.fleet.fleetCache));
      // Ids go on where they were.
      await expect(
        pool.query(`insert into audit (user_id, act, subject) values ('member', 'account.lock', 'member')`),
      ).resolves.toBeDefined();
    } finally {
      await server.close();
    }
  });

  it('can be made while rows are written, and is one moment of the database', async () => {
    const target = join(folder, 'moment.tar');
    let isDone = false;
    const client = new pg.Pool({ connectionString: running.databaseUrl, max: 1 });
    const writing = (async () => {
      for (let n = 0; !isDone; n++) {
        await client.query('begin');
        await client.query(`insert into installation values ($1, $1)`, [`moment-${n}`]);
        await client.query(
          `insert into outbox select 'moment-' || $1, now(), 'sms', topic, target, language, subject, body, state, error from (values ('code', 'x', 'enUS', '', '', 'kept', '')) as t (topic, target, language, subject, body, state, error)`,
          [n],
        );
        await client.query('commit');
      }
    })();
    await makeBackup({ ...source(), target });
    isDone = true;
    await writing;
    await client.end();
    await restore(target);
    const count = async (sql: string): Promise<number> => (await pool.query(sql)).rowCount ?? -1;
    expect(await count(`select from installation where key like 'moment-%'`)).toBe(
      await count(`select from outbox where id like 'moment-%'`),
    );
  });

  it('does not overwrite a file, and leaves nothing behind when it fails', async () => {
    await expect(makeBackup({ ...source(), target: archive })).rejects.toThrow('exists already');
    const target = join(folder, 'failed.tar');
    await expect(makeBackup({ ...source(), connection: { connectionString: database.url }, target })).rejects.toThrow(
      'The database is empty',
    );
    expect(await readdir(folder)).not.toContain('failed.tar.part');
    expect((await readdir(running.folder)).filter((name) => name.startsWith('backup-'))).toEqual([]);
  });

  it('can be read by its owner only', async () => {
    expect((await stat(archive)).mode & 0o077).toBe(0);
  });
});

describe('a restore refuses, and writes no row,', () => {
  const refused = async (from: string, reason: string): Promise<void> => {
    await expect(restore(from)).rejects.toThrow(reason);
    expect((await pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0);
    await rm(from, { force: true });
  };

  it('an archive that was cut off', async () => {
    const cut = join(folder, 'cut.tar');
    const bytes = await readFile(archive);
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length / 2)));
    await refused(cut, 'cut.tar is');
  });
  it('an archive without its manifest', async () => {
    await refused(await changed((name, bytes) => (name === MANIFEST ? null : [name, bytes])), 'is incomplete');
  });
  it('an archive with a changed or missing entry', async () => {
    await refused(
      await changed((name, bytes) => [name, name.startsWith('database/robots.') ? Buffer.from('x') : bytes]),
      'database/robots.copy.gz is missing or has changed',
    );
    await refused(
      await changed((name, bytes) => (name.startsWith('data/files') ? null : [name, bytes])),
      'is missing or has changed',
    );
  });
  it.each(['../outside', '/etc/outside', 'data/../../outside', 'data//x', 'database/../x.copy.gz'])(
    'an entry named %s',
    async (bad) => {
      await refused(
        await changed((name, bytes) => [name.startsWith('data/files') ? bad : name, bytes]),
        'unexpected entry',
      );
    },
  );
  it('a backup of a newer version', async () => {
    await refused(await withManifest((manifest) => ({ ...manifest, format: 2 })), 'newer version');
    await refused(
      await withManifest((manifest) => ({ ...manifest, migrations: [...manifest.migrations, 9_999_999_999_999] })),
      'whose database is newer',
    );
  });
  it('a file that is no archive', async () => {
    const wrong = join(folder, 'wrong.tar');
    await writeFile(wrong, 'not a tar archive at all'.repeat(100));
    await refused(wrong, 'wrong.tar is');
  });
  it('a folder that holds something', async () => {
    await writeFile(join(there, 'mine.txt'), 'mine');
    await expect(restore()).rejects.toThrow('is not empty');
    expect(await readdir(there)).toEqual(['mine.txt']);
  });
  it('a database that holds something', async () => {
    await pool.query('create table mine (id int)');
    await expect(restore()).rejects.toThrow('The database is not empty (table mine)');
  });
});

describe('a restore that was interrupted', () => {
  it('begins anew', async () => {
    await beginRestore(there, []);
    await unpackBackup(archive, there, MIGRATIONS_FOLDER);
    await writeFile(join(there, 'half'), 'half');
    await restore();
    expect(await readdir(there)).not.toContain('half');
    expect(await readdir(there)).toContain('files');
  });

  it('leaves the database as it was when its rows cannot be written', async () => {
    await beginRestore(there, []);
    const manifest = await unpackBackup(archive, there, MIGRATIONS_FOLDER);
    await rm(join(there, 'restore.new', 'database', 'robots.copy.gz'));
    await expect(
      restoreDatabase(pool, { manifest, dataFolder: there, migrationsFolder: MIGRATIONS_FOLDER, log }),
    ).rejects.toThrow();
    expect((await pool.query('select from accounts')).rowCount).toBe(0);
    expect(await readdir(there)).toContain(UNFINISHED_MARK);
  });
});
