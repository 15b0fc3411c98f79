/**
 * Settings of a robot, from the page to the simulated robot and back: applied and reported, refused with the robot's reason,
 * and set while it is offline.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RobotSettingName } from '../../contract/entities/robotSettings.ts';
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

/** East patrol: its lamp board does not answer. */
const ROBOT = 'S2-2402-0056';
const PATH = `/setting/basic-info?serialNumber=${ROBOT}`;

let server: RunningServer;
let browser: Browser;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
  page = await (await openContext(browser, DESK)).newPage();
  await enter(page, server, ADMIN, PATH);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const setting = async (name: RobotSettingName) =>
  (await admin.robotSettings.all({ serialNumber: ROBOT })).settings.find((one) => one.name === name);
/** What the robot itself reports. */
const reports = (name: RobotSettingName, value: unknown): Promise<void> =>
  until(async () => (await setting(name))?.reported?.value === value, `the robot reports ${name} ${String(value)}`);
const row = (name: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ has: page.getByRole('img') })
    .last();
const volume = () => page.getByRole('slider', { name: 'Volume' });

it('what is set reaches the robot, and the page says so when the robot reports it', async () => {
  await row('Volume').getByText('since', { exact: false }).waitFor();
  await volume().focus();
  await volume().press('Home');
  await reports('volume', 0);
  await row('Volume').getByText('0%', { exact: true }).waitFor();
  const light = page.getByRole('switch', { name: 'Chassis light' });
  const on = (await light.getAttribute('aria-checked')) !== 'true';
  await light.click();
  await reports('chassisLight', on);
  await row('Chassis light')
    .getByText(on ? 'On' : 'Off', { exact: true })
    .waitFor();
  await row('Chassis light').getByText('since', { exact: false }).waitFor();
});

it('what the robot refuses keeps the reason that the robot gives', async () => {
  await page.getByRole('switch', { name: 'Patrol warning light' }).click();
  await row('Patrol warning light').getByText('still Off: The lamp board does not answer.').waitFor();
  expect((await setting('patrolWarningLight'))?.state).toBe('refused');
});

it('what is set while the robot is offline waits, and is applied when it is back', async () => {
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'offline', on: true });
  await until(async () => !(await admin.robotSettings.all({ serialNumber: ROBOT })).online, 'the robot is offline');
  await row('Volume').getByText('last reported', { exact: false }).waitFor();
  await volume().focus();
  await volume().press('End');
  await row('Volume').getByText('sent when the robot reconnects', { exact: false }).waitFor();
  expect((await setting('volume'))?.reported?.value).toBe(0);
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'offline', on: false });
  await reports('volume', 100);
  await row('Volume').getByText('since', { exact: false }).waitFor();
});

it('texts that were typed are there again after a forced sign-out', async () => {
  const word = page.getByLabel('Says when it starts charging');
  await word.fill('Good evening from the patrol');
  await admin.faults.cloud({ fault: 'sessionInvalid', on: true, account: 'demo-admin' });
  await page.getByLabel(/phone or email/iu).waitFor();
  await page.getByLabel(/phone or email/iu).fill(ADMIN);
  await page.getByLabel(/^password$/iu).fill('Roundhouse1');
  await page.getByRole('button', { name: /^sign in$/iu }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await page.goto(`${server.url}${PATH}`);
  await until(async () => (await word.inputValue()) === 'Good evening from the patrol', 'the text is there again');
});
