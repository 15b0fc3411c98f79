/** Background jobs for administrators: lists, lanes, details, another try, cancelling; and retention as a job. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Job, JobDetails, JobMark } from '../../../contract/entities/job.ts';
import { DONE_JOBS_TTL_MS, FAILED_JOBS_TTL_MS } from '../../../contract/rules/jobs.ts';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { audit, jobs } from '../../../server/db/schema.ts';
import { applyRetention } from '../../../server/retention.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const { overview, ended, details, retry, retryAll, cancel } = catalogue.jobs;
const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 14, 30);
let test: TestServer;
/** Long past, so that the clock below runs nothing by itself: kinds that no server knows are never taken. */
beforeAll(async () => void (test = await startTestServer({ now: () => NOW })));
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(jobs);
  await test.db.delete(audit);
});

type Row = typeof jobs.$inferInsert;
/** Adds jobs of a kind that this server does not run. */
async function put(...rows: Partial<Row>[]): Promise<void> {
  await test.db.insert(jobs).values(
    rows.map((row, i) => ({
      id: `job-${i}`,
      kind: 'other',
      key: `key-${i}`,
      payload: {},
      state: 'waiting' as const,
      dueAt: new Date(NOW + HOUR_MS),
      createdAt: new Date(NOW - HOUR_MS),
      maxAttempts: 5,
      ...row,
    })),
  );
}
const failed = (row: Partial<Row> = {}): Partial<Row> => ({
  state: 'failed',
  dueAt: new Date(NOW - 60_000),
  startedAt: new Date(NOW - 50_000),
  endedAt: new Date(NOW - 40_000),
  attempts: 5,
  reason: { code: 'error', text: 'no answer' },
  ...row,
});
interface Overview {
  failed: Job[];
  running: Job[];
  waiting: Job[];
  counts: object;
  medianMs: number | null;
  from: number;
  until: number;
  marks: JobMark[];
}
const ask = async <Data>(path: string, data: object = {}): Promise<Data> => {
  const { code, data: found } = await test.as('accountAdmin', path, data);
  expect(code).toBe(0);
  return found as Data;
};
const codeOf = async (path: string, data: object): Promise<number> => (await test.as('accountAdmin', path, data)).code;
const stateOf = async (id: string) =>
  (await test.db.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, id)))[0]?.state;

