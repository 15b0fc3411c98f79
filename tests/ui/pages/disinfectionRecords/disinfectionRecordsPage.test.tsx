/** The page of disinfection records in jsdom: rows, details with plan and reason, the start dialog, both languages. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { Language } from '../../../../contract/entities/constants.ts';
import type {
  Disinfection,
  DisinfectionDetails,
  DisinfectionPreview,
} from '../../../../contract/entities/disinfection.ts';
import { momentPath } from '../../../../contract/rules/momentPath.ts';
import { disinfectionRecordsMachine } from '../../../../src/machines/disinfectionRecords/disinfectionRecords.machine.ts';
import type {
  DisinfectionsResult,
  PlacesRequest,
  PlacesResult,
  PlanRequest,
  RunAct,
  RunDetail,
} from '../../../../src/machines/disinfectionRecords/disinfectionRecords.setup.ts';
import type { DisinfectionQuery } from '../../../../src/machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { DisinfectionRecordsPage } from '../../../../src/ui/pages/disinfectionRecords/DisinfectionRecordsPage.tsx';
import { sampleDetails, sampleDisinfection, sampleFloor } from '../../../fakes/disinfectionSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { renderPage } from '../../renderPage.tsx';

const FLEET = { robots: {}, order: [], sites: [], view: 'all', failure: null, current: '' };

async function page(
  query: Record<string, string>,
  change: Partial<Disinfection> = {},
  language: Language = 'enUS',
  track: DisinfectionDetails['track'] = [],
) {
  const acts: RunAct[] = [];
  const starts: PlanRequest[] = [];
  const exports: DisinfectionQuery[] = [];
  const rendered = await renderPage(
    DisinfectionRecordsPage,
    disinfectionRecordsMachine.provide({
      actors: {
        loadList: fromPromise<DisinfectionsResult, DisinfectionQuery>(async () => ({
          total: 1,
          rows: [sampleDisinfection(change)],
          counts: { inProgress: 0, finished: 16, failed: 1, partiallyCompleted: 1, notStarted: 2, unknown: 3 },
        })),
        loadDetail: fromPromise<RunDetail, { id: string }>(async () => ({
          details: { ...sampleDetails(change), track },
          map: sampleFloor,
        })),
        loadPlaces: fromPromise<PlacesResult, PlacesRequest>(async () => ({ floors: [], map: sampleFloor })),
        preview: fromPromise<DisinfectionPreview, PlanRequest>(async () => ({
          estimate: { seconds: 95, battery: 2, agent: 0.4, squareMetres: 40 },
          grid: sampleDetails().grid,
          planned: [1, 16],
          sections: [],
        })),
        startRun: fromPromise<Disinfection, PlanRequest>(async ({ input }) => {
          starts.push(input);
          return sampleDisinfection({ id: 'new' });
        }),
        actOnRun: fromPromise<Disinfection, RunAct>(async ({ input }) => {
          acts.push(input);
          return sampleDisinfection({ id: 'again' });
        }),
        exportRuns: fromPromise<void, DisinfectionQuery>(async ({ input }) => void exports.push(input)),
        watchDisinfections: fromCallback(() => {}),
      },
    }),
    { query, language, now: () => 1_750_000_200_000, contexts: { fleet: FLEET } },
  );
  await settle();
  return { ...rendered, acts, starts, exports };
}

it('lists where, the result, the reason and the coverage', async () => {
  await page({});
  const row = screen.getByRole('row', { name: /Mist 1/u });
  for (const text of ['Meeting 1, Meeting 2', 'Partially completed', '50%', '2:00'])
    expect(within(row).getByText(text, { exact: false })).toBeTruthy();
  expect(
    screen.getByText("0 in progress, 16 finished, 1 in part, 1 failed, 2 didn't start, 3 unknown", { exact: false }),
  ).toBeTruthy();
});

it('filters by each result, also by those that did not start and the unknown ones', async () => {
  await page({});
  const results = within(screen.getByRole('combobox', { name: 'Result' }));
  expect(results.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'All results',
    'In progress (0)',
    'Finished (16)',
    'Partially completed (1)',
    'Failed (1)',
    "Didn't start (2)",
    'Unknown (3)',
  ]);
});

it.each([
  ['enUS', 'Took twice the estimated 1:40 or longer.'],
  ['zhCN', '用时达到预计（1:40）的两倍或更长。'],
] as const)(
  'a finished run that took twice the estimate or longer is amber, with the reason (%s)',
  async (language, text) => {
    const slow = { state: 'finished', reason: null, coverage: 1, endedAt: 1_750_000_200_000 } as const;
    await page({ run: 'run-1' }, slow, language);
    expect(screen.getAllByText(text).some((one) => one.className.includes('text-attn-text'))).toBe(true);
    expect(within(screen.getByRole('row', { name: /3:20/u })).getByText('3:20').className).toContain('text-attn-text');
  },
);

it.each([
  ['partiallyCompleted', 4, 'Unknown'],
  ['failed', 4, 'Unknown'],
  // A scheduled run whose robot was silent at its time.
  ['failed', 0, "Didn't start"],
] as const)('a run whose end nobody heard is of unknown result (%s, %s m²)', async (state, squareMetres, result) => {
  await page({ run: 'run-1' }, { state, squareMetres, reason: { type: 'robotSilent', description: '' } });
  expect(screen.getAllByText(result)).toHaveLength(2);
});

it('a run is not amber below that, nor if it did not finish', async () => {
  await page({}, { state: 'finished', reason: null, endedAt: 1_750_000_199_000 });
  expect(screen.getByText('3:19').className).not.toContain('text-attn-text');
  await page({}, { state: 'failed', endedAt: 1_750_000_300_000 });
  expect(screen.getByText('5:00').className).not.toContain('text-attn-text');
});

it('shows a run with its plan, its rooms and why it is not complete, and does the rest on request', async () => {
  const { acts } = await page({ run: 'run-1' });
  expect(screen.getByRole('img', { name: 'Floor plan: 50% of the cells covered' })).toBeTruthy();
  expect(screen.getByText(/A person stayed/u)).toBeTruthy();
  expect(screen.getByText('Person in the room')).toBeTruthy();
  expect(screen.getByText(/waited 0:50/u)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Disinfect Meeting 2 now' }));
  await settle();
  expect(acts).toMatchObject([{ act: 'missed' }]);
});

it.each([
  ['enUS', 'Line: path driven.', 'Floor plan: 50% of the cells covered'],
  ['zhCN', '线条：行驶轨迹。', '平面图：已覆盖 50%'],
] as const)('draws the way driven on its plan, %s', async (language, legend, plan) => {
  const place = (x: number, y: number, mapId = 'm1') => ({ at: 1_750_000_000_000, mapId, x, y, theta: 0 });
  const track = [place(0, 0), place(1, 1.5), place(9, 9, 'm2')];
  await page({ run: 'run-1' }, {}, language, track);
  expect(screen.getByText(legend, { exact: false })).toBeTruthy();
  // The picture begins 1.5 m beside the cells, and its y points down.
  expect(screen.getByRole('img', { name: plan }).querySelector('polyline[points="1.5,3.5 2.5,2"]')).not.toBeNull();
});

it('dashes the way that was not driven, and says so', async () => {
  const dashes = () => screen.getByRole('img', { name: /^Floor plan/u }).querySelectorAll('polyline[stroke-dasharray]');
  await page({ run: 'run-1' });
  // The second room is one lane wide.
  expect([...dashes()].map((line) => line.getAttribute('points'))).toEqual(['3.25,1.75 2.75,1.75 2.25,1.75 1.75,1.75']);
  expect(screen.getByText(/Dashed: not driven\./u)).toBeTruthy();
  cleanup();
  await page({ run: 'run-1' }, { state: 'inProgress', reason: null, endedAt: null });
  expect(screen.getByText(/Dashed: not driven yet\./u)).toBeTruthy();
  cleanup();
  // At points the robot stands.
  await page({ run: 'run-1' }, { kind: 'points' });
  expect(dashes()).toHaveLength(0);
  expect(screen.queryByText(/Dashed/u)).toBeNull();
});

it('says that a run is paused, and can end it', async () => {
  const { acts } = await page({ run: 'run-1' }, { state: 'inProgress', phase: 'paused', reason: null, endedAt: null });
  expect(screen.getByText('Paused: a person is near.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'End disinfection' }));
  await settle();
  expect(acts).toMatchObject([{ act: 'end' }]);
});

it('starts what is chosen in the list of rooms', async () => {
  const { starts } = await page({ start: 'D2-1' });
  const dialog = screen.getByRole('dialog', { name: 'Start disinfection' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  expect(within(dialog).getByText('Choose at least one room.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Meeting 1' }));
  fireEvent.click(within(dialog).getByRole('radio', { name: 'UV light' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await settle();
  expect(starts).toMatchObject([
    { serialNumber: 'D2-1', plan: { mode: 'uv', dose: 30, target: { kind: 'rooms', rooms: ['meeting-1'] } } },
  ]);
});

it('speaks Chinese', async () => {
  await page({ run: 'run-1' }, {}, 'zhCN');
  expect(screen.getByRole('button', { name: '立即补做：Meeting 2' })).toBeTruthy();
});

it('names the task that planned a run, and says of one that never started why', async () => {
  await page(
    { run: 'run-1' },
    {
      state: 'failed',
      squareMetres: 0,
      coverage: 0,
      reason: { type: 'placesDeleted', description: '' },
      task: { id: 't1', plannedAt: 1_750_000_000_000 },
    },
  );
  const link = screen.getByRole('link', { name: 'Open the task' });
  expect(link.getAttribute('href')).toBe('/schedules/task?id=t1&serialNumber=D2-1');
  expect(screen.getAllByText("Didn't start").length).toBeGreaterThan(0);
  expect(screen.getByText('The map, or points or rooms of the task, were deleted.')).toBeTruthy();
  // There is nothing left to do of it.
  expect(screen.queryByRole('button', { name: /^Do /u })).toBeNull();
});

it('exports what is filtered', async () => {
  const { exports } = await page({ mode: 'spray' });
  fireEvent.click(screen.getByRole('button', { name: 'Export 1 record' }));
  await settle();
  expect(exports).toMatchObject([{ mode: 'spray' }]);
});

it('leads to the moment of a run', async () => {
  const { press, toldTo } = await page({ run: 'run-1' });
  await press(screen.getByRole('button', { name: 'Replay' }));
  const { serialNumber, startedAt } = sampleDisinfection();
  expect(toldTo('navigation').at(-1)).toEqual({
    type: 'navigation.go',
    to: momentPath({ serialNumber, at: startedAt }),
  });
});
