/** Historical monitoring: live and past, playing, skipping, loading of what is shown, the URL. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { EventRecord } from '../../../contract/entities/eventRecord.ts';
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import { RENEW_MS } from '../../../src/machines/monitoring/monitoring.setup.ts';
import { monitoringMachine } from '../../../src/machines/monitoring/monitoring.machine.ts';
import { readMonitoringQuery, writeMonitoringQuery } from '../../../src/machines/monitoring/monitoringQuery.ts';
import { monitoringRedaction } from '../../../src/machines/monitoring/monitoring.redaction.ts';
import {
  momentAt,
  selectAreTracksLoading,
  selectIsPast,
  selectIsPlaying,
  selectMonitoring,
} from '../../../src/machines/monitoring/monitoring.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import type {
  ExportRequest,
  OverviewRequest,
  OverviewResult,
  Places,
  TracksRequest,
} from '../../../src/machines/monitoring/monitoring.setup.ts';
import {
  contains,
  rangeOf,
  skipTo,
  spanFor,
  viewFor,
  viewWith,
  WINDOW_MS,
  zoomed,
} from '../../../src/machines/monitoring/timeView.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';
import { settle } from '../../fakes/settle.ts';

const HOUR = 3_600_000;
const NOW = Math.floor(1_750_000_000_000 / WINDOW_MS) * WINDOW_MS;
const lane = (bars: MonitoringOverview['robots'][number]['bars']) => ({
  serialNumber: 'A',
  name: 'Porter',
  kind: 'delivery' as const,
  bars,
  hours: [],
});
const overviewOf = (bars: MonitoringOverview['robots'][number]['bars']): MonitoringOverview => ({
  time: NOW,
  robots: [lane(bars)],
  page: 1,
  total: 1,
  periods: [[NOW - 24 * HOUR, NOW]],
  keptFrom: NOW - 720 * HOUR,
  hidden: 0,
});
const event = {
  id: 'alarm:1',
  bizType: 'alarm',
  at: NOW - HOUR,
  by: 'Chen Yu',
  title: 'Linen',
} as unknown as EventRecord;

async function start(
  query: Query = {},
  {
    bars = [],
    failing = 0,
    exportFails = false,
    had = {},
    failures: unread = {},
    laneMs = 0,
  }: {
    bars?: MonitoringOverview['robots'][number]['bars'];
    failing?: number;
    exportFails?: boolean;
    had?: { robots?: MonitoringOverview['robots'] };
    failures?: { places?: number; tracks?: number };
    /** Time that the server takes for the lanes. */
    laneMs?: number;
  } = {},
) {
  const overviews: OverviewRequest[] = [];
  const tracks: TracksRequest[] = [];
  const exports: ExportRequest[] = [];
  let failures = failing;
  let loads = 0;
  const left = { places: 0, tracks: 0, ...unread };
  const orFail = (what: 'places' | 'tracks'): void => {
    if (left[what]-- > 0) throw new ApiError('networkFailed');
  };
  const started = startUnderApp(
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => {
          loads += 1;
          orFail('places');
          const sites = ['one', 'two'].map((id) => ({ id, name: id, timeZone: 'UTC', floors: [], demo: false }));
          return { sites, maps: [], siteId: 'one', now: NOW };
        }),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async ({ input }) => {
          overviews.push(input);
          if (laneMs > 0) await new Promise<void>((resolve) => void started.clock.setTimeout(resolve, laneMs));
          if (failures-- > 0) throw new ApiError('networkFailed');
          return { overview: { ...overviewOf(bars), ...had }, planned: [], events: [event], isMore: false };
        }),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => {
          tracks.push(input);
          orFail('tracks');
          return { from: input.from };
        }),
        exportTracks: fromPromise<void, ExportRequest>(async ({ input }) => {
          exports.push(input);
          if (exportFails) throw new ApiError('trackExportFailed');
        }),
        ticker: fromCallback(() => {}),
      },
    }),
    { as: 'screen', input: { page: 'monitoring', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  );
  await settle();
  const pass = async (ms: number): Promise<void> => {
    started.clock.increment(ms);
    await settle();
  };
  await pass(200);
  await pass(200);
  const snapshot = () => started.actor.getSnapshot();
  return {
    ...started,
    placesLoads: () => loads,
    overviews,
    tracks,
    exports,
    pass,
    snapshot,
    context: () => selectMonitoring(snapshot()),
  };
}

