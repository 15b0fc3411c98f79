/** The page of deliveries: board and records by the address, kept current, details, export. */
import { describe, expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  type Board,
  type Compartment,
  deliveriesMachine,
  type RecordsRequest,
} from '../../../src/machines/deliveries/deliveries.machine.ts';
import {
  selectDeliveries,
  selectDeliveryDetail,
  selectIsBoard,
  selectNewDelivery,
} from '../../../src/machines/deliveries/deliveries.selectors.ts';
import { selectIsExporting } from '../../../src/machines/factories/longJob.ts';
import { deliveriesQuery } from '../../../src/machines/deliveries/deliveriesQuery.ts';
import {
  deliveryDetailMachine,
  type DeliveryDetailInput,
  type DeliveryDetails,
} from '../../../src/machines/deliveries/deliveryDetail.machine.ts';
import { newDeliveryMachine, type SitePlaces } from '../../../src/machines/deliveries/newDelivery.machine.ts';
import type { ListResult } from '../../../src/machines/factories/pagedList.ts';
import { AT, PLACES, sampleBoard, sampleDelivery } from '../../fakes/deliverySample.ts';
import { settle } from '../../fakes/settle.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

async function start(query: Record<string, string> = {}) {
  const cloud = {
    boards: [] as string[],
    lists: [] as RecordsRequest[],
    details: [] as string[],
    exports: 0,
    cleared: [] as Compartment[],
    places: [] as string[],
    fails: false,
    /** Of the second delivery. */
    status: 'delivering' as DeliveryStatus,
  };
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    deliveriesMachine.provide({
      actors: {
        loadBoard: fromPromise<Board, { site: string }>(async ({ input }) => {
          cloud.boards.push(input.site);
          if (cloud.fails) throw new ApiError('networkFailed');
          return sampleBoard([sampleDelivery(), sampleDelivery({ id: 'd9', status: cloud.status })]);
        }),
        loadList: fromPromise<ListResult<Delivery>, RecordsRequest>(async ({ input }) => {
          cloud.lists.push(input);
          return { total: 1, rows: [sampleDelivery()] };
        }),
        clearCompartment: fromPromise<void, Compartment>(async ({ input }) => {
          cloud.cleared.push(input);
          if (cloud.fails) throw new ApiError('deliveryNotFailed');
        }),
        exportDeliveries: fromPromise<void, RecordsRequest>(async () => {
          cloud.exports += 1;
          if (cloud.fails) throw new ApiError('deliveryExportFailed');
        }),
        newDelivery: newDeliveryMachine.provide({
          actors: {
            loadPlaces: fromPromise<SitePlaces, { siteId: string }>(async ({ input }) => {
              cloud.places.push(input.siteId);
              return { siteId: input.siteId || 'harbour', places: PLACES, kept: null };
            }),
          },
        }),
        deliveryDetail: deliveryDetailMachine.provide({
          actors: {
            loadDetails: fromPromise<DeliveryDetails, DeliveryDetailInput>(async ({ input }) => {
              cloud.details.push(input.deliveryId);
              return {
                time: AT,
                delivery: sampleDelivery({ id: input.deliveryId }),
                steps: [],
                track: [],
                map: null,
                photoUrl: '',
              };
            }),
          },
        }),
      },
    }),
    {
      as: 'screen',
      clock,
      input: { page: 'deliveries', params: {}, query, user: userOf(), serialNumber: '', language: 'zhCN' },
    },
  );
  await settle();
  const wait = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  const go = async (next: Record<string, string>): Promise<void> => {
    actor.send({ type: 'page.queryChanged', query: next });
    await settle();
  };
  return {
    actor,
    told,
    cloud,
    wait,
    go,
    read: () => actor.getSnapshot(),
    see: () => selectDeliveries(actor.getSnapshot()),
  };
}
const notice = (deliveryId: string) =>
  ({
    type: 'page.noticed',
    notice: {
      type: 'deliveryChanged',
      deliveryId,
      siteId: 'harbour',
      serialNumber: '',
      status: 'created',
      needsYou: false,
    },
  }) as const;

