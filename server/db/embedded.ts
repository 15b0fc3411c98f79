/**
 * The embedded database: a real PostgreSQL as a child process, on a Unix socket inside the data folder, so that it uses
 * no port and cannot conflict with a system PostgreSQL. It is started detached, because Ctrl+C reaches the whole
 * process group while the server still has to write to it. If the server is killed, PostgreSQL keeps running and the
 * next start adopts it.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';
import {
  asIdentity,
  chooseIdentity,
  EmbeddedDatabaseError,
  findPostgres,
  giveTo,
  postgresEnvironment,
  run,
  type Identity,
  type PostgresPrograms,
} from './postgresProgram.ts';
import {
  clearStalePid,
  isAlive,
  isPostmasterOf,
  readPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts';

/** The path of a Unix socket is limited to 103 bytes on macOS and 107 on Linux. */
const SOCKET_PATH_BYTES = 100;
/** For a Unix socket the port is only a part of the file name. */
const SOCKET_PORT = 5432;
const SHORT_FOLDER = 'roundhouse-';
const USER = 'roundhouse';
const DATABASE = 'roundhouse';
/** How long leftovers of a killed PostgreSQL can block the folder. */
const LEFTOVER_MS = 30_000;
/** Time for a fast shutdown before an immediate one is forced. */
const STOP_MS = 20_000;
/** Time allowed for crash recovery while the process lives. */
const READY_MS = 600_000;
const STILL_STARTING_MS = 5_000;
const WATCH_MS = 1_000;
const LOG_BYTES = 5 * 1024 * 1024;

export type EmbeddedPostgres = { connection: pg.PoolConfig; stop(): Promise<void> };
type Transport = 'socket' | 'tcp';

/**
 * Starts the PostgreSQL with its data in `folder`/postgres, or adopts the one already running there. `folder` must
 * exist, be private to the caller and be locked. Throws EmbeddedDatabaseError with a sentence for the person who starts
 * the server. Stop it after the last query: remaining connections are closed.
 */
export async function startEmbeddedPostgres(parts: {
  folder: string;
  log: DatabaseLog;
  transport?: Transport;
  maxConnections?: number;
  /** False for data that nobody needs after a crash of the machine: nothing waits for the disk. */
  isDurable?: boolean;
}): Promise<EmbeddedPostgres> {
  const {
    log,
    transport = process.platform === 'win32' ? 'tcp' : 'socket',
    maxConnections = 60,
    isDurable = true,
  } = parts;
  const folder = await realpath(parts.folder);
  const programs = await findPostgres();
  const identity = await chooseIdentity(programs, folder);
  const home: Home = {
    folder,
    cluster: join(folder, 'postgres'),
    logFile: join(folder, 'postgres.log'),
    programs,
    identity,
    transport,
    maxConnections,
    isDurable,
    log,
  };

  await makeCluster(home);
  let running = (await adopt(home)) ?? (await launch(home));
  const connection = await connectionTo(home, running);
  await makeDatabase(connection);

  // A postmaster that dies on its own (out of memory, killed by mistake) is restarted on the same socket.
  let stopping = false;
  let restarting: Promise<void> | undefined;
  const watch = setInterval(() => {
    if (stopping || restarting || isAlive(running.pid)) return;
    log.error({ pid: running.pid }, 'the embedded database ended unexpectedly; starting it again');
    restarting = launch(home, running)
      .then((next) => void (running = next))
      .catch((error: unknown) =>
        log.error({ err: error }, 'the embedded database could not be started again; retrying'),
      )
      .finally(() => (restarting = undefined));
  }, WATCH_MS);
  watch.unref();

  return {
    connection,
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      await restarting;
      if (!(await stopPostmaster(running.pid, home.cluster, programs.pgCtl, STOP_MS)))
        log.error({ pid: running.pid }, 'the embedded database did not stop');
      await removeShortFolder(running.socketFolder);
    },
  };
}