describe('the page', () => {
  it('says why the floors could not be loaded, and tries again by a press or when the connection is back', async () => {
    const { actor, context, pass, placesLoads, overviews } = await start({}, { failures: { places: 2 } });
    expect(context().placesFailure).toMatchObject({ said: 'networkFailed' });
    expect(overviews).toEqual([]);
    actor.send({ type: 'places.retry' });
    await settle();
    expect(context().placesFailure).not.toBeNull();
    actor.send({ type: 'page.resumed' });
    await pass(200);
    await pass(200);
    expect([placesLoads(), context().placesFailure, context().siteId, overviews.length]).toEqual([3, null, 'one', 1]);
  });

  it('loads floors and lanes again in another language, and floors when one changed', async () => {
    const { actor, pass, placesLoads, overviews } = await start();
    const lanes = overviews.length;
    actor.send({ type: 'page.languageChanged', language: 'zhCN' });
    await pass(200);
    expect([placesLoads(), overviews.length > lanes]).toEqual([2, true]);
    actor.send({ type: 'page.mapChanged', siteId: 'one', mapId: 'm', revision: 2, by: { userId: 'u', name: 'Lin' } });
    await pass(0);
    expect(placesLoads()).toBe(3);
  });

  it('keeps the moment when its tracks cannot be loaded, and tries again by a press or at another moment', async () => {
    const at = NOW - 3 * HOUR;
    const { actor, context, pass, tracks, snapshot } = await start({ at: String(at) }, { failures: { tracks: 2 } });
    expect([context().at, context().windows]).toEqual([at, []]);
    expect(context().tracksFailure).toMatchObject({ said: 'networkFailed' });
    actor.send({ type: 'tracks.retry' });
    await pass(0);
    expect([tracks.length, context().windows.length, selectAreTracksLoading(snapshot())]).toEqual([2, 0, false]);
    actor.send({ type: 'moment.seek', at: at - HOUR, now: NOW });
    await pass(200);
    await pass(0);
    expect(context().windows.length).toBeGreaterThan(0);
    expect(context().tracksFailure).toBeNull();
  });

  it('puts range, floor, robot and kind of events into the URL, and keeps the camera', async () => {
    const { actor, context, toldTo } = await start();
    const camera = { mapId: 'm', scale: 20, cx: 1, cy: 2 };
    actor.send({ type: 'map.moved', camera });
    expect(context().camera).toEqual(camera);
    actor.send({ type: 'range.set', range: '24h' });
    actor.send({ type: 'map.choose', mapId: 'attic' });
    actor.send({ type: 'robot.solo', serialNumber: 'A' });
    actor.send({ type: 'group.choose', group: 'alarms' });
    expect(toldTo('navigation').slice(-4)).toMatchObject([
      { query: { range: '24h' } },
      { query: { map: 'attic', view: '' }, push: true },
      { query: { robot: 'A' } },
      { query: { events: 'alarms' } },
    ]);
  });

  it('opens live, with the last hours of the lanes and without tracks', async () => {
    const { context, snapshot, overviews, tracks } = await start();
    expect(selectIsPast(snapshot())).toBe(false);
    expect(context().view).toEqual({ from: NOW - 5.25 * HOUR, until: NOW + 0.75 * HOUR });
    expect(overviews).toMatchObject([
      { siteId: 'one', timeZone: 'UTC', from: NOW - 23.25 * HOUR, until: NOW + 0.75 * HOUR },
    ]);
    expect(tracks).toEqual([]);
  });

  it('opens a moment of a link paused, with the tracks around it', async () => {
    const at = NOW - 2 * HOUR + 1_000;
    const { context, snapshot, tracks } = await start({ at: String(at), site: 'two', range: '1h' });
    expect([selectIsPast(snapshot()), selectIsPlaying(snapshot())]).toEqual([true, false]);
    expect(context()).toMatchObject({ at, siteId: 'two', windows: [NOW - 2 * HOUR] });
    expect(tracks).toMatchObject([{ siteId: 'two', from: NOW - 2 * HOUR, until: NOW - 2 * HOUR + WINDOW_MS }]);
    expect(contains(context().view, { from: at, until: at })).toBe(true);
  });

  it('goes to a moment and back to live, and the URL follows when it rests', async () => {
    const { actor, snapshot, toldTo, pass } = await start();
    actor.send({ type: 'moment.seek', at: NOW - HOUR, now: NOW });
    expect(selectIsPast(snapshot())).toBe(true);
    await pass(600);
    expect(toldTo('navigation')).toEqual([]);
    await pass(200);
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { at: String(NOW - HOUR) } });
    actor.send({ type: 'live.back' });
    expect(selectIsPast(snapshot())).toBe(false);
    await pass(800);
    expect(toldTo('navigation').at(-1)).toMatchObject({ query: { at: '' } });
  });

  it('does not seek into the future, nor into what is not written yet', async () => {
    const { actor, context, snapshot } = await start();
    actor.send({ type: 'moment.seek', at: NOW + HOUR, now: NOW });
    expect(selectIsPast(snapshot())).toBe(false);
    actor.send({ type: 'moment.seek', at: NOW - 10_000, now: NOW });
    expect(context().at).toBe(NOW - 90_000);
  });

  it('follows Back to another moment and to live', async () => {
    const at = NOW - 3 * HOUR;
    const { actor, context, snapshot } = await start({ at: String(at) });
    actor.send({ type: 'page.queryChanged', query: { at: String(at - HOUR) } });
    expect(context().at).toBe(at - HOUR);
    actor.send({ type: 'page.queryChanged', query: {} });
    expect([selectIsPast(snapshot()), context().at]).toEqual([false, null]);
  });

  it('keeps what is loaded when the lanes cannot be read, and tries again', async () => {
    const { actor, context, overviews, pass } = await start({}, { failing: 1 });
    expect(context().overviewFailure).toMatchObject({ said: 'networkFailed' });
    actor.send({ type: 'overview.retry' });
    await pass(0);
    expect([overviews.length, context().overviewFailure]).toEqual([2, null]);
  });

  it('asks for the lanes again in the past too: a robot that was taken from the user leaves them', async () => {
    const had: { robots?: MonitoringOverview['robots'] } = {};
    const { actor, pass, overviews, context } = await start({ at: String(NOW - HOUR) }, { had });
    actor.send({ type: 'play.toggle', now: NOW });
    expect(context().overview?.robots).toHaveLength(1);
    had.robots = [];
    const before = overviews.length;
    await pass(RENEW_MS);
    expect([overviews.length, context().overview?.robots]).toEqual([before + 1, []]);
    // Back in the present they go on being renewed.
    actor.send({ type: 'live.back' });
    await pass(RENEW_MS);
    await pass(RENEW_MS);
    expect(overviews.length).toBeGreaterThan(before + 2);
  });
  it('reads the tracks of a jump at once, and of a drag only where it began and where it rests', async () => {
    const { actor, context, pass, tracks } = await start({ at: String(NOW - 2 * HOUR) });
    const windowOf = (hours: number) => NOW - hours * HOUR;
    const starts = () => tracks.map(({ from }) => from);
    actor.send({ type: 'moment.seek', at: windowOf(10), now: NOW });
    expect(starts()).toEqual([windowOf(2), windowOf(10)]);
    await settle();
    await pass(200);
    expect(context().windows).toContain(windowOf(10));
    for (const hours of [12, 13, 14, 15]) {
      actor.send({ type: 'moment.seek', at: windowOf(hours), now: NOW });
      await pass(20);
    }
    expect(starts().slice(2)).toEqual([windowOf(12)]);
    await pass(200);
    expect(starts().slice(2)).toEqual([windowOf(12), windowOf(15)]);
  });
  it('asks for lanes and tracks again when the connection is back', async () => {
    const { actor, pass, overviews, tracks } = await start({ at: String(NOW - HOUR) });
    const asked = [overviews.length, tracks.length];
    actor.send({ type: 'page.resumed' });
    await pass(200);
    await pass(200);
    expect([overviews.length, tracks.length].map((now, index) => now > (asked[index] ?? 0))).toEqual([true, true]);
  });
  it('loads another site again, without the tracks of the first', async () => {
    const { actor, context, pass, overviews } = await start({ at: String(NOW - HOUR) });
    actor.send({ type: 'site.choose', siteId: 'two' });
    expect(context()).toMatchObject({ siteId: 'two', overview: null, windows: [] });
    await pass(300);
    expect(overviews.at(-1)).toMatchObject({ siteId: 'two' });
  });
});

