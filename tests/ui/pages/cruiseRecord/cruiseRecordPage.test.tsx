/** The records of route runs in jsdom: a run that took far longer than usual is marked, with the reason in words. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fromPromise } from 'xstate';
import {
  cruiseRecordMachine,
  type DetailRequest,
  type RecordDetail,
  type RecordsResult,
} from '../../../../src/machines/cruiseRecord/cruiseRecord.machine.ts';
import type { RecordQuery } from '../../../../src/machines/cruiseRecord/cruiseRecordQuery.ts';
import { CruiseRecordPage } from '../../../../src/ui/pages/cruiseRecord/CruiseRecordPage.tsx';
import { NOW } from '../../../fakes/robotSample.ts';
import { sampleRouteRun } from '../../../fakes/routeRunSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

afterEach(cleanup);

const MINUTE = 60_000;
const run = (id: string, minutes: number, change: object = {}) =>
  sampleRouteRun({
    id,
    state: 'finished',
    phase: null,
    startedAt: NOW - 60 * MINUTE,
    endedAt: NOW - (60 - minutes) * MINUTE,
    usualMs: 10 * MINUTE,
    ...change,
  });
const slow = run('slow', 20);
const rows = [
  slow,
  run('usual', 19),
  run('failed', 3, { state: 'failed', reason: { type: 'robotSilent', description: '' }, usualMs: undefined }),
];

async function show(options: { query?: Record<string, string>; width?: number; language?: 'enUS' | 'zhCN' } = {}) {
  const user = userOf();
  await renderPage(
    CruiseRecordPage,
    cruiseRecordMachine.provide({
      actors: {
        loadList: fromPromise<RecordsResult, RecordQuery>(async () => ({
          rows,
          total: rows.length,
          counts: { inProgress: 0, finished: 2, failed: 1, partiallyCompleted: 0 },
          routes: [],
        })),
        loadDetail: fromPromise<RecordDetail, DetailRequest>(async () => ({ drive: slow, total: 0, visits: [] })),
      },
    }),
    {
      now: () => NOW,
      width: 1_440,
      user,
      contexts: {
        fleet: { robots: {}, order: [], current: '', view: 'all', sites: [] },
        session: { user, routes: [] },
      },
      ...options,
    },
  );
  await settle();
}

it('a run that took twice the usual time or longer is amber, with the reason', async () => {
  await show();
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'));
  expect(cells.map((row) => row.at(-1)?.textContent)).toEqual(['20:00', '19:00', '3:00']);
  expect(cells.map((row) => row.at(-1)?.querySelector('.text-attn-text') !== null)).toEqual([true, false, false]);
  expect(screen.getAllByText('Took twice the usual 10:00 or longer.')).toHaveLength(1);
});

it.each([
  ['enUS', 'Took twice the usual 10:00 or longer.'],
  ['zhCN', '用时达到平时（10:00）的两倍或更长。'],
] as const)('its details say so, %s', async (language, text) => {
  await show({ query: { drive: 'slow' }, language });
  const details = screen.getByRole('heading', { level: 2 }).closest('section');
  expect(within(details as HTMLElement).getByText(text).className).toContain('text-attn-text');
});

it('on a phone it says so among its lines', async () => {
  await show({ width: 390 });
  expect(screen.getAllByText('Took twice the usual 10:00 or longer.')).toHaveLength(1);
});
