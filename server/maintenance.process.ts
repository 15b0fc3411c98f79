/**
 * `npm run backup` and `npm run restore`: database, files and keys of an installation as one archive. `npm run rotate-key`:
 * a new key for the secrets. The settings are the server's own (ROUNDHOUSE_DATA, DATABASE_URL).
 */
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pino } from 'pino';
import { DataFolderError, takeDataFolder } from './dataFolder.ts';
import { connect } from './db/connect.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './db/embedded.ts';
import { DatabaseUnreachable, openDatabase } from './db/open.ts';
import { EmbeddedDatabaseError } from './db/postgresProgram.ts';
import { KEY_FILE, KeyFileError, keyPath } from './keyFile.ts';
import { MIGRATIONS_FOLDER, ROOT } from './root.ts';
import { rotateKey } from './rotateKey.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { restoreStoredFiles } from './db/backup/storedFiles.ts';
import type { FileStore } from './files/fileStore.ts';
import { createS3Store } from './files/s3Store.ts';
import { ApiError, ERRORS } from '../contract/wire/errors.ts';
import { makeBackup } from './db/backup/backup.ts';
import { BackupError } from './db/backup/manifest.ts';
import { beginRestore, finishRestore, restoreDatabase, restoreFiles, unpackBackup } from './db/backup/restore.ts';

type Connection = Parameters<typeof makeBackup>[0]['connection'];

const LOCK = 'server.lock';
const MIB = 2 ** 20;
const USER_FACING_ERRORS = [
  BackupError,
  DataFolderError,
  DatabaseUnreachable,
  EmbeddedDatabaseError,
  KeyFileError,
  SettingsError,
] as const;

const log = pino({ level: 'silent' });

/** The version in package.json. */
async function ownVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Without an S3 store, files are in the data folder. */
const storeOf = ({ s3 }: Settings): FileStore | undefined => s3 && createS3Store(s3, { log });

/** Runs while the server does; without it, the embedded database is started for the time of the backup. */
async function backUp(settings: Settings, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const { dataFolder } = settings;
  const version = await ownVersion();
  const done = async (connection: Connection): Promise<void> => {
    const store = storeOf(settings);
    const keyFile = { path: keyPath(settings), nameInFolder: KEY_FILE };
    const { entries, tables, deletedMeanwhile } = await makeBackup({
      connection,
      dataFolder,
      target,
      version,
      keyFile,
      store,
    });
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${target}: ${rows} rows of ${tables.length} tables, ${entries.length - tables.length} files, ${(bytes / MIB).toFixed(1)} MB.`,
    );
    if (deletedMeanwhile > 0) console.log(`${deletedMeanwhile} files were deleted before they could be read.`);
    console.log('The backup contains secrets and personal data: keep it where only administrators can read it.');
  };
  if (settings.databaseUrl !== undefined) {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    return done({ connectionString: settings.databaseUrl });
  }
  const running = await runningEmbeddedPostgres(dataFolder).catch(() => undefined);
  if (running) return done(running);
  const folder = await takeDataFolder(dataFolder);
  try {
    const database = await startEmbeddedPostgres({ folder: dataFolder, log });
    try {
      await done(database.connection);
    } finally {
      await database.stop();
    }
  } finally {
    await folder.release();
  }
}

async function restore(settings: Settings, archive: string): Promise<void> {
  const { dataFolder, databaseUrl } = settings;
  const folder = await takeDataFolder(dataFolder);
  try {
    await chmod(dataFolder, 0o700);
    // An interrupted restore can have left its database running.
    if (await runningEmbeddedPostgres(dataFolder).catch(() => undefined))
      await (await startEmbeddedPostgres({ folder: dataFolder, log })).stop();
    await beginRestore(dataFolder, [LOCK]);
    const store = storeOf(settings);
    const manifest = await unpackBackup(archive, dataFolder, MIGRATIONS_FOLDER, { leavesStored: store !== undefined });
    if (store) await restoreStoredFiles(archive, store, manifest);
    const database = await openDatabase({ databaseUrl, dataFolder, log });
    try {
      await restoreDatabase(database.pool, { manifest, dataFolder, migrationsFolder: MIGRATIONS_FOLDER, log });
    } finally {
      await database.close();
    }
    await restoreFiles(dataFolder);
    await finishRestore(dataFolder);
    console.log(`Restored the backup of ${manifest.madeAt} (Roundhouse ${manifest.version}) into ${dataFolder}.`);
  } finally {
    await folder.release();
  }
}

/** With several servers, on the machine of one of them. */
async function rotate(settings: Settings): Promise<void> {
  const { dataFolder, databaseUrl, databaseDirectUrl } = settings;
  const folder = await takeDataFolder(dataFolder);
  try {
    const database = await openDatabase({ databaseUrl: databaseDirectUrl ?? databaseUrl, dataFolder, log });
    try {
      const { file, secrets } = await rotateKey(connect(database.pool), settings);
      console.log(`${file} has a new key, which seals ${secrets} secrets.`);
      console.log(
        'Make a backup, copy the file to the other servers of this database, and delete copies of the old key.',
      );
    } finally {
      await database.close();
    }
  } finally {
    await folder.release();
  }
}

const [command, path] = process.argv.slice(2);
try {
  const settings = readSettings(process.env);
  const stamp = new Date().toISOString().slice(0, 16).replace(/[-:]/gu, '').replace('T', '-');
  if (command === 'backup') await backUp(settings, resolve(path ?? `roundhouse-${stamp}.tar`));
  else if (command === 'restore' && path !== undefined) await restore(settings, resolve(path));
  else if (command === 'rotate-key') await rotate(settings);
  else throw new BackupError('Usage: npm run backup -- [file.tar], npm run restore -- file.tar, npm run rotate-key');
} catch (error) {
  const isExpected =
    error instanceof Error && (USER_FACING_ERRORS.some((kind) => error instanceof kind) || 'syscall' in error);
  const isAway = error instanceof ApiError && error.code === ERRORS.filesAway;
  console.error(
    isAway ? 'The file store (S3_ENDPOINT) cannot be used. Run the command again.' : isExpected ? error.message : error,
  );
  process.exitCode = 1;
}
