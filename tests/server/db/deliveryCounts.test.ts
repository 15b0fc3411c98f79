/** What the board counts of deliveries that ended today. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryStatus } from '../../../contract/entities/robotConstants.ts';
import { countsSince } from '../../../server/db/repositories/deliveryLists.ts';
import { deliveries } from '../../../server/db/schema.ts';
import { A, B, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 20);

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const add = (
  id: string,
  { from, until, status = 'completed' }: { from: number; until: number | null; status?: DeliveryStatus },
  { serialNumber, siteId } = A,
) =>
  test.db.insert(deliveries).values({
    id,
    serialNumber,
    siteId,
    status,
    phoneNumber: '',
    loadingPoint: A.areaId,
    destination: 'room',
    loadingCode: '',
    pickupCode: '',
    createdAt: new Date(MIDNIGHT + from * HOUR_MS),
    changedAt: new Date(MIDNIGHT + (until ?? from) * HOUR_MS),
    endedAt: until === null ? null : new Date(MIDNIGHT + until * HOUR_MS),
  });

it('counts what ended since midnight, also what was ordered days before, by the robots of the reader', async () => {
  await add('yesterday', { from: -3, until: -1 });
  await add('over-midnight', { from: -1, until: 1 });
  await add('today', { from: 2, until: 3 });
  await add('ordered-days-before', { from: -80, until: 4, status: 'expired' });
  await add('nobody-came', { from: 4, until: 5, status: 'notPickedUp' });
  await add('cancelled', { from: 4, until: 5, status: 'cancelled' });
  await add('open', { from: 4, until: null, status: 'delivering' });
  await add('elsewhere', { from: 4, until: 5 }, B);
  expect(await countsSince(test.db, [A.serialNumber], new Date(MIDNIGHT))).toEqual({
    completed: 2,
    notPickedUp: 1,
    failed: 1,
    medianMs: 1.5 * HOUR_MS,
  });
});
