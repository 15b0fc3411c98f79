/** The guests of the demo order from the simulated robots only; the past of the demo is there from the first start. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDeliveryOver } from '../../../contract/rules/delivery.ts';
import { hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { orderOn } from '../../../demo/guests.ts';
import { randomFrom } from '../../../demo/random.ts';
import { SITES } from '../../../demo/sites.ts';
import { deliveries, deliverySteps } from '../../../server/db/schema.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

it('guests order to rooms, from loading points, with fictional numbers', () => {
  const chance = randomFrom(7);
  const orders = Array.from({ length: 300 }, () => orderOn(SITES[0]?.id ?? '', chance));
  for (const order of orders) {
    expect(order?.from).not.toBe(order?.to);
    if (order?.phoneNumber) {
      expect(hasPhoneNumberShape(order.phoneNumber)).toBe(true);
      expect(order.phoneNumber).toMatch(/^(?:\+1\d{3}55501\d\d|\+8613800000\d{3})$/u);
    }
  }
  expect(new Set(orders.map((order) => order?.to)).size).toBeGreaterThan(5);
  expect(orderOn('no-such-site', chance)).toBeNull();
});

it('the past 90 days have deliveries that are over, each with its history; nothing of them is on the board', async () => {
  const rows = await test.db.select().from(deliveries).where(eq(deliveries.origin, 'demo'));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.every(({ status, endedAt, isAcknowledged }) => isDeliveryOver(status) && endedAt && isAcknowledged)).toBe(
    true,
  );
  expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(3);
  const steps = await test.db.select().from(deliverySteps);
  expect(new Set(steps.map(({ deliveryId }) => deliveryId)).size).toBe(rows.length);
});
