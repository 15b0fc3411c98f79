/** Of several servers over one database exactly one leads. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../../server/db/connect.ts';
import type { Db } from '../../../server/db/database.ts';
import { createLeadership } from '../../../server/fleet/leadership.ts';
import { readSettings } from '../../../server/settings.ts';
import { freshDatabase, type FreshDatabase } from '../../fakes/database.ts';
import { migratedTemplate } from '../../fakes/databaseTemplates.ts';

const settings = readSettings({ MQTT_URL: 'ws://127.0.0.1:1' });
let database: FreshDatabase;
let pool: pg.Pool;
let db: Db;
let time: number;
beforeEach(async () => {
  database = await freshDatabase(await migratedTemplate());
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  db = connect(pool);
  time = 0;
});
afterEach(async () => {
  if (!pool.ended) await pool.end();
  await database.drop();
});
const server = (on: Db = db) => createLeadership({ settings, db: on }, () => time);
/** Simulates elapsed time in the database. */
const age = (ms: number) =>
  db.execute(
    sql`update installation set value = split_part(value, ' ', 1) || ' ' || (split_part(value, ' ', 2)::bigint - ${ms}) where key = 'leader'`,
  );

it('goes to the first who asks, and stays while it is renewed', async () => {
  const [a, b] = [server(), server()];
  await Promise.all([a.renew(), b.renew()]);
  expect([a, b].filter((one) => one.isLeader())).toHaveLength(1);
  const [leader, other] = a.isLeader() ? [a, b] : [b, a];
  for (let second = 0; second < 8; second += 1) {
    time += 1_000;
    await age(1_000);
    await leader.renew();
    await other.renew();
    expect([leader.isLeader(), other.isLeader()]).toEqual([true, false]);
  }
});

it("ends by the leader's own clock before another may begin, though the database does not answer", async () => {
  const [a, b] = [server(), server()];
  await a.renew();
  time += 4_900;
  await age(4_900);
  await b.renew();
  expect([a.isLeader(), b.isLeader()]).toEqual([true, false]);
  time += 150;
  await age(150);
  expect(a.isLeader()).toBe(false);
  await b.renew();
  expect([a.isLeader(), b.isLeader()]).toEqual([false, true]);
  await a.renew();
  expect(a.isLeader()).toBe(false);
});

it('is counted from before the database was asked: a slow answer makes no longer term', async () => {
  const slow: Db = Object.assign(Object.create(db) as Db, {
    execute: async (query: Parameters<Db['execute']>[0]) => {
      const answer = await db.execute(query);
      time += 6_000;
      return answer;
    },
  });
  const a = server(slow);
  await a.renew();
  expect(a.isLeader()).toBe(false);
});

it('is given up at a stop, for the next at once, and not taken again', async () => {
  const [a, b] = [server(), server()];
  await a.renew();
  const late = a.renew();
  await a.resign();
  await late;
  expect(a.isLeader()).toBe(false);
  await b.renew();
  expect(b.isLeader()).toBe(true);
});

it('belongs to the one server that has the broker in itself', () => {
  expect(createLeadership({ settings: readSettings({}), db }).isLeader()).toBe(true);
});
