/**
 * Calls, on the real page against the real server and a simulated robot: from the press on Answer until both pictures are
 * there, the robot's in the operator's browser and the operator's on the robot's screen.
 */
import { ADMIN, apiOf, DESK, enter, launch, openContext, OPERATOR, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOT = 'U1-2311-0033';
const CALLS = 20;
/** The first ones wait for the video process, and for the code of the page. */
const WARM_UP = 3;

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
const HOME = `history.pushState(null, '', '/home'); dispatchEvent(new PopStateEvent('popstate'));`;
/** Times of the press and of the first frame of the robot's camera, ms since 1970. */
const ANSWER = `(async () => {
  const banner = document.querySelector('section[aria-label="Incoming call"]');
  const button = [...banner.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Answer');
  const pressedAt = Date.now();
  button.click();
  while (Date.now() - pressedAt < 30000) {
    const video = document.querySelector('.card video[aria-label^="Camera of"]');
    if ((video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) > 0) return [pressedAt, Date.now()];
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('no picture of the robot');
})()`;

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const admin = await apiOf(server, ADMIN);
  const newest = async () => (await admin.calls.list({ serialNumberStr: ROBOT, limit: 1 })).rows[0];
  const visitor = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on });
  await until(
    async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
    60_000,
  );
  const context = await openContext(browser, DESK);
  await context.grantPermissions(['microphone', 'camera'], { origin: server.url });
  const page = await context.newPage();
  await enter(page, server, OPERATOR, '/home');
  await page.getByRole('link', { name: 'Home' }).first().waitFor();
  const took: number[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    await visitor(true);
    await page.getByRole('region', { name: 'Incoming call' }).getByRole('button', { name: 'Answer' }).waitFor();
    const pictures = page.evaluate<[number, number]>(ANSWER);
    /** When the robot says that its screen shows frames of the operator's camera. */
    const shown = async (): Promise<number> => {
      for (const end = Date.now() + 30_000; Date.now() < end; await wait(10)) {
        const call = await newest();
        if (call?.state === 'connected' && call.screen?.shows === 'operator' && call.screen.frames > 0)
          return Date.now();
      }
      throw new Error("the operator's camera is not on the robot's screen");
    };
    const [[pressedAt, seenAt], shownAt] = await Promise.all([pictures, shown()]);
    took.push(Math.max(seenAt, shownAt) - pressedAt);
    await visitor(false);
    await until(async () => (await newest())?.state === 'ended', 'the call is over');
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.evaluate(HOME);
    await page.getByRole('heading', { name: 'What happened' }).waitFor({ state: 'detached' });
  }
  say({
    figure: 'answer of a call to both pictures, p95',
    value: percentile(took.slice(WARM_UP), 0.95),
    unit: 'ms',
    bound: 800,
  });
} finally {
  await browser.close();
  await server.close();
}
