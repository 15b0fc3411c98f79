/** The battery of robots in past days, from stored tracks: steps, gaps, charging, access, what is kept. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { BatteryHistory } from '../../../contract/entities/schedule.ts';
import { encodeTrack, type TrackSample } from '../../../contract/rules/trackChunk.ts';
import { zonedDate, zonedInstant } from '../../../contract/rules/zonedTime.ts';
import { errorNameOf } from '../../../contract/wire/errors.ts';
import { addTracks } from '../../../server/db/repositories/tracks.ts';
import { sites, tracks } from '../../../server/db/schema.ts';
import { createBatteryHistory } from '../../../server/features/batteryHistory.ts';
import type { RequestContext } from '../../../server/requestContext.ts';
import { A, B, startTestServer, type Person, type TestServer } from '../../fakes/testServer.ts';

const MINUTE = 60_000;
const { path } = catalogue.schedules.batteryHistory;
let test: TestServer;
let zone: string;
beforeAll(async () => {
  test = await startTestServer();
  zone = (await test.db.select().from(sites)).find(({ id }) => id === A.siteId)?.timeZone ?? 'UTC';
});
afterAll(() => test.close());
beforeEach(async () => void (await test.db.delete(tracks)));

const sample = (at: number, change: Partial<TrackSample> = {}): TrackSample => ({
  at,
  pose: null,
  status: 'standby',
  connection: 'online',
  battery: 80,
  ...change,
});
const store = (serialNumber: string, ...samples: TrackSample[]) =>
  addTracks(
    test.db,
    samples.map((one) => ({
      serialNumber,
      fromAt: new Date(one.at),
      untilAt: new Date(one.at),
      chunk: Buffer.from(encodeTrack([one])),
    })),
  );
const read = async (data: object, person: Person = 'viewer'): Promise<BatteryHistory> => {
  const reply = await test.as(person, path, { siteId: A.siteId, days: 1, ...data });
  expect(reply).toMatchObject({ code: 0 });
  return reply.data as BatteryHistory;
};
/** Ten in the morning of a past day at the site, on a whole step. */
const morning = (daysAgo: number): { date: string; ten: number } => {
  const date = zonedDate(zone, Date.now() - daysAgo * 1_440 * MINUTE);
  return { date, ten: zonedInstant(zone, date, '10:00') };
};

it('has a value about every ten minutes, charging as such, and is unknown where the robot was away', async () => {
  const { date, ten } = morning(2);
  await store(
    A.serialNumber,
    sample(ten, { battery: 80 }),
    sample(ten + MINUTE, { battery: 79 }),
    sample(ten + 10 * MINUTE, { battery: 70 }),
    sample(ten + 20 * MINUTE, { battery: 75, status: 'charging' }),
    sample(ten + 30 * MINUTE, { battery: 75, connection: 'offline' }),
    // Nothing is stored for two hours.
    sample(ten + 150 * MINUTE, { battery: 90 }),
  );
  await store(B.serialNumber, sample(ten, { battery: 1 }));
  const history = await read({ from: date });
  expect(history.map(({ serialNumber }) => serialNumber)).toEqual([A.serialNumber]);
  expect(
    history[0]?.line.map(({ at, percent, charging }) => [Math.round((at - ten) / MINUTE), percent, charging]),
  ).toEqual([
    [0, 80, false],
    [10, 70, false],
    [20, 75, true],
    [30, null, false],
    [30, null, false],
    [150, 90, false],
  ]);
  expect((await read({ from: morning(1).date }))[0]?.line).toEqual([]);
});

it('is only of robots of the caller, and of days within reach', async () => {
  const { date } = morning(1);
  const refused = async (person: Person, data: object) =>
    errorNameOf((await test.as(person, path, { siteId: A.siteId, from: date, ...data })).code);
  expect(await refused('viewer', { siteId: 'nowhere' })).not.toBeUndefined();
  expect(await refused('viewer', { from: '1999-01-01' })).toBe('fieldInvalid');
  expect(await refused('stranger', {})).not.toBeUndefined();
});

it('reads a day that is over once, and the current one again after some minutes', async () => {
  let shift = 0;
  const history = createBatteryHistory({ now: () => Date.now() + shift });
  const context = { db: test.db, userId: 'viewer' } as RequestContext; // the only fields that it reads
  const of = async (from: string) =>
    (await history({ siteId: A.siteId, from, days: 1 }, context))[0]?.line.map(({ percent }) => percent);
  const { date, ten } = morning(3);
  await store(A.serialNumber, sample(ten, { battery: 50 }));
  expect(await of(date)).toEqual([50]);
  await store(A.serialNumber, sample(ten + 10 * MINUTE, { battery: 40 }));
  shift = 20 * MINUTE;
  expect(await of(date)).toEqual([50]);
  const today = zonedDate(zone, Date.now() + shift);
  const before = (await of(today))?.length ?? 0;
  await store(A.serialNumber, sample(Date.now() + shift - 1_000, { battery: 30 }));
  expect(await of(today)).toHaveLength(before);
  shift += 6 * MINUTE;
  expect((await of(today))?.at(-1)).toBe(30);
});

it('passes over a damaged chunk', async () => {
  const { date, ten } = morning(4);
  await addTracks(test.db, [
    { serialNumber: A.serialNumber, fromAt: new Date(ten), untilAt: new Date(ten), chunk: Buffer.from([99]) },
  ]);
  await store(A.serialNumber, sample(ten + 10 * MINUTE));
  expect((await read({ from: date }))[0]?.line).toHaveLength(1);
});
