/** Who is told that a delivery changed, and of a compartment that another robot left jammed in it. */
import { expect, it } from 'vitest';
import { noticesTopic } from '../../../contract/wire/topics.ts';
import { createDeliveryNotices } from '../../../server/features/deliveryNotices.ts';

type Needs = Parameters<typeof createDeliveryNotices>[0];
type Row = Parameters<ReturnType<typeof createDeliveryNotices>>[0];

it('tells the people of a jammed robot at once, without the robot that has the delivery now', () => {
  const told: [string, object][] = [];
  const users: Readonly<Record<string, string[]>> = { now: ['anna', 'both'], jammed: ['ben', 'both'] };
  const notify = createDeliveryNotices({
    broker: { isUp: () => true, publish: async (topic: string, notice: object) => void told.push([topic, notice]) },
    fleetCache: () => ({ usersOf: (serialNumber: string) => users[serialNumber] ?? [], robots: () => [] }),
    log: { warn: () => undefined },
    now: () => 0,
  } as unknown as Needs);
  const at = new Date(0);
  const row = { id: 'd', siteId: 's', serialNumber: 'now', status: 'delivering', createdAt: at, changedAt: at } as Row;
  notify(row, row, 'jammed');
  expect(told.map(([topic, notice]) => [topic, (notice as { serialNumber: string }).serialNumber])).toEqual([
    [noticesTopic('anna'), 'now'],
    [noticesTopic('both'), 'now'],
    [noticesTopic('ben'), 'jammed'],
    // Whose page of the jammed robot is open.
    [noticesTopic('both'), 'jammed'],
  ]);
  told.length = 0;
  notify(row, { ...row, serialNumber: 'jammed' });
  expect(told).toHaveLength(4);
  told.length = 0;
  notify(row, row);
  expect(told.map(([topic]) => topic)).toEqual([noticesTopic('anna'), noticesTopic('both')]);
});
