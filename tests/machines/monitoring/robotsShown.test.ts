/** Which robots of a large site are shown: what is read again for others, and what stays. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import { MONITORING_ROBOTS_PER_PAGE } from '../../../contract/rules/monitoringLimits.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { monitoringMachine } from '../../../src/machines/monitoring/monitoring.machine.ts';
import { selectMonitoring } from '../../../src/machines/monitoring/monitoring.selectors.ts';
import type {
  ExportRequest,
  OverviewRequest,
  OverviewResult,
  Places,
  TracksRequest,
} from '../../../src/machines/monitoring/monitoring.setup.ts';
import { readMonitoringQuery, writeMonitoringQuery } from '../../../src/machines/monitoring/monitoringQuery.ts';
import { exportRobots } from '../../../src/machines/monitoring/robotsShown.ts';
import { WINDOW_MS } from '../../../src/machines/monitoring/timeView.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const HOUR = 3_600_000;
const NOW = Math.floor(1_750_000_000_000 / WINDOW_MS) * WINDOW_MS;
const TOTAL = 1_000;
const PAST = { at: String(NOW - HOUR) };

const lanesOf = (serialNumbers: readonly string[]): MonitoringOverview['robots'] =>
  serialNumbers.map((serialNumber) => ({
    ...{ serialNumber, name: serialNumber, kind: 'delivery' as const },
    ...{ bars: [], hours: [] },
  }));
/** R0 to R199 are on the first page, and so on; the page of a robot that is named is shown, as the server does. */
function overviewFor({ search, page, robot }: OverviewRequest): MonitoringOverview {
  const named = Math.floor(Number(robot.slice(1)) / MONITORING_ROBOTS_PER_PAGE) + 1;
  const shown = search === '' ? (robot === '' ? page : named) : 1;
  const first = (shown - 1) * MONITORING_ROBOTS_PER_PAGE;
  const robots = Array.from({ length: MONITORING_ROBOTS_PER_PAGE }, (_, index) => `R${first + index}`);
  return {
    ...{ time: NOW, periods: [[NOW - 24 * HOUR, NOW]], keptFrom: 0, hidden: 0 },
    ...(search === ''
      ? { robots: lanesOf(robots), page: shown, total: TOTAL }
      : { robots: lanesOf(['R7', 'R70']), page: 1, total: 2 }),
  };
}

async function start(query: Query) {
  const overviews: OverviewRequest[] = [];
  const tracks: TracksRequest[] = [];
  const exports: ExportRequest[] = [];
  let current = query;
  const started = startUnderApp(
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => ({
          sites: ['one', 'two'].map((id) => ({ id, name: id, timeZone: 'UTC', floors: [], demo: false })),
          ...{ maps: [], siteId: 'one', now: NOW },
        })),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async ({ input }) => {
          overviews.push(input);
          return { overview: overviewFor(input), planned: [], events: [], isMore: false };
        }),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => {
          tracks.push(input);
          return { from: input.from };
        }),
        exportTracks: fromPromise<void, ExportRequest>(async ({ input }) => void exports.push(input)),
        ticker: fromCallback(() => {}),
      },
    }),
    { as: 'screen', input: { page: 'monitoring', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  );
  const pass = async (): Promise<void> => {
    for (let times = 0; times < 2; times++) {
      await settle();
      started.clock.increment(200);
    }
    await settle();
  };
  await pass();
  const { actor, toldTo } = started;
  /** What the URL becomes after an event, as the navigation does. */
  const follow = async (): Promise<void> => {
    const patch = toldTo('navigation').at(-1) as unknown as { query: Query };
    const all = Object.entries({ ...current, ...patch.query }).filter(([, value]) => value !== '');
    current = Object.fromEntries(all);
    actor.send({ type: 'page.queryChanged', query: current });
    await pass();
  };
  return { actor, context: () => selectMonitoring(actor.getSnapshot()), overviews, tracks, exports, follow, pass };
}

