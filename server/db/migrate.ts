/** Migrates the database to the schema of this version: runs each migration of a folder in order, once. */
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { DatabaseLog } from './databaseLog.ts';

/** ASCII code of "Migr". Servers that start together migrate one after the other. */
const LOCK = 0x4d696772;

/** A step failed; nothing was changed, because all migrations share one transaction. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** @throws MigrationError */
export async function migrateDatabase(pool: pg.Pool, log: DatabaseLog, migrationsFolder: string): Promise<void> {
  const client = await pool.connect();
  const say = ({ message }: { message?: string | undefined }) => log.info({ message }, 'database notice');
  try {
    // suppresses notices: drizzle runs "create table if not exists" for its own table at each start
    await client.query(`set client_min_messages = 'warning'`);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    client.on('notice', say);
    await migrate(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
      throw new MigrationError(
        `The database could not be migrated: ${reasonOf(error)}. Nothing was changed. Start the previous version again, or remove the cause and start this version again.`,
        { cause: error },
      );
    });
  } finally {
    client.off('notice', say);
    client.release(true); // closing the connection releases the lock in any case
  }
}

/** PostgreSQL's own sentence: the migrator wraps it in the statement that failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
