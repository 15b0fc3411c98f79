/** Photos of the robot that is shown alone: when they are read, which belong to the moment, refusals, lost rights. */
import { describe, expect, it } from 'vitest';
import { fromCallback, fromPromise } from 'xstate';
import { ApiError } from '../../../contract/wire/errors.ts';
import type { Query } from '../../../src/machines/app/events.ts';
import { monitoringMachine } from '../../../src/machines/monitoring/monitoring.machine.ts';
import { monitoringRedaction } from '../../../src/machines/monitoring/monitoring.redaction.ts';
import {
  selectArePhotosLoading,
  selectIsPlaying,
  selectMonitoring,
} from '../../../src/machines/monitoring/monitoring.selectors.ts';
import {
  type OverviewRequest,
  type OverviewResult,
  type Places,
  RENEW_MS,
  type TracksRequest,
} from '../../../src/machines/monitoring/monitoring.setup.ts';
import {
  needsPhotos,
  photoAt,
  type PhotosRequest,
  type RobotPhotos,
} from '../../../src/machines/monitoring/robotPhotos.ts';
import { WINDOW_MS } from '../../../src/machines/monitoring/timeView.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Math.floor(1_750_000_000_000 / WINDOW_MS) * WINDOW_MS;
const FIRST = NOW - 4 * HOUR;
const REACH = 20;

/** The robot took a photo every minute since FIRST, as the server returns them. */
function photosAround({ serialNumber, at }: PhotosRequest): RobotPhotos {
  const taken = Array.from({ length: 240 }, (_, n) => FIRST + n * MINUTE);
  const until = taken.filter((one) => one <= at);
  const after = taken.filter((one) => one > at);
  return {
    serialNumber,
    rows: [...until.slice(-REACH), ...after.slice(0, REACH)].map((takenAt) => ({
      ...{ fileId: `photo-${takenAt}`, takenAt, point: 'Lobby', mapName: 'Ground' },
      thumbnail: `/file/${takenAt}`,
    })),
    hasEarlier: until.length > REACH,
    hasLater: after.length > REACH,
  };
}

async function start(query: Query = {}, { failing = 0 } = {}) {
  const asked: PhotosRequest[] = [];
  let failures = failing;
  const robots = ['A', 'B'].map((serialNumber) => ({
    ...{ serialNumber, name: serialNumber, kind: 'delivery' as const, bars: [], hours: [] },
  }));
  const started = startUnderApp(
    monitoringMachine.provide({
      actors: {
        loadPlaces: fromPromise<Places>(async () => ({
          sites: [{ id: 'one', name: 'one', timeZone: 'UTC', floors: [], demo: false }],
          maps: [],
          siteId: 'one',
          now: NOW,
        })),
        loadOverview: fromPromise<OverviewResult, OverviewRequest>(async () => ({
          overview: {
            ...{ time: NOW, robots, page: 1, total: 2, hidden: 0 },
            ...{ periods: [[FIRST, NOW]], keptFrom: FIRST },
          },
          ...{ planned: [], events: [], isMore: false },
        })),
        loadTracks: fromPromise<{ from: number }, TracksRequest>(async ({ input }) => ({ from: input.from })),
        loadPhotos: fromPromise<RobotPhotos, PhotosRequest>(async ({ input }) => {
          asked.push(input);
          if (failures-- > 0) throw new ApiError('robotForeign');
          return photosAround(input);
        }),
        ticker: fromCallback(() => {}),
      },
    }),
    { as: 'screen', input: { page: 'monitoring', params: {}, query, user: null, serialNumber: '', language: 'enUS' } },
  );
  const pass = async (ms: number): Promise<void> => {
    started.clock.increment(ms);
    await settle();
  };
  await settle();
  await pass(200);
  await pass(200);
  const snapshot = () => started.actor.getSnapshot();
  /** What the URL becomes after an event that changes it. */
  const follow = async (): Promise<void> => {
    const { query: change } = started.toldTo('navigation').at(-1) as unknown as { query: Query };
    started.actor.send({ type: 'page.queryChanged', query: { ...snapshot().context.query, ...change } });
    await pass(200);
    await pass(200);
  };
  return { ...started, asked, pass, follow, snapshot, context: () => selectMonitoring(snapshot()) };
}
const past = { at: String(NOW - 2 * HOUR) };

