/**
 * One server per database: the lock is refused, names its holder, is released, taken again after a lost connection, and
 * lost to a faster server.
 */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { ServerLockHeld, takeServerLock, type ServerLock } from '../../server/db/serverLock.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';

const said: string[] = [];
const log = {
  info: (_: object, message: string) => void said.push(message),
  warn: (_: object, message: string) => void said.push(message),
  error: (_: object, message: string) => void said.push(message),
};
let database: FreshDatabase;
const open: OpenDatabase[] = [];
const locks: ServerLock[] = [];

const openOne = async () => {
  const one = await openDatabase({ databaseUrl: database.url, dataFolder: '', log });
  open.push(one);
  return one.pool;
};
const lockOf = async (pool: pg.Pool) => {
  const lock = await takeServerLock(pool, log);
  locks.push(lock);
  return lock;
};
/** Ends the connection that holds the lock, as a network failure or a database restart would. */
const breakHolder = (pool: pg.Pool) =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'roundhouse on %' and datname = current_database()`,
  );

beforeEach(async () => {
  said.length = 0;
  database = await freshDatabase();
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  for (const one of open.splice(0)) await one.close();
  await database.drop();
});

describe('the lock of a database', () => {
  it('is refused to a second server, naming the first, and free again when that stops', async () => {
    const first = await lockOf(await openOne());
    const second = await openOne();
    await expect(takeServerLock(second, log)).rejects.toThrow(ServerLockHeld);
    await expect(takeServerLock(second, log)).rejects.toThrow(`process ${process.pid}`);
    await first.release();
    await lockOf(second);
  });

  it('is another one in another database', async () => {
    await lockOf(await openOne());
    const other = await freshDatabase();
    const one = await openDatabase({ databaseUrl: other.url, dataFolder: '', log });
    await (await takeServerLock(one.pool, log)).release();
    await one.close();
    await other.drop();
  });

  it('is taken again when its connection breaks', async () => {
    const pool = await openOne();
    await lockOf(pool);
    await breakHolder(pool);
    await expect.poll(() => said, { timeout: 20_000 }).toContain('the server lock was acquired again');
    await expect(takeServerLock(await openOne(), log)).rejects.toThrow(ServerLockHeld);
  });

  it('is lost to a server that was quicker', async () => {
    const pool = await openOne();
    const lock = await lockOf(pool);
    const other = new pg.Client(database.url);
    await other.connect();
    const waiting = other.query('select pg_advisory_lock($1)', [0x524f554e]); // first in PostgreSQL's lock queue
    await breakHolder(pool);
    await waiting;
    expect((await lock.lost).message).toContain('Another server already runs on this database');
    await other.end();
  });
});

describe('an outside database', () => {
  it('that refuses us is named as the fault, without its password', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    url.password = 'hunter2';
    const refused = openDatabase({ databaseUrl: url.href, dataFolder: '', log });
    await expect(refused).rejects.toThrow(/^The database named by DATABASE_URL cannot be used: .*nowhere/);
    await expect(refused).rejects.not.toThrow('hunter2');
  });

  it('may lose an idle connection without ending the server', async () => {
    const pool = await openOne();
    await pool.query('select 1');
    const killer = new pg.Client(database.url);
    await killer.connect();
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await killer.end();
    await expect.poll(() => said, { timeout: 20_000 }).toContain('an idle connection to the database was lost');
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});
