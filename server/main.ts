/**
 * Entry point of the server: reads the settings, locks the data folder, serves, and shuts down gracefully on a signal.
 */
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from './app.ts';
import { UNFINISHED_MARK } from './db/backup/restore.ts';
import { MigrationError } from './db/migrate.ts';
import { DatabaseUnreachable } from './db/open.ts';
import { EmbeddedDatabaseError } from './db/postgresProgram.ts';
import { ServerLockHeld } from './db/serverLock.ts';
import { DataFolderError, takeDataFolder } from './dataFolder.ts';
import { KeyFileError } from './keyFile.ts';
import { createLog } from './log.ts';
import { isLoopback, readSettings, SettingsError } from './settings.ts';
import { TlsError } from './tls.ts';

/** Errors whose message tells the user what to do; any other error is printed with its stack. */
const USER_FACING_ERRORS = [
  SettingsError,
  DataFolderError,
  TlsError,
  EmbeddedDatabaseError,
  DatabaseUnreachable,
  ServerLockHeld,
  MigrationError,
  KeyFileError,
];

/** Text or error printed when the server cannot start. */
function startupErrorText(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (USER_FACING_ERRORS.some((kind) => error instanceof kind)) return error.message;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `${error.message}: another program already listens there. Set PORT to another port.`;
  if (code === 'EACCES' && 'port' in error)
    return `${error.message}: this user is not allowed to listen there. Set PORT to 1024 or higher.`;
  return error;
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings);
  const folder = await takeDataFolder(settings.dataFolder, log);
  if (existsSync(join(settings.dataFolder, UNFINISHED_MARK))) {
    await folder.release();
    throw new DataFolderError(
      `The restore into ${settings.dataFolder} was interrupted. Run it again: npm run restore -- <backup>.`,
    );
  }
  const starting = createServer({ settings, log });
  const stopOnce = once(async (why) => {
    log.info({ why }, 'stopping: finishing requests in progress first');
    await starting.then(
      (server) => server.close(),
      () => undefined,
    );
    await folder.release();
    process.exit(process.exitCode ?? 0);
  });
  process.on('SIGINT', () => void stopOnce('SIGINT'));
  process.on('SIGTERM', () => void stopOnce('SIGTERM'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'stopping: uncaught exception');
    process.exitCode = 1;
    void stopOnce('uncaughtException');
  });

  const server = await starting.catch(async (error: unknown) => {
    await folder.release();
    throw error;
  });
  void server.mustStop.then((reason) => {
    console.error(reason.message);
    process.exitCode = 1;
    void stopOnce('lock lost');
  });
  printBanner(server, isLoopback(settings.host));
}

/** Runs `stop` once: a second Ctrl+C ends the process without waiting. */
function once(stop: (why: string) => Promise<void>): (why: string) => Promise<void> {
  let stopping = false;
  return async (why) => {
    if (stopping) process.exit(130);
    stopping = true;
    await stop(why);
  };
}

function printBanner({ url, demoSignIns, setUpCode, deps: { settings } }: Server, isLocal: boolean): void {
  const lines = ['', `  Roundhouse   ${url}`, ...(isLocal || settings.publicUrl ? [] : lanUrls(url)), ''];
  const [first] = demoSignIns;
  if (first && isLocal)
    lines.push(
      `  Demo accounts, password ${first.password ?? ''}:`,
      ...demoSignIns.map(({ email, phone }) => `    ${email}${phone ? `   or ${phone}` : ''}`),
      '',
    );
  else if (first) {
    lines.push(
      '  Demo accounts:',
      ...demoSignIns.map(
        ({ email, password }) =>
          `    ${email.padEnd(28)} ${password ?? '(its password is in the data folder of the server that created it)'}`,
      ),
      '',
    );
  } else if (setUpCode !== null)
    lines.push('  The first visitor creates the administrator account with this code:', '', `    ${setUpCode}`, '');
  console.log(lines.join('\n'));
}

/** URLs at which other devices on the network reach a server that listens on every address. */
function lanUrls(url: string): string[] {
  const { protocol, port, hostname } = new URL(url);
  if (hostname !== 'localhost') return [];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  return [
    ...own.map(({ address }) => `               ${protocol}//${address}:${port}`),
    ...(protocol === 'https:' ? ['               (to trust its certificate on a phone: /trust)'] : []),
  ];
}

try {
  await run();
} catch (error) {
  console.error(startupErrorText(error));
  process.exit(1);
}
