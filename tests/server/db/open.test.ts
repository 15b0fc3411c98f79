/** The database is closed although somebody keeps a connection, or a query of it never ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../server/db/open.ts';
import { freshDatabase } from '../../fakes/database.ts';

async function opened(closeMs: number) {
  const { url, drop } = await freshDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'roundhouse-open-'));
  onTestFinished(async () => {
    await rm(dataFolder, { recursive: true, force: true });
    await drop();
  });
  const warnings: object[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void warnings.push(fields), error: () => undefined };
  return { ...(await openDatabase({ databaseUrl: url, dataFolder, log, closeMs })), warnings };
}

it('waits for a query, and cuts nothing that is given back', async () => {
  const { pool, close, warnings } = await opened(60_000);
  const client = await pool.connect();
  const answered = client.query('select 1 as one').finally(() => client.release());
  await close();
  expect((await answered).rows).toEqual([{ one: 1 }]);
  expect(warnings).toEqual([]);
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
