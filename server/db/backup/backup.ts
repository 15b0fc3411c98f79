/**
 * Makes a backup while the server runs. The rows of all tables are one snapshot of the database. Files of the data folder
 * are hard-linked before and after the snapshot is taken, so that every file that a row refers to is included, even if
 * it is deleted while the backup is being written. Files of an S3 store are listed after the snapshot and streamed.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { pack, type Pack } from 'tar-stream';
import { KEY_MARK } from '../repositories/installation.ts';
import { fingerprintOf, previousKeyFile } from '../secretKeys.ts';
import { BACKUP_FORMAT, BackupError, type BackupManifest, MANIFEST, tableEntry } from './manifest.ts';
import { addStoredFile, type BackupStore, entryOf, filesIn } from './storedFiles.ts';
import { columnList, migrationsOf, quoted, sequencesOf, tablesOf } from './tables.ts';

/**
 * What belongs to the running server or is created again at start: database files, sockets, locks, unfinished work, and
 * the other key of a rotation that was interrupted.
 */
const LEFT_OUT =
  /^(postgres|postgres\..*|socket|server\.lock.*|backup-.*|restore.*|secrets\.key\.(before-rotation|[\da-f]{8}))$/u;
const UNFINISHED = /\.draft$/u;

type Entry = BackupManifest['entries'][number];

/**
 * @param target path of the archive; it appears under this name once it is complete
 * @param version of Roundhouse
 * @param keyFile where the key of the secrets is, if there is one; it is kept as the one of the data folder
 * @param store the S3 store of the installation, if it has one
 * @returns the manifest, and how many files of the store were deleted before they could be read
 * @throws BackupError, and the database's and the file system's errors; nothing is left behind
 */
export async function makeBackup({
  connection,
  dataFolder,
  target,
  version,
  keyFile,
  store,
}: {
  connection: pg.ClientConfig;
  dataFolder: string;
  target: string;
  version: string;
  keyFile?: { path: string; nameInFolder: string } | undefined;
  store?: BackupStore | undefined;
}): Promise<BackupManifest & { deletedMeanwhile: number }> {
  if (await stat(target).catch(() => undefined)) throw new BackupError(`${target} exists already.`);
  const working = await mkdtemp(join(dataFolder, 'backup-'));
  const part = `${target}.part`;
  try {
    const files = join(working, 'data');
    await linkFiles(dataFolder, files);
    const { sealedBy, ...database } = await dumpDatabase(connection, working, () => linkFiles(dataFolder, files));
    const key = keyFile && (await keyOf(keyFile.path, sealedBy));
    if (keyFile && sealedBy !== undefined && key === undefined)
      throw new BackupError(
        `The key that opens the secrets of this database is not in ${keyFile.path}; a backup without it would hold no secrets. Set ROUNDHOUSE_KEY_FILE as for the server.`,
      );
    const archive = pack();
    const written = pipeline(archive, createWriteStream(part, { mode: 0o600, flush: true }));
    const entries: Entry[] = [];
    let deletedMeanwhile = 0;
    const fill = async (): Promise<BackupManifest> => {
      for (const { name } of database.tables)
        entries.push(await addFile(archive, join(working, `${name}.copy.gz`), tableEntry(name)));
      if (keyFile && key !== undefined) {
        // A copy, because the file itself can be replaced by a rotation meanwhile.
        const copy = join(working, 'key');
        await writeFile(copy, key, { mode: 0o600 });
        entries.push(await addFile(archive, copy, `data/${keyFile.nameInFolder}`));
      }
      for (const path of await filesUnder(files))
        if (path !== keyFile?.nameInFolder) entries.push(await addFile(archive, join(files, path), `data/${path}`));
      // Listed after the snapshot, so that every file that its rows refer to is there unless it is deleted meanwhile.
      const known = new Set(entries.map(({ name }) => name));
      if (store)
        for await (const file of filesIn(store)) {
          if (known.has(entryOf(file))) continue;
          const entry = await addStoredFile(archive, store, file);
          if (entry) entries.push(entry);
          else deletedMeanwhile += 1;
        }
      const manifest = { format: BACKUP_FORMAT, version, ...database, entries };
      await new Promise<void>((resolve, reject) =>
        archive.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest), (error) =>
          error ? reject(error) : resolve(),
        ),
      );
      archive.finalize();
      return manifest;
    };
    const [manifest] = await Promise.all([
      fill().catch((error: Error) => Promise.reject(destroyed(archive, error))),
      written,
    ]);
    await rename(part, target);
    return { ...manifest, deletedMeanwhile };
  } finally {
    await rm(part, { force: true });
    await rm(working, { recursive: true, force: true });
  }
}

