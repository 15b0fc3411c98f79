/** Historical monitoring when the rights of the user change: what was lost leaves at the notice, not with the next renewal. */
import { expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import type { MonitoringOverview } from '../../../contract/entities/monitoring.ts';
import { monitoringMachine } from '../../../src/machines/monitoring/monitoring.machine.ts';
import type {
  OverviewRequest,
  OverviewResult,
  Places,
  TracksRequest,
} from '../../../src/machines/monitoring/monitoring.setup.ts';
import { WINDOW_MS } from '../../../src/machines/monitoring/timeView.ts';
import { settle } from '../../fakes/settle.ts';
import { pageInput } from '../../fakes/startRobotPage.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const HOUR = 3_600_000;
const NOW = Math.floor(1_750_000_000_000 / WINDOW_MS) * WINDOW_MS;

it('lanes and tracks are read again at once', async () => {
  let robots: MonitoringOverview['robots'] = [
    { serialNumber: 'A', name: 'Porter', kind: 'delivery', bars: [], hours: [] },
  ];
  let overviews = 0;
  const tracks: TracksRequest[] = [];
  const { actor, clock } = startUnderApp(
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => ({
          sites: [{ id: 'one', name: 'one', timeZone: 'UTC', floors: [], demo: false }],
          maps: [],
          siteId: 'one',
          now: NOW,
        })),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async () => {
          overviews += 1;
          const overview = { time: NOW, robots, page: 1, total: 1, periods: [], keptFrom: 0, hidden: 0 };
          return { overview, planned: [], events: [], isMore: false };
        }),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => {
          tracks.push(input);
          return { from: input.from };
        }),
        ticker: fromCallback(() => {}),
      },
    }),
    { as: 'screen', input: { ...pageInput, page: 'monitoring', query: { at: String(NOW - HOUR) } } },
  );
  const pass = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  await settle();
  await pass(200);
  await pass(200);
  const before = { overviews, tracks: tracks.length };
  actor.send({ type: 'page.noticed', notice: { type: 'accountChanged' } });
  await settle();
  expect({ overviews, tracks: tracks.length }).toEqual(before);
  expect(actor.getSnapshot().context.overview?.robots).toHaveLength(1);
  robots = [];
  actor.send({ type: 'page.noticed', notice: { type: 'relationsChanged' } });
  await settle();
  expect({ overviews, tracks: tracks.length }).toEqual({ overviews: before.overviews + 1, tracks: before.tracks + 1 });
  expect(actor.getSnapshot().context.overview?.robots).toEqual([]);
  // The store of the map is emptied with it.
  expect(tracks.at(-1)).toMatchObject({ isFirst: true });
});
