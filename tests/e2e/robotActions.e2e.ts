/** Actions of a simulated robot's devices in the browser, and a case that sends a robot to its place. axe on each step. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import type { Api } from '../fakes/apiClient.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  enter,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

/** Receives guests: free at any time, with voice, lights and a head. */
const HOST = 'U1-2311-0033';

let server: RunningServer;
let browser: Browser;
let admin: Api<typeof catalogue>;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(HOST)), launch()]);
  admin = await apiOf(server, ADMIN);
  page = await (await openContext(browser)).newPage();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const lastOf = async (kind: string) =>
  (await admin.commands.list({ serialNumber: HOST, page: 1, limit: 20 })).rows.find((row) => row.kind === kind);
const online = () =>
  until(
    async () => (await admin.robots.detail({ serialNumber: HOST })).live.connection === 'online',
    'the robot is online',
  );

it('a robot says a text and switches its lights, each done when it reports it', async () => {
  await online();
  await enter(page, server, ADMIN, `/home/robot-data?serialNumber=${HOST}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Actions' });
  await panel.getByRole('textbox', { name: 'Text to say' }).fill('Please let me pass');
  await page.keyboard.press('Enter');
  const progress = panel.getByRole('list', { name: 'Progress of actions' });
  await progress.getByText('Finished').waitFor();
  expect(await lastOf('say')).toMatchObject({ state: 'finished', target: '' });
  await panel
    .getByRole('list', { name: 'Said recently' })
    .getByRole('button', { name: 'Please let me pass' })
    .waitFor();

  const lights = panel.getByRole('switch', { name: 'Lights' });
  const before = await lights.getAttribute('aria-checked');
  await lights.click();
  await until(async () => (await lights.getAttribute('aria-checked')) !== before, 'the lights are reported');
  await until(async () => (await lastOf('setLights'))?.state === 'finished', 'the lights are switched');
  expect(await axeFindings(page, 'actions')).toEqual([]);
});

it('a case sends a robot to its place, which is asked first, and follows it', async () => {
  await online();
  await admin.faults.robot({ simulatedRobot: HOST, fault: 'smoke', on: true });
  let caseId = '';
  await until(async () => {
    const found = (await admin.alarmCases.open({})).rows.find(
      ({ serialNumber, event, place }) => serialNumber === HOST && event === 'smoke' && place !== null,
    );
    caseId = found?.id ?? '';
    return found !== undefined;
  }, 'the alarm is a case');
  await page.goto(`${server.url}/alarms/case?id=${caseId}`);
  await page.getByRole('button', { name: 'Send a robot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a robot there' });
  await dialog.getByRole('radio', { name: 'Lobby host' }).click();
  expect(await axeFindings(page, 'send a robot')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send Lobby host' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Lobby host: Go to the place').waitFor();
  await until(
    async () => ['accepted', 'running', 'finished'].includes((await lastOf('goTo'))?.state ?? ''),
    'the robot has taken the order',
  );

  await page.getByRole('button', { name: 'Speak there' }).click();
  const speaking = page.getByRole('dialog', { name: 'Speak there' });
  await speaking.getByRole('textbox', { name: 'Text to say' }).fill('Please leave the building');
  await page.keyboard.press('Enter');
  await speaking.waitFor({ state: 'detached' });
  await page.getByText(': Say something').waitFor();
});
