/** Robot views in a real browser, for an account with robots of two kinds only; and the narrow robot panel. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  NEWCOMER,
  openContext,
  type RunningServer,
  signIn,
  startServer,
} from './harness.ts';
import { poll } from './poll.ts';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Robot views' }).getByRole('tab');

it('every view can be chosen in the settings; one without robots says so and leads to all of them', async () => {
  const [admin, own] = await Promise.all([apiOf(server, ADMIN), apiOf(server, NEWCOMER)]);
  await admin.friends.inviteToRobots({ serialNumberStr: 'W1-2308-0417,S2-2402-0057', account: NEWCOMER });
  for (const { friendRelationId } of await own.friends.own({ userId: '' }))
    await own.friends.answerInvitation({ invitationId: friendRelationId, accept: true });
  const context = await openContext(browser);
  const page = await context.newPage();
  // With robots of several kinds, the first sign-in asks for a view.
  await context.addInitScript(() => localStorage.setItem('robot_view', 'all'));
  await signIn(page, server, NEWCOMER, undefined, '/home');
  await poll(() => tabs(page).count()).toBe(3);
  await page.getByRole('button', { name: /account menu of/iu }).click();
  await page.getByRole('menuitem', { name: 'User settings' }).click();
  await poll(() => tabs(page).count()).toBe(5);
  await tabs(page).filter({ hasText: 'Reception' }).click();
  await page.waitForURL(`${server.url}/home`);
  await page.getByRole('heading', { name: 'No robots in the Reception view' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('robot_view'))).toBe('xp');
  expect(await axeFindings(page, 'an empty view')).toEqual([]);
  await page.getByRole('button', { name: 'Show all robots' }).click();
  await page.getByText('Porter 1').first().waitFor();
  await context.close();
});

it('the narrow panel is 130 px wide, without search, refresh and picture, and numbers are whole', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await enter(page, server, ADMIN, '/setting/friend-manage');
  const panel = page.getByRole('complementary', { name: 'Robots' });
  await panel.getByText('W1-2308-0417').waitFor();
  expect((await panel.boundingBox())?.width).toBe(251);
  await panel.getByRole('button', { name: 'Narrow list' }).click();
  await panel.getByRole('button', { name: 'Widen list' }).waitFor();
  await poll(async () => (await panel.boundingBox())?.width).toBe(130);
  expect(await panel.getByRole('searchbox').count()).toBe(0);
  expect(await panel.getByRole('button', { name: 'Refresh' }).count()).toBe(0);
  expect(await panel.getByRole('radio').count()).toBe(4);
  const number = panel.getByText('W1-2308-0417');
  expect(await number.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await context.close();
});

it('on a phone held sideways, seven eighths of the height are the page, with the menu beside it; a robot has the whole window', async () => {
  const context = await openContext(browser, { ...DESK, width: 844, height: 390 });
  const page = await context.newPage();
  await enter(page, server, ADMIN, '/alarms');
  const [menu, main] = [page.getByRole('navigation', { name: 'Pages' }), page.getByRole('main')];
  await menu.getByRole('link', { name: 'Home' }).waitFor();
  await page.getByRole('group', { name: 'Filters' }).waitFor();
  expect(await menu.boundingBox()).toEqual({ x: 0, y: 0, width: 64, height: 390 });
  expect(await main.boundingBox()).toEqual({ x: 64, y: 48, width: 780, height: 342 });
  expect(await axeFindings(page, 'sideways')).toEqual([]);
  await page.goto(`${server.url}/home/robot-data?serialNumber=W1-2308-0417`);
  await page.getByRole('heading', { name: 'Porter 1' }).waitFor();
  await poll(() => menu.isVisible()).toBe(false);
  expect(await main.boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 });
  await context.close();
});
