import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Job, JobDetails } from '../../../contract/entities/job.ts';
import { JOBS_RELOAD_MS } from '../../../contract/rules/jobs.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { selectQuestion } from '../../../src/machines/factories/recordPage.selectors.ts';
import { jobsMachine, type JobsResult, type JobTask } from '../../../src/machines/jobs/jobs.machine.ts';
import { isQuiet, selectJobs } from '../../../src/machines/jobs/jobs.selectors.ts';
import { jobsQuery, type JobsRequest } from '../../../src/machines/jobs/jobsQuery.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const job = (more: Partial<Job>): Job => ({
  id: 'a',
  kind: 'retention',
  subject: '',
  state: 'failed',
  dueAt: 1,
  startedAt: 2,
  endedAt: 3,
  percent: 0,
  step: null,
  attempts: 3,
  maxAttempts: 3,
  reason: { code: 'error', text: 'no answer' },
  lastAttemptAt: null,
  isCancelling: false,
  ...more,
});

async function start(query: Record<string, string> = {}) {
  const cloud = {
    requests: [] as JobsRequest[],
    details: [] as string[],
    retried: [] as object[],
    cancelled: [] as JobTask[],
    refusal: null as Error | null,
  };
  let tell: (event: { type: 'tab.seen' | 'tab.hidden' }) => void = () => undefined;
  const started = startUnderApp(
    jobsMachine.provide({
      actors: {
        loadList: fromPromise<JobsResult, JobsRequest>(async ({ input }) => {
          cloud.requests.push(input);
          return { total: 1, rows: [job({})], overview: null };
        }),
        loadDetails: fromPromise<JobDetails, { id: string }>(async ({ input }) => {
          cloud.details.push(input.id);
          if (cloud.refusal) throw cloud.refusal;
          return { ...job({ id: input.id }), key: 'k', createdAt: 1, log: [] };
        }),
        retry: fromPromise<void, { id: string; kind: string }>(async ({ input }) => {
          cloud.retried.push(input);
          if (cloud.refusal) throw cloud.refusal;
        }),
        act: fromPromise<null, { task: JobTask }>(async ({ input }) => {
          cloud.cancelled.push(input.task);
          return null;
        }),
        watchTab: fromCallback(({ sendBack }) => void (tell = sendBack)),
      },
    }),
    { as: 'screen', input: { page: 'jobs', params: {}, query, user: userOf(), serialNumber: '', language: 'enUS' } },
  );
  await settle();
  return {
    ...started,
    cloud,
    tell: (type: 'tab.seen' | 'tab.hidden') => tell({ type }),
    see: () => selectJobs(started.actor.getSnapshot()),
  };
}

it('asks for what the URL says; unknown values are the usual ones', async () => {
  const { cloud } = await start({ kind: 'retention', show: 'ended', range: 'year', page: '2' });
  expect(cloud.requests).toEqual([{ kind: 'retention', show: 'ended', range: '6h', page: 2, limit: 20 }]);
  expect(jobsQuery.isFiltered({ show: 'ended', range: '7d' })).toBe(false);
});

describe('polling', () => {
  it('loads the list again every few seconds', async () => {
    const { cloud, clock } = await start();
    for (const times of [2, 3]) {
      clock.increment(JOBS_RELOAD_MS);
      await settle();
      expect(cloud.requests).toHaveLength(times);
    }
  });

  it('pauses while the tab is hidden, and goes on as soon as it is seen', async () => {
    const { cloud, clock, tell } = await start();
    tell('tab.hidden');
    clock.increment(10 * JOBS_RELOAD_MS);
    await settle();
    expect(cloud.requests).toHaveLength(1);
    tell('tab.seen');
    await settle();
    expect(cloud.requests).toHaveLength(2);
    clock.increment(JOBS_RELOAD_MS);
    await settle();
    expect(cloud.requests).toHaveLength(3);
  });
});