/** The connection to the PostgreSQL that already runs on this data folder; undefined if none does. */
export async function runningEmbeddedPostgres(dataFolder: string): Promise<pg.ClientConfig | undefined> {
  const cluster = join(await realpath(dataFolder), 'postgres');
  const running = await readPostmaster(cluster);
  if (!running?.ready || !(await isPostmasterOf(running.pid, cluster))) return undefined;
  return connectionTo({ cluster }, running);
}

type Home = {
  folder: string;
  cluster: string;
  logFile: string;
  programs: PostgresPrograms;
  identity: Identity;
  transport: Transport;
  maxConnections: number;
  isDurable: boolean;
  log: DatabaseLog;
};

/** Creates the folder of a new database: under a temporary name first, so that an incomplete one is never used. */
async function makeCluster({ folder, cluster, programs, identity, log }: Home): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('postgres.new-')) await rm(join(folder, name), { recursive: true, force: true });
  }
  if (await exists(cluster)) return giveTo(identity, cluster);

  const fresh = await mkdtemp(join(folder, 'postgres.new-'));
  const made = join(fresh, 'cluster');
  const passwordFile = join(fresh, 'password');
  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(identity, fresh);
  const wishes = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const doors = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`];
  const { code, output } = await run(identity, programs.initdb, ['-D', made, '-U', USER, ...wishes, ...doors]);
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(`The embedded database could not be created in ${cluster}: ${lastLines(output)}`);
  }
  await rename(passwordFile, join(made, 'roundhouse.password'));
  await rename(made, cluster);
  await rm(fresh, { recursive: true, force: true });
  log.info({ cluster }, 'created a new embedded database');
}

/**
 * Handles a PostgreSQL left running by a killed server: adopts it if it answers on the wanted transport, stops it
 * otherwise.
 */
async function adopt(home: Home): Promise<Postmaster | undefined> {
  const left = await readPostmaster(home.cluster);
  if (!left) return undefined;
  if (!(await isPostmasterOf(left.pid, home.cluster))) {
    if (isAlive(left.pid)) await clearStalePid(home.cluster);
    await removeShortFolder(left.socketFolder);
    return undefined;
  }
  try {
    const wanted = (left.socketFolder === '') === (home.transport === 'tcp');
    if (wanted) {
      const ready = await untilReady(home, left.pid, 0);
      await makeDatabase(await connectionTo(home, ready));
      home.log.info({ pid: left.pid }, 'using the embedded database that the previous run left running');
      return ready;
    }
  } catch (error) {
    home.log.warn(
      { pid: left.pid, err: error },
      'the embedded database that the previous run left running does not respond; stopping it',
    );
  }
  if (!(await stopPostmaster(left.pid, home.cluster, home.programs.pgCtl, STOP_MS))) {
    throw new EmbeddedDatabaseError(
      `The database of an earlier run (process ${left.pid}) neither responds nor stops: end that process, then start again.`,
    );
  }
  await removeShortFolder(left.socketFolder);
  return undefined;
}

/** Starts PostgreSQL and waits until it accepts connections. `again` is its predecessor, whose address is reused. */
async function launch(home: Home, again?: Postmaster): Promise<Postmaster> {
  const socketFolder = home.transport === 'tcp' ? '' : (again?.socketFolder ?? (await makeSocketFolder(home)));
  const deadline = Date.now() + LEFTOVER_MS;
  for (let waited = false; ; waited = true) {
    const port = home.transport === 'tcp' ? (again?.port ?? (await freePort())) : SOCKET_PORT;
    const logFrom = await rotateLog(home.logFile);
    const pid = await spawnPostgres(home, port, socketFolder);
    try {
      return await untilReady(home, pid, logFrom);
    } catch (error) {
      const passing =
        error instanceof EmbeddedDatabaseError &&
        /still in use|is another postmaster|already in use|could not bind/i.test(error.message);
      if (!passing || Date.now() > deadline) {
        if (!again) await removeShortFolder(socketFolder);
        throw error;
      }
      if (!waited)
        home.log.info({}, 'the embedded database of the previous run is still shutting down; waiting for it');
      await sleep(200);
    }
  }
}

async function spawnPostgres(home: Home, port: number, socketFolder: string): Promise<number> {
  const listen = socketFolder === '' ? '127.0.0.1' : '';
  const durable = home.isDurable ? 'on' : 'off';
  const set = {
    listen_addresses: listen,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    max_connections: String(home.maxConnections),
    jit: 'off',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
  const settings = Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = asIdentity(home.identity, home.programs.postgres, [
    '-D',
    home.cluster,
    '-p',
    String(port),
    ...settings,
  ]);
  const log = openSync(home.logFile, 'a', 0o600); // a pipe would break when the server dies and PostgreSQL keeps running
  try {
    const child = spawn(command.file, command.args, {
      ...command.options,
      detached: true,
      windowsHide: true,
      cwd: home.folder,
      env: postgresEnvironment(),
      stdio: ['ignore', log, log],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child.pid ?? 0;
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The embedded database cannot be started (${String(error)}): if the package does not support this system, set DATABASE_URL.`,
    );
  } finally {
    closeSync(log);
  }
}

