/**
 * Historical monitoring in a browser, with the server: a day of 50 robots that move all the time, on one floor. From a
 * press anywhere in the day to the first picture of the moment, and the frames while it plays 60 times as fast.
 */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { TRACK_CHUNK_MS, encodeTrack, type TrackSample } from '../../contract/rules/trackChunk.ts';
import { addTracks, beginTrackPeriod, createTrackPartitions } from '../../server/db/repositories/tracks.ts';
import { ADMIN, DESK, apiOf, enter, launch, openContext, startServer } from '../e2e/harness.ts';
import { benchDatabase } from './benchServer.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOTS = 50;
const JUMPS = 40;
/** Between two presses, as of a person: faster ones are a drag, which reads where it rests. */
const PAUSE_MS = 300;
const PLAYED_SECONDS = 10;
const HOUR_MS = 3_600_000;
/** A robot of the demo of which the others are copies. */
const MODEL = 'U1-2311-0033';

/** A round in the middle of the floor at about half a metre a second. */
const chunk = (n: number, mapId: string, from: number): Uint8Array =>
  encodeTrack(
    Array.from({ length: TRACK_CHUNK_MS / 1_000 }, (_, second): TrackSample => {
      const radius = 1 + (n % 9) / 2;
      const angle = (from / 1_000 + second + n * 7) / (radius * 2);
      return {
        at: from + second * 1_000,
        pose: { mapId, x: 12 + radius * Math.cos(angle), y: 8 + radius * Math.sin(angle), theta: angle },
        status: 'working',
        connection: 'online',
        battery: 80,
      };
    }),
  );

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
/** ms from a press at a share of the view to the frame in which the map shows the robots of that moment. */
const jump = (share: number): string => `(async () => {
  const slider = document.querySelector('[role=slider][aria-label="Moment"]');
  const box = slider.getBoundingClientRect();
  const place = { clientX: box.left + ${share} * box.width, clientY: box.top + 4, bubbles: true, button: 0, buttons: 1, pointerId: 1 };
  const plate = () => document.querySelector('section[aria-label^="Past map"] [role=status]')?.textContent ?? '';
  const before = slider.getAttribute('aria-valuenow');
  const begun = performance.now();
  slider.dispatchEvent(new PointerEvent('pointerdown', place));
  slider.dispatchEvent(new PointerEvent('pointerup', { ...place, buttons: 0 }));
  while (performance.now() - begun < 20000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (slider.getAttribute('aria-valuenow') !== before && /Commands aren't available/u.test(plate())) {
      // The map draws in the frame after the moment's tracks have come.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - begun;
    }
  }
  return NaN;
})()`;
/** Gaps between frames, ms. */
const GAPS = `(async () => {
  const gaps = [];
  let last = await new Promise((resolve) => requestAnimationFrame(resolve));
  const until = performance.now() + ${PLAYED_SECONDS * 1_000};
  while (performance.now() < until) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    gaps.push(now - last);
    last = now;
  }
  return gaps;
})()`;
const run = <Result>(page: Page, script: string): Promise<Result> => page.evaluate<Result>(script);

const database = await benchDatabase();
const server = await startServer({ DATABASE_URL: database.url, ROUNDHOUSE_DEMO_GUESTS: 'off' });
const browser = await launch();
try {
  const { detail, siteId, mapId } = await (async () => {
    const api = await apiOf(server, ADMIN);
    const found = await api.robots.detail({ serialNumber: MODEL });
    return { detail: found, siteId: found.siteId, mapId: found.maps[0]?.mapId ?? '' };
  })();
  await server.stop();
  const { db } = database;
  // The tracks of the demo would be on the same floor.
  await db.execute(sql`delete from tracks`);
  await db.execute(sql`delete from track_periods`);
  for (let n = 0; n < ROBOTS; n += 1) {
    const named = JSON.stringify({
      ...{ serial_number: `bench-${n}`, name: `Bench ${n}`, claim_hash: null, simulated: false, demo: false },
    });
    await db.execute(
      sql`insert into robots select (jsonb_populate_record(r, ${named}::jsonb)).* from robots r where serial_number = ${MODEL}`,
    );
    await db.execute(
      sql`insert into robot_map_names select (jsonb_populate_record(r, ${named}::jsonb)).* from robot_map_names r where serial_number = ${MODEL}`,
    );
    await db.execute(
      sql`insert into relations select (jsonb_populate_record(r, jsonb_build_object('serial_number', ${`bench-${n}`}::text, 'id', 'bench-' || ${n}::int || '-' || user_id))).* from relations r where serial_number = ${MODEL}`,
    );
  }
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const from = until - 25 * HOUR_MS;
  for (const day of [from, until]) await createTrackPartitions(db, new Date(day));
  await beginTrackPeriod(db, new Date(from), new Date(until));
  for (let n = 0; n < ROBOTS; n += 1) {
    const starts = Array.from(
      { length: (until - from) / TRACK_CHUNK_MS },
      (_, minute) => from + minute * TRACK_CHUNK_MS,
    );
    await addTracks(
      db,
      starts.map((start) => ({
        serialNumber: `bench-${n}`,
        fromAt: new Date(start),
        untilAt: new Date(start + TRACK_CHUNK_MS - 1_000),
        chunk: Buffer.from(chunk(n, mapId, start)),
      })),
    );
  }
  await db.execute(sql`analyze`);
  await server.again();

  const page = await (await openContext(browser, DESK)).newPage();
  const address = `/monitoring?at=${until - 12 * HOUR_MS}&site=${siteId}&map=${mapId}&range=24h`;
  await enter(page, server, ADMIN, address);
  await page.getByText("Commands aren't available here").waitFor({ timeout: 60_000 });
  await page.getByText('Bench 7', { exact: true }).first().waitFor({ timeout: 60_000 });
  if (detail.siteId === '') throw new Error('no site');

  const took: number[] = [];
  for (let n = 0; n < JUMPS; n += 1) {
    took.push(await run<number>(page, jump(0.08 + ((n * 0.381_966) % 0.84))));
    await wait(PAUSE_MS);
  }
  say({
    figure: 'replay: from a press anywhere in a day to the first picture, p95',
    value: percentile(took, 0.95),
    unit: 'ms',
    bound: 200,
  });
  console.log(`half of the presses: ${Math.round(percentile(took, 0.5))} ms`);

  await page
    .getByRole('radio', { name: '60×' })
    .or(page.getByRole('button', { name: '60×' }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Play (Space)' }).click();
  await wait(1_000);
  const gaps = await run<number[]>(page, GAPS);
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  // One frame at either end of the measured time.
  say({
    figure: 'replay: 50 robots, 60 times as fast',
    value: (gaps.length / total) * 1_000,
    unit: 'frames/s',
    bound: 59,
    atLeast: true,
  });
  say({
    figure: 'replay: 50 robots, 60 times as fast, gap between frames, p95',
    value: percentile(gaps, 0.95),
    unit: 'ms',
    bound: 20,
  });
} finally {
  await browser.close();
  await server.close();
  await database.close();
}