describe('playing', () => {
  it('moves with the clock at its speed, and pauses where it is', async () => {
    const { actor, context, snapshot } = await start({ at: String(NOW - HOUR) });
    actor.send({ type: 'play.toggle', now: NOW });
    expect(selectIsPlaying(snapshot())).toBe(true);
    actor.send({ type: 'speed.set', speed: 4, now: NOW });
    expect(momentAt(context(), NOW + 500)).toBe(NOW - HOUR + 2_000);
    actor.send({ type: 'clock.ticked', now: NOW + 1_000 });
    expect(context().at).toBe(NOW - HOUR + 4_000);
    actor.send({ type: 'play.toggle', now: NOW + 1_500 });
    expect([selectIsPlaying(snapshot()), context().at]).toEqual([false, NOW - HOUR + 6_000]);
  });

  it('loads the lanes once, however long the server takes', async () => {
    const { actor, context, pass, overviews } = await start({ at: String(NOW - HOUR) }, { laneMs: 2_000 });
    actor.send({ type: 'play.toggle', now: NOW });
    for (let tick = 1; tick <= 10; tick += 1) {
      actor.send({ type: 'clock.ticked', now: NOW + tick * 250 });
      await pass(250);
    }
    expect([overviews.length, context().overview?.robots.length]).toEqual([1, 1]);
  });

  it('does not ask with every tick for what could not be read, but again after a pause', async () => {
    const { actor, context, pass, overviews, tracks } = await start(
      { at: String(NOW - HOUR) },
      { failing: 1, failures: { tracks: 2 } },
    );
    actor.send({ type: 'play.toggle', now: NOW });
    const play = async (from: number, seconds: number): Promise<void> => {
      for (let tick = 1; tick <= seconds * 4; tick += 1) {
        actor.send({ type: 'clock.ticked', now: NOW + from * 1_000 + tick * 250 });
        await pass(250);
      }
    };
    await play(0, 4);
    expect([overviews.length, tracks.length, context().overviewFailure !== null]).toEqual([1, 1, true]);
    await play(4, 2);
    expect([tracks.length, context().windows]).toEqual([2, []]);
    await play(6, 5);
    expect([tracks.length, context().windows, context().tracksFailure]).toEqual([3, [NOW - HOUR], null]);
    expect(context().at).toBeGreaterThan(NOW - HOUR);
  });

  it('reads what failed again after it was left and comes back', async () => {
    const { actor, context, pass, tracks } = await start({ at: String(NOW - 3 * HOUR) }, { failures: { tracks: 1 } });
    actor.send({ type: 'live.back' });
    await pass(6_000);
    actor.send({ type: 'moment.seek', at: NOW - 3 * HOUR, now: NOW });
    await pass(200);
    expect([tracks.length, context().windows]).toEqual([2, [NOW - 3 * HOUR]]);
  });

  it('waits for tracks that are not loaded yet', async () => {
    const { actor, context, snapshot, pass, tracks } = await start({ at: String(NOW - HOUR + WINDOW_MS - 1_000) });
    actor.send({ type: 'play.toggle', now: NOW });
    actor.send({ type: 'clock.ticked', now: NOW + 2_000 });
    const reached = context().at;
    expect(reached).toBe(NOW - HOUR + WINDOW_MS + 1_000);
    expect(selectAreTracksLoading(snapshot())).toBe(true);
    actor.send({ type: 'clock.ticked', now: NOW + 3_000 });
    expect(context().at).toBe(reached);
    await pass(200);
    expect(tracks.at(-1)?.from).toBe(NOW - HOUR + WINDOW_MS);
    actor.send({ type: 'clock.ticked', now: NOW + 4_000 });
    expect(context().at).toBe((reached ?? 0) + 1_000);
  });

  it('skips long idle times at 16x, says so, and not at 4x', async () => {
    const bars = [
      [NOW - 2 * HOUR, NOW - 110 * 60_000, 'working'],
      [NOW - 110 * 60_000, NOW - HOUR, 'charging'],
      [NOW - HOUR, NOW - 50 * 60_000, 'working'],
    ] as MonitoringOverview['robots'][number]['bars'];
    const { actor, context } = await start({ at: String(NOW - 100 * 60_000) }, { bars });
    actor.send({ type: 'play.toggle', now: NOW });
    actor.send({ type: 'speed.set', speed: 4, now: NOW });
    actor.send({ type: 'clock.ticked', now: NOW + 250 });
    expect(context()).toMatchObject({ at: NOW - 100 * 60_000 + 1_000, skipped: null });
    actor.send({ type: 'speed.set', speed: 16, now: NOW + 250 });
    actor.send({ type: 'clock.ticked', now: NOW + 500 });
    expect(context()).toMatchObject({ at: NOW - HOUR, skipped: { until: NOW - HOUR } });
  });

  it('ends where the record ends', async () => {
    const { actor, snapshot, context } = await start({ at: String(NOW - 91_000) });
    actor.send({ type: 'play.toggle', now: NOW });
    actor.send({ type: 'speed.set', speed: 60, now: NOW });
    actor.send({ type: 'clock.ticked', now: NOW + 1_000 });
    expect([selectIsPlaying(snapshot()), context().at]).toEqual([false, NOW + 1_000 - 90_000]);
  });

  it('is stepped and marked', async () => {
    const { actor, context } = await start({ at: String(NOW - HOUR) });
    actor.send({ type: 'moment.step', ms: 60_000, now: NOW });
    actor.send({ type: 'clip.mark', edge: 'from', now: NOW });
    actor.send({ type: 'moment.step', ms: -120_000, now: NOW });
    actor.send({ type: 'clip.mark', edge: 'until', now: NOW });
    expect(context().clip).toEqual({ from: NOW - HOUR - 60_000, until: NOW - HOUR + 60_000 });
    actor.send({ type: 'clip.clear' });
    expect(context().clip).toEqual({ from: null, until: null });
  });
});