/** Waits until PostgreSQL reports "ready" in its lock file; logs every few seconds during crash recovery. */
async function untilReady(home: Home, pid: number, logFrom: number): Promise<Postmaster> {
  const since = Date.now();
  let said = since;
  for (;;) {
    const postmaster = await readPostmaster(home.cluster);
    if (postmaster?.pid === pid && postmaster.ready) return postmaster;
    if (!isAlive(pid)) {
      const output = (await readFile(home.logFile, 'utf8').catch(() => '')).slice(logFrom);
      throw new EmbeddedDatabaseError(
        `The embedded database did not start: ${lastLines(output)} (full log: ${home.logFile})`,
      );
    }
    if (Date.now() - since > READY_MS)
      throw new EmbeddedDatabaseError(
        `The embedded database is not ready after ${READY_MS / 60_000} minutes; see ${home.logFile}`,
      );
    if (Date.now() - said > STILL_STARTING_MS) {
      said = Date.now();
      home.log.info(
        { seconds: Math.round((said - since) / 1000) },
        'the embedded database is still starting, perhaps recovering from a crash',
      );
    }
    await sleep(10);
  }
}

/** PostgreSQL's error messages without time stamps. */
function lastLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling = lines.filter((line) => /FATAL|PANIC|ERROR|HINT|DETAIL|error:|hint:|cannot|could not/i.test(line));
  return (
    (telling.length > 0 ? telling : lines)
      .slice(-4)
      .map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''))
      .join(' ') || 'no output'
  );
}

async function connectionTo(
  { cluster }: Pick<Home, 'cluster'>,
  { port, socketFolder }: Postmaster,
): Promise<pg.PoolConfig> {
  const password = await readFile(join(cluster, 'roundhouse.password'), 'utf8');
  return {
    host: socketFolder === '' ? '127.0.0.1' : socketFolder,
    port,
    user: USER,
    password,
    database: DATABASE,
    ssl: false,
  };
}

async function makeDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the current query reports it
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Creates a private folder for the socket: inside the data folder, or a short temporary one if that path is too long.
 */
async function makeSocketFolder({ folder, identity }: Home): Promise<string> {
  let at = join(folder, 'socket');
  if (Buffer.byteLength(join(at, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_BYTES) {
    const short = Buffer.byteLength(tmpdir()) <= 60 ? tmpdir() : '/tmp';
    at = await mkdtemp(join(short, SHORT_FOLDER));
  } else {
    await mkdir(at, { recursive: true });
  }
  await chmod(at, 0o700);
  await giveTo(identity, at);
  return at;
}

async function removeShortFolder(socketFolder: string): Promise<void> {
  if (basename(socketFolder).startsWith(SHORT_FOLDER)) await rm(socketFolder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP, so the address is not a pipe name
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Limits the size of the log. @returns the offset at which the next run's output begins */
async function rotateLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size < LOG_BYTES) return size;
  await rename(file, `${file}.old`);
  return 0;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