describe('the overview', () => {
  it('lists what failed, runs and waits, each in its order, with counts', async () => {
    await put(
      failed({ id: 'old', endedAt: new Date(NOW - HOUR_MS) }),
      failed({ id: 'new', kind: 'export', subject: 'Records' }),
      { id: 'second', dueAt: new Date(NOW + 2 * HOUR_MS) },
      { id: 'first' },
      { id: 'runs', state: 'running', startedAt: new Date(NOW), percent: 64, step: { done: 1, of: 2, unit: 'rows' } },
      ...[1_000, 3_000, 5_000].map((took, i) => ({
        id: `done-${i}`,
        state: 'done' as const,
        startedAt: new Date(NOW - 10_000),
        endedAt: new Date(NOW - 10_000 + took),
      })),
      { id: 'cancelled', state: 'cancelled', endedAt: new Date(NOW) },
    );
    const found = await ask<Overview>(overview.path);
    expect(found.failed.map(({ id }) => id)).toEqual(['new', 'old']);
    expect(found.waiting.map(({ id }) => id)).toEqual(['first', 'second']);
    expect(found.running).toMatchObject([{ id: 'runs', percent: 64, step: { done: 1, of: 2, unit: 'rows' } }]);
    expect(found.counts).toEqual({ failed: 2, running: 1, waiting: 2, done: 3 });
    expect(found.medianMs).toBe(3_000);
    const ofKind = await ask<Overview>(overview.path, { kind: 'export' });
    expect(ofKind.failed).toMatchObject([
      { id: 'new', subject: 'Records', reason: { code: 'error', text: 'no answer' }, attempts: 5 },
    ]);
    expect(ofKind.counts).toEqual({ failed: 1, running: 0, waiting: 0, done: 0 });
  });

  it('says of a job that is tried again when its last attempt is', async () => {
    const dueAt = new Date(NOW + 30_000);
    await put(
      { id: 'usual', attempts: 2, dueAt },
      { id: 'message', kind: 'deliveryMessage', attempts: 2, maxAttempts: 4, dueAt },
      { id: 'last', attempts: 4, dueAt },
      { id: 'new', dueAt },
      failed({ id: 'failed' }),
    );
    const found = await ask<Overview>(overview.path);
    const last = Object.fromEntries(
      [...found.waiting, ...found.failed].map(({ id, lastAttemptAt }) => [id, lastAttemptAt && lastAttemptAt - NOW]),
    );
    // After the third and fourth failure a job waits 40 s and 80 s, a delivery message after its third 30 s.
    expect(last).toEqual({ usual: 150_000, message: 60_000, last: 30_000, new: null, failed: null });
  });

  it('marks the lanes within the range, a repeating job at each of its times', async () => {
    await put(
      failed({ id: 'failed' }),
      { id: 'hourly', everyMs: HOUR_MS, dueAt: new Date(NOW + HOUR_MS / 2) },
      { id: 'again', attempts: 1, dueAt: new Date(NOW + 1_000) },
      { id: 'in two days', dueAt: new Date(NOW + 48 * HOUR_MS) },
      { id: 'long ago', state: 'done', startedAt: new Date(NOW - 9 * HOUR_MS), endedAt: new Date(NOW - 8 * HOUR_MS) },
    );
    const { from, until, marks } = await ask<Overview>(overview.path, { range: '6h' });
    expect([from, until].map((at) => Math.round((at - NOW) / 60_000))).toEqual([-103, 257]);
    const times = (id: string) => marks.filter((mark) => mark.id === id);
    expect(times('hourly').map((mark) => (mark.from - NOW) / HOUR_MS)).toEqual([0.5, 1.5, 2.5, 3.5]);
    expect(times('failed')).toMatchObject([{ state: 'failed', from: NOW - 50_000, until: NOW - 40_000 }]);
    expect(times('again')).toMatchObject([{ isRetry: true }]);
    expect(marks.map(({ id }) => id)).not.toContain('in two days');
    expect(marks.map(({ id }) => id)).not.toContain('long ago');
    const week = await ask<Overview>(overview.path, { range: '7d' });
    expect(week.marks.map(({ id }) => id)).toEqual(expect.arrayContaining(['in two days', 'long ago']));
  });
});

it('ended jobs are listed in pages, newest first', async () => {
  await put(
    failed({ id: 'failed' }),
    ...[1, 2, 3].map((hour) => ({
      id: `done-${hour}`,
      state: 'done' as const,
      endedAt: new Date(NOW - hour * HOUR_MS),
    })),
  );
  const page = await ask<{ total: number; rows: Job[] }>(ended.path, { limit: 2, page: 1 });
  expect(page.total).toBe(3);
  expect(page.rows.map(({ id }) => id)).toEqual(['done-1', 'done-2']);
});

it('details have the key and the log', async () => {
  await put({ id: 'one', key: 'its key', log: [{ at: NOW, text: 'a line' }] });
  expect(await ask<JobDetails>(details.path, { jobId: 'one' })).toMatchObject({
    key: 'its key',
    createdAt: NOW - HOUR_MS,
    log: [{ at: NOW, text: 'a line' }],
  });
  expect(await codeOf(details.path, { jobId: 'none' })).toBe(ERRORS.notFound);
});

describe('another try', () => {
  it('makes a failed job wait again with its key, and is audited once', async () => {
    await put(failed({ id: 'one', key: 'kept' }), { id: 'waits' });
    await ask(retry.path, { jobId: 'one' });
    await ask(retry.path, { jobId: 'one' });
    const [row] = await test.db.select().from(jobs).where(eq(jobs.id, 'one'));
    expect(row).toMatchObject({ state: 'waiting', key: 'kept', attempts: 0, endedAt: null });
    expect(await test.db.select().from(audit)).toMatchObject([
      { userId: 'accountAdmin', act: 'job.retry', subject: 'one', after: { kind: 'other' } },
    ]);
  });

  it('is refused for what did not fail, and where a newer job does the work', async () => {
    await put({ id: 'done', state: 'done', endedAt: new Date(NOW) }, failed({ id: 'old', key: 'k' }), {
      id: 'newer',
      key: 'k',
    });
    expect(await codeOf(retry.path, { jobId: 'done' })).toBe(ERRORS.jobNotFailed);
    expect(await codeOf(retry.path, { jobId: 'old' })).toBe(ERRORS.jobReplaced);
    expect(await codeOf(retry.path, { jobId: 'none' })).toBe(ERRORS.notFound);
  });

  it('of all leaves out other kinds, and all but the newest with the same key', async () => {
    await put(
      failed({ id: 'a', key: 'k', endedAt: new Date(NOW - HOUR_MS) }),
      failed({ id: 'b', key: 'k' }),
      failed({ id: 'c' }),
      failed({ id: 'd', kind: 'export' }),
    );
    expect(await ask(retryAll.path, { kind: 'other' })).toEqual({ count: 2 });
    expect(await Promise.all(['a', 'b', 'c', 'd'].map(stateOf))).toEqual(['failed', 'waiting', 'waiting', 'failed']);
  });
});

