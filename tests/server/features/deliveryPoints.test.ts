/** Points between which a robot carries a delivery: without them it would drop the delivery, and nothing would open. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { deliveries } from '../../../server/db/schema.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const deletion = async (): Promise<string> => {
  const { serialNumber, areaId } = A;
  const { code } = await test.as('robotAdmin', catalogue.points.remove.path, { serialNumber, areaId });
  return code === 0 ? 'deleted' : (errorNameOf(code) ?? String(code));
};
const store = async (endedAt: Date | null, returns: 'none' | 'returning' | 'failed', serialNumber: string) => {
  await test.db.delete(deliveries);
  await test.db.insert(deliveries).values({
    id: 'delivery',
    serialNumber,
    origin: 'console',
    status: 'loadingCompleted',
    phoneNumber: '',
    loadingPoint: 'elsewhere',
    destination: A.areaId,
    loadingCode: '',
    pickupCode: '',
    changedAt: new Date(),
    createdAt: new Date(),
    returns,
    endedAt,
  });
};

it('are deleted only when the delivery is over and nothing of it is on board', async () => {
  await store(null, 'none', A.serialNumber);
  expect(await deletion()).toBe('pointInUse');
  for (const returns of ['returning', 'failed'] as const) {
    await store(new Date(), returns, A.serialNumber);
    expect(await deletion()).toBe('pointInUse');
  }
  await store(new Date(), 'none', A.serialNumber);
  expect(await deletion()).toBe('deleted');
});
