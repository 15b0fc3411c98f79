/** A server that a test kills, with its own database and a gateway that receives its messages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { migrateDatabase } from '../../server/db/migrate.ts';
import { MIGRATIONS_FOLDER } from '../../server/root.ts';
import { freshDatabase } from './database.ts';
import { serverProgram, type ServerProgram } from './serverProcess.ts';
import { startWebhook } from './webhook.ts';

export interface KilledWorld {
  db: Db;
  program: ServerProgram;
  gateway: Awaited<ReturnType<typeof startWebhook>>;
  close(): Promise<void>;
}

/** The program is not started yet. */
export async function startKilledWorld(): Promise<KilledWorld> {
  const database = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'rh-killed-'));
  const gateway = await startWebhook();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  await migrateDatabase(pool, pino({ level: 'silent' }), MIGRATIONS_FOLDER);
  const program = await serverProgram(folder, {
    DATABASE_URL: database.url,
    ROUNDHOUSE_DEMO: 'off',
    MESSAGE_WEBHOOK_URL: gateway.url,
    MESSAGE_WEBHOOK_SECRET: 'secret-of-the-webhook',
  });
  return {
    db: connect(pool),
    program,
    gateway,
    async close() {
      await program.remove();
      await gateway.close();
      await pool.end();
      await database.drop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