describe('cancelling', () => {
  it('ends a waiting job, asks a running one to stop, and is audited', async () => {
    await put({ id: 'waits' }, { id: 'runs', state: 'running', runner: 'another server' });
    await ask(cancel.path, { jobId: 'waits' });
    await ask(cancel.path, { jobId: 'runs' });
    expect(await ask<JobDetails>(details.path, { jobId: 'waits' })).toMatchObject({
      state: 'cancelled',
      endedAt: NOW,
      reason: { code: 'cancelled' },
    });
    expect((await ask<JobDetails>(details.path, { jobId: 'runs' })).isCancelling).toBe(true);
    expect((await test.db.select().from(audit)).map(({ act }) => act)).toEqual(['job.cancel', 'job.cancel']);
    expect(await codeOf(cancel.path, { jobId: 'waits' })).toBe(ERRORS.jobEnded);
  });

  it('leaves out one run of a repeating job only', async () => {
    const dueAt = Math.ceil(NOW / HOUR_MS) * HOUR_MS;
    await put({ id: 'hourly', everyMs: HOUR_MS, dueAt: new Date(dueAt) });
    await ask(cancel.path, { jobId: 'hourly' });
    const { waiting } = await ask<Overview>(overview.path);
    expect(waiting).toMatchObject([{ kind: 'other', dueAt: dueAt + HOUR_MS }]);
  });
});

describe('retention', () => {
  it('deletes ended jobs by age, failed ones later', async () => {
    const at = (ms: number) => ({ endedAt: new Date(NOW - ms) });
    await put(
      { id: 'done', state: 'done', ...at(DONE_JOBS_TTL_MS - 1_000) },
      { id: 'done long ago', state: 'done', ...at(DONE_JOBS_TTL_MS + 1_000) },
      failed({ id: 'failed', ...at(FAILED_JOBS_TTL_MS - 1_000) }),
      failed({ id: 'failed long ago', ...at(FAILED_JOBS_TTL_MS + 1_000) }),
      { id: 'waits' },
    );
    await applyRetention(test.server.deps);
    expect((await test.db.select().from(jobs)).map(({ id }) => id).sort()).toEqual(['done', 'failed', 'waits']);
  });

  it('goes on after a step that fails, and names it', async () => {
    const other = vi.fn(() => Promise.resolve());
    const seen: unknown[] = [];
    await expect(
      applyRetention(
        test.server.deps,
        { onStep: (step) => seen.push(step) },
        { broken: () => Promise.reject(new Error('locked')), other },
      ),
    ).rejects.toThrow('1 of 2 steps failed: broken');
    expect(other).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([
      { name: 'broken', done: 1, of: 2, error: new Error('locked') },
      { name: 'other', done: 2, of: 2 },
    ]);
  });
});

it('a server runs retention every hour, visible with its steps, and counted in the metrics', async () => {
  const own = await startTestServer({ repeatJobs: true });
  try {
    const rows = () => own.db.select().from(jobs).where(eq(jobs.kind, 'retention')).orderBy(jobs.dueAt);
    expect(await rows()).toMatchObject([{ state: 'waiting', everyMs: HOUR_MS }]);
    own.later(HOUR_MS);
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'done' }, { state: 'waiting' }]), {
      timeout: 20_000,
    });
    expect((await rows())[0]?.log.map(({ text }) => text)).toContain('sessions: done');
    const { body } = await own.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toContain('roundhouse_jobs{kind="retention",state="done"} 1');
    expect(body).toContain('roundhouse_jobs_oldest_waiting_seconds 0');
  } finally {
    await own.close();
  }
});
