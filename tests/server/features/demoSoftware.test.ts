/** The demo's software: added once by a background job, with the bytes of its sum, for robots of all three states. */
import { and, eq } from 'drizzle-orm';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { SoftwareLine } from '../../../contract/entities/software.ts';
import { forgetMark, markOf } from '../../../server/db/repositories/installation.ts';
import { files, jobs, robotSoftware } from '../../../server/db/schema.ts';
import { SOFTWARE, softwareBytes } from '../../../server/db/seed/software.ts';
import { createFolderStore } from '../../../server/files/fileStore.ts';
import { demoSoftwareJob, queueDemoSoftware } from '../../../server/jobs/kinds/demoSoftware.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';
import { sha256Of } from '../../fakes/uploads.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '14' } })));
afterAll(() => test.close());

async function run(signal = new AbortController().signal): Promise<void> {
  const { deps } = test.server;
  const store = createFolderStore(join(test.folder, 'files'));
  await demoSoftwareJob({ ...deps, files: { ...deps, store } }).run({ signal, log: () => undefined } as never); // the rest of a job's context is not used
}

it('is done once: a start after it queues nothing', async () => {
  const done = () => markOf(test.db, 'demoSoftware');
  for (let start = 0; start < 2; start += 1) await queueDemoSoftware(test.db, Date.now);
  await expect.poll(done, { timeout: 30_000 }).toBeDefined();
  expect(await test.rowsIn(robotSoftware)).toBe(SOFTWARE.length);
  const queued = () => test.db.select().from(jobs).where(eq(jobs.kind, 'demoSoftware'));
  await expect
    .poll(async () => (await queued()).every(({ state }) => state === 'done'), { timeout: 30_000 })
    .toBe(true);
  const before = (await queued()).length;
  await queueDemoSoftware(test.db, Date.now);
  expect((await queued()).length).toBe(before);
});

it('that was stopped is continued, and adds each file once, also beside another one', async () => {
  await forgetMark(test.db, 'demoSoftware');
  await test.db.delete(robotSoftware);
  await test.db.delete(files).where(eq(files.kind, 'software'));
  await expect(run(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  await Promise.all([run(), run()]);
  await run();
  expect(await test.rowsIn(robotSoftware)).toBe(SOFTWARE.length);
  const stored = await test.db
    .select()
    .from(files)
    .where(and(eq(files.kind, 'software'), eq(files.state, 'ready')));
  expect(stored.map(({ sha256 }) => sha256).toSorted()).toEqual(
    SOFTWARE.map((software) => sha256Of(softwareBytes(software))).toSorted(),
  );
});

it('is on robots of all three states', async () => {
  const { data } = await test.as('accountAdmin', catalogue.downloads.list.path, {});
  const { lines } = data as { lines: SoftwareLine[] };
  const line = (models: string) => lines.find((each) => each.models.join() === models);
  expect(line('W1,W2')?.counts.has).toBeGreaterThan(2);
  expect(line('W1,W2')?.files.map(({ version }) => version)).toEqual(['2.14.3', '2.14.1']);
  expect(line('C2')?.robots).toMatchObject([{ version: '2.12.0', state: 'other' }]);
  expect(line('D2')?.robots).toContainEqual(
    expect.objectContaining({ serialNumber: 'D2-2401-0022', version: '', state: 'unknown' }),
  );
});
