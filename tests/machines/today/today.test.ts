/** What needs the user now: kept current, acts answered in their row, alarms taken. */
import { describe, expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { ApiError } from '../../../contract/wire/errors.ts';
import {
  type NextRun,
  type NextRuns,
  type TodayBoard,
  todayMachine,
  type TodayTask,
} from '../../../src/machines/today/today.machine.ts';
import { selectHasNoRuns, selectIsReading, selectToday } from '../../../src/machines/today/today.selectors.ts';
import { AT, waitingDelivery } from '../../fakes/deliverySample.ts';
import { settle } from '../../fakes/settle.ts';
import { sampleRun } from '../../fakes/scheduleSample.ts';
import { userOf } from '../../fakes/startSession.ts';
import { startUnderApp } from '../../fakes/startWithSiblings.ts';

const RUN: NextRun = {
  timeZone: 'Asia/Shanghai',
  siteId: 'harbour',
  name: 'Lobby round',
  robotName: 'East patrol',
  run: sampleRun(),
};

async function start({ fails = false } = {}) {
  const cloud = { fails, boards: 0, runs: 0, tasks: [] as TodayTask[], refusal: null as Error | null };
  const clock = new SimulatedClock();
  const { actor, told } = startUnderApp(
    todayMachine.provide({
      actors: {
        loadBoard: fromPromise<TodayBoard>(async () => {
          cloud.boards += 1;
          if (cloud.fails) throw new ApiError('networkFailed');
          return { time: AT, rows: [waitingDelivery()] };
        }),
        loadRuns: fromPromise<NextRuns>(async () => {
          cloud.runs += 1;
          if (cloud.fails) throw new ApiError('networkFailed');
          return { time: AT, rows: [RUN], next: RUN };
        }),
        act: fromPromise<Delivery, TodayTask>(async ({ input }) => {
          cloud.tasks.push(input);
          if (cloud.refusal) throw cloud.refusal;
          return waitingDelivery({ hasMoreTime: true });
        }),
      },
    }),
    {
      as: 'screen',
      clock,
      input: { page: 'today', params: {}, query: {}, user: userOf(), serialNumber: '', language: 'enUS' },
    },
  );
  await settle();
  const wait = async (ms: number): Promise<void> => {
    clock.increment(ms);
    await settle();
  };
  return { actor, told, cloud, wait, see: () => selectToday(actor.getSnapshot()) };
}

describe('today', () => {
  it('is loaded once for many changes, every 10 s without one, and the runs every minute', async () => {
    const { actor, cloud, wait, see } = await start();
    const notice = {
      type: 'deliveryChanged',
      deliveryId: 'd2',
      siteId: 'harbour',
      serialNumber: 'P2',
      status: 'arrivedAtRoom',
      needsYou: true,
    } as const;
    for (let index = 0; index < 5; index += 1) actor.send({ type: 'page.noticed', notice });
    await wait(500);
    expect(cloud.boards).toBe(2);
    for (let second = 0; second < 60; second += 10) await wait(10_000);
    expect([cloud.boards, cloud.runs, see().nextRuns?.rows]).toEqual([8, 2, [RUN]]);
  });
  it('keeps what it shows while the server does not answer', async () => {
    const { actor, cloud, wait, see } = await start();
    cloud.fails = true;
    actor.send({ type: 'today.reload' });
    expect(selectIsReading(actor.getSnapshot())).toBe(true);
    await settle();
    expect([see().board?.rows.length, see().failure?.code]).toEqual([1, 40501]);
    await wait(60_000);
    expect(see().nextRuns?.rows).toEqual([RUN]);
    expect(selectHasNoRuns(actor.getSnapshot())).toBe(true);
    cloud.fails = false;
    actor.send({ type: 'today.reload' });
    await settle();
    expect(selectHasNoRuns(actor.getSnapshot())).toBe(false);
  });
  it('is loaded again by itself after a first failure', async () => {
    const { cloud, wait, see } = await start({ fails: true });
    expect([see().board, see().nextRuns]).toEqual([null, null]);
    cloud.fails = false;
    await wait(10_000);
    expect(see()).toMatchObject({ failure: null, board: { time: AT } });
    await wait(50_000);
    expect(see().nextRuns).toEqual({ time: AT, rows: [RUN], next: RUN });
  });
  it('acts in the row, which stays with its answer', async () => {
    const { actor, cloud, see } = await start();
    actor.send({ type: 'delivery.act', task: { deliveryId: 'd2', act: 'moreTime' } });
    actor.send({ type: 'delivery.act', task: { deliveryId: 'd2', act: 'sendBack' } });
    await settle();
    expect(cloud.tasks).toEqual([{ deliveryId: 'd2', act: 'moreTime' }]);
    expect(see().answers).toEqual({ d2: { act: 'moreTime', failure: null } });
    cloud.refusal = new ApiError('deliveryNotAtDoor');
    actor.send({ type: 'delivery.act', task: { deliveryId: 'd2', act: 'sendBack' } });
    await settle();
    expect(see().answers['d2']).toMatchObject({ act: 'sendBack', failure: { code: 42208 } });
  });
  it('takes an alarm through the alarms, and opens pages', async () => {
    const { actor, told } = await start();
    actor.send({ type: 'case.take', caseId: 'c1' });
    actor.send({ type: 'page.go', to: '/activities/delivery-record' });
    expect(told).toEqual([
      { to: 'alarms', event: { type: 'alarm.take', caseId: 'c1' } },
      { to: 'navigation', event: { type: 'navigation.go', to: '/activities/delivery-record' } },
    ]);
  });
});
