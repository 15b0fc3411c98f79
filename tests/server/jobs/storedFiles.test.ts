/** The move of earlier files as a job: its reason while the store is away, another try, killed and several servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../contract/wire/errors.ts';
import { jobs, problemReports } from '../../../server/db/schema.ts';
import { createFolderStore, type FileStore } from '../../../server/files/fileStore.ts';
import { queueStoredFilesMove, storedFilesJob } from '../../../server/jobs/kinds/storedFiles.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';

let database: FreshJobDatabase;
let folder: string;
let store: FileStore;
beforeEach(async () => {
  database = await freshJobDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rh-stored-'));
  store = createFolderStore(folder);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const job = (change: Partial<FileStore> = {}) => storedFilesJob({ ...database, store: { ...store, ...change } });
const soon = (read: () => Promise<void>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const rows = () => database.db.select().from(jobs);
const unmoved = async () => (await database.db.select().from(problemReports)).filter(({ capsule }) => capsule).length;
const addReports = (...ids: string[]) =>
  database.db.insert(problemReports).values(
    ids.map((id) => ({
      id,
      userId: 'a',
      nickname: 'A',
      sentence: '',
      page: '/home',
      build: '1',
      capsule: Buffer.from('a recording'),
      size: 11,
      takenAt: new Date(),
      receivedAt: new Date(),
    })),
  );

it('names its reason while the store is away, and is retried by itself', async () => {
  await addReports('r-1', 'r-2');
  await queueStoredFilesMove(database.db, database.now);
  let puts = 0;
  const put: FileStore['put'] = (...args) =>
    ++puts > 1 ? Promise.reject(new ApiError('filesAway')) : store.put(...args);
  const first = await database.start([job({ put })]);
  await soon(async () =>
    expect(await rows()).toMatchObject([
      {
        state: 'waiting',
        percent: 50,
        step: { done: 1, of: 2, unit: 'files' },
        reason: { code: 'error', text: 'the file store cannot be reached' },
      },
    ]),
  );
  expect(await unmoved()).toBe(1);
  await first.close();
  database.later(60_000);
  await database.start([job()]);
  await soon(async () => expect(await rows()).toMatchObject([{ state: 'done' }]));
  expect(await unmoved()).toBe(0);
});

it('is queued once by two servers, run by one, and taken over from one that was killed', async () => {
  await addReports('r-1');
  await Promise.all([1, 2].map(() => queueStoredFilesMove(database.db, database.now)));
  expect(await rows()).toHaveLength(1);
  // As a killed server leaves it.
  await database.db.update(jobs).set({ state: 'running', runner: 'gone', attempts: 1 });
  const run = vi.fn(job().run);
  for (let server = 0; server < 2; server += 1) await database.start([{ ...job(), run }]);
  await soon(async () => expect(await rows()).toMatchObject([{ state: 'done' }]));
  expect([run.mock.calls.length, await unmoved()]).toEqual([1, 0]);
  await queueStoredFilesMove(database.db, database.now);
  expect(await rows()).toHaveLength(1);
});
