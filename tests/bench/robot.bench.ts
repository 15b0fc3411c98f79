/** From a hand to the robot and back: a command's acceptance, the first frame of video, a key to the wheels. */
import mqtt from 'mqtt';
import { ADMIN, DESK, apiOf, launch, openContext, signIn, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOT = 'T2-2403-0012';
const TRIES = 12;

// As text: what builds this file for Node would put names of its own into functions that run in the page.
/** ms from pressing the camera's button to a frame that was not there before. */
const FIRST_FRAME = `(async () => {
  const button = [...document.querySelectorAll('button')].find((one) => /turn the picture on/i.test(one.getAttribute('aria-label') ?? one.textContent ?? ''));
  const from = performance.now();
  const known = document.querySelector('video')?.srcObject;
  button.click();
  for (;;) {
    const video = document.querySelector('video');
    if (video && video.srcObject && video.srcObject !== known && video.videoWidth > 0 && video.getVideoPlaybackQuality().totalVideoFrames > 0) return performance.now() - from;
    if (performance.now() - from > 10000) return NaN;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;
/** ms from the next press to a new first row of the ledger that says the robot took it. */
const ACCEPTED = `(async () => {
  let pressed = 0;
  window.addEventListener('click', () => { pressed = performance.now(); }, { capture: true, once: true });
  const rows = () => document.querySelectorAll('[aria-label^="Every command"] > *');
  const known = rows().length;
  const begun = performance.now();
  while (performance.now() - begun < 20000) {
    if (pressed && rows().length > 0 && /Go to/.test(rows()[0].textContent) && /Accepted|Running|Finished/.test(rows()[0].textContent) && (rows().length > known || rows()[0] !== window.lastFirst)) {
      window.lastFirst = rows()[0];
      return performance.now() - pressed;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return NaN;
})()`;

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const api = await apiOf(server, ADMIN);
  await until(async () => (await api.robots.detail({ serialNumber: ROBOT })).live.connection === 'online', 'the robot is online', 60_000);
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  await signIn(page, server, undefined, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
  await page.getByRole('button', { name: 'Go to point' }).waitFor();
  await wait(3_000);

  const frames: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    await page.getByRole('button', { name: 'Turn the picture off' }).click();
    const on = page.getByRole('button', { name: 'Turn the picture on' });
    await on.waitFor();
    await wait(500);
    frames.push(await page.evaluate<number>(FIRST_FRAME));
  }
  say({ figure: 'click to the first video frame, p95', value: percentile(frames, 0.95), unit: 'ms', bound: 600 });
  say({ figure: 'click to the first video frame, p50', value: percentile(frames, 0.5), unit: 'ms', bound: 600 });

  // Without a picture drawn and encoded beside it: what the command's own way costs.
  await page.getByRole('button', { name: 'Turn the picture off' }).click();
  const accepted: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    await page.getByRole('button', { name: 'Go to point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search points').fill(n % 2 ? 'pharmacy' : 'ward');
    await dialog.getByRole('option').or(dialog.getByRole('radio')).first().click();
    const answer = page.evaluate<number>(ACCEPTED);
    await dialog.getByRole('button', { name: /^send/iu }).click();
    accepted.push(await answer);
    await wait(1_500);
  }
  say({ figure: "click to the robot's acceptance on the screen, p95", value: percentile(accepted, 0.95), unit: 'ms', bound: 300 });
  say({ figure: "click to the robot's acceptance on the screen, p50", value: percentile(accepted, 0.5), unit: 'ms', bound: 300 });

  const { url, clientId, username, password, topics } = await api.robots.mqttConfig({ serialNumber: ROBOT, clientId: 'bench' });
  const watcher = mqtt.connect(new URL(url, server.url.replace('http', 'ws')).href, { clientId, username, password, reconnectPeriod: 0 });
  await new Promise<void>((resolve) => watcher.once('connect', () => resolve()));
  await watcher.subscribeAsync(topics);
  let moved = 0;
  watcher.on('message', (topic, payload) => {
    if (topic.endsWith('/teleopEcho') && moved === 0 && Math.abs((JSON.parse(payload.toString()) as { wz: number }).wz) > 0) moved = Date.now();
  });
  await page.getByRole('button', { name: 'Take control' }).click();
  await page.getByText('You drive', { exact: true }).waitFor();
  await wait(1_500);
  const keys: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    moved = 0;
    const from = Date.now();
    await page.keyboard.down(n % 2 ? 'q' : 'e');
    await until(() => moved > 0, 'the wheels move', 3_000).catch(() => undefined);
    await page.keyboard.up(n % 2 ? 'q' : 'e');
    if (moved > 0) keys.push(moved - from);
    await wait(900);
  }
  watcher.end(true);
  // The robot tells of its wheels ten times a second: up to 100 ms of this are the telling, not the moving.
  say({ figure: "key to the robot's wheels as its echo tells, p95", value: percentile(keys, 0.95), unit: 'ms', bound: 100 });
  say({ figure: "key to the robot's wheels as its echo tells, p50", value: percentile(keys, 0.5), unit: 'ms', bound: 100 });
} finally {
  await browser.close();
  await server.close();
}
