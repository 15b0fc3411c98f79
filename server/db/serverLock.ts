/**
 * Locks that only one of the servers on a database can hold. They are PostgreSQL advisory locks on a dedicated
 * connection, so they end with their holder.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

interface Lock {
  /** Advisory locks are numbers, unique within one database. */
  id: number;
  name: string;
  /** Error message if another server holds the lock. */
  refusal: (who: string) => string;
}

/**
 * For a server with an embedded broker: two embedded brokers would split the fleet (design 1). ASCII code of "ROUN".
 */
const ONE_SERVER: Lock = {
  id: 0x524f554e,
  name: 'server',
  refusal: (who) =>
    `Another server already runs on this database (${who}). Two servers need one broker: set MQTT_URL for both, or stop the other one.`,
};
/** For running the simulated robots: two simulators would compete for each robot's connection. ASCII code of "Simu". */
const ONE_SIMULATOR: Lock = {
  id: 0x53696d75,
  name: 'simulator',
  refusal: (who) => `Another server runs the simulated robots (${who}).`,
};

/** Time for PostgreSQL to notice that a holder was killed and release its lock. */
const TAKE_MS = 3_000;
const RETRY_MS = 250;
/** Interval of the health check of the holding connection, and its timeout. */
const CHECK_MS = 5_000;
/** Delay between attempts to reacquire the lock after its connection broke. */
const REGAIN_MS = 1_000;

/** Another server has the lock; the message says which. */
export class ServerLockHeld extends Error {
  override name = 'ServerLockHeld';
}

export type ServerLock = {
  /** Resolves with the reason when another server has acquired the lock: this server must stop using it. */
  lost: Promise<ServerLockHeld>;
  release(): Promise<void>;
};

interface Waiting {
  /** How long to wait for another holder, ms. */
  patienceMs: number;
  /** Aborts the wait. */
  signal?: AbortSignal | undefined;
}

/** Acquires the server lock of the pool's database. Throws ServerLockHeld if another server keeps it. */
export const takeServerLock = (pool: pg.Pool, log: DatabaseLog): Promise<ServerLock> =>
  takeLock(pool, log, ONE_SERVER, { patienceMs: TAKE_MS });

/** Waits for the simulator lock. Throws if the database cannot be reached, or the signal aborts. */
export const takeSimulatorLock = (pool: pg.Pool, log: DatabaseLog, signal: AbortSignal): Promise<ServerLock> =>
  takeLock(pool, log, ONE_SIMULATOR, { patienceMs: Infinity, signal });

/**
 * Acquires a lock on a dedicated connection. If the connection breaks, the lock is reacquired as soon as the database
 * answers; it is lost only if another server was faster.
 */
async function takeLock(pool: pg.Pool, log: DatabaseLog, lock: Lock, waiting: Waiting): Promise<ServerLock> {
  let released = false;
  let holder = await take(pool, lock, waiting);
  let tellLost: (reason: ServerLockHeld) => void = () => undefined;
  const lost = new Promise<ServerLockHeld>((resolve) => (tellLost = resolve));

  const keep = async () => {
    while (!released) {
      await holder.broken;
      if (released) return;
      log.warn({}, `the connection that holds the ${lock.name} lock was lost; acquiring the lock again`);
      const next = await regain();
      if (next) holder = next;
      else return;
    }
  };
  const regain = async (): Promise<Holder | undefined> => {
    while (!released) {
      try {
        const next = await take(pool, lock, { patienceMs: TAKE_MS });
        log.info({}, `the ${lock.name} lock was acquired again`);
        if (!released) return next;
        await next.end();
      } catch (error) {
        if (error instanceof ServerLockHeld) {
          log.error({ err: error }, `the ${lock.name} lock was lost to another server`);
          tellLost(error);
          return undefined;
        }
        await sleep(REGAIN_MS); // the database does not answer: no other server can acquire the lock either
      }
    }
    return undefined;
  };
  const keeping = keep();

  return {
    lost,
    async release() {
      released = true;
      await holder.end();
      await keeping;
    },
  };
}

type Holder = { broken: Promise<void>; end(): Promise<void> };

async function take(pool: pg.Pool, lock: Lock, { patienceMs, signal }: Waiting): Promise<Holder> {
  const client = new pg.Client(pool.options);
  let tellBroken: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => (tellBroken = resolve));
  client.on('error', tellBroken);
  client.on('end', tellBroken);
  await client.connect();
  try {
    // The lock of a machine that vanishes is released early, not after the two hours of TCP's default.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    await client.query(`select set_config('application_name', $1, false)`, [
      `roundhouse on ${hostname()}, process ${process.pid}`.slice(0, 63),
    ]);
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client, lock))) {
      if (Date.now() > deadline) throw new ServerLockHeld(lock.refusal(await whoHolds(client, lock)));
      await sleep(RETRY_MS, undefined, { signal });
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }

  const check = setInterval(() => {
    const late = setTimeout(tellBroken, CHECK_MS);
    client.query('select 1').then(() => clearTimeout(late), tellBroken);
  }, CHECK_MS);
  check.unref();
  const end = async () => {
    clearInterval(check);
    await client.end().catch(() => undefined);
    tellBroken();
  };
  return { broken: broken.then(end), end };
}

async function tryLock(client: pg.Client, { id }: Lock): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [id]);
  return rows[0]?.taken === true;
}

async function whoHolds(client: pg.Client, { id }: Lock): Promise<string> {
  const { rows } = await client.query<{ name: string; since: Date }>(
    `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())`,
    [id],
  );
  return rows[0] ? `${rows[0].name}, since ${rows[0].since.toISOString()}` : 'unknown';
}