describe('another try', () => {
  it('of one job or of all of the kind loads the list again', async () => {
    const { actor, cloud, see } = await start({ kind: 'retention' });
    actor.send({ type: 'job.retry', id: 'a' });
    expect(see().retried).toBe('a');
    await settle();
    expect(see().retried).toBeNull();
    actor.send({ type: 'job.retryAll' });
    await settle();
    expect(cloud.retried).toEqual([
      { id: 'a', kind: 'retention' },
      { id: '', kind: 'retention' },
    ]);
    expect(cloud.requests).toHaveLength(3);
  });

  it('asked for during another one waits for its turn, once, with the kind that was shown', async () => {
    const { actor, cloud, see } = await start({ kind: 'retention' });
    actor.send({ type: 'job.retry', id: 'a' });
    for (const id of ['b', 'a', 'b']) actor.send({ type: 'job.retry', id });
    actor.send({ type: 'job.retryAll' });
    actor.send({ type: 'list.show', query: { kind: 'backup' } });
    expect(see().queued.map(({ id }) => id)).toEqual(['b', '']);
    await settle();
    await settle();
    await settle();
    expect(cloud.retried).toEqual([
      { id: 'a', kind: 'retention' },
      { id: 'b', kind: 'retention' },
      { id: '', kind: 'retention' },
    ]);
    expect(see().retried).toBeNull();
  });

  it('that is refused says why', async () => {
    const { actor, cloud, toldTo } = await start();
    cloud.refusal = new ApiError('jobReplaced');
    actor.send({ type: 'job.retry', id: 'a' });
    await settle();
    expect(toldTo('notices')).toMatchObject([{ type: 'notice.show' }]);
    expect(cloud.requests).toHaveLength(2);
  });
});

it('cancels after a confirmation only', async () => {
  const { actor, cloud } = await start();
  const task = { id: 'a', subject: 'Clean-up' };
  actor.send({ type: 'record.act', task });
  selectQuestion(actor.getSnapshot())?.send({ type: 'confirm.cancel' });
  await settle();
  expect(cloud.cancelled).toEqual([]);
  actor.send({ type: 'record.act', task });
  expect(selectQuestion(actor.getSnapshot())?.getSnapshot().context.words).toEqual({ subject: 'Clean-up' });
  selectQuestion(actor.getSnapshot())?.send({ type: 'confirm.accept' });
  await settle();
  expect(cloud.cancelled).toEqual([task]);
});

describe('details', () => {
  it('are loaded again with the list while they are open', async () => {
    const { actor, cloud, clock, see } = await start();
    actor.send({ type: 'job.open', id: 'a' });
    expect(see()).toMatchObject({ opened: 'a', details: null });
    await settle();
    expect(see().details?.key).toBe('k');
    clock.increment(JOBS_RELOAD_MS);
    expect(see().details?.key).toBe('k');
    await settle();
    actor.send({ type: 'job.open', id: 'b' });
    expect(see().details).toBeNull();
    await settle();
    actor.send({ type: 'job.close' });
    clock.increment(JOBS_RELOAD_MS);
    await settle();
    expect(see()).toMatchObject({ opened: '', details: null });
    expect(cloud.details).toEqual(['a', 'a', 'b']);
  });

  it('that cannot be loaded say why', async () => {
    const { actor, cloud, see } = await start();
    cloud.refusal = new ApiError('notFound');
    actor.send({ type: 'job.open', id: 'a' });
    await settle();
    expect(see()).toMatchObject({ opened: 'a', details: null, detailsFailure: { code: 40001 } });
  });
});

it('it is quiet while nothing has failed, runs, is late or is repeated', () => {
  const waiting = job({ state: 'waiting', attempts: 0, dueAt: 100 });
  expect(isQuiet([], 50)).toBe(true);
  expect(isQuiet([waiting], 50)).toBe(true);
  expect(isQuiet([waiting], 150)).toBe(false);
  expect(isQuiet([waiting, job({})], 50)).toBe(false);
  expect(isQuiet([job({ state: 'waiting', attempts: 1, dueAt: 100 })], 50)).toBe(false);
});
