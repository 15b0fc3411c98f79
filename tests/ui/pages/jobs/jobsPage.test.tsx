/** The page of background jobs in jsdom: groups, reasons, progress, lanes, details, and what is quiet. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type { Job, JobDetails } from '../../../../contract/entities/job.ts';
import { jobsMachine, type JobsResult, type JobTask } from '../../../../src/machines/jobs/jobs.machine.ts';
import type { JobsRequest } from '../../../../src/machines/jobs/jobsQuery.ts';
import { JobsPage } from '../../../../src/ui/pages/jobs/JobsPage.tsx';
import { shortTime } from '../../../../src/ui/pages/jobs/jobTexts.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

const NOW = Date.UTC(2026, 10, 21, 14, 32);
const MINUTE_MS = 60_000;
const job = (more: Partial<Job>): Job => ({
  id: 'a',
  kind: 'retention',
  subject: '',
  state: 'waiting',
  dueAt: NOW + 30 * MINUTE_MS,
  startedAt: null,
  endedAt: null,
  percent: 0,
  step: null,
  attempts: 0,
  maxAttempts: 3,
  reason: null,
  lastAttemptAt: null,
  isCancelling: false,
  ...more,
});
const FAILED = job({
  id: 'failed',
  state: 'failed',
  subject: 'Photos of East patrol',
  startedAt: NOW - 3 * MINUTE_MS,
  endedAt: NOW - 2 * MINUTE_MS,
  attempts: 3,
  reason: { code: 'error', text: 'Bucket "photos" does not exist.' },
});
const RUNNING = job({
  id: 'runs',
  state: 'running',
  startedAt: NOW - MINUTE_MS,
  percent: 64,
  step: { done: 48_200, of: 75_310, unit: 'rows' },
});
const overviewOf = (rows: readonly Job[]): JobsResult => ({
  total: rows.length,
  rows,
  overview: {
    counts: {
      failed: rows.filter(({ state }) => state === 'failed').length,
      running: rows.filter(({ state }) => state === 'running').length,
      waiting: rows.filter(({ state }) => state === 'waiting').length,
      done: 1_284,
    },
    medianMs: 800,
    from: NOW - 103 * MINUTE_MS,
    until: NOW + 257 * MINUTE_MS,
    marks: rows.map(({ id, kind, subject, state, startedAt, endedAt, dueAt, attempts }) => ({
      id,
      kind,
      subject,
      state,
      from: startedAt ?? dueAt,
      until: endedAt,
      isRetry: state === 'waiting' && attempts > 0,
    })),
  },
});

async function show(
  found: JobsResult,
  { language = 'enUS' as Language, width = 1_440, query = {} as Record<string, string> } = {},
) {
  const asked = { retried: [] as object[], cancelled: [] as JobTask[] };
  const machine = jobsMachine.provide({
    actors: {
      loadList: fromPromise<JobsResult, JobsRequest>(() => Promise.resolve(found)),
      loadDetails: fromPromise<JobDetails, { id: string }>(async ({ input }) => ({
        ...(found.rows.find(({ id }) => id === input.id) ?? job({})),
        key: 'its-key',
        createdAt: NOW,
        log: [{ at: NOW, text: 'sessions: done' }],
      })),
      retry: fromPromise<void, { id: string; kind: string }>(async ({ input }) => void asked.retried.push(input)),
      act: fromPromise<null, { task: JobTask }>(async ({ input }) => {
        asked.cancelled.push(input.task);
        return null;
      }),
      watchTab: fromCallback(() => undefined),
    },
  });
  const page = await renderPage(JobsPage, machine, { language, width, query, user: userOf(), now: () => NOW });
  return { ...page, asked };
}
const press = async (element: Element): Promise<void> => {
  fireEvent.click(element);
  await act(settle);
};

it('shows what failed first, with its reason and another try', async () => {
  const { asked } = await show(overviewOf([FAILED, RUNNING, job({})]));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Failedwaiting for you to try again',
    'Running1',
    'Waiting1',
    'The next hours',
  ]);
  expect(document.body.textContent).toContain(
    '1 failed, 1 running, 1 waiting. 1284 done in the last 24 hours, median 800 ms.',
  );
  const failed = within(screen.getByRole('list', { name: 'Failed' }));
  expect(failed.getByText('Bucket "photos" does not exist.')).toBeTruthy();
  expect(failed.getByText(/Tried 3 times/u)).toBeTruthy();
  await press(failed.getByRole('button', { name: 'Try Clean-up again' }));
  expect(asked.retried).toEqual([{ id: 'failed', kind: '' }]);
});

it('shows how far a running job is, and cancels it after a confirmation', async () => {
  const { asked } = await show(overviewOf([RUNNING, job({ id: 'stopping', state: 'running', isCancelling: true })]));
  const running = within(screen.getByRole('list', { name: 'Running' }));
  expect(running.getAllByRole('progressbar').map((bar) => (bar as HTMLProgressElement).value)).toEqual([64, 0]);
  expect(running.getByText('48,200 of 75,310 rows')).toBeTruthy();
  expect(running.getByText('Stopping…')).toBeTruthy();
  const cancels = running.getAllByRole('button', { name: 'Cancel Clean-up' });
  expect(cancels).toHaveLength(1);
  await press(cancels[0] as HTMLElement);
  await press(screen.getByRole('button', { name: 'Cancel job' }));
  expect(asked.cancelled).toEqual([{ id: 'runs', subject: 'Clean-up' }]);
});

it('shows what a waiting job waits for', async () => {
  const retry = job({ id: 'b', attempts: 1, reason: { code: 'timeLimit', text: '' } });
  await show(overviewOf([retry, job({ id: 'late', dueAt: NOW - MINUTE_MS })]));
  const waiting = within(screen.getByRole('list', { name: 'Waiting' }));
  expect(waiting.getByText(/Next try .* \(2 of 3\)/u).textContent).toContain('exceeded its time limit');
  expect(waiting.getByText(/waits for a free worker/u)).toBeTruthy();
  expect(waiting.queryByText(/gives up/u)).toBeNull();
  const retries = within(screen.getByRole('list', { name: 'Retries' }));
  expect(retries.getAllByRole('button')).toHaveLength(1);
});

it('says when a job that is tried again is given up', async () => {
  const retry = { attempts: 1, reason: { code: 'error', text: 'no answer' } } as const;
  const dueAt = NOW + MINUTE_MS;
  const lastAttemptAt = NOW + 28 * MINUTE_MS;
  const again = job({ id: 'again', ...retry, dueAt, lastAttemptAt });
  const last = job({ id: 'last', ...retry, attempts: 2, dueAt, lastAttemptAt: dueAt });
  await show(overviewOf([again, last]));
  const waiting = within(screen.getByRole('list', { name: 'Waiting' }));
  const [next, end] = [dueAt, lastAttemptAt].map((at) => shortTime(at, NOW));
  expect(next).not.toBe(end);
  expect(waiting.getByText(new RegExp(`Next try ${next} \\(2 of 3\\), gives up ${end}`, 'u'))).toBeTruthy();
  expect(waiting.getByText(new RegExp(`Last try ${next} \\(3 of 3\\)`, 'u'))).toBeTruthy();
});

it('is one line and the lanes while all is quiet', async () => {
  await show(overviewOf([job({})]));
  expect(document.body.textContent).toContain('All quiet. 1284 jobs done in the last 24 hours.');
  expect(screen.queryByRole('list', { name: 'Waiting' })).toBeNull();
  expect(within(screen.getByRole('list', { name: 'Clean-ups' })).getAllByRole('button')).toHaveLength(1);
});

it('row and mark open the same details, with the log', async () => {
  const { asked } = await show(overviewOf([FAILED]));
  await press(screen.getByRole('button', { name: 'Details: Clean-up' }));
  const drawer = within(screen.getByRole('region', { name: 'Clean-up' }));
  expect(drawer.getByText('its-key')).toBeTruthy();
  expect(drawer.getByRole('list', { name: 'Log of Clean-up' }).textContent).toContain('sessions: done');
  await press(drawer.getByRole('button', { name: 'Try again' }));
  expect(asked.retried).toEqual([{ id: 'failed', kind: '' }]);
  await press(drawer.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: 'Clean-up' })).toBeNull();
  await press(screen.getByRole('button', { name: /^Clean-up · Photos of East patrol, Failed/u }));
  expect(screen.getByRole('region', { name: 'Clean-up' })).toBeTruthy();
});

it('filters, range and ended jobs are in the URL', async () => {
  const { toldTo } = await show(overviewOf([job({})]));
  await press(screen.getByRole('button', { name: 'Clean-up' }));
  await press(screen.getByRole('radio', { name: '7 days' }));
  await press(screen.getByRole('button', { name: 'Ended jobs' }));
  expect(toldTo('navigation').map((event) => (event as { query?: object }).query)).toEqual([
    { kind: 'retention', page: '' },
    { range: '7d', page: '' },
    { show: 'ended', page: '' },
  ]);
});

it('lists ended jobs with how long they took', async () => {
  const done = job({ id: 'd', state: 'done', startedAt: NOW - 2_500, endedAt: NOW });
  const replaced = job({ id: 'r', state: 'cancelled', endedAt: NOW, reason: { code: 'replaced', text: '' } });
  await show({ total: 2, rows: [done, replaced], overview: null }, { query: { show: 'ended' } });
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toContain('2.5 s');
  expect(second).toContain('A newer job does the work.');
});

it('speaks Chinese, and fits a phone', async () => {
  await show(overviewOf([FAILED, RUNNING]), { language: 'zhCN', width: 390 });
  expect(screen.getByRole('list', { name: '失败' }).textContent).toContain('已尝试 3 次');
  expect(screen.getByText('48,200 / 75,310 行')).toBeTruthy();
  // The note of the lanes would wrap over their axis.
  expect(screen.queryByText('每个标记为一个任务，越宽耗时越长。')).toBeNull();
});
