/** The camera in a real browser: moving frames in both qualities, and honest words when there are none. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { ADMIN, DESK, apiOf, launch, openContext, signIn, startServer, until, type RunningServer } from './harness.ts';

const ROBOT = 'W1-2308-0417';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online', 'the robot is online', 60_000);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  page = await context.newPage();
  await signIn(page, server, undefined, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
});
afterEach(() => context.close());

/** Width of the picture, and how much of it changed between two looks half a second apart (0..1). */
const look = () => page.evaluate(async () => {
  const video = document.querySelector('video');
  if (!video || video.videoWidth === 0) return { width: 0, changed: 0, played: 0 };
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [160, 90];
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const shot = () => {
    pen?.drawImage(video, 0, 0, 160, 90);
    return pen?.getImageData(0, 0, 160, 90).data ?? new Uint8ClampedArray();
  };
  const [before, from] = [shot(), video.getVideoPlaybackQuality().totalVideoFrames];
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = shot();
  let differing = 0;
  for (let n = 0; n < before.length; n += 4) if (Math.abs((before[n] ?? 0) - (after[n] ?? 0)) > 2) differing += 1;
  return { width: video.videoWidth, changed: (differing * 4) / before.length, played: video.getVideoPlaybackQuality().totalVideoFrames - from };
});

describe('the camera', () => {
  it('shows moving frames, about fifteen a second, and changes quality on the fly', async () => {
    await until(async () => (await look()).width === 640, 'a picture in 360p');
    // A clock is in the picture, so that even a standing robot's changes.
    await until(async () => (await look()).changed > 0, 'the picture moves');
    await until(async () => (await look()).played >= 5, 'frames flow');
    await page.getByRole('button', { name: /change to 720p/iu }).click();
    await until(async () => (await look()).width === 1280, 'a picture in 720p');
  });

  it('says that there is no camera when it is unplugged, and shows it again by itself', async () => {
    await until(async () => (await look()).width > 0, 'a picture');
    const unplug = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'cameraUnplugged', on });
    await unplug(true);
    await page.getByText('No camera', { exact: true }).waitFor();
    await unplug(false);
    await until(async () => (await page.getByText('No camera', { exact: true }).count()) === 0 && (await look()).played > 0, 'the picture is back');
  });

  it('says that the robot is offline, and comes back with it', async () => {
    await until(async () => (await look()).width > 0, 'a picture');
    const lose = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'offline', on });
    await lose(true);
    await page.getByText('The picture comes back with the robot.').waitFor();
    await lose(false);
    await until(async () => (await look()).played > 0, 'the picture is back');
  });
});
