/** Brings the database to the schema of this version: the migrations of a folder, each in order, once. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

/** "Migrates" as a number: servers that start together migrate one after the other. */
const LOCK = 0x4d696772;

/** @throws the database's own error; nothing is changed then, for the migrations share one transaction */
export async function migrateDatabase(pool: pg.Pool, log: DatabaseLog, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  const say = ({ message }: { message?: string | undefined }) => log.info({ message }, 'the database says');
  try {
    // drizzle makes its own table "if not exists" at each start, which PostgreSQL would remark on every time
    await client.query(`set client_min_messages = 'warning'`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    client.on('notice', say);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    client.off('notice', say);
    client.release(true); // its end gives the lock back, whatever happened
  }
}
