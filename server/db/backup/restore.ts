/**
 * Restores a backup into an empty data folder and an empty database. The database is written in one transaction. A
 * interrupted restore is recorded in the folder: the server refuses to start on it, and the next restore starts over.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import * as v from 'valibot';
import type { DatabaseLog } from '../databaseLog.ts';
import { migrateDatabase } from '../migrate.ts';
import {
  BACKUP_FORMAT,
  BackupError,
  type BackupManifest,
  backupManifest,
  isEntryName,
  MANIFEST,
  tableEntry,
} from './manifest.ts';
import { storedFileOf } from './storedFiles.ts';
import { columnList, quoted, tablesOf } from './tables.ts';

/** In the data folder while a restore is under way. */
export const UNFINISHED_MARK = 'restore.unfinished';
const STAGING = 'restore.new';

const journalSchema = v.looseObject({
  entries: v.array(v.looseObject({ when: v.number(), tag: v.string() })),
});

/**
 * Extracts the archive into the data folder's staging place and checks it against its manifest.
 * @param leavesStored files of an S3 store are checked, but not extracted: restoreStoredFiles sends them there
 * @throws BackupError if it is damaged, incomplete, or from a newer version
 */
export async function unpackBackup(
  archive: string,
  dataFolder: string,
  migrationsFolder: string,
  { leavesStored = false } = {},
): Promise<BackupManifest> {
  const staging = join(dataFolder, STAGING);
  await rm(staging, { recursive: true, force: true });
  const found = new Map<string, { bytes: number; sha256: string }>();
  const reader = extract();
  reader.on('entry', ({ name, type }, content, next) => {
    // The archive's stream has the error, too.
    content.on('error', () => undefined);
    if (type === 'file' && isEntryName(name))
      void store(content, leavesStored && storedFileOf(name) ? null : join(staging, name)).then(
        (entry) => {
          found.set(name, entry);
          next();
        },
        (error: Error) => reader.destroy(error),
      );
    else reader.destroy(new BackupError(`${archive} is not a backup: unexpected entry ${JSON.stringify(name)}.`));
  });
  await pipeline(createReadStream(archive), reader).catch((error: unknown) => {
    if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error;
    throw new BackupError(`${archive} is damaged or not a backup.`, { cause: error });
  });

  const text = await readFile(join(staging, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupError(`${archive} is incomplete: it has no manifest.`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), backupManifest), text);
  if (!parsed.success || parsed.output.format > BACKUP_FORMAT)
    throw new BackupError(`${archive} was made by a newer version of Roundhouse: install that version, then restore.`);
  const manifest = parsed.output;
  for (const { name, bytes, sha256 } of manifest.entries) {
    const entry = found.get(name);
    if (entry?.bytes !== bytes || entry.sha256 !== sha256)
      throw new BackupError(`${archive} is damaged: ${name} is missing or has changed.`);
  }
  const known = new Set((await journalOf(migrationsFolder)).entries.map(({ when }) => when));
  if (manifest.migrations.some((when) => !known.has(when)))
    throw new BackupError(
      `${archive} was made by Roundhouse ${manifest.version}, whose database is newer than this version knows: install that version, then restore.`,
    );
  return manifest;
}

/** @param path null: only counts and hashes */
async function store(content: AsyncIterable<unknown>, path: string | null): Promise<{ bytes: number; sha256: string }> {
  if (path !== null) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const target =
    path === null
      ? new Writable({ write: (_, __, done) => done() })
      : createWriteStream(path, { mode: 0o600, flush: true });
  await pipeline(content, counted, target);
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * Writes the rows of an unpacked backup into an empty database, at the schema that they were made with; the next start
 * of the server migrates it further.
 * @throws BackupError if the database is not empty
 */
export async function restoreDatabase(
  pool: pg.Pool,
  {
    manifest,
    dataFolder,
    migrationsFolder,
    log,
  }: { manifest: BackupManifest; dataFolder: string; migrationsFolder: string; log: DatabaseLog },
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p') limit 1`,
  );
  if (rows[0]) throw new BackupError(`The database is not empty (table ${rows[0].name}): restore into an empty one.`);
  const migrations = await migrationsUntil(migrationsFolder, manifest.migrations.at(-1) ?? 0);
  try {
    await migrateDatabase(pool, log, migrations);
  } finally {
    await rm(migrations, { recursive: true, force: true });
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    const known = await tablesOf(client);
    // A migration may have written rows; triggers would write more.
    if (known.length > 0) await client.query(`truncate ${known.map(({ name }) => quoted(name)).join(', ')}`);
    for (const { name } of known) await client.query(`alter table ${quoted(name)} disable trigger user`);
    for (const { name, columns } of manifest.tables)
      await pipeline(
        createReadStream(join(dataFolder, STAGING, tableEntry(name))),
        createGunzip(),
        client.query(copyFrom(`copy ${quoted(name)} (${columnList(columns)}) from stdin`)),
      );
    for (const { name } of known) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
    await client.query('commit');
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Moves the files of an unpacked backup into place. */
export async function restoreFiles(dataFolder: string): Promise<void> {
  const staged = join(dataFolder, STAGING, 'data');
  for (const name of await readdir(staged).catch(() => [])) {
    await rm(join(dataFolder, name), { recursive: true, force: true });
    await rename(join(staged, name), join(dataFolder, name));
  }
  await rm(join(dataFolder, STAGING), { recursive: true, force: true });
}

/**
 * Marks the data folder. Removes what an interrupted restore left.
 * @param kept names that belong to the caller, such as its lock
 * @throws BackupError if the folder holds anything else
 */
export async function beginRestore(dataFolder: string, kept: readonly string[]): Promise<void> {
  const there = (await readdir(dataFolder)).filter((name) => !kept.includes(name));
  if (there.length > 0 && !there.includes(UNFINISHED_MARK))
    throw new BackupError(
      `${dataFolder} is not empty: restore into a new folder (ROUNDHOUSE_DATA), and move the old one away first.`,
    );
  await writeFile(join(dataFolder, UNFINISHED_MARK), '', { mode: 0o600, flush: true });
  for (const name of there)
    if (name !== UNFINISHED_MARK) await rm(join(dataFolder, name), { recursive: true, force: true });
}

export const finishRestore = (dataFolder: string): Promise<void> => rm(join(dataFolder, UNFINISHED_MARK));

async function journalOf(migrationsFolder: string): Promise<v.InferOutput<typeof journalSchema>> {
  return v.parse(journalSchema, JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')));
}

/** A temporary copy of the migrations up to the one of that time. The caller deletes it. */
async function migrationsUntil(migrationsFolder: string, last: number): Promise<string> {
  const journal = await journalOf(migrationsFolder);
  const entries = journal.entries.filter(({ when }) => when <= last);
  const folder = await mkdtemp(join(tmpdir(), 'roundhouse-migrations-'));
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}
