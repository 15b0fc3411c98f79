/**
 * Opens the database: the embedded one, or an external PostgreSQL given by DATABASE_URL. The same driver serves both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/** For API calls, where DATABASE_CONNECTIONS says nothing else. */
const POOL_CLIENTS = 20;
/** Reserved for Stop and the control lease, so that other requests cannot block them. */
const URGENT_CLIENTS = 4;
/** For cached reads shared by many callers: sessions, rights, leases, rate limits, secrets. */
const SHARED_CLIENTS = 3;
/** A shared read that takes longer is abandoned, and the last cached answer is used. */
const SHARED_TIMEOUT_MS = 2_000;
/** For the queue of background jobs: six listen, one for each group of workers; the others take and end jobs. */
const JOB_CLIENTS = 10;
const CONNECT_MS = 10_000;
/** Time for connections in use when the database is closed; then they are cut. */
const CLOSE_MS = 10_000;
/** An external database that starts at the same time has this long to answer. */
const PATIENCE_MS = 20_000;

/** Maintenance commands find running servers by the name of their connections, which an address would override. */
const withoutName = (url: string | undefined): string | undefined => {
  if (!url?.includes('application_name=')) return url;
  const address = new URL(url);
  address.searchParams.delete('application_name');
  return address.href;
};

export interface OpenDatabase {
  pool: pg.Pool;
  urgentPool: pg.Pool;
  sharedPool: pg.Pool;
  /** Of connections that can LISTEN. */
  jobPool: pg.Pool;
  /** A client outside the pools that can LISTEN, not yet connected. The caller closes it. */
  newClient(): pg.Client;
  close(): Promise<void>;
}

/** The external database cannot be used; the message gives the reason and contains no password. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * Opens the database and waits until it answers. Throws EmbeddedDatabaseError or DatabaseUnreachable. `close` waits for
 * running queries, up to a limit, then stops an embedded database.
 */
export async function openDatabase(settings: {
  databaseUrl?: string | undefined;
  /** The same database without a transaction pooler. */
  databaseDirectUrl?: string | undefined;
  /** Most for API calls. */
  databaseConnections?: number | undefined;
  dataFolder: string;
  log: DatabaseLog;
  closeMs?: number;
}): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseConnections = POOL_CLIENTS, dataFolder, log } = settings;
  const { closeMs = CLOSE_MS } = settings;
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ folder: dataFolder, log }) : undefined;
  const connection: pg.ClientConfig = {
    ...(embedded ? embedded.connection : { connectionString: withoutName(databaseUrl) }),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'roundhouse',
  };
  const direct: pg.ClientConfig =
    embedded || databaseDirectUrl === undefined
      ? connection
      : { ...connection, connectionString: withoutName(databaseDirectUrl) };
  const clients = new Set<pg.PoolClient>();
  const open = (max: number, more: pg.PoolConfig = {}): pg.Pool => {
    const pool = new pg.Pool({ ...connection, max, ...more });
    // Without a listener, an idle client that loses its server would end this process; the pool replaces it when
    // needed. Only the message is logged, because the error holds the whole client.
    pool.on('error', (error) => {
      if (!pool.ending) log.warn({ reason: error.message }, 'an idle connection to the database was lost');
    });
    // The pool does not listen to connections that it closes, nor to those that a library has taken; one that is lost must
    // not end this process either. The query in progress reports it.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      clients.add(client);
    });
    pool.on('remove', (client) => clients.delete(client));
    return pool;
  };
  const pool = open(databaseConnections);
  // Kept open, so that a Stop does not wait for a new connection.
  const urgentPool = open(URGENT_CLIENTS, { min: 2, idleTimeoutMillis: 0 });
  // query_timeout runs on our own clock: a frozen database does not enforce statement_timeout.
  const sharedPool = open(SHARED_CLIENTS, {
    statement_timeout: SHARED_TIMEOUT_MS,
    query_timeout: 2 * SHARED_TIMEOUT_MS,
  });
  const jobPool = open(JOB_CLIENTS, direct);
  let closing: Promise<void> | undefined;
  const close = async () => {
    const ended = Promise.all([pool.end(), urgentPool.end(), sharedPool.end(), jobPool.end()]).then(() => true);
    // After an outage a connection can be left that nobody gives back: without a limit the server would never end.
    if (!(await Promise.race([ended, sleep(closeMs, false, { ref: false })]))) {
      log.warn({ connections: clients.size }, 'connections to the database were still in use, and are cut');
      for (const client of clients) cut(client);
      await Promise.race([ended, sleep(closeMs, false, { ref: false })]);
    }
    await embedded?.stop();
  };
  try {
    await untilAnswering(pool, embedded ? 0 : PATIENCE_MS, log);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    pool,
    urgentPool,
    sharedPool,
    jobPool,
    newClient: () => new pg.Client(direct),
    close: () => (closing ??= close()),
  };
}

/** Ends a connection that is in use; its query fails. */
function cut(client: pg.PoolClient): void {
  // The pool's type hides it, because it must not be used before the connection is given back.
  if ('end' in client && typeof client.end === 'function') void Promise.resolve(client.end()).catch(() => undefined);
}

async function untilAnswering(pool: pg.Pool, patienceMs: number, log: DatabaseLog): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let tried = false; ; tried = true) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const reason = reasonOf(error);
      if (Date.now() >= deadline || !isPassing(error))
        throw new DatabaseUnreachable(`The database named by DATABASE_URL cannot be used: ${reason}`, { cause: error });
      if (!tried) log.info({ reason }, 'the database does not respond yet; waiting for it');
      await sleep(500);
    }
  }
}

/**
 * Whether an error is transient: a refused or broken connection, or a database that is starting; not a wrong password
 * or name.
 */
const isPassing = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('E') ||
    code.startsWith('57P') ||
    code === '53300' ||
    (error instanceof Error && /timeout|terminated/i.test(error.message))
  );
};

/** Node throws an AggregateError without a message if a name has several addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => reasonOf(each)).join(', ');
  return error instanceof Error ? error.message : String(error);
}
