/**
 * The companion app at phone size beside the console, each in a separate browser: the camera reads the console's QR
 * code; a robot is bound by its code.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import {
  DESK,
  launch,
  NEWCOMER,
  numberOn,
  openContext,
  OPERATOR,
  PASSWORD,
  signIn,
  startServer,
  type Look,
  type RunningServer,
} from './harness.ts';

let server: RunningServer;
let desk: Browser;
let folder: string;
const PHONE: Look = { width: 390, height: 844, locale: 'en-US', theme: 'light' };
const NIGHT: Look = { ...PHONE, locale: 'zh-CN', theme: 'dark' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rh-companion-'));
  [server, desk] = await Promise.all([startServer(), launch()]);
});
afterAll(async () => {
  await desk.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const expectNoFindings = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([]);

/** A single-frame video of the screen, as a camera in front of it would record it. */
async function filmOf(page: Page): Promise<string> {
  const picture = await page.getByRole('img', { name: 'Sign-in QR code' }).screenshot();
  const stage = await desk.newPage({ viewport: { width: 640, height: 480 } });
  await stage.setContent(
    `<body style="margin:0;background:#98a2b3;display:grid;place-items:center;height:100vh"><img style="width:380px" src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  const film = join(folder, 'camera.mjpeg');
  await writeFile(film, await stage.screenshot({ type: 'jpeg', quality: 95 }));
  await stage.close();
  return film;
}

async function openPhone(
  browser: Browser,
  look: Look,
  path = '/mini-program',
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await openContext(browser, look);
  await context.grantPermissions(['camera']);
  const page = await context.newPage();
  await page.goto(`${server.url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, context };
}
async function enter(page: Page, account: string): Promise<void> {
  await page.getByLabel(/^(Phone or email|手机号或邮箱)$/u).fill(account);
  await page.getByLabel(/^(Password|密码)$/u).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|登录)$/u }).click();
}

describe('the companion app', () => {
  it('lets a page in whose picture its camera sees, by the number that the page shows', async () => {
    const console_ = await (await openContext(desk, DESK)).newPage();
    await console_.goto(`${server.url}/login?way=qr`);
    const phone = await launch(await filmOf(console_));
    const { page } = await openPhone(phone, PHONE);
    await expectNoFindings(page);
    await enter(page, OPERATOR);
    await page.getByText('Porter 1').waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: 'Scan code' }).click();

    await page.getByRole('heading', { name: /^Chrome \d+ on Linux$/u }).waitFor();
    await page.getByText('From 127.0.0.1').waitFor();
    await expectNoFindings(page);
    const number = await numberOn(console_);
    const wrong = String((Number(number) + 1) % 100).padStart(2, '0');
    await page.getByLabel('Number on the other screen').fill(wrong);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Number on the other screen').fill(number);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await console_.waitForURL((address) => !address.pathname.startsWith('/login'));
    await console_.getByText('Lin Wei').first().waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'My robots' }).waitFor();
    await console_.context().close();
    await phone.close();
  });

  it('binds the robot of the demo that waits, by the code on its screen', async () => {
    const console_ = await (await openContext(desk, DESK)).newPage();
    await signIn(console_, server, NEWCOMER);
    const screen = console_.getByRole('region', { name: 'A robot is ready to bind' });
    await screen.waitFor();
    await expectNoFindings(console_);
    const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/u.exec((await screen.textContent()) ?? '')?.[0] ?? '';

    const { page, context } = await openPhone(desk, NIGHT);
    await expectNoFindings(page);
    await enter(page, NEWCOMER);
    await page.getByRole('heading', { name: '暂无机器人' }).waitFor();
    await page.getByRole('button', { name: '扫一扫' }).click();
    await page.getByLabel('或输入代码').fill('https://example.org/');
    await page.getByRole('button', { name: '继续' }).click();
    await page.getByText('此二维码指向 example.org。').waitFor();
    await expectNoFindings(page);
    await page.getByLabel('或输入代码').fill(code.toLowerCase());
    await page.getByRole('button', { name: '继续' }).click();
    await page.getByText('U2-2411-0001').waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '绑定前台小助手' }).click();
    await page.getByRole('heading', { name: '前台小助手已绑定到您的账号' }).waitFor();
    await expectNoFindings(page);
    await page.getByRole('button', { name: '完成' }).click();
    await page.getByRole('listitem').filter({ hasText: '前台小助手' }).waitFor();
    // The console updates by itself.
    await console_.getByText('Front desk helper').first().waitFor();
    await Promise.all([context.close(), console_.context().close()]);
  });

  it('goes on with the code of an address after a reload and signing in, and opens without a network', async () => {
    const { page, context } = await openPhone(desk, PHONE, '/mini-program?code=AAAA-BBBB-CCCC-DDDD');
    await page.getByText('Sign in to bind the robot you scanned.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByText('Sign in to bind the robot you scanned.').waitFor();
    await enter(page, OPERATOR);
    await page.getByRole('heading', { name: "This claim code isn't valid" }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Porter 1').waitFor();

    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await context.setOffline(true);
    await page.reload();
    await page.getByText('This phone is offline.').waitFor();
    await expectNoFindings(page);
    await context.setOffline(false);
    await page.getByText('Porter 1').waitFor();
    await context.close();
  });
});