describe('a site with more robots than a page has', () => {
  it('reads another page with its tracks, and forgets those of the first', async () => {
    const { actor, context, overviews, tracks, follow } = await start(PAST);
    expect([overviews.length, tracks.length]).toEqual([1, 1]);
    actor.send({ type: 'page.choose', page: 3 });
    await follow();
    expect(overviews.at(-1)).toMatchObject({ page: 3, robot: '' });
    expect(tracks.at(-1)).toMatchObject({ page: 3, isFirst: true });
    expect([overviews.length, tracks.length]).toEqual([2, 2]);
    expect(context().overview).toMatchObject({ page: 3, robots: { 0: { serialNumber: 'R400' } } });
  });

  it('keeps the lanes on the screen until the others are there', async () => {
    const { actor, context, pass } = await start(PAST);
    actor.send({ type: 'page.queryChanged', query: { ...PAST, search: 'r7' } });
    expect(context()).toMatchObject({ overview: { page: 1, total: TOTAL }, span: null, windows: [] });
    await pass();
    expect(context()).toMatchObject({ overview: { total: 2 }, query: { search: 'r7' } });
    expect(context().span).not.toBeNull();
  });

  it('opens the page of the robot of a link, and is still there when all are shown again', async () => {
    const { actor, context, overviews, tracks, follow } = await start({ ...PAST, robot: 'R950' });
    expect(context().overview?.page).toBe(5);
    actor.send({ type: 'robot.solo', serialNumber: '' });
    await follow();
    expect(readMonitoringQuery(context().query)).toMatchObject({ robot: '', page: 5 });
    actor.send({ type: 'robot.solo', serialNumber: 'R801' });
    await follow();
    // Both are among the robots that are loaded.
    expect([overviews.length, tracks.length]).toEqual([1, 1]);
    // The live map shows the whole fleet, and so can a robot of another page be picked.
    actor.send({ type: 'robot.solo', serialNumber: 'R3' });
    await follow();
    expect(context().overview?.page).toBe(1);
    expect([overviews.length, tracks.length]).toEqual([2, 2]);
  });

  it('goes to the first page from the page of a robot of a link', async () => {
    const { actor, context, tracks, follow } = await start({ ...PAST, robot: 'R950' });
    actor.send({ type: 'page.choose', page: 1 });
    await follow();
    expect(context().overview).toMatchObject({ page: 1, robots: { 0: { serialNumber: 'R0' } } });
    expect(tracks.at(-1)).toMatchObject({ page: 1, robot: '', isFirst: true });
  });

  it('reads once when the typing rests, and begins at the first page', async () => {
    const { actor, overviews, follow } = await start({ ...PAST, page: '4' });
    for (const search of ['r', 'r7']) actor.send({ type: 'page.queryChanged', query: { ...PAST, search } });
    actor.send({ type: 'search.set', search: 'r70' });
    await follow();
    expect(overviews.map(({ search, page }) => [search, page])).toEqual([
      ['', 4],
      ['r70', 1],
    ]);
  });

  it('does not take tracks of the first robots for those of the others', async () => {
    const { actor, context, tracks, pass } = await start(PAST);
    actor.send({ type: 'moment.seek', at: NOW - 5 * HOUR, now: NOW });
    // Its tracks are on their way.
    actor.send({ type: 'page.queryChanged', query: { at: String(NOW - 5 * HOUR), page: '2' } });
    await pass();
    expect(context().windows).toEqual([NOW - 5 * HOUR]);
    expect(tracks.at(-1)).toMatchObject({ page: 2, isFirst: true });
  });
});

it('exports the robot that is shown alone, what is searched for, or all', async () => {
  const { exports, actor } = await start({ ...PAST, search: 'r7' });
  actor.send({ type: 'export.start' });
  await settle();
  expect(exports).toMatchObject([{ robots: '', search: 'r7' }]);
  expect(exportRobots({ search: 'r7', robot: 'R7' })).toEqual({ robots: 'R7', search: '' });
  expect(exportRobots({})).toEqual({ robots: '', search: '' });
});

it('exports what is searched for, also while the lanes are still of another search', async () => {
  const { exports, actor, context } = await start({ ...PAST, search: 'r7' });
  const lanes = () => context().overview?.robots.map(({ serialNumber }) => serialNumber);
  const before = lanes();
  actor.send({ type: 'page.queryChanged', query: { ...PAST, search: 'r8' } });
  expect(lanes()).toEqual(before);
  actor.send({ type: 'export.start' });
  await settle();
  expect(exports).toMatchObject([{ robots: '', search: 'r8' }]);
});

it('has the search and the page in the URL', () => {
  const query = writeMonitoringQuery({ search: 'lobby ', page: 3 });
  expect(query).toEqual({ search: 'lobby ', page: '3' });
  expect(readMonitoringQuery(query)).toMatchObject({ search: 'lobby ', page: 3 });
  expect(writeMonitoringQuery({ search: '', page: 1 })).toEqual({ search: '', page: '' });
  expect(readMonitoringQuery({ page: '-2', search: 'x'.repeat(500) })).toMatchObject({
    page: 1,
    search: 'x'.repeat(100),
  });
});
