/** Many deliveries at once: all are kept, taken in the order in which they were asked for, and keep nobody waiting for ever. */
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { BOARD_MAX, OPEN_DELIVERIES_PER_SITE } from '../../../contract/rules/deliveryLimits.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { deliveries, deliverySteps, points, robots } from '../../../server/db/schema.ts';
import { hashOf } from '../../../server/broker/credentials.ts';
import { deliveryRobot, type DeliveryRobot } from '../../fakes/deliveryRobot.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const calls = catalogue.deliveries;
const soon = <Value>(read: () => Value | Promise<Value>) => vi.waitFor(read, { timeout: 30_000, interval: 20 });
const [KITCHEN, ROOM] = [A.areaId, 'room-1'];
/** A robot of the site that has never been heard. */
const AWAY = 'A-8';

let test: TestServer;
let robot: DeliveryRobot;
beforeAll(async () => {
  test = await startTestServer();
  const [point] = await test.db.select().from(points).where(eq(points.areaId, A.areaId));
  const [porter] = await test.db.select().from(robots).where(eq(robots.serialNumber, A.serialNumber));
  if (!point || !porter) throw new Error('no site');
  await test.db.insert(points).values({ ...point, areaId: ROOM, name: { enUS: 'Room 1', zhCN: '1 房' }, x: 8, y: 4 });
  await test.db
    .insert(robots)
    .values({ ...porter, serialNumber: AWAY, name: 'Away', passwordHash: hashOf('away'), firstHeardAt: null });
  await test.server.deps.fleet.refresh();
  robot = await deliveryRobot(test.server, A.serialNumber);
});
afterAll(async () => {
  await robot.leave();
  await test.close();
});
beforeEach(async () => {
  await test.db.delete(deliveries);
  await test.forgetTries();
  await robot.state();
});

const WAY = { siteId: A.siteId, from: KITCHEN, to: ROOM };
/** @param id of the request */
const asked = async (id?: string) => test.as('member', calls.create.path, WAY, id === undefined ? {} : { id });
const requestId = (n: number): string => `d${n.toString(16).padStart(31, '0')}`;
const create = async (id?: string): Promise<string> => ((await asked(id)).data as Delivery).id;
/** Copies of a stored delivery that wait, each asked for a moment later. */
async function copies(count: number, id: string, change: Partial<typeof deliveries.$inferInsert>): Promise<void> {
  const [row] = await test.db.select().from(deliveries).where(eq(deliveries.id, id));
  if (!row) throw new Error('no delivery');
  const { number: _, ...rest } = row;
  const waits = { ...rest, serialNumber: '', compartment: null, status: 'created' as const, ...change };
  const all = Array.from({ length: count }, (__, i) => ({
    ...waits,
    id: `copy-${i}`,
    createdAt: new Date(row.createdAt.getTime() + 1 + i),
  }));
  // A statement has at most 65,535 parameters.
  for (let i = 0; i < count; i += 500) await test.db.insert(deliveries).values(all.slice(i, i + 500));
}
const held = async (): Promise<string[]> => {
  await robot.state();
  return robot.list()?.orders.map(({ deliveryId }) => deliveryId) ?? [];
};

describe('five hundred deliveries in a minute', () => {
  it('are each asked for, kept once, and carried out in the order of the asking', async () => {
    // The robot has these at once; the others wait until all are asked for.
    const ids = [await create(requestId(0)), await create(requestId(1))];
    await soon(async () => expect(await held()).toEqual(ids));
    // Otherwise they would be taken from it after a while.
    for (const id of ids) await robot.steps(id, 'goingToLoadingPoint');
    // From several clients at once; every sixth is sent again with its id, as when the answer was lost.
    for (let i = 2; i < 500; i += 6) {
      const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => asked(requestId(i + n))));
      expect(replies.map(({ code }) => code)).toEqual(replies.map(() => 0));
      ids.push(...replies.map(({ data }) => (data as Delivery).id));
      expect((await asked(requestId(i))).data).toMatchObject({ id: ids[i] });
      await robot.state();
    }
    const rows = await test.db.select().from(deliveries).orderBy(asc(deliveries.createdAt), asc(deliveries.number));
    const inOrder = rows.map(({ id }) => id);
    expect([...inOrder].sort()).toEqual([...ids].sort());
    expect(new Set(rows.map(({ number }) => number)).size).toBe(500);
    const { data } = await test.as('member', calls.board.path, { siteId: A.siteId });
    const board = data as { total: number; rows: Delivery[] };
    expect(board.total).toBe(500);
    expect(board.rows.length).toBeLessThanOrEqual(BOARD_MAX);
    const positions = board.rows.flatMap(({ queue }) => (queue ? [queue.position] : []));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 498 }, (_, i) => i + 1));
    // The robot has two compartments: the first in the queue take the place of those that are handed over.
    for (let first = 0; first < 12; first += 2) {
      const two = inOrder.slice(first, first + 2);
      await soon(async () => expect([...(await held())].sort()).toEqual([...two].sort()));
      for (const id of two) {
        if (first > 0) await robot.steps(id, 'goingToLoadingPoint');
        await robot.steps(id, 'loadingCompleted', 'completed');
      }
    }
    const isOver = async () =>
      (await test.db.select().from(deliveries)).flatMap(({ id, status }) => (status === 'completed' ? [id] : []));
    await soon(async () => expect((await isOver()).sort()).toEqual(inOrder.slice(0, 12).sort()));
    const assigned = await test.db
      .select({ id: deliverySteps.deliveryId })
      .from(deliverySteps)
      .where(eq(deliverySteps.kind, 'assigned'))
      .orderBy(asc(deliverySteps.id));
    expect([...new Set(assigned.map(({ id }) => id))].slice(0, 12)).toEqual(inOrder.slice(0, 12));
    expect(await test.db.select({ id: deliveries.id }).from(deliveries)).toHaveLength(500);
  }, 240_000);

  it('are bounded for a site', async () => {
    await copies(OPEN_DELIVERIES_PER_SITE - 1, await create(), { origin: 'console' });
    expect(errorNameOf((await asked()).code)).toBe('deliveryQueueFull');
    await test.db.delete(deliveries).where(eq(deliveries.id, 'copy-0'));
    expect((await asked()).code).toBe(0);
  }, 60_000);
});

describe('a delivery behind many others', () => {
  it.each([
    ['wait for a robot that is away', { wantedRobot: AWAY }],
    ['are for later', { notBefore: new Date(Date.now() + 3_600_000) }],
  ])('that %s is taken all the same', async (_, change) => {
    await robot.state({ paused: true });
    const id = await create();
    await copies(400, id, { ...change, dueAt: null });
    await test.db.delete(deliveries).where(eq(deliveries.id, id));
    const last = await create();
    await soon(async () => expect(await held()).toEqual([last]));
  });
});
