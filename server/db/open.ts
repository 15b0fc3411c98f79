/** Opens the database: the embedded one, or an outside PostgreSQL named by DATABASE_URL. The same driver serves both. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';
import { startEmbeddedPostgres } from './embedded.ts';

const POOL_CLIENTS = 20;
/** Stop and the control lease: whatever the other calls do, these have connections. */
const URGENT_CLIENTS = 4;
/** What many callers ask at once and share: sessions, rights, leases, limiters, secrets. */
const SHARED_CLIENTS = 3;
/** A shared read that takes longer is given up: the last answer stands in. */
const SHARED_TIMEOUT_MS = 2_000;
const CONNECT_MS = 10_000;
/** An outside database that starts together with us gets this long to answer. */
const PATIENCE_MS = 20_000;

export interface OpenDatabase {
  pool: pg.Pool;
  urgentPool: pg.Pool;
  sharedPool: pg.Pool;
  /** Beside the pools; not yet connected. Who takes it ends it. */
  newClient(): pg.Client;
  close(): Promise<void>;
}

/** The outside database cannot be used; the message says why and names no password. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * Opens the database and waits until it answers. Throws EmbeddedDatabaseError or DatabaseUnreachable.
 * `close` waits for the queries under way, then stops an embedded database.
 */
export async function openDatabase(settings: {
  databaseUrl?: string | undefined;
  dataFolder: string;
  log: DatabaseLog;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataFolder, log } = settings;
  const embedded = databaseUrl === undefined ? await startEmbeddedPostgres({ folder: dataFolder, log }) : undefined;
  const connection: pg.ClientConfig = {
    ...(embedded ? embedded.connection : { connectionString: databaseUrl }),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'roundhouse',
  };
  const open = (max: number, more: pg.PoolConfig = {}): pg.Pool => {
    const pool = new pg.Pool({ ...connection, max, ...more });
    // An idle client that loses its server would otherwise end this process; the pool makes a new one when it is needed.
    // Only the message is logged: the error carries the whole client.
    pool.on('error', (error) => {
      if (!pool.ending) log.warn({ reason: error.message }, 'an idle connection to the database was lost');
    });
    return pool;
  };
  const pool = open(POOL_CLIENTS);
  // Kept open: a Stop does not wait for a connection to be made.
  const urgentPool = open(URGENT_CLIENTS, { min: 2, idleTimeoutMillis: 0 });
  // By our own clock as well: a database that is frozen does not count its own time-outs.
  const sharedPool = open(SHARED_CLIENTS, {
    statement_timeout: SHARED_TIMEOUT_MS,
    query_timeout: 2 * SHARED_TIMEOUT_MS,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await Promise.all([pool.end(), urgentPool.end(), sharedPool.end()]);
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
    newClient: () => new pg.Client(connection),
    close: () => (closing ??= close()),
  };
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
      if (!tried) log.info({ reason }, 'the database does not answer yet; waiting for it');
      await sleep(500);
    }
  }
}

/** A refused or broken connection and a database that is starting pass; a wrong password or name does not. */
const isPassing = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    code.startsWith('E') ||
    code.startsWith('57P') ||
    code === '53300' ||
    (error instanceof Error && /timeout|terminated/i.test(error.message))
  );
};

/** Node gives an AggregateError without a message where a name has several addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => reasonOf(each)).join(', ');
  return error instanceof Error ? error.message : String(error);
}
