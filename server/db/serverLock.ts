/**
 * One server a database, where the broker is embedded: two embedded brokers would split the fleet (design 1).
 * The lock is PostgreSQL's own, held by a connection that does nothing else, so it ends with its holder.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

/** "Roundhouse" as a number; advisory locks count within one database. */
const LOCK = 0x524f554e;
/** A holder that was killed just now lets go when PostgreSQL has noticed. */
const TAKE_MS = 3_000;
const RETRY_MS = 250;
/** How often the holding connection is asked whether it lives, and how long it may think. */
const CHECK_MS = 5_000;
/** How long to wait between two tries to get the lock back after its connection broke. */
const REGAIN_MS = 1_000;

/** Another server has this database; the message says which. */
export class ServerLockHeld extends Error {
  override name = 'ServerLockHeld';
}

export type ServerLock = {
  /** Resolves, with the reason, when another server has come to hold the lock: this one must stop serving. */
  lost: Promise<ServerLockHeld>;
  release(): Promise<void>;
};

/**
 * Takes the lock of the pool's database on a connection of its own. Throws ServerLockHeld when another server keeps it.
 * When the connection breaks it is taken again as soon as the database answers; only when somebody else was quicker it is lost.
 */
export async function takeServerLock(pool: pg.Pool, log: Log): Promise<ServerLock> {
  let released = false;
  let holder = await take(pool, TAKE_MS);
  let tellLost: (reason: ServerLockHeld) => void = () => undefined;
  const lost = new Promise<ServerLockHeld>((resolve) => (tellLost = resolve));

  const keep = async () => {
    while (!released) {
      await holder.broken;
      if (released) return;
      log.warn({}, 'the connection that holds the server lock broke; taking the lock again');
      const next = await regain();
      if (next) holder = next;
      else return;
    }
  };
  const regain = async (): Promise<Holder | undefined> => {
    while (!released) {
      try {
        const next = await take(pool, TAKE_MS);
        log.info({}, 'the server lock is held again');
        if (!released) return next;
        await next.end();
      } catch (error) {
        if (error instanceof ServerLockHeld) {
          log.error({ err: error }, 'the server lock was lost to another server');
          tellLost(error);
          return undefined;
        }
        await sleep(REGAIN_MS); // the database does not answer: nobody else can have the lock either
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

async function take(pool: pg.Pool, patienceMs: number): Promise<Holder> {
  const client = new pg.Client(pool.options);
  let tellBroken: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => (tellBroken = resolve));
  client.on('error', tellBroken);
  client.on('end', tellBroken);
  await client.connect();
  try {
    // A machine that vanishes must not hold the lock for the two hours that TCP would give it.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
    await client.query(`select set_config('application_name', $1, false)`, [`roundhouse on ${hostname()}, process ${process.pid}`.slice(0, 63)]);
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client))) {
      if (Date.now() > deadline) throw new ServerLockHeld(await whoHolds(client));
      await sleep(RETRY_MS);
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

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken === true;
}

async function whoHolds(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; since: Date }>(
    `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.objid = $1 and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  const who = rows[0] ? `${rows[0].name}, since ${rows[0].since.toISOString()}` : 'unknown';
  return `Another server already runs on this database (${who}). Two servers need one broker: set MQTT_URL for both, or stop the other one.`;
}
