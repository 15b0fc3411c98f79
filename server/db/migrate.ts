/** Migrates the database to the schema of this version: runs each migration of a folder in order, once. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

/** ASCII code of "Migr". Servers that start together migrate one after the other. */
const LOCK = 0x4d696772;

/** @throws the database's own error; nothing is changed then, because all migrations share one transaction */
export async function migrateDatabase(pool: pg.Pool, log: DatabaseLog, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  const say = ({ message }: { message?: string | undefined }) => log.info({ message }, 'database notice');
  try {
    // suppresses notices: drizzle runs "create table if not exists" for its own table at each start
    await client.query(`set client_min_messages = 'warning'`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    client.on('notice', say);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    client.off('notice', say);
    client.release(true); // closing the connection releases the lock in any case
  }
}
