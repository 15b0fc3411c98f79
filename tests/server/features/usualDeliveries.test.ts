/** What a delivery usually takes: by the same robot between the same points, once there were enough. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { Delivery } from '../../../contract/entities/delivery.ts';
import { USUAL_LEAST } from '../../../server/db/repositories/cruiseRecords.ts';
import { deliveries, deliverySteps } from '../../../server/db/schema.ts';
import { A, A2, startTestServer, type TestServer } from '../../fakes/testServer.ts';

const MINUTE = 60_000;
const T0 = Date.now() - 86_400_000;

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());

const write = (id: string, minutes: number, more: Partial<typeof deliveries.$inferInsert> = {}) =>
  test.db.insert(deliveries).values({
    id,
    serialNumber: A.serialNumber,
    siteId: A.siteId,
    origin: 'console',
    status: 'completed',
    phoneNumber: '',
    loadingPoint: A.areaId,
    destination: 'room',
    loadingCode: '',
    pickupCode: '',
    createdAt: new Date(T0),
    changedAt: new Date(T0),
    endedAt: new Date(T0 + minutes * MINUTE),
    ...more,
  });
const usual = async (): Promise<Record<string, number | undefined>> => {
  const reply = await test.as('superAdmin', catalogue.deliveries.list.path, { siteId: A.siteId, page: 1, limit: 50 });
  expect(reply).toMatchObject({ code: 0 });
  const { rows } = reply.data as { rows: Delivery[] };
  return Object.fromEntries(rows.map(({ id, usualMs }) => [id, usualMs]));
};

it('is the median of the completed ones that are alike, from the time at which they were wanted', async () => {
  for (const [id, minutes] of [
    ['a', 4],
    ['b', 5],
    ['c', 6],
  ] as const)
    await write(id, minutes);
  // Wanted two hours later, and handed over seven minutes after that.
  await write('later', 127, { notBefore: new Date(T0 + 120 * MINUTE) });
  await write('other-robot', 40, { serialNumber: A2.serialNumber });
  await write('other-way', 40, { loadingPoint: A2.areaId });
  await write('failed', 1, { status: 'deliveryFailed' });
  await write('under-way', 0, { status: 'delivering', endedAt: null });
  expect(Object.values(await usual())).toEqual(Array.from({ length: 8 }, () => undefined));
  await write('slow', 30);
  const median = 6 * MINUTE;
  expect(await usual()).toEqual({ a: median, b: median, c: median, later: median, slow: median });
  const details = await test.as('superAdmin', catalogue.deliveries.details.path, { deliveryId: 'slow' });
  expect(details.data).toMatchObject({ delivery: { tookMs: 30 * MINUTE, usualMs: median } });
});

it('is the median of each step, too: how long they had each status', async () => {
  const wait = 7 * MINUTE;
  for (const [index, minutes] of [2, 3, 3, 4, 20].entries()) {
    const id = `steps-${index}`;
    const since = T0 + index * 60 * MINUTE;
    await write(id, 60, { destination: 'suite', createdAt: new Date(since), notBefore: new Date(since + wait) });
    const lines = [
      ['created', since],
      ['goingToLoadingPoint', since + wait + MINUTE],
      ['delivering', since + wait + (1 + minutes) * MINUTE],
      ['completed', since + wait + (2 + 2 * minutes) * MINUTE],
    ] as const;
    for (const [status, at] of lines)
      await test.db
        .insert(deliverySteps)
        .values({ deliveryId: id, at: new Date(at), kind: 'status', status, cause: 'robot' });
    // Other lines do not end a step.
    await test.db
      .insert(deliverySteps)
      .values({ deliveryId: id, at: new Date(since), kind: 'photoTaken', status: 'delivering', cause: 'robot' });
  }
  await write('steps-now', 0, { destination: 'suite', status: 'delivering', endedAt: null });
  const read = async (deliveryId: string) =>
    (await test.as('superAdmin', catalogue.deliveries.details.path, { deliveryId })).data as {
      usualSteps: { status: string; ms: number }[];
    };
  expect(Object.fromEntries((await read('steps-now')).usualSteps.map(({ status, ms }) => [status, ms]))).toEqual({
    created: MINUTE,
    goingToLoadingPoint: 3 * MINUTE,
    delivering: 4 * MINUTE,
  });
  expect((await read('slow')).usualSteps).toEqual([]);
});

it('is not known for deliveries of which the robot does not say where it loads or delivers', async () => {
  const nowhere = { 'no-start': { loadingPoint: '' }, 'no-end': { destination: '' } };
  for (const [name, place] of Object.entries(nowhere))
    for (let n = 0; n < USUAL_LEAST; n += 1) await write(`${name}-${n}`, 9, place);
  const known = await usual();
  const names = Object.keys(known).filter((id) => id.startsWith('no-'));
  expect(names).toHaveLength(2 * USUAL_LEAST);
  expect(names.map((id) => known[id])).toEqual(names.map(() => undefined));
});