describe('the board', () => {
  it('is loaded once for many changes, and every 10 s without one', async () => {
    const { actor, cloud, wait } = await start();
    for (let index = 0; index < 20; index += 1) actor.send(notice('x'));
    actor.send({ type: 'page.noticed', notice: { type: 'accountChanged' } });
    await wait(500);
    expect(cloud.boards).toHaveLength(2);
    await wait(10_000);
    expect(cloud.boards).toHaveLength(3);
  });
  it('keeps the objects of deliveries that did not change', async () => {
    const { cloud, wait, see } = await start();
    const before = see().board;
    cloud.status = 'arrivedAtRoom';
    await wait(10_000);
    const after = see().board;
    expect(after).not.toBe(before);
    expect(after?.rows[0]).toBe(before?.rows[0]);
    expect(after?.rows[1]?.status).toBe('arrivedAtRoom');
  });
  it('stays when a load fails, and a first failure can be repeated', async () => {
    const { cloud, wait, see } = await start();
    cloud.fails = true;
    await wait(10_000);
    expect([see().board?.rows.length, see().boardFailure?.code]).toEqual([2, 40501]);
    const { actor: other, cloud: failing, wait: pass } = await start();
    failing.fails = true;
    other.send({ type: 'page.queryChanged', query: { site: 'riverside' } });
    await pass(0);
    expect(selectDeliveries(other.getSnapshot()).board).toBeNull();
    failing.fails = false;
    other.send({ type: 'board.reload' });
    await pass(0);
    expect(selectDeliveries(other.getSnapshot()).board).not.toBeNull();
  });
  it('of another site replaces board and places', async () => {
    const { cloud, go, read } = await start();
    const first = selectNewDelivery(read());
    await go({ site: 'riverside' });
    expect([cloud.boards, cloud.places]).toEqual([
      ['', 'riverside'],
      ['', 'riverside'],
    ]);
    expect(selectNewDelivery(read())).not.toBe(first);
  });
});

describe('the records', () => {
  it('are loaded by the filters of the address; an open delivery does not load them again', async () => {
    const { cloud, go, read } = await start({ view: 'records', status: 'expired,nonsense', robots: 'A,B', q: '211' });
    expect(selectIsBoard(read())).toBe(false);
    expect(cloud.lists).toMatchObject([{ statuses: ['expired'], robots: ['A', 'B'], text: '211', days: '7', page: 1 }]);
    await go({ view: 'records', status: 'expired,nonsense', robots: 'A,B', q: '211', delivery: 'd1' });
    expect([cloud.lists.length, cloud.details]).toEqual([1, ['d1']]);
    await go({ view: 'records', q: '211', from: '2026-11-01' });
    expect(cloud.lists.at(-1)).toMatchObject({ days: '', from: '2026-11-01', statuses: [] });
    expect(deliveriesQuery.isFiltered({ view: 'records' })).toBe(false);
  });
  it('and the board follow the address, with a site of another view too', async () => {
    const { cloud, go, read } = await start();
    await go({ view: 'records', site: 'riverside' });
    expect([selectIsBoard(read()), cloud.lists.at(-1)?.site]).toEqual([false, 'riverside']);
    await go({ site: 'riverside' });
    expect([selectIsBoard(read()), cloud.boards.at(-1)]).toEqual([true, 'riverside']);
  });
  it('are exported as filtered; a failed export says so, and one can be cancelled', async () => {
    const { actor, cloud, told, read } = await start({ view: 'records' });
    actor.send({ type: 'export.start' });
    expect(selectIsExporting(read())).toBe(true);
    await settle();
    expect(told.at(-1)).toMatchObject({ to: 'notices', event: { notice: { key: 'deliveries.export.done' } } });
    cloud.fails = true;
    actor.send({ type: 'export.start' });
    await settle();
    expect(told.at(-1)).toMatchObject({ to: 'notices', event: { notice: { tone: 'error' } } });
    actor.send({ type: 'export.start' });
    actor.send({ type: 'export.cancel' });
    expect([selectIsExporting(read()), cloud.exports]).toEqual([false, 3]);
  });
});

describe('the details', () => {
  it('are those of the delivery in the address; opening adds a history entry', async () => {
    const { actor, told, cloud, go, wait, read } = await start({ delivery: 'd1' });
    expect(cloud.details).toEqual(['d1']);
    actor.send({ type: 'delivery.open', deliveryId: 'd2' });
    expect(told.at(-1)?.event).toEqual({ type: 'navigation.query', query: { delivery: 'd2' }, push: true });
    await go({ delivery: 'd2' });
    actor.send(notice('d2'));
    await wait(300);
    expect(cloud.details).toEqual(['d1', 'd2', 'd2']);
    actor.send({ type: 'delivery.close' });
    expect(told.at(-1)?.event).toEqual({ type: 'navigation.query', query: { delivery: '' }, push: false });
    await go({});
    expect(selectDeliveryDetail(read())).toBeUndefined();
  });
});

it('a compartment that works again is said once, and the board is read again, also after a failure', async () => {
  const { actor, told, cloud, read } = await start();
  const jam = { serialNumber: 'P9', compartment: 2 };
  actor.send({ type: 'jam.clear', ...jam });
  actor.send({ type: 'jam.clear', ...jam });
  expect(read().hasTag('clearing')).toBe(true);
  await settle();
  expect([read().hasTag('clearing'), cloud.cleared, cloud.boards.length]).toEqual([false, [jam], 2]);
  cloud.fails = true;
  actor.send({ type: 'jam.clear', ...jam });
  await settle();
  expect(cloud.boards.length).toBe(3);
  expect(told.filter(({ to }) => to === 'notices')).toMatchObject([{ event: { notice: { tone: 'error' } } }]);
});
