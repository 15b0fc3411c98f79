import { describe, expect, it } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import {
  cruiseRecordMachine,
  type DetailRequest,
  type RecordDetail,
  type RecordsResult,
} from '../../../src/machines/cruiseRecord/cruiseRecord.machine.ts';
import { placeOf } from '../../../src/machines/factories/pagedList.selectors.ts';
import { recordQuery, type RecordQuery } from '../../../src/machines/cruiseRecord/cruiseRecordQuery.ts';
import { spanOf } from '../../../src/app/wiring/spanOf.ts';
import { sampleFloor } from '../../fakes/disinfectionSample.ts';
import { sampleRouteRun } from '../../fakes/routeRunSample.ts';
import { settle } from '../../fakes/settle.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const visit = (stop: number) => ({
  loop: 0,
  stop,
  areaId: `p${stop}`,
  name: `P${stop}`,
  state: 'arrived' as const,
  arrivedAt: stop,
  leftAt: stop + 1,
});
const WAY = [{ at: 1, mapId: 'm1', x: 1, y: 1, theta: 0 }];

async function start(query: Record<string, string> = {}) {
  const world = { asked: [] as RecordQuery[], opened: [] as DetailRequest[] };
  let hear: (event: AnyEventObject) => void = () => {};
  const { actor, toldTo } = startUnderApp(
    cruiseRecordMachine.provide({
      actors: {
        loadList: fromPromise<RecordsResult, RecordQuery>(async ({ input }) => {
          world.asked.push(input);
          return {
            total: 120,
            rows: [sampleRouteRun()],
            counts: { inProgress: 1, finished: 100, failed: 9, partiallyCompleted: 10 },
            routes: [],
          };
        }),
        loadDetail: fromPromise<RecordDetail, DetailRequest>(async ({ input }) => {
          world.opened.push(input);
          return {
            drive: sampleRouteRun({ id: input.driveId }),
            total: 3,
            visits: input.have === 0 ? [visit(0), visit(1)] : [visit(2)],
            track: input.have === 0 ? WAY : [],
            map: input.have === 0 ? sampleFloor : null,
          };
        }),
        watchRouteRuns: fromCallback<AnyEventObject, undefined>(({ sendBack }) => {
          hear = sendBack;
        }),
      },
    }),
    {
      as: 'screen',
      input: { page: 'cruiseRecord', params: {}, query, user: null, serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const driving = (id: string, revision: number) => ({
    serialNumber: 'SN',
    drive: { id, pathId: 'r1', revision },
    held: false,
    paused: false,
  });
  return {
    actor,
    world,
    toldTo,
    heard: (...drives: [string, number][]) =>
      hear({ type: 'routeRuns.changed', robots: drives.map(([id, revision]) => driving(id, revision)), at: 1 }),
  };
}

describe('the cruise records', () => {
  it('are read as the address says, and opening one does not read the list anew', async () => {
    const { actor, world, toldTo } = await start({ robots: 'A,B', state: 'failed', days: '7', page: '2', size: '50' });
    expect(world.asked).toEqual([
      { robots: ['A', 'B'], pathId: '', state: 'failed', days: '7', from: '', until: '', page: 2, size: 50 },
    ]);
    expect(placeOf(actor.getSnapshot().context, 50)).toEqual({ page: 2, pages: 3, from: 51, to: 51 });
    actor.send({ type: 'record.open', driveId: 'd7' });
    expect(toldTo('navigation')).toEqual([{ type: 'navigation.query', query: { drive: 'd7' }, push: true }]);
    actor.send({
      type: 'page.queryChanged',
      query: { robots: 'A,B', state: 'failed', days: '7', page: '2', size: '50', drive: 'd7' },
    });
    await settle();
    expect(world.asked).toHaveLength(1);
    expect(actor.getSnapshot().context.detail?.visits).toHaveLength(2);
    actor.send({ type: 'detail.more' });
    await settle();
    expect(world.opened).toEqual([
      { driveId: 'd7', have: 0 },
      { driveId: 'd7', have: 2 },
    ]);
    expect(actor.getSnapshot().context.detail?.visits.map(({ stop }) => stop)).toEqual([0, 1, 2]);
    // The way came with the first visits.
    expect(actor.getSnapshot().context.detail).toMatchObject({ track: WAY, map: { id: 'm1' } });
    actor.send({ type: 'detail.more' });
    await settle();
    expect(world.opened).toHaveLength(2);
    actor.send({ type: 'page.queryChanged', query: { robots: 'A' } });
    await settle();
    expect(actor.getSnapshot().context).toMatchObject({ open: '', detail: null });
    expect(world.asked).toHaveLength(2);
  });

  it('stay current: the list when a robot sets out or arrives, the open one when it gets on', async () => {
    const { world, heard } = await start({ drive: 'd1' });
    expect(world.opened).toHaveLength(1);
    heard(['d1', 4]);
    await settle();
    expect([world.asked.length, world.opened.length]).toEqual([2, 2]);
    heard(['d1', 5]);
    await settle();
    expect([world.asked.length, world.opened.length]).toEqual([2, 3]);
    heard();
    await settle();
    expect([world.asked.length, world.opened.length]).toEqual([3, 4]);
  });

  it('take nonsense in an address for nothing, and another filter for its first page', () => {
    expect(recordQuery.read({ state: 'x', days: '3', from: 'yesterday', page: '-1', size: '7' })).toEqual({
      robots: [],
      pathId: '',
      state: '',
      days: '',
      from: '',
      until: '',
      page: 1,
      size: 20,
    });
    expect(recordQuery.patch({ robots: ['A', 'B'] })).toEqual({ robots: 'A,B', page: '' });
    expect(recordQuery.patch({ size: 20 })).toEqual({ size: '', page: '' });
  });

  it('count days as the clocks of the site do, also over a change of clocks', () => {
    const now = Date.UTC(2026, 2, 29, 23, 30);
    const none = { days: '', from: '', until: '' } as const;
    expect(spanOf({ ...none, days: '1' }, 'Asia/Shanghai', now)).toEqual({
      startTime: Date.UTC(2026, 2, 29, 16),
      endTime: 0,
    });
    // In Berlin it is already the 30th, and summer time began in the night to the 29th.
    expect(spanOf({ ...none, days: '7' }, 'Europe/Berlin', now)).toEqual({
      startTime: Date.UTC(2026, 2, 23, 23),
      endTime: 0,
    });
    expect(spanOf({ ...none, from: '2026-03-29', until: '2026-03-29' }, 'Europe/Berlin', now)).toEqual({
      startTime: Date.UTC(2026, 2, 28, 23),
      endTime: Date.UTC(2026, 2, 29, 22),
    });
  });
});
