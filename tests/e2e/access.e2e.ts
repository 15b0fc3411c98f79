/** axe finds no violations on any page, in light and dark, in both languages, at desktop and phone size. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { playConsole } from '../fakes/playedConsole.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  NEWCOMER,
  OPERATOR,
  apiOf,
  enter,
  launch,
  openContext,
  signIn,
  startServer,
  until,
  type Look,
  type RunningServer,
} from './harness.ts';
import { MENU_PATHS } from './menuPages.ts';

let server: RunningServer;
let browser: Browser;
let capsule: Buffer;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const { head, recording } = (await playConsole()).toPage().capsule();
  capsule = Buffer.from(await (await packed({ ...head, ...recording })).arrayBuffer());
  const admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'all robots are online',
    60_000,
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const LOOKS: Look[] = [
  { width: 1440, height: 900, locale: 'en-US', theme: 'light' },
  { width: 1440, height: 900, locale: 'zh-CN', theme: 'dark' },
  { width: 1024, height: 768, locale: 'zh-CN', theme: 'light' },
  { width: 390, height: 844, locale: 'en-US', theme: 'dark' },
];

describe.each(LOOKS)('$width px, $locale, $theme', (look) => {
  it('every page', async () => {
    const context = await openContext(browser, look);
    const page = await context.newPage();
    const found: string[] = [];
    const check = async (name: string) => found.push(...(await axeFindings(page, name)));

    await page.goto(`${server.url}/login`);
    await page.getByLabel(/^(Password|密码)$/u).waitFor();
    await check('sign-in');
    await signIn(page, server, OPERATOR);
    await page
      .getByText('W1-2308-0417')
      .or(page.getByText(/porter 1|一号跑堂/iu))
      .first()
      .waitFor();
    await check('home');
    await page.goto(`${server.url}/home?view=table`);
    await page
      .getByText(/porter 1|一号跑堂/iu)
      .first()
      .waitFor();
    await check('home as a table');
    await page.goto(`${server.url}/home/robot-data?serialNumber=W1-2308-0417`);
    await page.getByRole('heading', { name: /porter 1|一号跑堂/iu }).waitFor();
    await page.getByRole('button', { name: /^(Go to point|前往点位)$/u }).waitFor();
    await check('robot');
    await page.goto(`${server.url}/setting/friend-manage`);
    await page.getByText('operator@demo.roundhouse').waitFor();
    await check('people of a robot');
    await page.goto(`${server.url}/404`);
    await page.getByRole('heading').first().waitFor();
    await check('404');
    await page.goto(`${server.url}/accounts`);
    await page
      .getByRole('heading', { level: 1, name: /^(You don't have access to this page|您无权访问此页面)$/u })
      .waitFor();
    await check('forbidden');
    await page.goto(`${server.url}/inspector`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await check('inspector');
    await page.setInputFiles('input[type=file]', {
      name: 'porter.capsule',
      mimeType: 'application/gzip',
      buffer: capsule,
    });
    await page.getByRole('slider').waitFor();
    await page.getByRole('application').waitFor();
    await check('inspector with a capsule');
    await page.keyboard.press('Control+Shift+Period');
    await page.getByRole('dialog').waitFor();
    await check('report');
    await context.close();

    const other = await openContext(browser, look);
    const fresh = await other.newPage();
    await enter(fresh, server, NEWCOMER);
    await fresh.waitForURL(/\/no-robot/u);
    await fresh.getByRole('heading').first().waitFor();
    found.push(...(await axeFindings(fresh, 'no robot')));
    await other.close();

    const third = await openContext(browser, look);
    const desk = await third.newPage();
    await enter(desk, server, ADMIN);
    for (const path of ['/home/user-setting', ...MENU_PATHS]) {
      await desk.goto(`${server.url}${path}`);
      await desk.getByRole('heading', { level: 1 }).waitFor();
      found.push(...(await axeFindings(desk, path)));
    }
    await desk.goto(`${server.url}/setting/map-edit?serialNumber=W1-2308-0417`);
    await desk
      .getByRole('list', { name: /^(Points|点位)$/u })
      .getByRole('button')
      .nth(1)
      .click();
    await desk.getByLabel(/^(Waiting time|停留)$/u).fill('7');
    await desk.getByText(/^(1 unsaved change|1 处未保存的更改)$/u).waitFor();
    found.push(...(await axeFindings(desk, 'map editor')));
    await third.close();
    expect(found).toEqual([]);
  });
});
