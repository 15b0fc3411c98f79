/** The server of the server tests for a bench, which runs outside of vitest: with an embedded PostgreSQL of its own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { TEST_POSTGRES } from '../fakes/database.ts';
import { startTestServer, type TestServer } from '../fakes/testServer.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function startBenchServer(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-bench-'));
  await chmod(folder, 0o700);
  const { connection, stop } = await startEmbeddedPostgres({ folder, log: silent, maxConnections: 100 });
  const { user, port, host } = connection;
  process.env[TEST_POSTGRES] =
    `postgres://${String(user)}:${String(connection.password)}@localhost:${String(port)}/postgres?host=${encodeURIComponent(host ?? '')}`;
  const test = await startTestServer(options);
  return {
    ...test,
    close: async () => {
      await test.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
