/**
 * From a map to a record: a ROS map is imported, points are placed at the robot's position, a route is built from them
 * and started as a loop; the robot follows it, the network is lost and restored, the route run is stopped, resumed and
 * ended, and its record is checked.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockingError } from '../../contract/rules/robotCan.ts';
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
import { poll } from './poll.ts';
import { staysInReach } from './stopReach.ts';

const MAP = 'harbour-1f';
/** Of three robots, one of which is free on that floor. */
const LAST_ROBOT = 'U1-2311-0033';
let server: RunningServer;
let browser: Browser;
let folder: string;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser, folder] = await Promise.all([
    startServer(fleetUpTo(LAST_ROBOT)),
    launch(),
    mkdtemp(join(tmpdir(), 'rh-drive-')),
  ]);
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A robot that stands on the floor and is free. */
async function idleRobot() {
  let found: Awaited<ReturnType<typeof admin.robots.detail>> | undefined;
  await until(
    async () => {
      const { robots, serverTime } = await admin.robots.list({});
      for (const { live, serialNumber } of robots) {
        if (live.pose?.mapId !== MAP || (live.battery ?? 0) < 45) continue;
        const detail = await admin.robots.detail({ serialNumber });
        const facts = {
          live,
          abilities: detail.abilities,
          rights: ['operate'] as const,
          leasedByOther: false,
          leasedByMe: false,
          now: serverTime,
        };
        if (blockingError('cruise', facts) === null) {
          found = detail;
          return true;
        }
      }
      return false;
    },
    'a robot is free',
    90_000,
  );
  return found!;
}
const panel = (page: Page) => page.getByRole('complementary', { name: 'Run in progress' });
const ticked = (page: Page) => panel(page).getByRole('listitem', { name: /^Stop \d+, .+: arrived/u });

