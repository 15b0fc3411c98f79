/** A separate database with all tables and no rows, for tests of one part of the server. */
import pg from 'pg';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import { freshDatabase } from './database.ts';
import { migratedTemplate } from './databaseTemplates.ts';

/** @param max connections of the pool */
export async function migratedDatabase(max?: number) {
  const { url, drop } = await freshDatabase(await migratedTemplate());
  const pool = new pg.Pool({ connectionString: url, ...(max !== undefined && { max }) });
  // Dropping the database ends connections that are idle.
  pool.on('error', () => undefined);
  const log = pino({ level: 'silent' });
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
