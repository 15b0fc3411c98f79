/** Servers and databases that disappear while jobs run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobs, jobServers } from '../../../server/db/schema.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { databaseProxy, type DatabaseProxy } from '../../fakes/databaseProxy.ts';
import { openJobDatabase, testKind } from '../../fakes/jobServer.ts';

let jobDatabase: FreshJobDatabase;
const rest: (() => unknown)[] = [];
beforeEach(async () => {
  jobDatabase = await freshJobDatabase();
});
afterEach(async () => {
  for (const end of rest.splice(0)) await end();
  await jobDatabase.close();
});
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 50_000, interval: 20 });
const hasState = (id: string, state: string) => soon(async () => expect((await jobDatabase.row(id)).state).toBe(state));

/** Starts a server's jobs in a process of its own. Resolves when its workers run. */
async function program(): Promise<{ child: ChildProcess; said: () => string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/fakes/jobs.process.ts', jobDatabase.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  rest.push(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (words: Buffer) => (output += words.toString()));
  await soon(() => expect(output).toContain('ready'));
  return { child, said: () => output };
}

it('a job whose server is killed in the middle runs again on another, which notices the silence', async () => {
  const { child, said } = await program();
  const id = await jobDatabase.enqueue('work');
  await soon(() => expect(said()).toContain('started'));
  const run = vi.fn(() => Promise.resolve());
  await jobDatabase.start([testKind('work', { run })], { beatMs: 100, silentMs: 3_000 });
  child.kill('SIGKILL');
  await hasState(id, 'done');
  expect(run).toHaveBeenCalledTimes(1);
  expect(await jobDatabase.row(id)).toMatchObject({ attempts: 1, crashes: 1 });
  expect(await jobDatabase.db.select().from(jobServers)).toHaveLength(1);
});

it('a server that is alone takes over the jobs of its last run at once', async () => {
  const { child, said } = await program();
  const id = await jobDatabase.enqueue('work');
  await soon(() => expect(said()).toContain('started'));
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  // Far longer than the test may take: the silence is not what tells.
  await jobDatabase.start([testKind('work', { run: () => Promise.resolve() })], { isAlone: true, silentMs: 3_600_000 });
  await hasState(id, 'done');
});

it('a job that keeps killing its servers ends as failed', async () => {
  const id = await jobDatabase.enqueue('work');
  await jobDatabase.db
    .update(jobs)
    .set({ state: 'running', runner: 'gone', attempts: 1, crashes: 4 })
    .where(eq(jobs.id, id));
  await jobDatabase.start([testKind('work', { run: () => Promise.resolve() })]);
  await hasState(id, 'failed');
  expect((await jobDatabase.row(id)).reason?.code).toBe('stopped');
});

it('what a server does that was taken for dead has no effect any more', async () => {
  let aborted: unknown;
  let runs = 0;
  let finish = (): void => undefined;
  await jobDatabase.start(
    [
      testKind('work', {
        run: ({ signal }) =>
          (runs += 1) === 1
            ? new Promise((resolve) => {
                finish = resolve;
                signal.addEventListener('abort', () => (aborted = (signal.reason as Error).message));
              })
            : Promise.resolve(),
      }),
    ],
    { beatMs: 50, silentMs: 1_000 },
  );
  const id = await jobDatabase.enqueue('work');
  await hasState(id, 'running');
  await jobDatabase.db.delete(jobServers);
  await soon(() => expect(aborted).toBe('takenOver'));
  finish();
  await hasState(id, 'done');
  expect(runs).toBe(2);
  expect((await jobDatabase.row(id)).crashes).toBe(1);
});

it('a job that its server never began, because the answer was lost, waits again', async () => {
  await jobDatabase.start([testKind('work', { run: () => Promise.resolve() })], { beatMs: 100 });
  const id = await jobDatabase.enqueue('work', { dueAt: jobDatabase.now() + 3_600_000 });
  const [server] = await jobDatabase.db.select().from(jobServers);
  await jobDatabase.db
    .update(jobs)
    .set({ state: 'running', runner: server?.id ?? '', attempts: 1 })
    .where(eq(jobs.id, id));
  await hasState(id, 'done');
});

it('an entry that the queue has lost is handed over again', async () => {
  const id = await jobDatabase.enqueue('work');
  await jobDatabase.db.execute(`delete from job_queue._private_jobs`);
  await jobDatabase.start([testKind('work', { run: () => Promise.resolve() })], { beatMs: 50, silentMs: 500 });
  await hasState(id, 'done');
});

it('jobs go on when the database comes back', async () => {
  const network: DatabaseProxy = await databaseProxy(jobDatabase.url);
  const other = await openJobDatabase(network.databaseUrl);
  rest.push(async () => {
    await other.close();
    await network.close();
  });
  // Asked by each run: on a slow machine the job can run again, when its server was silent for too long.
  let isOver = false;
  const run = async ({ signal }: { signal: AbortSignal }): Promise<void> => {
    await vi.waitUntil(() => isOver || signal.aborted, { timeout: 60_000, interval: 20 });
  };
  await other.start([testKind('work', { run })], { beatMs: 100 });
  const first = await jobDatabase.enqueue('work');
  await hasState(first, 'running');
  network.cut();
  await soon(() => expect(other.logged.join('')).toMatch(/trying again/u));
  // Ends while nothing can be written.
  isOver = true;
  network.restore();
  await hasState(first, 'done');
  isOver = false;
  const second = await jobDatabase.enqueue('work');
  await hasState(second, 'running');
  isOver = true;
  await hasState(second, 'done');
});
