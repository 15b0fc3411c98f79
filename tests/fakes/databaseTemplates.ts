/**
 * Databases that tests copy instead of migrating and seeding their own: copying takes a tenth of the time. Each is made
 * once, by the first test that needs it, and shared by all workers. services.setup.ts deletes them.
 */
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { migrateJobQueue } from '../../server/db/jobQueue.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { seed } from '../../server/db/seed/seed.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import type { Settings } from '../../server/settings.ts';
import { createDatabase, TEST_POSTGRES } from './database.ts';

/**
 * The demo's past ends when it is seeded. Days begin and demo tasks are due at multiples of this in every time zone, so a
 * copy is like a database that was seeded just now.
 */
const SEEDED_MS = 15 * 60_000;
const log = pino({ level: 'silent' });

/** @returns the name of a database with all tables and the job queue, without rows */
export const migratedTemplate = (): Promise<string> =>
  template('migrated', undefined, async (pool) => {
    await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
    await migrateJobQueue(pool, log);
  });

/**
 * @returns the name of a database as a first start with these settings leaves it, before the key file is made; undefined
 * in a bench, whose servers start as they do without tests
 */
export const seededTemplate = async (settings: Settings): Promise<string | undefined> => {
  if (process.env[TEST_POSTGRES] !== undefined) return undefined;
  const { demo, robots, seed: number, demoTasks, host } = settings;
  const about = [demo, robots, number, demoTasks, host, demo && Math.floor(Date.now() / SEEDED_MS)];
  return template(JSON.stringify(about), await migratedTemplate(), (pool) => seed(connect(pool), settings));
};

/** Of this worker; another one can have made it. */
const made = new Map<string, Promise<string>>();

function template(about: string, from: string | undefined, fill: (pool: pg.Pool) => Promise<unknown>): Promise<string> {
  const name = `${inject('templates')}_${createHash('sha256').update(about).digest('hex').slice(0, 12)}`;
  const known = made.get(name);
  if (known) return known;
  const making = makeOnce(name, from, fill);
  made.set(name, making);
  // A failure must not become that of all later tests.
  making.catch(() => made.delete(name));
  return making;
}

/** Under its final name once it is complete. Workers that need it meanwhile wait. */
async function makeOnce(
  name: string,
  from: string | undefined,
  fill: (pool: pg.Pool) => Promise<unknown>,
): Promise<string> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${name}_new`;
      await client.query(`drop database if exists ${unfinished} with (force)`);
      const pool = new pg.Pool({ connectionString: await createDatabase(unfinished, from) });
      // graphile-worker asks for handlers; a query that fails fails by itself.
      pool.on('error', () => undefined).on('connect', (one) => void one.on('error', () => undefined));
      try {
        await fill(pool);
      } finally {
        await pool.end();
      }
      await client.query(`alter database ${unfinished} rename to ${name}`);
      // No connection, not even of autovacuum, may delay a copy.
      await client.query(`alter database ${name} allow_connections false`);
    }
    return name;
  } finally {
    // Ends the lock.
    await client.end();
  }
}