describe('photos', () => {
  it('are read only of a robot that is shown alone, around the moment, and of another one when it is chosen', async () => {
    const { actor, asked, context, follow } = await start(past);
    expect(asked).toEqual([]);
    actor.send({ type: 'robot.solo', serialNumber: 'A' });
    await follow();
    expect(asked).toEqual([{ serialNumber: 'A', at: NOW - 2 * HOUR }]);
    expect(context().photos?.rows).toHaveLength(2 * REACH);
    actor.send({ type: 'robot.solo', serialNumber: 'B' });
    await follow();
    expect([asked.at(-1)?.serialNumber, context().photos?.serialNumber]).toEqual(['B', 'B']);
    actor.send({ type: 'robot.solo', serialNumber: '' });
    await follow();
    expect(asked).toHaveLength(2);
  });

  it('live, are the newest, and are read again each minute', async () => {
    const { asked, pass } = await start({ robot: 'A' });
    expect(asked).toEqual([{ serialNumber: 'A', at: NOW }]);
    await pass(RENEW_MS);
    await pass(200);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('are not read again for a moment among them, and are where it comes near to their end', async () => {
    const { actor, asked, context, pass } = await start({ ...past, robot: 'A' });
    expect(asked).toHaveLength(1);
    actor.send({ type: 'moment.seek', at: NOW - 2 * HOUR - 10 * MINUTE, now: NOW });
    await pass(200);
    await pass(200);
    expect(asked).toHaveLength(1);
    const at = NOW - 2 * HOUR + 18 * MINUTE;
    actor.send({ type: 'moment.seek', at, now: NOW });
    await pass(200);
    await pass(200);
    expect(asked.slice(1)).toEqual([{ serialNumber: 'A', at }]);
    const rows = context().photos?.rows ?? [];
    expect(rows[photoAt(rows, at)]?.takenAt).toBe(at);
  });

  it('follow a drag where it rests', async () => {
    const { actor, asked, pass } = await start({ ...past, robot: 'A' });
    for (const hours of [3, 3.5, 1]) {
      actor.send({ type: 'moment.seek', at: NOW - hours * HOUR, now: NOW });
      await pass(20);
    }
    await pass(200);
    expect(asked.slice(1)).toEqual([{ serialNumber: 'A', at: NOW - HOUR }]);
  });

  it('follow the play', async () => {
    const { actor, asked, snapshot, pass } = await start({ ...past, robot: 'A' });
    actor.send({ type: 'speed.set', speed: 60, now: NOW });
    actor.send({ type: 'play.toggle', now: NOW });
    for (let tick = 1; tick <= 80; tick += 1) {
      actor.send({ type: 'clock.ticked', now: NOW + tick * 250 });
      await pass(250);
    }
    // Twenty minutes of the past: one photo a minute, of which 20 are loaded ahead.
    expect(selectIsPlaying(snapshot())).toBe(true);
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThan(6);
  });

  it('say why they could not be read, and are read by a press, or with another robot', async () => {
    const { actor, asked, context, snapshot, pass, follow } = await start({ ...past, robot: 'A' }, { failing: 2 });
    expect(context().photosFailure).not.toBeNull();
    actor.send({ type: 'photos.retry' });
    await pass(0);
    expect([asked.length, context().photosFailure !== null]).toEqual([2, true]);
    actor.send({ type: 'robot.solo', serialNumber: 'B' });
    await follow();
    expect([context().photosFailure, context().photos?.serialNumber]).toEqual([null, 'B']);
    expect(selectArePhotosLoading(snapshot())).toBe(false);
  });

  it('leave the page when rights changed, until they are read again', async () => {
    const { actor, asked, context, pass } = await start({ ...past, robot: 'A' }, {});
    actor.send({ type: 'page.noticed', notice: { type: 'relationsChanged' } });
    expect(context().photos).toBeNull();
    await pass(200);
    expect([asked.length, context().photos?.serialNumber]).toEqual([2, 'A']);
  });
});

it('are complete where there are no more in that direction', () => {
  const base = { siteId: 'one', query: { robot: 'A' }, now: NOW };
  const photos = photosAround({ serialNumber: 'A', at: FIRST });
  expect(photos).toMatchObject({ hasEarlier: false, hasLater: true });
  expect(needsPhotos({ ...base, at: FIRST - HOUR, photos })).toBe(false);
  expect(needsPhotos({ ...base, at: FIRST + HOUR, photos })).toBe(true);
  const none = { ...photos, rows: [], hasLater: false };
  expect(needsPhotos({ ...base, at: FIRST, photos: none })).toBe(false);
  expect(needsPhotos({ ...base, siteId: '', at: FIRST, photos: null })).toBe(false);
  expect(photoAt(photos.rows, FIRST - 1)).toBe(-1);
});

it('are recorded without the addresses of their pictures', () => {
  expect(JSON.stringify(monitoringRedaction)).not.toContain('thumbnail');
});
