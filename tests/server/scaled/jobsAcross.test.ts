/** Two servers share the background jobs: each runs once, and the jobs of a server that is killed are not lost. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { jobs, jobServers } from '../../../server/db/schema.ts';
import { enqueueJob } from '../../../server/jobs/enqueue.ts';
import { severalServers, type RunningServer, type SeveralServers } from '../../fakes/severalServers.ts';

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 40_000, interval: 50 });
const COUNT = 20;

let cluster: SeveralServers;
let servers: [RunningServer, RunningServer];
beforeAll(async () => {
  cluster = await severalServers({ robots: 0 });
  servers = await Promise.all([cluster.start(), cluster.start()]);
});
afterAll(() => cluster.close());

const enqueue = (key: string): Promise<string> =>
  cluster.db.transaction((transaction) => enqueueJob(transaction, Date.now, { kind: 'retention', key }));
const isDone = async (key: string): Promise<void> => {
  const found = await cluster.db.select().from(jobs).where(eq(jobs.key, key));
  expect(found).toMatchObject([{ state: 'done', attempts: 1 }]);
  // Each run writes one line for its start and one for its end.
  expect(found[0]?.log.filter(({ text }) => text.startsWith('attempt '))).toHaveLength(1);
  expect(found[0]?.log.at(-1)?.text).toBe('done');
};

it('both servers announce themselves, and only one run of each repeating job waits', async () => {
  expect(await cluster.db.select().from(jobServers)).toHaveLength(2);
  const waiting = await cluster.db.select().from(jobs).where(eq(jobs.state, 'waiting'));
  const kinds = waiting.map(({ kind }) => kind);
  expect(kinds).toContain('retention');
  expect(new Set(kinds).size).toBe(kinds.length);
});

it('each job is run once', async () => {
  const keys = Array.from({ length: COUNT }, (_, i) => `across-${i}`);
  await Promise.all(keys.map(enqueue));
  for (const key of keys) await soon(() => isDone(key));
});

it('the other server goes on when one is killed, and takes it for dead', async () => {
  await servers[0].kill();
  await enqueue('after the kill');
  await soon(() => isDone('after the kill'));
  await soon(async () => expect(await cluster.db.select().from(jobServers)).toHaveLength(1));
});
