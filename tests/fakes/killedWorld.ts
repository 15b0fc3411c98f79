/** A server that a test kills, with its own database and a gateway that receives its messages. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../server/db/database.ts';
import { migratedDatabase } from './migratedDatabase.ts';
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
  const database = await migratedDatabase(4);
  const folder = await mkdtemp(join(tmpdir(), 'rh-killed-'));
  const gateway = await startWebhook();
  const program = await serverProgram(folder, {
    DATABASE_URL: database.url,
    ROUNDHOUSE_DEMO: 'off',
    MESSAGE_WEBHOOK_URL: gateway.url,
    MESSAGE_WEBHOOK_SECRET: 'secret-of-the-webhook',
  });
  return {
    db: database.db,
    program,
    gateway,
    async close() {
      await program.remove();
      await gateway.close();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
