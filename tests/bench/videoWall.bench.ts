/**
 * The video wall: first pictures of nine tiles, four of them live at 360p, and what they cost the browser's main and
 * raster threads. Then the camera of one robot: its first frame, and the time from the camera to the screen, read from
 * the clock that the simulator draws into the picture.
 */
import { readdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { ADMIN, DESK, OPERATOR, apiOf, enter, launch, openContext, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const TILES = 9;
const LIVE = 4;
const VISITS = 5;
const FRAME_VISITS = 12;
const LOAD_SECONDS = 10;
const GLASS_READINGS = 40;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
/** As by the browser's own buttons. */
const goTo = (path: string): string =>
  `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'));`;
/**
 * ms until each tile shows its first picture: a frame of its stream, or the still picture that was drawn. The app has
 * started on another page, so that loading it is not measured.
 */
const FIRST_PICTURES = `(async () => {
  const shown = new Map();
  const begun = performance.now();
  ${goTo('/video/wall')}
  while (performance.now() - begun < 60000 && shown.size < ${TILES}) {
    document.querySelectorAll('section[aria-label^="Tile "]').forEach((tile, index) => {
      const frames = tile.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
      const isDrawn = (tile.querySelector('canvas')?.width ?? 300) !== 300;
      if (!shown.has(index) && (frames > 0 || isDrawn)) shown.set(index, performance.now() - begun);
    });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return [...shown.values()];
})()`;
/** ms from opening the page of a robot to the first frame of its camera. */
const firstFrame = (serialNumber: string): string => `(async () => {
  const begun = performance.now();
  ${goTo(`/home/robot-data?serialNumber=${serialNumber}`)}
  while (performance.now() - begun < 30000) {
    if ((document.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0)
      return performance.now() - begun;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return NaN;
})()`;
/**
 * ms between the clock strip of the picture and this computer's clock: 16 bits of milliseconds since 1970, light for 1,
 * in cells of 8 x 8 px at the top right (simulator/camera/clockStrip.ts).
 */
const GLASS = `(async () => {
  const [CELL, BITS, MARGIN] = [8, 16, 8];
  const video = document.querySelector('video');
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
      .map((serialNumber, index) => ({ slot: index + 1, serialNumber, quality: null, live: index < LIVE })),
  });
  const firsts: number[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const page = await openedApp();
    const shown = await page.evaluate<number[]>(FIRST_PICTURES);
    firsts.push(...shown, ...Array.from({ length: TILES - shown.length }, () => NaN));
    if (visit === VISITS - 1) {
      // Until the still pictures are taken, more than four cameras are open.
      await page
        .getByText(/^Still · /u)
        .nth(TILES - LIVE - 1)
        .waitFor({ timeout: 60_000 });
      await wait(3_000);
      await measureLoad(page, browser);
    }
    await page.context().close();
  }
  tell('opening a wall of nine to each first picture', firsts, 1_500);

  const frames: number[] = [];
  for (let visit = 0; visit < FRAME_VISITS; visit += 1) {
    const page = await openedApp();
    frames.push(await page.evaluate<number>(firstFrame(robots[visit % robots.length] ?? '')));
    if (visit === FRAME_VISITS - 1) {
      await wait(3_000);
      tell('camera to screen', await page.evaluate<number[]>(GLASS), 150);
    }
    await page.context().close();
  }
  tell("opening a robot's page to its first frame", frames, 600);
} finally {
  await browser.close();
  await server.close();
}

/** The app has started and shows a page without cameras, for as long as a person looks at it before going on. */
async function openedApp(): Promise<Page> {
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  await enter(page, server, OPERATOR, '/video/photos');
  await page.getByRole('heading', { name: 'Photos and recordings' }).waitFor();
  await wait(4_000);
  return page;
}

/** CPU time of the main and raster threads of all pages, in percent of one core, while four pictures play. */
async function measureLoad(page: Page, of: Browser): Promise<void> {
  const devtools = await of.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const before = await cpuSeconds(renderers);
  await page.waitForTimeout(LOAD_SECONDS * 1_000); // The interval that is measured.
  const after = await cpuSeconds(renderers);
  const share = ((after - before) / LOAD_SECONDS) * 100;
  say({ figure: `main and raster threads with ${LIVE} live tiles of ${TILES}`, value: share, unit: '%', bound: 60 });
}

async function cpuSeconds(processes: readonly number[]): Promise<number> {
  let ticks = 0;
  for (const process of processes)
    for (const thread of await readdir(`/proc/${process}/task`)) {
      const text = await readFile(`/proc/${process}/task/${thread}/stat`, 'utf8').catch(() => '');
      // `pid (name) state ppid …`: utime and stime are the 14th and 15th field.
      const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/su.exec(text) ?? [];
      if (thread !== String(process) && !name.startsWith('CompositorTile')) continue;
      const fields = rest.split(' ');
      ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }
  return ticks / TICKS_PER_SECOND;
}
