/**
 * Points between which a delivery is under way: without them a robot would drop it, and nothing would open; one that waits
 * would never get a robot.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { deliveries } from '../../../server/db/schema.ts';
import { A, A2, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const deletion = async (): Promise<unknown> => {
  const { serialNumber, areaId } = A;
  const { code, data } = await test.as('robotAdmin', catalogue.points.remove.path, { serialNumber, areaId });
  return code === 0 ? 'deleted' : [errorNameOf(code) ?? String(code), data];
};
const REFUSED = ['pointHasDeliveries', { field: 'areaId', words: { deliveries: 'Room 210' } }];
const store = async (
  endedAt: Date | null,
  returns: 'none' | 'returning' | 'failed',
  serialNumber: string,
  destination: string = A.areaId,
) => {
  await test.db.delete(deliveries);
  await test.db.insert(deliveries).values({
    id: 'delivery',
    serialNumber,
    origin: 'console',
    status: 'loadingCompleted',
    phoneNumber: '',
    loadingPoint: 'elsewhere',
    destination,
    destinationName: { enUS: 'Room 210', zhCN: '210 房' },
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
  expect(await deletion()).toEqual(REFUSED);
  for (const returns of ['returning', 'failed'] as const) {
    await store(new Date(), returns, A.serialNumber);
    expect(await deletion()).toEqual(REFUSED);
  }
  await store(null, 'none', '');
  expect(await deletion()).toEqual(REFUSED);
  const save = await test.as('robotAdmin', catalogue.points.save.path, {
    mapId: A.mapId,
    baseRevision: 0,
    changes: [{ op: 'delete', point: A.areaId }],
    breakRoutes: true,
  });
  const use = { areaId: A.areaId, kind: 'delivery', id: 'delivery', name: 'Room 210' };
  expect(save.data).toEqual({ result: 'inUse', uses: [use] });
  await store(new Date(), 'none', A.serialNumber);
  expect(await deletion()).toBe('deleted');
});

it('keep their map, also while the delivery waits for a robot; it names them', async () => {
  const { mapId } = A2;
  const remove = () => test.as('robotAdmin', catalogue.mapFiles.remove.path, { mapId, revision: 0 });
  for (const [endedAt, returns, serialNumber] of [
    [null, 'none', ''],
    [null, 'none', A.serialNumber],
    [new Date(), 'returning', A.serialNumber],
  ] as const) {
    await store(endedAt, returns, serialNumber, A2.areaId);
    const belongings = await test.as('robotAdmin', catalogue.mapFiles.belongings.path, { mapId });
    expect(belongings.data).toMatchObject({ underWay: [], deliveries: ['Room 210'] });
    const { code, data } = await remove();
    expect([errorNameOf(code), data]).toEqual([
      'mapHasDeliveries',
      { field: 'mapId', words: { deliveries: 'Room 210' } },
    ]);
  }
  await store(new Date(), 'none', A.serialNumber, A2.areaId);
  expect(await remove()).toMatchObject({ code: 0 });
});
