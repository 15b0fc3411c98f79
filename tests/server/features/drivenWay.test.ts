/** The way driven for a run, as the details of route runs and disinfections return it. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import type { DrivenWay } from '../../../contract/entities/drivenWay.ts';
import { encodeTrack, type TrackSample } from '../../../contract/rules/trackChunk.ts';
import { addTracks } from '../../../server/db/repositories/tracks.ts';
import { cruiseRecords, tracks } from '../../../server/db/schema.ts';
import { drivenWay, WAY_MAX_MS, WAY_PLACES_MAX } from '../../../server/features/drivenWay.ts';
import { A, startTestServer, type TestServer } from '../../fakes/testServer.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of [cruiseRecords, tracks]) await test.db.delete(table);
});

const T0 = 1_750_000_000_000;
const MINUTE = 60_000;
const sample = (at: number, x: number | null): TrackSample => ({
  at,
  pose: x === null ? null : { mapId: A.mapId, x, y: 1, theta: 0 },
  status: 'standby',
  connection: 'online',
  battery: 80,
});
const store = (samples: readonly TrackSample[]) =>
  addTracks(test.db, [
    {
      serialNumber: A.serialNumber,
      fromAt: new Date(samples[0]?.at ?? T0),
      untilAt: new Date(samples.at(-1)?.at ?? T0),
      chunk: Buffer.from(encodeTrack([...samples])),
    },
  ]);
const wayOf = (from: number, until: number) => drivenWay(test.db, { serialNumber: A.serialNumber, from, until });

it('is what lies within the time of the run; a sample record has none', async () => {
  await store([sample(T0 - 2_000, null), sample(T0 - 1_000, 1), sample(T0, 2)]);
  await store([sample(T0 + MINUTE, 3), sample(T0 + MINUTE + 1_000, 4)]);
  expect(await wayOf(T0, T0 + MINUTE)).toMatchObject([
    { at: T0, mapId: A.mapId, x: 2, y: 1 },
    { at: T0 + MINUTE, x: 3 },
  ]);
  const run = { serialNumber: A.serialNumber, from: T0, until: T0 + MINUTE };
  expect(await drivenWay(test.db, { ...run, demo: true })).toEqual([]);
});

it('is thinned out if it is long, with its end, and begins late if it took too long', async () => {
  for (let chunk = 0; chunk < 20; chunk += 1)
    await store(Array.from({ length: 150 }, (_, i) => sample(T0 + chunk * MINUTE + i * 250, i / 10)));
  const end = T0 + 19 * MINUTE + 149 * 250;
  const found = await wayOf(T0, end);
  expect(found.length).toBeLessThanOrEqual(WAY_PLACES_MAX + 1);
  expect(found.at(-1)?.at).toBe(end);
  expect((await wayOf(T0, end + WAY_MAX_MS - MINUTE))[0]?.at).toBeGreaterThanOrEqual(end - MINUTE);
});

it('leaves out what is damaged', async () => {
  await store([sample(T0, 2)]);
  await addTracks(test.db, [
    {
      serialNumber: A.serialNumber,
      fromAt: new Date(T0 + MINUTE),
      untilAt: new Date(T0 + MINUTE),
      chunk: Buffer.from([9, 9]),
    },
  ]);
  expect(await wayOf(T0, T0 + 2 * MINUTE)).toMatchObject([{ x: 2 }]);
});

it('comes with the first page of the details of a route run', async () => {
  await test.db.insert(cruiseRecords).values({
    id: 'a',
    serialNumber: A.serialNumber,
    robotName: 'Porter',
    pathId: 'round',
    pathName: 'Round',
    mapId: A.mapId,
    mapName: 'Ground',
    floor: '1F',
    cycleType: 'single',
    state: 'finished',
    startedBy: 'member',
    startedByName: 'Lin',
    startedAt: new Date(T0),
    endedAt: new Date(T0 + MINUTE),
    stops: [],
  });
  await store([sample(T0, 2), sample(T0 + 2 * MINUTE, 9)]);
  const page = async (number: number): Promise<DrivenWay> => {
    const { details } = catalogue.cruiseRecords;
    const reply = await test.as('viewer', details.path, { performId: 'a', page: number, limit: 5 });
    expect(reply).toMatchObject({ code: 0 });
    return (reply.data as { track: DrivenWay }).track;
  };
  expect([await page(1), await page(2)]).toMatchObject([[{ x: 2 }], []]);
});
