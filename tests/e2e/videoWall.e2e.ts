/** The video wall in a real browser: the frames of all nine tiles move, one becomes a still picture, one loses its camera. */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, it } from 'vitest';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  openContext,
  OPERATOR,
  startServer,
  until,
  type RunningServer,
} from './harness.ts';

const TILES = 9;

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let robots: string[];
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: String(TILES) }), launch()]);
  const operator = await apiOf(server, OPERATOR);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => {
      const { robots: list } = await operator.robots.list({
        robotView: 'all',
        navigationRobot: false,
        superAdminUser: false,
      });
      const online = list.filter(({ live }) => live.connection === 'online').map(({ serialNumber }) => serialNumber);
      const details = await Promise.all(online.map((serialNumber) => operator.robots.detail({ serialNumber })));
      robots = details.filter(({ abilities }) => abilities.video).map(({ serialNumber }) => serialNumber);
      return robots.length >= TILES;
    },
    'nine robots with a camera are online',
    90_000,
  );
  await operator.videoWall.saveLayout({
    name: 'All',
    grid: TILES,
    quality: '360p',
    stillSeconds: 30,
    isShared: false,
    tiles: robots
      .slice(0, TILES)
      .map((serialNumber, index) => ({ slot: index + 1, serialNumber, quality: null, live: true })),
  });
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  page = await context.newPage();
  await enter(page, server, OPERATOR, '/video');
});
afterEach(() => context.close());

/** Frames shown so far, by place. */
const frames = (): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section[aria-label^="Tile "] video')].map(
      (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
    ),
  );

/** Nine pictures keep a small machine busy: a further one can take several attempts. */
async function shows(tile: Locator, text: RegExp): Promise<void> {
  await tile
    .getByText(text)
    .waitFor({ timeout: 150_000 })
    .catch(async () => {
      throw new Error(`the tile does not show ${text}: ${await tile.innerText()}`);
    });
}

it('nine cameras are live at once; a chosen one becomes a still picture and live again; an unplugged one says so', async () => {
  let before: number[] = [];
  const moving = new Set<number>();
  await until(
    async () => {
      const now = await frames();
      // On a small machine nine pictures do not move in every half second: each has to move once while all are open.
      if (now.length === TILES) now.forEach((count, index) => count > (before[index] ?? count) && moving.add(index));
      before = now;
      if (moving.size < TILES) await page.waitForTimeout(500); // Frames take their time.
      return moving.size === TILES;
    },
    'the frames of all tiles move',
    120_000,
  );

  const last = page.getByRole('region', { name: /^Tile 9: / });
  await page.keyboard.press('9');
  await page.keyboard.press('l');
  await shows(last, /^Still · /u);
  await page.keyboard.press('l');
  await shows(last, /^Live/u);

  const first = page.getByRole('region', { name: /^Tile 1: / });
  const unplug = (on: boolean) => admin.faults.robot({ simulatedRobot: robots[0] ?? '', fault: 'cameraUnplugged', on });
  // It may have lost its connection since its frames moved.
  await shows(first, /^Live/u);
  await unplug(true);
  await shows(first, /^Camera is unplugged$/u);
  await unplug(false);
  await shows(first, /^Live/u);
});

it('the large view has Stop and leaves with Escape, and the robot panel puts a robot on the wall', async () => {
  await page.getByRole('region', { name: /^Tile 1: / }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Stop/u }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: /^Tile 9: / }).waitFor();
  const name = (await page.getByRole('region', { name: /^Tile 9: / }).getAttribute('aria-label'))?.slice(
    'Tile 9: '.length,
  );
  await page.keyboard.press('9');
  await page.keyboard.press('Delete');
  const empty = page.getByRole('region', { name: 'Tile 9, empty' });
  await empty.waitFor();
  await page
    .getByRole('complementary')
    .getByRole('button', { name: new RegExp(name ?? '', 'u') })
    .first()
    .dragTo(empty);
  await page.getByRole('region', { name: `Tile 9: ${name}` }).waitFor();
});
