/**
 * A call on a bad day, in a real browser: microphone and camera are refused, or taken away in the middle.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  OPERATOR,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

const ROBOT = 'U1-2311-0033';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
    60_000,
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  page = await context.newPage();
  await page.addInitScript(refuse);
  await enter(page, server, OPERATOR, `/robot/call?serialNumber=${ROBOT}`);
  await page.getByRole('heading', { name: /^No call with/ }).waitFor();
});
afterEach(async () => {
  await context.close();
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: false });
  await until(async () => ((await newest())?.state ?? 'ended') === 'ended', 'the call is over');
});

const newest = async () => (await admin.calls.list({ serialNumberStr: ROBOT })).rows[0];
/** Headless browsers allow every device without asking: until `allow`, the page refuses like a browser that was told to. */
const refuse = (): void => {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = (wanted) =>
    'isAllowed' in window ? open(wanted) : Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
};
async function allow(): Promise<void> {
  await context.grantPermissions(['microphone', 'camera'], { origin: server.url });
  await page.evaluate(() => Object.assign(window, { isAllowed: true }));
}
/** A visitor calls, and the operator answers with camera and microphone. */
async function talk(): Promise<void> {
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: true });
  await page.getByRole('region', { name: 'Incoming call' }).getByRole('button', { name: 'Answer' }).click();
  await until(async () => (await newest())?.state === 'connected', 'the call is connected');
}

it('refused microphone and camera are said; the call goes on, and they open once they are allowed', async () => {
  await talk();
  const refused = page.getByRole('alert').filter({ hasText: 'Microphone: Blocked by the browser.' });
  await refused.waitFor();
  expect(await refused.innerText()).toContain('Camera: Blocked by the browser.');
  expect(await refused.innerText()).toContain('No microphone: you can listen, say and show things.');
  // The robot's picture comes all the same, and it is known that nobody is heard.
  await page.getByText(/doesn't hear you/u).waitFor();
  await page.getByRole('button', { name: 'Show Floor plan' }).click();
  await until(async () => (await newest())?.screen?.picture === 'plan', 'the robot shows the plan');

  await allow();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByText(/hears you/u).waitFor();
  await page.getByRole('button', { name: 'Camera on' }).click();
  await page.getByText(/hears and sees you/u).waitFor();
  await refused.waitFor({ state: 'detached' });
  expect((await newest())?.state).toBe('connected');
});

it('devices that are taken away in the middle are off and say so, and do not come back by themselves', async () => {
  await allow();
  await talk();
  await page.getByText(/hears and sees you/u).waitFor();
  await context.clearPermissions();
  await page.getByText(/doesn't hear you/u).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Microphone: No device was found.' }).waitFor();
  expect((await newest())?.state).toBe('connected');
  await allow();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByText(/hears you/u).waitFor();
  await page.getByRole('button', { name: 'Camera on' }).waitFor();
});
