/**
 * End-to-end latencies between operator and robot: video, the acceptance of a command, from a key press to the wheels.
 */
import mqtt, { type MqttClient } from 'mqtt';
import type { Page } from 'playwright-core';
import type { TeleopEcho } from '../../contract/wire/actions.ts';
import type { StateMessage } from '../../contract/wire/vda5050.ts';
import { ADMIN, DESK, apiOf, launch, openContext, signIn, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOT = 'T2-2403-0012';
const TRIES = 12;
const FRAMES_SECONDS = 10;
/** From its full speed of 0.7 m/s at 1.5 m/s². */
const BRAKING_MS = 500;
/** Tolerates one frame at either end of the measured interval. */
const LEAST_FRAMES_PER_SECOND = 14.5;

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
/** ms from clicking the camera's button to the first new frame. */
const FIRST_FRAME = `(async () => {
  const button = [...document.querySelectorAll('button')].find((one) => /turn video on/i.test(one.getAttribute('aria-label') ?? one.textContent ?? ''));
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
/** Displayed frames per second, once they have the requested size and a steady rate. */
const FRAMES = `(async () => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const begun = performance.now();
  while (document.querySelector('video')?.videoHeight !== 720) {
    if (performance.now() - begun > 20000) return NaN;
    await wait(100);
  }
  await wait(3000);
  const shown = () => document.querySelector('video').getVideoPlaybackQuality().totalVideoFrames;
  const [from, before] = [performance.now(), shown()];
  await wait(${FRAMES_SECONDS * 1_000});
  return document.querySelector('video').videoHeight === 720 ? (shown() - before) * 1000 / (performance.now() - from) : NaN;
})()`;
/** ms from the next click to a new first row of the ledger with the robot's acceptance. */
const ACCEPTED = `(async () => {
  let pressed = 0;
  window.addEventListener('click', () => { pressed = performance.now(); }, { capture: true, once: true });
  const first = () => document.querySelector('[aria-label="Commands and responses"] > *');
  const known = first();
  const begun = performance.now();
  while (performance.now() - begun < 20000) {
    if (pressed && first() !== known && /Go to/.test(first()?.textContent) && /Accepted|Running|Finished/.test(first().textContent)) return performance.now() - pressed;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return NaN;
})()`;

const tell = (figure: string, values: readonly number[], bound: number): void => {
  for (const share of [95, 50])
    say({ figure: `${figure}, p${share}`, value: percentile(values, share / 100), unit: 'ms', bound });
};

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const api = await apiOf(server, ADMIN);
  const live = async () => (await api.robots.detail({ serialNumber: ROBOT })).live;
  await until(async () => (await live()).connection === 'online', 'the robot is online', 60_000);
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  await signIn(page, server, undefined, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
  await page.getByRole('button', { name: 'Go to point' }).waitFor();
  await wait(3_000);
  await measureVideo(page);
  // Without rendering and encoding video at the same time: the latency of the command alone.
  await page.getByRole('button', { name: 'Turn video off' }).click();

  const { url, clientId, username, password, topics } = await api.robots.mqttConfig({
    serialNumber: ROBOT,
    clientId: 'bench',
  });
  const watcher = mqtt.connect(new URL(url, server.url.replace('http', 'ws')).href, {
    clientId,
    username,
    password,
    reconnectPeriod: 0,
  });
  await new Promise<void>((resolve) => watcher.once('connect', () => resolve()));
  await watcher.subscribeAsync(topics);
  await measureGoals(page, watcher, async () => {
    await api.commands.cancel({ serialNumber: ROBOT });
    await until(async () => !(await live()).busy, 'the robot has no order');
  });
  await measureKeys(page, watcher);
  watcher.end(true);
} finally {
  await browser.close();
  await server.close();
}

async function measureVideo(page: Page): Promise<void> {
  const frames: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    await page.getByRole('button', { name: 'Turn video off' }).click();
    const on = page.getByRole('button', { name: 'Turn video on' });
    await on.waitFor();
    await wait(500);
    frames.push(await page.evaluate<number>(FIRST_FRAME));
  }
  tell('click to the first video frame', frames, 600);
  await page.getByRole('button', { name: /Switch to/u }).click();
  say({
    figure: 'video frames at 1280 x 720',
    value: await page.evaluate<number>(FRAMES),
    unit: '/s',
    bound: LEAST_FRAMES_PER_SECOND,
    atLeast: true,
  });
}

async function measureGoals(page: Page, watcher: MqttClient, free: () => Promise<void>): Promise<void> {
  /** By the robot's own clock: the start of each cancellation, and the time until the robot stood. */
  const begun = new Map<string, number>();
  let braking = 0;
  watcher.on('message', (topic, payload) => {
    if (!topic.endsWith('/state')) return;
    const { actionStates, timestamp } = JSON.parse(payload.toString()) as StateMessage;
    const cancel = actionStates.findLast(({ actionType }) => actionType === 'cancelOrder');
    if (!cancel) return;
    const at = Date.parse(timestamp);
    if (cancel.actionStatus === 'RUNNING' && !begun.has(cancel.actionId)) begun.set(cancel.actionId, at);
    else if (cancel.actionStatus === 'FINISHED' && begun.has(cancel.actionId)) {
      braking += at - (begun.get(cancel.actionId) ?? at);
      begun.delete(cancel.actionId);
    }
  });
  const sendTo = async (point: string): Promise<number> => {
    await page.getByRole('button', { name: 'Go to point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Search points').fill(point);
    await dialog.getByRole('option').or(dialog.getByRole('radio')).first().click();
    const answer = page.evaluate<number>(ACCEPTED);
    await dialog.getByRole('button', { name: /^send/iu }).click();
    return answer;
  };
  const first: number[] = [];
  const changed: number[] = [];
  const withoutBraking: number[] = [];
  for (let n = 0; n < TRIES; n += 1) {
    const [there, elsewhere] = n % 2 ? ['pharmacy', 'ward'] : ['ward', 'pharmacy'];
    first.push(await sendTo(there ?? ''));
    await wait(1_500);
    braking = 0;
    const took = await sendTo(elsewhere ?? '');
    changed.push(took);
    withoutBraking.push(took - braking);
    await wait(500);
    await free();
    await wait(500);
  }
  tell("click to the robot's acceptance on the screen", first, 300);
  // VDA 5050 allows one order at a time: the old one is cancelled first, which finishes when the robot stands.
  tell('the same with another goal under way, without its braking', withoutBraking, 300);
  tell('the same with its braking', changed, 300 + BRAKING_MS);
}

async function measureKeys(page: Page, watcher: MqttClient): Promise<void> {
  let moved = 0;
  watcher.on('message', (topic, payload) => {
    if (topic.endsWith('/teleopEcho') && moved === 0 && Math.abs((JSON.parse(payload.toString()) as TeleopEcho).wz) > 0)
      moved = Date.now();
  });
  await page.getByRole('button', { name: 'Take control' }).click();
  await page.getByText('You have control', { exact: true }).waitFor();
  await wait(3_000);
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
  // The motion controller runs at 20 Hz and echoes as soon as it follows: up to 50 ms of this.
  tell("key to the robot's wheels as its echo tells", keys, 100);
}
