/** Which connections go around a pooler; the database is closed although somebody keeps a connection, or a query of it never ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenTo } from '../../../server/db/listen.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { freshDatabase } from '../../fakes/database.ts';

async function opened(closeMs: number, databaseConnections?: number) {
  const { url, drop } = await freshDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'roundhouse-open-'));
  onTestFinished(async () => {
    await rm(dataFolder, { recursive: true, force: true });
    await drop();
  });
  const warnings: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined };
  return { ...(await openDatabase({ databaseUrl: url, databaseConnections, dataFolder, log, closeMs })), warnings };
}

it('waits for a query, and cuts nothing that is given back', async () => {
  const { pool, close, warnings } = await opened(60_000);
  const client = await pool.connect();
  const answered = client.query('select 1 as one').finally(() => client.release());
  await close();
  expect((await answered).rows).toEqual([{ one: 1 }]);
  expect(warnings).toEqual([]);
});

it('has no more connections for API calls than it may', async () => {
  const { pool, close } = await opened(60_000, 4);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => pool.query('select pg_backend_pid() as pid, pg_sleep(0.01)')),
  );
  expect(new Set(answers.map(({ rows }) => rows[0].pid)).size).toBe(4);
  await close();
});

it('cuts connections that nobody gives back, with their queries', async () => {
  const { pool, jobPool, close, warnings } = await opened(100);
  await jobPool.connect();
  const client = await pool.connect();
  const hung = client.query('select pg_sleep(600)').catch((error: Error) => error);
  await close();
  expect(await hung).toBeInstanceOf(Error);
  expect(warnings).toEqual([{ connections: 2 }]);
});

it('listens and runs its jobs at the direct address, everything else at the other', async () => {
  // Two databases, so that the connections can be told apart.
  const [pooled, direct] = [await freshDatabase(), await freshDatabase()];
  const dataFolder = await mkdtemp(join(tmpdir(), 'roundhouse-open-'));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const database = await openDatabase({ databaseUrl: pooled.url, databaseDirectUrl: direct.url, dataFolder, log });
  onTestFinished(async () => {
    await database.close();
    await rm(dataFolder, { recursive: true, force: true });
    await pooled.drop();
    await direct.drop();
  });
  const { pool, urgentPool, sharedPool, jobPool, newClient } = database;
  const nameAt = async (one: typeof pool): Promise<unknown> =>
    (await one.query<{ name: string }>('select current_database() as name')).rows[0]?.name;
  const [pooledName, directName] = [pooled, direct].map(({ url }) => new URL(url).pathname.slice(1));
  expect(await Promise.all([pool, urgentPool, sharedPool].map(nameAt))).toEqual([pooledName, pooledName, pooledName]);
  expect(await nameAt(jobPool)).toBe(directName);

  const heard: string[] = [];
  const stop = listenTo(newClient, { fleet: (payload) => void heard.push(payload) }, log);
  await vi.waitFor(() => expect(heard).toEqual(['']), { timeout: 20_000 });
  await pool.query(`select pg_notify('fleet', 'pooled')`);
  await jobPool.query(`select pg_notify('fleet', 'direct')`);
  await vi.waitFor(() => expect(heard).toEqual(['', 'direct']), { timeout: 20_000 });
  await stop();
});
