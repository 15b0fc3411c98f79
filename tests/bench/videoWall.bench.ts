/**
 * The video wall: first pictures of nine tiles, the browser's load while all of them are live, and the time from the
 * robot's camera to the screen, read from the clock that the simulator draws into the picture.
 */
import type { CDPSession, Page } from 'playwright-core';
import { ADMIN, DESK, OPERATOR, apiOf, enter, launch, openContext, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const TILES = 9;
const VISITS = 5;
const LOAD_SECONDS = 10;
const GLASS_READINGS = 40;

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
/** ms from the start of the page until each tile has shown a frame. */
const FIRST_FRAMES = `(async () => {
  const shown = new Map();
  while (performance.now() < 60000 && shown.size < ${TILES}) {
    document.querySelectorAll('section[aria-label^="Tile "] video').forEach((video, index) => {
      if (!shown.has(index) && video.getVideoPlaybackQuality().totalVideoFrames > 0) shown.set(index, performance.now());
    });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return [...shown.values()];
})()`;
/**
 * ms between the clock strip of the picture and this computer's clock: 16 bits of milliseconds since 1970, light for 1,
 * in cells of 8 x 8 px at the top right (simulator/camera/clockStrip.ts).
 */
const GLASS = `(async () => {
  const [CELL, BITS, MARGIN] = [8, 16, 8];
  const video = document.querySelector('section[aria-label^="Tile 1"] video');
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const found = [];
  const begun = performance.now();
  while (found.length < ${GLASS_READINGS} && performance.now() - begun < 30000) {
    await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    const now = Date.now();
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    pen.drawImage(video, 0, 0);
    let value = 0;
    const left = canvas.width - MARGIN - BITS * CELL;
    for (let bit = 0; bit < BITS; bit += 1) {
      const [light] = pen.getImageData(left + bit * CELL + CELL / 2, MARGIN + CELL / 2, 1, 1).data;
      value = value * 2 + (light > 128 ? 1 : 0);
    }
    found.push(((now % 65536) - value + 65536) % 65536);
  }
  return found;
})()`;

const tell = (figure: string, values: readonly number[], bound: number): void => {
  for (const share of [95, 50])
    say({ figure: `${figure}, p${share}`, value: percentile(values, share / 100), unit: 'ms', bound });
};

const [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_VIDEO_CLOCK: 'on' }), launch()]);
try {
  const [admin, operator] = [await apiOf(server, ADMIN), await apiOf(server, OPERATOR)];
  let robots: string[] = [];
  await until(
    async () => {
      const { robots: list } = await operator.robots.list({
        robotView: 'all',
        navigationRobot: false,
        superAdminUser: false,
      });
      const online = list.filter(({ live }) => live.connection === 'online');
      const details = await Promise.all(online.map(({ serialNumber }) => admin.robots.detail({ serialNumber })));
      robots = details.filter(({ abilities }) => abilities.video).map(({ serialNumber }) => serialNumber);
      return robots.length >= TILES;
    },
    'nine robots with a camera are online',
    90_000,
  );
  await operator.videoWall.saveLayout({
    name: 'Bench',
    grid: TILES,
    quality: '360p',
    stillSeconds: 60,
    isShared: false,
    tiles: robots
      .slice(0, TILES)
      .map((serialNumber, index) => ({ slot: index + 1, serialNumber, quality: null, live: true })),
  });
  const firsts: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, OPERATOR, '/video');
    const shown = await page.evaluate<number[]>(FIRST_FRAMES);
    firsts.push(...shown, ...Array.from({ length: TILES - shown.length }, () => NaN));
    if (visit === VISITS - 1) {
      await wait(5_000);
      await measureLoad(page, await context.newCDPSession(page));
      tell('camera to screen', await page.evaluate<number[]>(GLASS), 400);
    }
    await context.close();
  }
  tell('opening a wall of nine to each first picture', firsts, 2_500);
} finally {
  await browser.close();
  await server.close();
}

/** Share of the main thread and of layout, style and painting while nine pictures play. */
async function measureLoad(page: Page, devtools: CDPSession): Promise<void> {
  await devtools.send('Performance.enable');
  const read = async (): Promise<Record<string, number>> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  };
  const before = await read();
  await page.waitForTimeout(LOAD_SECONDS * 1_000); // The interval that is measured.
  const after = await read();
  const share = (name: string): number => (((after[name] ?? 0) - (before[name] ?? 0)) / LOAD_SECONDS) * 100;
  say({ figure: 'main thread with nine live tiles', value: share('TaskDuration'), unit: '%', bound: 30 });
  say({
    figure: 'layout and style with nine live tiles',
    value: share('LayoutDuration') + share('RecalcStyleDuration'),
    unit: '%',
    bound: 5,
  });
}