describe('an export', () => {
  it('is of the clip, else of the past part of the view, and can be cancelled', async () => {
    const { actor, exports, snapshot, toldTo } = await start({ at: String(NOW - HOUR), robot: 'A' });
    actor.send({ type: 'export.start' });
    expect(selectIsExporting(snapshot())).toBe(true);
    actor.send({ type: 'export.cancel' });
    expect(selectIsExporting(snapshot())).toBe(false);
    const whole = { siteId: 'one', timeZone: 'UTC', robots: 'A', search: '' };
    expect(exports).toEqual([{ ...whole, from: NOW - 5.25 * HOUR, until: NOW }]);
    actor.send({ type: 'clip.mark', edge: 'until', now: NOW });
    actor.send({ type: 'moment.step', ms: -60_000, now: NOW });
    actor.send({ type: 'clip.mark', edge: 'from', now: NOW });
    actor.send({ type: 'export.start' });
    await settle();
    expect(exports[1]).toEqual({ ...whole, from: NOW - HOUR - 60_000, until: NOW - HOUR });
    expect(selectIsExporting(snapshot())).toBe(false);
    expect(toldTo('notices').at(-1)).toMatchObject({ notice: { tone: 'success', key: 'monitoring.export.done' } });
  });

  it('says why it failed, and is not begun for more than a day', async () => {
    const { actor, exports, snapshot, toldTo } = await start({}, { exportFails: true });
    actor.send({ type: 'export.start' });
    await settle();
    expect(toldTo('notices').at(-1)).toMatchObject({ notice: { tone: 'error' } });
    actor.send({ type: 'view.set', from: NOW - 40 * HOUR, until: NOW });
    actor.send({ type: 'export.start' });
    expect([exports.length, selectIsExporting(snapshot())]).toEqual([1, false]);
  });
});

