/**
 * Into the past and back: a robot is sent somewhere, its command leads to the moment, which plays on the map and goes back
 * to live. The demo's yesterday can be played too.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

/** Receives guests: free at any time. */
const HOST = 'U1-2311-0033';

let server: RunningServer;
let browser: Browser;
let admin: Awaited<ReturnType<typeof apiOf>>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(HOST)), launch()]);
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a moment of a robot is opened from its command, played, and left for live', { timeout: 400_000 }, async () => {
  await until(async () => {
    const { connection, pose } = (await admin.robots.detail({ serialNumber: HOST })).live;
    return connection === 'online' && pose !== null;
  }, 'the robot is online and on its map');
  const { live, siteId } = await admin.robots.detail({ serialNumber: HOST });
  const map = await admin.maps.get({ mapId: live.pose?.mapId ?? '', serialNumber: HOST });
  const far = map.points
    .filter(({ attributes }) => attributes.includes('none'))
    .map((point) => ({
      ...point,
      far: Math.hypot(point.worldX - (live.pose?.x ?? 0), point.worldY - (live.pose?.y ?? 0)),
    }))
    .filter((point) => point.far > 3)
    .sort((a, b) => a.far - b.far)[0];
  if (!far) throw new Error('no point');
  // On a busy machine the robot may answer too late.
  await until(
    () =>
      admin.commands.goTo({ serialNumber: HOST, areaId: far.areaId }).then(
        () => true,
        (error: unknown) => {
          if (!/robotSilent/u.test(String(error))) throw error;
          return false;
        },
      ),
    'the robot accepts',
  );
  await until(
    async () => {
      const { pose } = (await admin.robots.detail({ serialNumber: HOST })).live;
      return pose !== null && live.pose !== null && Math.hypot(pose.x - live.pose.x, pose.y - live.pose.y) > 1;
    },
    'the robot drives',
    90_000,
  );
  // The record is written once a minute, and a moment is known a little later. The server may have begun it only now.
  const drivesAt = Date.now();
  let moment = drivesAt;
  await until(
    async () => {
      const { periods } = await admin.monitoring.overview({ siteId, from: drivesAt - 60_000, until: Date.now() });
      const [from, end] = periods.find((period) => period[1] > drivesAt) ?? [0, 0];
      moment = Math.max(drivesAt, from + 1_000);
      return end > moment + 5_000 && Date.now() - drivesAt > 95_000;
    },
    'the drive is recorded',
    200_000,
  );

  const page = await (await openContext(browser, DESK)).newPage();
  await enter(page, server, ADMIN, `/monitoring?at=${moment}&robot=${HOST}&site=${siteId}`);
  await page.getByText("Commands aren't available here").waitFor();
  await page.getByRole('region', { name: /^Past map of/u }).waitFor();
  await page.getByRole('button', { name: 'Play (Space)' }).click();
  const slider = page.getByRole('slider', { name: 'Moment' });
  const shown = async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));
  await until(async () => (await shown()) > moment + 2_000, 'it plays');
  await page.getByRole('button', { name: 'Pause (Space)' }).click();
  await until(
    async () => Number(new URL(page.url()).searchParams.get('at')) > moment + 2_000,
    'the URL has the moment',
  );
  expect(await axeFindings(page, 'the past')).toEqual([]);

  const list = page.getByRole('region', { name: 'What happened' });
  await list.getByText(`Go to: ${far.name}`).first().waitFor();
  await page.keyboard.press('l');
  await page.getByRole('region', { name: /^Live map of/u }).waitFor();
  await until(async () => !new URL(page.url()).searchParams.has('at'), 'the URL has no moment');
});

it('yesterday of the demo is written in the background, and can be played', { timeout: 300_000 }, async () => {
  const { robots } = await admin.robots.list({});
  const siteId = robots.find(({ serialNumber }) => serialNumber === HOST)?.siteId ?? '';
  const at = Date.now() - 20 * 3_600_000;
  await until(
    async () => {
      const { periods } = await admin.monitoring.overview({ siteId, from: at - 3_600_000, until: at });
      return periods.length > 0;
    },
    'the sample tracks are written',
    120_000,
  );
  const page = await (await openContext(browser, DESK)).newPage();
  await enter(page, server, ADMIN, `/monitoring?at=${at}&site=${siteId}&range=24h`);
  await page.getByText("Commands aren't available here").waitFor();
  const robotsOnMap = page.getByLabel('Robots on this floor').first();
  await until(async () => ((await robotsOnMap.textContent()) ?? '') !== '', 'robots are on the map');

  await page.goto(`${server.url}/activities/event-record?type=cruise`);
  const table = page.getByRole('table', { name: 'Event records' });
  await table.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Moment on the timeline' }).click();
  await page.getByText("Commands aren't available here").waitFor();
  // Back returns to the event that was open.
  await page.goBack();
  await page.getByRole('button', { name: 'Moment on the timeline' }).waitFor();
  await table.waitFor();
});

it(
  'a command, an alarm and a run lead to their moments by one click, and Back returns',
  { timeout: 200_000 },
  async () => {
    const [[found], { rows }] = [
      (await admin.alarmCases.list({ limit: 1 })).rows,
      await admin.eventRecords.listNew({ bizType: 'cruise', limit: 1 }),
    ];
    const page = await (await openContext(browser, DESK)).newPage();
    await enter(page, server, ADMIN, '/home');
    for (const path of [
      `/home/robot-data?serialNumber=${HOST}`,
      `/alarms/case?id=${found?.id}`,
      `/activities/cruise-record?drive=${rows[0]?.sourceId}`,
    ]) {
      await page.goto(`${server.url}${path}`);
      await page.getByRole('button', { name: 'Replay' }).first().click();
      // Whatever was recorded at that time.
      await page.getByRole('button', { name: 'Back to live' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/monitoring');
      await page.goBack();
      await page.getByRole('button', { name: 'Replay' }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    }
  },
);
