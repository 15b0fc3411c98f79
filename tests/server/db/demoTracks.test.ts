/** The demo's past: a day of tracks for its robots, along the plan, written once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { barsOf } from '../../../contract/rules/replayTrack.ts';
import { decodeTrack } from '../../../contract/rules/trackChunk.ts';
import { trackPeriodsIn, tracksOf } from '../../../server/db/repositories/tracks.ts';
import { tracks } from '../../../server/db/schema.ts';
import { seedTracks } from '../../../server/db/seed/tracks.ts';
import { startTestServer, type TestServer } from '../../fakes/testServer.ts';

const HOUR = 3_600_000;
let test: TestServer;
const until = Math.floor(Date.now() / 60_000) * 60_000;
beforeAll(async () => {
  test = await startTestServer({ environment: { ROUNDHOUSE_ROBOTS: '3' } });
  await seedTracks(test.db, until);
}, 120_000);
afterAll(() => test.close());

it('works, rests and drives, without steps that no robot could make', async () => {
  const [first] = await test.db.select({ serialNumber: tracks.serialNumber }).from(tracks).limit(1);
  const from = new Date(until - 24 * HOUR);
  const samples = (await tracksOf(test.db, first?.serialNumber ?? '', from, new Date(until))).flatMap(({ chunk }) =>
    decodeTrack(chunk),
  );
  const periods = await trackPeriodsIn(test.db, from, new Date(until));
  expect(periods).toEqual([[expect.any(Number), until]]);
  const bars = barsOf(samples, periods, until - 24 * HOUR, until);
  expect(bars.reduce((sum, [begin, end]) => sum + end - begin, 0)).toBe(24 * HOUR);
  expect(new Set(bars.map(([, , state]) => state)).has('working')).toBe(true);
  const steps = samples.slice(1).map((sample, index) => {
    const before = samples[index]?.pose;
    return sample.pose && before ? Math.hypot(sample.pose.x - before.x, sample.pose.y - before.y) : 0;
  });
  expect(Math.max(...steps)).toBeLessThan(4);
});

it('is written once', async () => {
  const before = await test.rowsIn(tracks);
  await seedTracks(test.db, until + HOUR);
  expect(await test.rowsIn(tracks)).toBe(before);
});
