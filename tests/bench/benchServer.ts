/** Servers for a bench, which runs outside of vitest: with an embedded PostgreSQL of its own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import pg from 'pg';
import { connect } from '../../server/db/connect.ts';
import type { Db } from '../../server/db/database.ts';
import { freshDatabase, TEST_POSTGRES } from '../fakes/database.ts';
import { startTestServer, type TestServer } from '../fakes/testServer.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @returns ends the PostgreSQL */
async function startPostgres(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-bench-'));
  await chmod(folder, 0o700);
  const { connection, stop } = await startEmbeddedPostgres({ folder, log: silent, maxConnections: 100 });
  const { user, port, host } = connection;
  process.env[TEST_POSTGRES] =
    `postgres://${String(user)}:${String(connection.password)}@localhost:${String(port)}/postgres?host=${encodeURIComponent(host ?? '')}`;
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The server of the server tests. */
export async function startBenchServer(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const stop = await startPostgres();
  const test = await startTestServer(options);
  return {
    ...test,
    close: async () => {
      await test.close();
      await stop();
    },
  };
}

/** An empty database for a server in a process of its own. */
export async function benchDatabase(): Promise<{ url: string; db: Db; close(): Promise<void> }> {
  const stop = await startPostgres();
  const { url } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    db: connect(pool),
    close: async () => {
      await pool.end();
      await stop();
    },
  };
}
