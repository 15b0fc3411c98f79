/**
 * Of several servers over one database one runs the simulated robots. The others wait for its lock, which can be
 * released or lost.
 */
import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/db/open.ts';
import { takeServerLock } from '../../server/db/serverLock.ts';
import type { Simulator } from '../../server/simulator.ts';
import { startExclusiveSimulator } from '../../server/exclusiveSimulator.ts';
import { freshDatabase, type FreshDatabase } from '../fakes/database.ts';

let database: FreshDatabase;
/** What the simulators do, in order. */
let happened: string[];
let troubles: string[];
const open: OpenDatabase[] = [];
const servers: Simulator[] = [];
beforeEach(async () => {
  [happened, troubles] = [[], []];
  database = await freshDatabase();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  for (const one of open.splice(0)) await one.close();
  await database.drop();
});

const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void troubles.push(message),
  error: () => undefined,
};
/** A server with its own connections. `failures`: how often its simulator fails to start. */
async function server(name: string, failures = 0): Promise<{ simulator: Simulator; pool: pg.Pool }> {
  const one = await openDatabase({ databaseUrl: database.url, dataFolder: '', log });
  open.push(one);
  let left = failures;
  const start = async (): Promise<Simulator> => {
    if ((left -= 1) >= 0) throw new Error('not now');
    happened.push(`${name} starts`);
    return {
      order: ({ type }) => void happened.push(`${name} hears ${type}`),
      openEquipment: async () => false,
      drawPhoto: async () => null,
      simulate: (sites) => void happened.push(`${name} simulates ${sites.length}`),
      stop: async () => void happened.push(`${name} stops`),
    };
  };
  const simulator = startExclusiveSimulator({ pool: one.pool, log, start });
  servers.push(simulator);
  return { simulator, pool: one.pool };
}
const soon = (all: string[]) => expect.poll(() => happened, { timeout: 20_000 }).toEqual(all);
/** Waits until `count` servers are connected and have tried to get the lock. */
const waiting = (pool: pg.Pool, count: number) =>
  expect
    .poll(
      async () =>
        (
          await pool.query(
            `select 1 from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%'`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(count);

it('one runs it and hears orders; another waits, and takes over when the first goes', async () => {
  const a = await server('a');
  await soon(['a starts']);
  const b = await server('b');
  await waiting(b.pool, 2);
  a.simulator.order({ type: 'stop' });
  expect(() => b.simulator.order({ type: 'stop' })).toThrow('faultUnknown');
  await a.simulator.stop();
  await soon(['a starts', 'a hears stop', 'a stops', 'b starts']);
  expect(() => a.simulator.order({ type: 'stop' })).toThrow('faultUnknown');
});

it('who only waited ends at once, and starts nothing', async () => {
  const a = await server('a');
  await soon(['a starts']);
  const b = await server('b');
  await waiting(b.pool, 2);
  await b.simulator.stop();
  await a.simulator.stop();
  expect(happened).toEqual(['a starts', 'a stops']);
});

it('what cannot be started is tried again, by whoever then has the lock', async () => {
  await server('a', 1);
  await soon(['a starts']);
  expect(troubles).toEqual(['the simulated robots could not be started; retrying']);
});

it('goes on over a broken connection, and leaves off when another server was quicker', async () => {
  const a = await server('a');
  await soon(['a starts']);
  const locksOf = (what: string): string =>
    `from pg_locks where locktype = 'advisory' and ${what} and database = (select oid from pg_database where datname = current_database())`;
  const breakLock = (): Promise<unknown> => a.pool.query(`select pg_terminate_backend(pid) ${locksOf('granted')}`);
  const until = (what: string) =>
    expect.poll(async () => (await a.pool.query(`select 1 ${locksOf(what)}`)).rowCount, { timeout: 20_000 }).toBe(1);
  await breakLock();
  await expect
    .poll(() => troubles)
    .toContain('the connection that holds the simulator lock was lost; acquiring the lock again');
  await until('granted');
  expect(happened).toEqual(['a starts']);

  const other = await a.pool.connect();
  const taken = other.query('select pg_advisory_lock($1)', [0x53696d75]);
  // It is first in PostgreSQL's lock queue, so it gets the lock when that is released.
  await until('not granted');
  await breakLock();
  await taken;
  await soon(['a starts', 'a stops']);
  other.release(true);
  await soon(['a starts', 'a stops', 'a starts']);
});

it('is another lock than the one to be the only server', async () => {
  const { pool } = await server('a');
  await soon(['a starts']);
  const lock = await takeServerLock(pool, log);
  await lock.release();
  expect(happened).toEqual(['a starts']);
});