describe('views', () => {
  it('are loaded by the day, and only when they leave it', async () => {
    const { actor, overviews, pass } = await start();
    actor.send({ type: 'view.zoom', factor: 0.5, at: NOW - HOUR });
    actor.send({ type: 'view.pan', ms: -2 * HOUR });
    await pass(500);
    expect(overviews).toHaveLength(1);
    actor.send({ type: 'view.set', from: NOW - 40 * HOUR, until: NOW - 34 * HOUR });
    await pass(500);
    expect(overviews).toHaveLength(2);
    expect(
      contains(
        { from: overviews[1]?.from ?? 0, until: overviews[1]?.until ?? 0 },
        { from: NOW - 40 * HOUR, until: NOW - 34 * HOUR },
      ),
    ).toBe(true);
  });
  it('zoom about a moment, and have the range that is nearest', () => {
    const view = viewFor('6h', null, NOW);
    const near = zoomed(view, 1 / 6, NOW - 2.25 * HOUR);
    expect([near.until - near.from, rangeOf(near)]).toEqual([HOUR, '1h']);
    expect((NOW - 2.25 * HOUR - near.from) / HOUR).toBeCloseTo(0.5, 5);
    expect(viewWith(near, NOW)).toEqual({ from: NOW - HOUR / 2, until: NOW + HOUR / 2 });
    expect(spanFor(viewFor('7d', null, NOW), NOW)).toEqual({ from: NOW - 168 * HOUR, until: NOW });
    expect(skipTo(null, '', NOW)).toBeNull();
  });
});

it('writes and reads its query', () => {
  const query = writeMonitoringQuery({
    at: 5.4,
    range: '1h',
    siteId: 'one',
    mapId: 'lobby',
    robot: 'A',
    group: 'links',
    camera: { mapId: 'lobby', scale: 12.345, cx: 1, cy: -2 },
  });
  expect(query).toEqual({
    at: '5',
    range: '1h',
    site: 'one',
    map: 'lobby',
    robot: 'A',
    events: 'links',
    view: '12.35,1.00,-2.00',
  });
  expect(readMonitoringQuery(query)).toMatchObject({ at: 5, group: 'links', camera: { mapId: 'lobby', scale: 12.35 } });
  expect(readMonitoringQuery({ at: 'soon', range: '2y', view: 'x' })).toMatchObject({
    at: null,
    range: '6h',
    camera: null,
  });
});

it('records no names of people', () => {
  expect(JSON.stringify(monitoringRedaction.context)).not.toMatch(/"(by|title)"/u);
});