/**
 * The content of the file with the key that opens the secrets: after an interrupted rotation it can be the previous one.
 *
 * @param sealedBy undefined: any key, if the secrets are not sealed
 */
async function keyOf(path: string, sealedBy: string | undefined): Promise<string | undefined> {
  for (const file of [path, previousKeyFile(path)]) {
    const key = await readFile(file, 'utf8').catch(() => undefined);
    if (key !== undefined && (sealedBy === undefined || fingerprintOf(key.trim()) === sealedBy)) return key;
  }
  return undefined;
}

/** Ends the archive's stream with the error, so that its writer does not wait. */
function destroyed(archive: Pack, error: Error): Error {
  archive.destroy(error);
  return error;
}

/** Writes the rows of each table into a file. @param onSnapshot runs once the state of the database is fixed */
async function dumpDatabase(
  connection: pg.ClientConfig,
  folder: string,
  onSnapshot: () => Promise<void>,
): Promise<
  Pick<BackupManifest, 'madeAt' | 'migrations' | 'tables' | 'sequences'> & {
    /** Fingerprint of the key of the secrets; undefined if they are not sealed. */
    sealedBy: string | undefined;
  }
> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // The first query fixes the snapshot.
    const { rows } = await client.query<{ at: Date }>('select now() as at');
    await onSnapshot();
    const migrations = await migrationsOf(client);
    if (migrations.length === 0) throw new BackupError('The database is empty: start Roundhouse once before a backup.');
    const sequences = await sequencesOf(client);
    const tables: BackupManifest['tables'] = [];
    const marks = await client.query<{ value: string }>('select value from installation where key = $1', [KEY_MARK]);
    const sealedBy = marks.rows[0]?.value;
    for (const { name, columns } of await tablesOf(client)) {
      const rowsOf = copyTo(`copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`);
      await pipeline(
        client.query(rowsOf),
        createGzip({ level: 4 }),
        createWriteStream(join(folder, `${name}.copy.gz`), { mode: 0o600 }),
      );
      tables.push({ name, columns, rows: rowsOf.rowCount ?? 0 });
    }
    await client.query('commit');
    return { madeAt: (rows[0]?.at ?? new Date()).toISOString(), migrations, tables, sequences, sealedBy };
  } finally {
    await client.end();
  }
}

/** Links the files that are not linked yet; on a file system without hard links they are copied. */
async function linkFiles(from: string, to: string): Promise<void> {
  for (const path of await filesUnder(from)) {
    const copy = join(to, path);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await link(join(from, path), copy).catch(async (error: NodeJS.ErrnoException) => {
      // Linked before, or deleted since it was listed.
      if (error.code === 'EEXIST' || error.code === 'ENOENT') return;
      await copyFile(join(from, path), copy);
    });
  }
}

/** Relative paths of the files to back up, with slashes. */
async function filesUnder(folder: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (UNFINISHED.test(entry.name) || (below === '' && LEFT_OUT.test(entry.name))) continue;
    if (entry.isDirectory()) found.push(...(await filesUnder(folder, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}

async function addFile(archive: Pack, path: string, name: string): Promise<Entry> {
  const { size, mtime } = await stat(path);
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // A file that grows meanwhile, such as a journal, is included as long as it was.
  const bytes = size === 0 ? [] : createReadStream(path, { end: size - 1 });
  await pipeline(bytes, hashed, archive.entry({ name, size, mtime, mode: 0o600 }));
  return { name, bytes: size, sha256: hash.digest('hex') };
}
