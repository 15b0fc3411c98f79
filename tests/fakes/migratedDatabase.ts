/** A separate database with all tables and no rows, for tests of one part of the server. */
import pg from 'pg';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { freshDatabase } from './database.ts';

/** @param max connections of the pool */
export async function migratedDatabase(max?: number) {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, ...(max !== undefined && { max }) });
  // Dropping the database ends connections that are idle.
  pool.on('error', () => undefined);
  const log = pino({ level: 'silent' });
  await migrateDatabase(pool, log, MIGRATIONS_FOLDER);
  return {
    url,
    pool,
    db: connect(pool),
    log,
    async close() {
      await pool.end();
      await drop();
    },
  };
}
export type MigratedDatabase = Awaited<ReturnType<typeof migratedDatabase>>;
