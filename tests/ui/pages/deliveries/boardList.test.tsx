/** How often the rows of the board render. */
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Delivery } from '../../../../contract/entities/delivery.ts';
import { deliveriesMachine } from '../../../../src/machines/deliveries/deliveries.machine.ts';
import { BoardList } from '../../../../src/ui/pages/deliveries/BoardList.tsx';
import { AT, sampleBoard, sampleDelivery, waitingDelivery } from '../../../fakes/deliverySample.ts';
import { renderInApp } from '../../renderPage.tsx';

/** Counts its renders: each reads the destination. */
function counted(delivery: Delivery): { delivery: Delivery; renders: () => number } {
  let reads = 0;
  const { to } = delivery;
  return {
    delivery: Object.defineProperty({ ...delivery }, 'to', { get: () => ((reads += 1), to) }),
    renders: () => reads,
  };
}

it('renders only rows with a countdown when a second passes, and all of them once a minute', async () => {
  const screen = createActor(deliveriesMachine, {
    input: { page: 'deliveries', params: {}, query: {}, user: null, serialNumber: '', language: 'enUS' },
  });
  const driving = counted(sampleDelivery());
  const waiting = counted(waitingDelivery());
  const board = sampleBoard([driving.delivery, waiting.delivery]);
  const minute = Math.ceil(AT / 60_000) * 60_000;
  const list = (now: number) => (
    <BoardList
      screen={screen}
      board={board}
      open=""
      timeZone="Asia/Shanghai"
      now={now}
      isStale={false}
      onRecords={() => undefined}
    />
  );
  const { again } = await renderInApp(list(minute));
  const first = [driving.renders(), waiting.renders()] as const;
  again(list(minute + 1_000));
  expect(driving.renders()).toBe(first[0]);
  expect(waiting.renders()).toBeGreaterThan(first[1]);
  again(list(minute + 60_000));
  expect(driving.renders()).toBeGreaterThan(first[0]);
});
