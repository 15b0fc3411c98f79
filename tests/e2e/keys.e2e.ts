/**
 * A wall board in a real browser: opened by a key only, shows a lost robot, and goes blank when its key is revoked; and
 * an app is created too.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, apiOf, enter, launch, openContext, type RunningServer, startServer, until } from './harness.ts';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a key opens the board of offline robots for a wall, until it is revoked', async () => {
  const [admins, walls, phones] = await Promise.all([
    openContext(browser),
    openContext(browser, { width: 1920, height: 1080, locale: 'en-US', theme: 'dark' }),
    openContext(browser, { width: 390, height: 844, locale: 'zh-CN', theme: 'light' }),
  ]);
  const admin = await admins.newPage();
  await enter(admin, server, ADMIN, '/accounts/keys');
  await admin.getByRole('button', { name: 'New key' }).click();
  await admin.getByLabel('Name', { exact: true }).fill('Lobby wall');
  await admin.getByRole('button', { name: 'Create key' }).click();
  const link = await admin.getByLabel('Offline robots', { exact: true }).inputValue();
  expect(link).toMatch(new RegExp(`^${server.url}/plg/offline-robot-list#[0-9a-f]{48}$`, 'u'));
  await admin.getByRole('img', { name: 'QR code: Offline robots' }).waitFor();
  await admin.getByRole('button', { name: 'Done' }).click();
  expect(await admin.content()).not.toContain(link.split('#')[1]);

  const wall = await walls.newPage();
  await wall.goto(link);
  await wall
    .getByRole('status')
    .getByText(/of \d+ online/u)
    .waitFor();
  const api = await apiOf(server);
  const operator = await apiOf(server, 'operator@demo.roundhouse');
  let serialNumber = '';
  await until(async () => {
    serialNumber =
      (await operator.robots.listOfView({ robotView: 'all' })).find(({ onLineStatus }) => onLineStatus === '1')
        ?.serialNumber ?? '';
    return serialNumber !== '';
  }, 'a robot is online');
  await api.faults.robot({ simulatedRobot: serialNumber, fault: 'offline', on: true });
  const row = wall.getByRole('listitem').filter({ hasText: serialNumber });
  await row.getByText(/since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(.+UTC.+\)/u).waitFor({ timeout: 60_000 });
  expect(await axeFindings(wall, 'board, dark')).toEqual([]);

  const phone = await phones.newPage();
  await phone.goto(link);
  await phone.getByRole('listitem').filter({ hasText: serialNumber }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await axeFindings(phone, 'board, phone')).toEqual([]);
  // The last content stays and is marked as outdated.
  await phones.setOffline(true);
  await phone.getByRole('alert').getByText('服务器无响应。').waitFor({ timeout: 60_000 });
  await phone.getByRole('listitem').filter({ hasText: serialNumber }).waitFor();
  await phones.setOffline(false);
  await phone.getByRole('alert').waitFor({ state: 'detached', timeout: 60_000 });

  await api.faults.robot({ simulatedRobot: serialNumber, fault: 'offline', on: false });
  await row.waitFor({ state: 'detached', timeout: 60_000 });

  await admin.getByRole('button', { name: 'New app' }).click();
  await admin.getByLabel('Name', { exact: true }).fill('Lift gateway');
  await admin.getByRole('button', { name: 'Create app' }).click();
  expect(await admin.getByLabel('App ID', { exact: true }).inputValue()).toMatch(/^app-[0-9a-f]{16}$/u);
  expect(await admin.getByLabel('Secret', { exact: true }).inputValue()).toHaveLength(43);
  await admin.getByRole('button', { name: 'Done' }).click();
  await admin.getByText('Lift gateway').waitFor();
  expect(await axeFindings(admin, 'keys and apps')).toEqual([]);

  await admin.getByRole('button', { name: 'Revoke Lobby wall' }).click();
  await admin.getByRole('button', { name: 'Revoke key' }).click();
  await wall.getByRole('alert').getByText("This screen's API key isn't valid").waitFor({ timeout: 60_000 });
  await wall.reload();
  await wall.getByRole('alert').getByText("This screen's API key isn't valid").waitFor();
  await Promise.all([admins, walls, phones].map((context) => context.close()));
});
