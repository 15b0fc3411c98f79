/** Background jobs on a real database: queued, run, repeated, cut off, cancelled, withdrawn. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobKindName } from '../../../contract/rules/jobs.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { cancelById, retryFailed } from '../../../server/db/repositories/jobAdmin.ts';
import { jobs, jobServers } from '../../../server/db/schema.ts';
import { enqueueJob, withdrawJob } from '../../../server/jobs/enqueue.ts';
import { FinalFailure, type JobContext } from '../../../server/jobs/jobKind.ts';
import { reasonText, runJob } from '../../../server/jobs/runJob.ts';
import { freshJobDatabase, type FreshJobDatabase } from '../../fakes/freshJobDatabase.ts';
import { testKind } from '../../fakes/jobServer.ts';

let jobDatabase: FreshJobDatabase;
beforeAll(async () => {
  jobDatabase = await freshJobDatabase();
});
afterAll(async () => {
  await jobDatabase.close();
});
beforeEach(async () => {
  await jobDatabase.db.delete(jobs);
  await jobDatabase.db.delete(jobServers);
  await jobDatabase.db.execute(sql`delete from job_queue._private_jobs`);
});
afterEach(() => jobDatabase.stopAll());

const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 20_000, interval: 20 });
const hasState = (id: string, state: string) => soon(async () => expect((await jobDatabase.row(id)).state).toBe(state));
const HOUR_MS = 3_600_000;

describe('a job', () => {
  it('runs with its key and payload, reports progress and ends as done', async () => {
    const seen: Pick<JobContext, 'key' | 'payload' | 'attempt'>[] = [];
    let finish = (): void => undefined;
    await jobDatabase.start([
      testKind('work', {
        async run({ key, payload, attempt, progress, log }) {
          seen.push({ key, payload, attempt });
          progress(33.3, { done: 1, of: 3, unit: 'steps' });
          log('one of three');
          await new Promise<void>((resolve) => (finish = resolve));
        },
      }),
    ]);
    const id = await jobDatabase.enqueue('work', { key: 'a', payload: { robotId: 'r' }, subject: 'Robot' });
    await soon(async () =>
      expect(await jobDatabase.row(id)).toMatchObject({
        state: 'running',
        percent: 33,
        step: { done: 1, of: 3, unit: 'steps' },
        log: [{ text: 'attempt 1 of 5 started' }, { text: 'one of three' }],
      }),
    );
    finish();
    await hasState(id, 'done');
    expect(seen).toEqual([{ key: 'a', payload: { robotId: 'r' }, attempt: 1 }]);
    expect(await jobDatabase.row(id)).toMatchObject({ percent: 100, subject: 'Robot', runner: null, reason: null });
  });

  it('does not exist if its transaction is rolled back', async () => {
    const run = vi.fn(() => Promise.resolve());
    await jobDatabase.start([testKind('work', { run })]);
    await expect(
      jobDatabase.db.transaction(async (transaction) => {
        await enqueueJob(transaction, jobDatabase.now, { kind: 'work' as JobKindName });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'done');
    expect(await jobDatabase.rows()).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits for its time by the clock of the server', async () => {
    const run = vi.fn(() => Promise.resolve());
    const server = await jobDatabase.start([testKind('work', { run })]);
    const id = await jobDatabase.enqueue('work', { dueAt: jobDatabase.now() + 7 * 24 * HOUR_MS });
    jobDatabase.later(6 * 24 * HOUR_MS);
    await server.tick();
    expect(await jobDatabase.row(id)).toMatchObject({ state: 'waiting', queuedAt: null });
    jobDatabase.later(25 * HOUR_MS);
    await hasState(id, 'done');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('that fails is tried again with a growing delay, and then keeps its reason', async () => {
    const attempts: number[] = [];
    await jobDatabase.start([
      testKind('work', {
        run: ({ attempt }) => {
          attempts.push(attempt);
          return Promise.reject(new Error(`no answer from https://me:secret@gate/?token=abc (${attempt})`));
        },
      }),
    ]);
    const id = await jobDatabase.enqueue('work', { maxAttempts: 3 });
    for (const [failed, delay] of [
      [1, 10_000],
      [2, 20_000],
    ] as const) {
      await soon(async () => expect(await jobDatabase.row(id)).toMatchObject({ state: 'waiting', attempts: failed }));
      const { dueAt } = await jobDatabase.row(id);
      expect(Math.abs(dueAt.getTime() - jobDatabase.now() - delay)).toBeLessThan(9_000);
      jobDatabase.later(delay);
    }
    await hasState(id, 'failed');
    expect(attempts).toEqual([1, 2, 3]);
    const { reason, log, endedAt } = await jobDatabase.row(id);
    expect(reason).toEqual({ code: 'error', text: 'no answer from https://gate/?… (3)' });
    expect(log.map(({ text }) => text)).toContain('attempt 3 of 3 started');
    expect(endedAt).not.toBeNull();
  });

  it('that would fail in the same way again is not repeated', async () => {
    await jobDatabase.start([testKind('work', { run: () => Promise.reject(new FinalFailure('too large')) })]);
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'failed');
    expect(await jobDatabase.row(id)).toMatchObject({ attempts: 1, reason: { code: 'error', text: 'too large' } });
  });

  it('is failed once by the fault of the demo, and runs when it is retried; a message to people never is', async () => {
    const run = vi.fn(() => Promise.resolve());
    const failures = [true];
    const injected = { takeJobFailure: async () => failures.shift() ?? false };
    await jobDatabase.start([testKind('message', { run, usesGateway: true }), testKind('work', { run })], { injected });
    await hasState(await jobDatabase.enqueue('message'), 'done');
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'failed');
    expect(await jobDatabase.row(id)).toMatchObject({
      reason: { code: 'error', text: 'failed by the fault switchboard of the demo' },
    });
    await retryFailed(jobDatabase.db, { id, limit: 1 }, new Date(jobDatabase.now()));
    await hasState(id, 'done');
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('that hangs is cut off at its time limit, and told so', async () => {
    let told: unknown;
    await jobDatabase.start([
      testKind('work', {
        timeLimitMs: 50,
        run: ({ signal }) =>
          new Promise(() => signal.addEventListener('abort', () => (told = (signal.reason as Error).message))),
      }),
    ]);
    const id = await jobDatabase.enqueue('work', { maxAttempts: 1 });
    await hasState(id, 'failed');
    expect((await jobDatabase.row(id)).reason).toEqual({ code: 'timeLimit', text: '' });
    expect(told).toBe('timeLimit');
  });

  it('that failed runs again with the same key on request', async () => {
    const keys: string[] = [];
    let works = false;
    await jobDatabase.start([
      testKind('work', {
        run: ({ key }) => {
          keys.push(key);
          return works ? Promise.resolve() : Promise.reject(new Error('not yet'));
        },
      }),
    ]);
    const id = await jobDatabase.enqueue('work', { key: 'once', maxAttempts: 1 });
    await hasState(id, 'failed');
    works = true;
    const again = await jobDatabase.db.transaction((transaction) =>
      retryFailed(transaction, { id }, new Date(jobDatabase.now())),
    );
    expect(again).toHaveLength(1);
    await hasState(id, 'done');
    expect(keys).toEqual(['once', 'once']);
  });

  it('that runs stops when it is cancelled', async () => {
    await jobDatabase.start([testKind('work', { run: () => new Promise(() => undefined) })], { beatMs: 50 });
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'running');
    await jobDatabase.db.transaction((transaction) => cancelById(transaction, id, new Date(jobDatabase.now())));
    await hasState(id, 'cancelled');
    expect((await jobDatabase.row(id)).reason?.code).toBe('cancelled');
  });

  it('keeps only the last lines of its log', async () => {
    await jobDatabase.start([
      testKind('work', {
        run: ({ log }) => {
          for (let line = 0; line < 1_000; line += 1) log(`${line} ${'x'.repeat(1_000)}`);
          return Promise.resolve();
        },
      }),
    ]);
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'done');
    const { log } = await jobDatabase.row(id);
    expect(log).toHaveLength(200);
    expect(log.at(-1)?.text).toBe('done');
    expect(log.at(-2)?.text).toMatch(/^999 x{496}$/u);
  });
});

describe('a key', () => {
  it('replaces the job that waits with it', async () => {
    const first = await jobDatabase.enqueue('work', {
      key: 'k',
      payload: { n: 1 },
      dueAt: jobDatabase.now() + HOUR_MS,
    });
    const second = await jobDatabase.enqueue('work', {
      key: 'k',
      payload: { n: 2 },
      dueAt: jobDatabase.now() + 2 * HOUR_MS,
    });
    expect(second).toBe(first);
    const rows = await jobDatabase.rows();
    expect(rows).toMatchObject([{ payload: { n: 2 } }]);
    const kept = await jobDatabase.enqueue('work', { key: 'k', payload: { n: 3 }, ifWaiting: 'keep' });
    expect(kept).toBe(first);
    expect(await jobDatabase.rows()).toEqual(rows);
  });

  it('withdraws what waits, even if it was already handed to the queue', async () => {
    const later = await jobDatabase.enqueue('work', { key: 'later', dueAt: jobDatabase.now() + HOUR_MS });
    const due = await jobDatabase.enqueue('work', { key: 'due' });
    for (const key of ['later', 'due'])
      await jobDatabase.db.transaction((transaction) => withdrawJob(transaction, jobDatabase.now, key));
    const run = vi.fn(() => Promise.resolve());
    const server = await jobDatabase.start([testKind('work', { run })]);
    jobDatabase.later(2 * HOUR_MS);
    await server.tick();
    await hasState(await jobDatabase.enqueue('work', { key: 'another' }), 'done');
    expect(run).toHaveBeenCalledTimes(1);
    for (const id of [later, due]) expect((await jobDatabase.row(id)).state).toBe('cancelled');
  });

  it('is not repeated by a failed job if a newer one waits with it', async () => {
    let fail = (): void => undefined;
    await jobDatabase.start([
      testKind('work', { run: () => new Promise((_, reject) => (fail = () => reject(new Error('late')))) }),
    ]);
    const old = await jobDatabase.enqueue('work', { key: 'k' });
    await hasState(old, 'running');
    const newer = await jobDatabase.enqueue('work', { key: 'k', dueAt: jobDatabase.now() + HOUR_MS });
    expect(newer).not.toBe(old);
    fail();
    await hasState(old, 'cancelled');
    expect((await jobDatabase.row(old)).reason?.code).toBe('replaced');
    expect((await jobDatabase.row(newer)).state).toBe('waiting');
  });
});

describe('repeating', () => {
  it('runs once an hour for a week, on whichever server, and once after a pause', async () => {
    const times: number[] = [];
    const kind = testKind('hourly', {
      everyMs: HOUR_MS,
      run: () => {
        times.push(jobDatabase.now());
        return Promise.resolve();
      },
    });
    const servers = [await jobDatabase.start([kind]), await jobDatabase.start([kind])];
    for (let hour = 1; hour <= 24; hour += 1) {
      jobDatabase.later(7 * HOUR_MS);
      await Promise.all(servers.map(({ tick }) => tick()));
      await soon(() => expect(times).toHaveLength(hour));
      await soon(async () =>
        expect((await jobDatabase.rows()).filter(({ state }) => state !== 'done')).toMatchObject([
          { state: 'waiting' },
        ]),
      );
    }
    const [next] = (await jobDatabase.rows()).slice(-1);
    expect((next?.dueAt.getTime() ?? 1) % HOUR_MS).toBe(0);
    expect(next?.dueAt.getTime()).toBeGreaterThan(jobDatabase.now());
  });
});

describe('several servers', () => {
  it('take each job once', async () => {
    const taken = new Map<string, number>();
    const kind = testKind('work', {
      run: ({ key }) => {
        taken.set(key, (taken.get(key) ?? 0) + 1);
        return Promise.resolve();
      },
    });
    await Promise.all([jobDatabase.start([kind]), jobDatabase.start([kind])]);
    const keys = Array.from({ length: 60 }, (_, i) => `job-${i}`);
    await Promise.all(keys.map((key) => jobDatabase.enqueue('work', { key })));
    await soon(async () => expect((await jobDatabase.rows()).every(({ state }) => state === 'done')).toBe(true));
    expect([...taken.values()]).toEqual(keys.map(() => 1));
  });

  it('run jobs with the same serial queue one after the other', async () => {
    let atOnce = 0;
    let most = 0;
    const kind = testKind('work', {
      async run() {
        most = Math.max(most, (atOnce += 1));
        await new Promise((resolve) => setImmediate(resolve));
        atOnce -= 1;
      },
    });
    await Promise.all([jobDatabase.start([kind]), jobDatabase.start([kind])]);
    for (let i = 0; i < 10; i += 1) await jobDatabase.enqueue('work', { serialQueue: 'one' });
    await soon(async () => expect((await jobDatabase.rows()).every(({ state }) => state === 'done')).toBe(true));
    expect(most).toBe(1);
  });
});

it('a gateway that hangs holds up neither other short jobs nor those of another gateway', async () => {
  let hanging = 0;
  const hangs = ({ signal }: JobContext) =>
    new Promise<void>((resolve) => {
      hanging += 1;
      signal.addEventListener('abort', () => resolve());
    });
  const done = () => Promise.resolve();
  await jobDatabase.start([
    testKind('message', { usesGateway: true, run: hangs }),
    testKind('mail', { usesGateway: true, run: done }),
    testKind('work', { run: done }),
  ]);
  await Promise.all(Array.from({ length: 20 }, () => jobDatabase.enqueue('message')));
  // All workers of that gateway wait for it.
  await soon(() => expect(hanging).toBe(4));
  await hasState(await jobDatabase.enqueue('work'), 'done');
  await hasState(await jobDatabase.enqueue('mail'), 'done');
  expect((await jobDatabase.rows()).filter(({ state }) => state === 'waiting')).toHaveLength(16);
});

describe('the end of a server', () => {
  it('interrupts what does not finish, which waits again without having failed', async () => {
    const server = await jobDatabase.start([testKind('work', { run: () => new Promise(() => undefined) })]);
    const id = await jobDatabase.enqueue('work');
    await hasState(id, 'running');
    await server.close();
    expect(await jobDatabase.row(id)).toMatchObject({ state: 'waiting', attempts: 0, reason: null });
    expect(await jobDatabase.db.select().from(jobServers)).toEqual([]);
    const run = vi.fn(() => Promise.resolve());
    await jobDatabase.start([testKind('work', { run })]);
    await hasState(id, 'done');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not begin what it took when it had already ended the others', async () => {
    const { db, now } = jobDatabase;
    const id = await jobDatabase.enqueue('work');
    const run = vi.fn(() => new Promise<void>(() => undefined));
    const closed = { db, now, runner: 'ends', running: new Map(), closing: AbortSignal.abort() };
    await runJob({ ...closed, giveUp: new AbortController().signal }, testKind('work', { run }), id);
    expect(run).not.toHaveBeenCalled();
    expect(await jobDatabase.row(id)).toMatchObject({ state: 'waiting', attempts: 0, reason: null });
  });
});

it('a reason says in words what is wrong with the file store', () => {
  expect(reasonText(new ApiError('diskFull'))).toBe('the disk of the file store is full');
  expect(reasonText(new ApiError('filesAway'))).toBe('the file store cannot be reached');
});

it('a reason is one line without credentials and personal addresses', () => {
  expect(reasonText(new Error('a\nb'))).toBe('a');
  expect(reasonText('postgres://u:p@host/db?sslkey=1 x')).toBe('postgres://host/db?… x');
  expect(
    reasonText(new Error("Can't send mail - all recipients were rejected: 550 5.1.1 <lin@example.org>: unknown")),
  ).toBe("Can't send mail - all recipients were rejected: 550 5.1.1 <[private]>: unknown");
  expect(reasonText('no route to +86 138 0013 8000')).toBe('no route to [private]');
  expect(reasonText(new Error('x'.repeat(2_000)))).toHaveLength(500);
});
