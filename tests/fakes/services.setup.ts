/** The PostgreSQL of the server's tests, started once before them: the embedded one or, with ROUNDHOUSE_SCALED=1, that of DATABASE_URL. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL that lets us make databases. */
    postgres: string;
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.ROUNDHOUSE_SCALED === '1') {
    const url = process.env.DATABASE_URL;
    if (url === undefined) throw new Error('the scaled tests need DATABASE_URL');
    project.provide('postgres', url);
    return () => Promise.resolve();
  }
  const folder = await mkdtemp(join(tmpdir(), 'rh-tests-'));
  await chmod(folder, 0o700);
  const { connection, stop } = await startEmbeddedPostgres({ folder, log: silent });
  const { user, port, host } = connection;
  project.provide('postgres', `postgres://${String(user)}:${String(connection.password)}@localhost:${String(port)}/postgres?host=${encodeURIComponent(host ?? '')}`);
  return async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
}
