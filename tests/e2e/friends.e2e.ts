/**
 * Ownership of a robot in two real browsers against the real server: requested, invited with another, accepted, transferred, and
 * unbound by its last member, who keeps the claim code.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ADMIN,
  apiOf,
  fleetUpTo,
  launch,
  type Look,
  NEWCOMER,
  openContext,
  type RunningServer,
  signIn,
  startServer,
  until,
} from './harness.ts';

const PHONE: Look = { width: 390, height: 844, locale: 'en-US', theme: 'dark' };
const ROBOT = { serialNumber: 'D2-2401-0021', name: 'Mist 1' };
const OTHER = 'W1-2308-0417';

let server: RunningServer;
let browser: Browser;
let admin: Page;
let newcomer: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT.serialNumber)), launch()]);
  [admin, newcomer] = (await Promise.all(
    [openContext(browser), openContext(browser, PHONE)].map(async (context) => (await context).newPage()),
  )) as [Page, Page]; // one page per account
  await signIn(admin, server, ADMIN);
  await signIn(newcomer, server, NEWCOMER);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
const pathOf = (page: Page) => new URL(page.url()).pathname;

it('goes from hand to hand', async () => {
  await newcomer.getByRole('heading', { name: 'No robots yet' }).waitFor();
  await press(newcomer, 'Request access');
  await newcomer.getByLabel('Serial number').fill(OTHER);
  await press(newcomer, 'Send request');
  await newcomer.getByText(`If robot ${OTHER} exists`).waitFor();

  // The administrator is told on another page and sees the pending request; the requester has no robot yet.
  await admin.getByText('Sam Ortega requests access to Porter 1.').waitFor();
  await press(admin, 'View requests');
  await admin.getByRole('region', { name: 'Waiting for authorization' }).getByText('Sam Ortega').waitFor();
  await admin.getByRole('link', { name: 'Members, 1 waiting', exact: true }).waitFor();
  await press(admin, 'Decline Sam Ortega for Porter 1');
  await answer(admin, 'Decline');
  await admin.getByRole('region', { name: 'Waiting for authorization' }).waitFor({ state: 'detached' });
  await admin.getByRole('link', { name: 'Members', exact: true }).waitFor();
  expect(pathOf(newcomer)).toBe('/no-robot');

  // Selecting another robot in the panel updates the URL.
  await admin.getByRole('complementary').getByText(ROBOT.serialNumber).click();
  await until(
    () => new URL(admin.url()).searchParams.get('serialNumber') === ROBOT.serialNumber,
    'the address names the robot',
  );
  await press(admin, 'Invite');
  await admin.getByLabel('Email, phone number or app ID').fill(NEWCOMER);
  await admin.getByRole('checkbox', { name: `Porter 1 · ${OTHER}` }).check();
  await press(admin, 'Send invitation');
  const results = admin.getByRole('dialog', { name: `Results for ${NEWCOMER}` });
  await results.getByRole('listitem').filter({ hasText: OTHER }).getByText('Invited').waitFor();
  await results.getByRole('listitem').filter({ hasText: ROBOT.serialNumber }).getByText('Invited').waitFor();
  await press(admin, 'Done');
  await admin.getByText('Invitation pending').waitFor();
  await newcomer.getByRole('button', { name: 'Accept invitation to Porter 1' }).waitFor();

  // The robot appears without a click, and the page leads to home.
  await press(newcomer, `Accept invitation to ${ROBOT.name}`);
  await until(() => pathOf(newcomer) === '/home', 'the newcomer is at home');
  await newcomer.goto(`${server.url}/setting/friend-manage`);
  await newcomer.getByText('a***@demo.roundhouse').waitFor();

  await admin.getByRole('combobox', { name: 'New super administrator' }).selectOption({ label: 'Sam Ortega' });
  await press(admin, 'Transfer');
  await admin.getByRole('alertdialog', { name: `Transfer ${ROBOT.name} to Sam Ortega?` }).waitFor();
  await answer(admin, 'Transfer');

  // The new owner can unbind at once; although no robot is left, the page stays until the code is dismissed.
  await press(newcomer, 'Unbind');
  await answer(newcomer, 'Unbind');
  const code = await newcomer.getByRole('alertdialog').locator('code').innerText();
  expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/u);
  await admin.getByRole('complementary').getByText(ROBOT.serialNumber).waitFor({ state: 'detached' });
  expect(pathOf(newcomer)).toBe('/setting/friend-manage');
  await press(newcomer, "I've saved it");
  await until(() => pathOf(newcomer) === '/no-robot', 'the newcomer has no robot');

  const api = await apiOf(server, ADMIN);
  expect(await api.robots.bind({ code })).toMatchObject({ serialNumber: ROBOT.serialNumber, addedRole: null });
  await admin.getByRole('complementary').getByText(ROBOT.serialNumber).waitFor();
});
