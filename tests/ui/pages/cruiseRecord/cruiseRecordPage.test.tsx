// @vitest-environment jsdom
/** The records of route runs in jsdom: a run that took far longer than usual is marked, with the reason in words. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import type { AsyncRoute } from '../../../../contract/entities/user.ts';
import {
  cruiseRecordMachine,
  type DetailRequest,
  type RecordDetail,
  type RecordsResult,
} from '../../../../src/machines/cruiseRecord/cruiseRecord.machine.ts';
import type { RecordQuery } from '../../../../src/machines/cruiseRecord/cruiseRecordQuery.ts';
import { CruiseRecordPage } from '../../../../src/ui/pages/cruiseRecord/CruiseRecordPage.tsx';
import { sampleFloor } from '../../../fakes/disinfectionSample.ts';
import { NOW } from '../../../fakes/robotSample.ts';
import { sampleRouteRun } from '../../../fakes/routeRunSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { userOf } from '../../../fakes/startSession.ts';
import { renderPage } from '../../renderPage.tsx';

interface Drawn {
  label: string;
  routes: readonly { places: readonly (readonly number[])[] }[];
  selected: string | null;
}
const { drawn } = vi.hoisted(() => ({ drawn: [] as Drawn[] }));
// jsdom draws nothing; the map itself is tested in tests/ui/canvas.
vi.mock('../../../../src/ui/canvas/MapCanvas.tsx', () => ({
  MapCanvas: (props: Drawn) => {
    drawn.push(props);
    return null;
  },
}));
vi.mock('../../../../src/ui/canvas/useFleetScene.ts', () => ({ useFleetScene: () => null }));

afterEach(() => {
  cleanup();
  drawn.length = 0;
});

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

async function show({
  track = [],
  found = rows,
  routes = [],
  ...options
}: {
  found?: typeof rows;
  routes?: readonly AsyncRoute[];
  track?: RecordDetail['track'];
  query?: Record<string, string>;
  width?: number;
  language?: 'enUS' | 'zhCN';
} = {}) {
  const user = userOf();
  await renderPage(
    CruiseRecordPage,
    cruiseRecordMachine.provide({
      actors: {
        loadList: fromPromise<RecordsResult, RecordQuery>(async () => ({
          rows: found,
          total: found.length,
          counts: { inProgress: 0, finished: 2, failed: 1, partiallyCompleted: 0 },
          routes: [],
        })),
        loadDetail: fromPromise<RecordDetail, DetailRequest>(async () => ({
          drive: slow,
          total: 0,
          visits: [],
          track,
          map: track.length > 0 ? sampleFloor : null,
        })),
      },
    }),
    {
      now: () => NOW,
      width: 1_440,
      user,
      contexts: {
        fleet: { robots: {}, order: [], current: '', view: 'all', sites: [] },
        session: { user, routes },
        navigation: { knownPages: ['CruiseRoutes'] },
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

it.each([
  ['enUS', 'Path driven: '],
  ['zhCN', '行驶轨迹：'],
] as const)('its details show the way driven, without the robot, which has left, %s', async (language, name) => {
  const place = (mapId: string, x: number) => ({ at: NOW, mapId, x, y: 2, theta: 0 });
  const track = [place('elsewhere', 9), place(sampleFloor.id, 1), place(sampleFloor.id, 4)];
  await show({ query: { drive: 'slow' }, language, track });
  const [label, places] = [
    `${name}${slow.mapName}`,
    [
      [1, 2],
      [4, 2],
    ],
  ];
  expect(drawn[0]).toMatchObject({ label, routes: [{ places }], selected: null });
});

it('its details show no map if nothing was recorded on it', async () => {
  await show({ query: { drive: 'slow' }, track: [{ at: NOW, mapId: 'elsewhere', x: 1, y: 1, theta: 0 }] });
  expect(drawn).toEqual([]);
});

it('without a record it leads to the routes, if they are among the pages of the user', async () => {
  const page: AsyncRoute = {
    name: 'CruiseRoutes',
    path: 'cruise-line',
    component: 'CruiseRoutes',
    hidden: false,
    alwaysShow: false,
    meta: { title: 'routes.cruiseRoutes' },
    children: [],
  };
  await show({
    found: [],
    routes: [{ ...page, name: 'Setting', path: '/setting', component: undefined, children: [page] }],
  });
  expect(screen.getByRole('button', { name: 'Go to routes' })).toBeTruthy();
  cleanup();
  await show({ found: [] });
  expect(screen.queryByRole('button', { name: 'Go to routes' })).toBeNull();
});
