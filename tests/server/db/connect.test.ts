/** Transactions give their connection back, whatever the network to the database does while they begin or end. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect } from '../../../server/db/connect.ts';
import type { Db } from '../../../server/db/database.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { databaseProxy, type DatabaseProxy } from '../../fakes/databaseProxy.ts';

const CLIENTS = 2;
let database: FreshDatabase;
let network: DatabaseProxy;
let pool: pg.Pool;
let db: Db;
beforeEach(async () => {
  database = await freshDatabase();
  network = await databaseProxy(database.url);
  pool = new pg.Pool({ connectionString: network.databaseUrl, max: CLIENTS });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  db = connect(pool);
  await one();
});
afterEach(async () => {
  await pool.end();
  await network.close();
  await database.drop();
});

const one = async () => (await db.transaction((transaction) => transaction.execute(sql`select 1 as one`))).rows;
/** The network breaks while the work waits for the database. @param waits whether it does */
async function brokenIn(work: () => Promise<unknown>, waits: () => boolean): Promise<unknown> {
  const done = work().catch((error: unknown) => error);
  await vi.waitFor(() => expect(waits()).toBe(true));
  network.cut();
  const error = await done;
  network.restore();
  network.flow();
  return error;
}
const allGivenBack = () => vi.waitFor(() => expect([pool.totalCount, pool.waitingCount]).toEqual([pool.idleCount, 0]));

it('a connection that is lost while a transaction begins is not kept, however often it happens', async () => {
  for (let outage = 0; outage <= CLIENTS; outage += 1) {
    network.stall();
    expect(await brokenIn(one, () => pool.totalCount > pool.idleCount)).toBeInstanceOf(Error);
    await allGivenBack();
    expect(await one()).toEqual([{ one: 1 }]);
  }
});

it('a connection that is lost while a transaction works or ends is not kept either', async () => {
  for (let outage = 0; outage <= CLIENTS; outage += 1) {
    let waits = false;
    const work = () =>
      db.transaction(async (transaction) => {
        network.stall();
        waits = true;
        await transaction.execute(sql`select 1`);
      });
    expect(await brokenIn(work, () => waits)).toBeInstanceOf(Error);
    await allGivenBack();
  }
  expect(await one()).toEqual([{ one: 1 }]);
});

it('a transaction that fails by itself is rolled back, and its connection is used again', async () => {
  const [before] = (await db.execute(sql`select pg_backend_pid() as pid`)).rows;
  const failure = new Error('not now');
  await expect(
    db.transaction(async (transaction) => {
      await transaction.execute(sql`create table never (id int)`);
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect((await db.transaction((same) => same.execute(sql`select pg_backend_pid() as pid`))).rows).toEqual([before]);
  expect((await db.execute(sql`select to_regclass('never') as found`)).rows).toEqual([{ found: null }]);
});