describe('driving a route', () => {
  it('from an imported map to the record, over a lost network', { timeout: 400_000 }, async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    const robot = await idleRobot();
    const { serialNumber, robotNickName: name } = robot;
    const mapName = robot.maps.find(({ mapId }) => mapId === MAP)!.robotMapName;
    const floorName = (await admin.maps.get({ mapId: MAP, serialNumber })).name;

    // The map is exported in ROS format and imported as another one, for which this robot has its own name.
    await enter(page, server, ADMIN, '/setting/maps?site=harbour');
    await page.getByRole('button', { name: `More for ${floorName}` }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export for ROS' }).click(),
    ]);
    await download.saveAs(join(folder, 'lobby.zip'));
    await page.getByRole('button', { name: 'Import a map' }).click();
    await page.getByRole('dialog').getByLabel('Choose files').setInputFiles(join(folder, 'lobby.zip'));
    await page.getByLabel('Name', { exact: true }).fill('Second lobby');
    await page.getByLabel('Floor', { exact: true }).fill('9F');
    await page.getByText("Robots' names for this map").click();
    await page.getByLabel(name, { exact: true }).fill(mapName);
    await page.getByRole('button', { name: 'Import map', exact: true }).click();
    await page.getByRole('heading', { name: 'Second lobby' }).waitFor();
    const imported = (await admin.maps.ofSites({})).maps.find((map) => map.name === 'Second lobby')!;
    await until(
      async () => (await admin.robots.detail({ serialNumber })).live.pose?.mapId === imported.id,
      'the robot stands on the new map',
    );

    // Places that the robot can reach: copies of nearby points of the old map.
    const { pose } = (await admin.robots.detail({ serialNumber })).live;
    const near = (await admin.maps.get({ mapId: MAP, serialNumber })).points
      .map((point) => ({ ...point, far: Math.hypot(point.worldX - pose!.x, point.worldY - pose!.y) }))
      .filter(({ attributes, far }) => attributes.includes('none') && far > 0.5)
      .sort((a, b) => a.far - b.far)
      .slice(0, 2);
    for (const [i, { worldX, worldY }] of near.entries())
      await admin.points.put({ serialNumber, mapId: imported.id, name: `Place ${i + 1}`, worldX, worldY, stayTime: 1 });

    await page.goto(`${server.url}/setting/cruise-line?serialNumber=${serialNumber}&route=new&map=${imported.id}`);
    await page.getByLabel('Name', { exact: true }).fill('There and back');
    for (const point of ['Place 1', 'Place 2']) {
      const search = page.getByLabel('Search points');
      if ((await search.count()) === 0) await page.getByRole('button', { name: 'Add', exact: true }).click();
      await search.fill(point);
      await page.getByRole('region', { name: 'Add a point' }).getByRole('button', { name: point }).first().waitFor();
      await search.press('Enter');
    }
    await page.getByRole('button', { name: 'Save route', exact: true }).click();
    await page.getByText('There and back saved.').waitFor();

    await page.getByRole('button', { name: 'Start There and back' }).click();
    const start = page.getByRole('dialog', { name: 'Run There and back' });
    await start.getByRole('radio', { name }).check();
    await start.getByRole('radio', { name: 'Loop' }).click();
    const go = start.getByRole('button', { name: 'Start There and back' });
    await poll(() => go.getAttribute('aria-disabled'), 90_000).toBeNull();
    await go.click();
    await start.waitFor({ state: 'detached' });

    // Stops are ticked off as the robot reaches them; all users see the route run.
    await panel(page).getByText('There and back').waitFor();
    await ticked(page).first().waitFor({ timeout: 120_000 });
    const drive = (await admin.routeRuns.current({ serialNumber })).drive!;
    expect(drive).toMatchObject({ state: 'inProgress', cycleType: 'loop', pathName: 'There and back' });

    // The run is followed beside the list of routes too.
    const list = await context.newPage();
    await list.goto(`${server.url}/setting/cruise-line?serialNumber=${serialNumber}`);
    await panel(list)
      .getByRole('button', { name: `Show the run of ${name}` })
      .click();
    const stopOf = (on: Page) => panel(on).getByRole('button', { name: /^Stop/u });
    await stopOf(list).waitFor();

    // Offline: the page says so. The robot continues meanwhile and is then shown at its current position.
    await context.setOffline(true);
    await poll(() => panel(page).innerText(), 60_000).toContain('No live connection');
    // Stop stays on the screen under the banner that says it, in the editor and beside the list.
    await list.getByText('This browser is offline.').waitFor();
    await staysInReach(stopOf(list));
    await list.close();
    await staysInReach(stopOf(page));
    await page.setViewportSize({ width: DESK.width, height: DESK.height });
    await until(
      async () => (await admin.routeRuns.current({ serialNumber })).drive!.loop > drive.loop,
      'it has done another round',
      180_000,
    );
    const { loop } = (await admin.routeRuns.current({ serialNumber })).drive!;
    await context.setOffline(false);
    await panel(page).getByText('No live connection').waitFor({ state: 'detached', timeout: 60_000 });
    await poll(async () =>
      Number(/\d+/u.exec(await panel(page).getByRole('definition').first().innerText())?.[0]),
    ).toBeGreaterThan(loop);

    // Stop needs no confirmation and is confirmed only by the robot's state; Resume continues; End asks for
    // confirmation.
    await panel(page).getByRole('button', { name: /^Stop/u }).click();
    await poll(() => panel(page).innerText()).toMatch(/confirmed by the robot/u);
    expect((await admin.robots.detail({ serialNumber })).live).toMatchObject({ held: true, paused: true });
    await panel(page).getByRole('button', { name: 'Resume' }).click();
    await until(async () => !(await admin.robots.detail({ serialNumber })).live.held, 'it is let go');
    await panel(page).getByRole('button', { name: 'End run' }).click();
    await page
      .getByRole('alertdialog', { name: `End There and back on ${name}?` })
      .getByRole('button', { name: 'End There and back' })
      .click();
    // A loop does not end by itself: ended after a full round, it counts as finished.
    await panel(page).getByText('Completed', { exact: true }).waitFor({ timeout: 60_000 });

    await panel(page).getByRole('button', { name: 'View record' }).click();
    const detail = page.getByRole('region', { name: `There and back, ${name}` });
    await detail.getByText('Completed', { exact: true }).waitFor();
    await poll(() =>
      detail.getByRole('list', { name: 'Stops visited' }).getByRole('listitem').count(),
    ).toBeGreaterThanOrEqual(2);
    await page
      .getByRole('table', { name: 'Run records' })
      .getByRole('row', { name: /There and back/u })
      .waitFor();
    await context.close();
  });
});
