/**
 * Sign-in and sign-up by verification code, in a real browser against the real server; the codes are read from the
 * demo's outbox. axe on each refused form.
 */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { captchaSecretOf } from './captchaSecret.ts';
import { ADMIN, DESK, launch, openContext, startServer, until, type Look, type RunningServer } from './harness.ts';

let server: RunningServer;
let browser: Browser;
let database: pg.Client;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
  database = new pg.Client({ host: join(server.folder, 'socket'), user: 'roundhouse', database: 'roundhouse' });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await browser.close();
  await server.close();
});

const picture = (page: Page) =>
  page.getByRole('img', { name: /^(Image of five letters and digits|含五个字母和数字的图片)$/u });
const letters = (page: Page) => page.getByLabel(/^(Characters in the image|图形验证码)$/u);
/** Replaces the letters of the shown captcha by known ones, because the test cannot read the picture. */
async function readPicture(page: Page): Promise<void> {
  await picture(page).waitFor();
  const secret = await captchaSecretOf(server.folder, database);
  const { rows } = await database.query<{ token: string }>('select token from captchas');
  for (const { token } of rows)
    await database.query('update captchas set answer_hash = $1 where token = $2', [
      createHmac('sha256', secret).update(`${token}\nabcde`).digest('hex'),
      token,
    ]);
  await letters(page).fill('ABCDE');
}
/** Requests a code for an e-mail address, and types the received one. */
async function proveEmail(page: Page, email: string): Promise<void> {
  await page.getByRole('radio', { name: /^(Email|邮箱)$/u }).click();
  await page.getByRole('textbox', { name: /^(Email|邮箱)$/u }).fill(email);
  await readPicture(page);
  await page.getByRole('button', { name: /Send code|发送验证码/u }).click();
  const kept = page.getByRole('region', { name: /kept on this computer|保留在此电脑/u });
  await page
    .getByLabel(/^(Verification code|验证码)$/u)
    .fill(/\d{6}/u.exec((await kept.textContent()) ?? '')?.[0] ?? '');
}

describe('in the browser', () => {
  it.each([DESK, { ...DESK, width: 390, height: 844 }])(
    'the sign-in form stays where it is when the server answers ($width px)',
    async (look) => {
      const context = await openContext(browser, look);
      const page = await context.newPage();
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/apis/**', async (route) => {
        await answered;
        await route.continue();
      });
      await page.goto(`${server.url}/login`);
      const code = page.getByRole('radio', { name: 'Code', exact: true });
      const before = await code.boundingBox();
      answer();
      await page.getByRole('heading', { name: 'Demo accounts' }).waitFor();
      expect(await code.boundingBox()).toEqual(before);
      await context.close();
    },
  );

  it('on a phone held sideways, the head scrolls away with the form and does not cover it', async () => {
    const page = await (await openContext(browser, { ...DESK, width: 844, height: 390 })).newPage();
    await page.goto(`${server.url}/login`);
    // The field that gets the focus scrolls the form up.
    await until(
      () => page.getByRole('textbox', { name: 'Phone or email' }).evaluate((field) => field === document.activeElement),
      'the first field has the focus',
    );
    const [head, form] = await Promise.all([
      page.getByRole('banner').boundingBox(),
      page.getByRole('heading', { name: 'Sign in', level: 1 }).boundingBox(),
    ]);
    expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
    await page.context().close();
  });

  it('one signs in by code, and comes to where one was going', async () => {
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${server.url}/outbox`);
    await page.getByRole('radio', { name: 'Code', exact: true }).click();
    await proveEmail(page, ADMIN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('cell', { name: /is your Roundhouse sign-in code/u }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/outbox');
    await page.context().close();
  });

  it('a letter read wrong is told, with a new picture', async () => {
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${server.url}/forgot-password`);
    await page.getByRole('radio', { name: 'Email' }).click();
    await page.getByRole('textbox', { name: /^(Email|邮箱)$/u }).fill('nobody@example.org');
    const first = await picture(page).getAttribute('src');
    await letters(page).fill('-----');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByText("The characters don't match the image").waitFor();
    await until(
      async () => (await picture(page).count()) > 0 && (await picture(page).getAttribute('src')) !== first,
      'another picture is shown',
    );
    await page.context().close();
  });

  it('one registers on a phone in Chinese, and sets a new password later', async () => {
    const phone = await (
      await openContext(browser, { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' })
    ).newPage();
    await phone.goto(`${server.url}/login`);
    await phone.getByRole('link', { name: '立即注册' }).click();
    await proveEmail(phone, 'ada@example.org');
    await phone.getByLabel('您的姓名').fill('小艾');
    await phone.getByLabel('新密码').fill('NewPass1');
    await phone.getByLabel('确认密码').fill('NewPass1');
    await phone.getByText('我已阅读并同意').click();
    await phone.getByRole('button', { name: '注册' }).click();
    await phone.waitForURL('**/no-robot');

    const desk = await (await openContext(browser)).newPage();
    // Skips the minimum interval between two codes to one target.
    await database.query(
      `update verification_codes set sent_at = sent_at - interval '2 minutes' where target = 'ada@example.org'`,
    );
    await desk.goto(`${server.url}/login`);
    await desk.getByRole('link', { name: 'Forgot password?' }).click();
    await proveEmail(desk, 'ada@example.org');
    await desk.getByLabel('New password').fill('Another1');
    await desk.getByLabel('Confirm password').fill('Another1');
    await desk.getByRole('button', { name: 'Set new password' }).click();
    await desk.getByRole('heading', { name: 'Password reset' }).waitFor();
    // Existing sessions of the account have ended.
    await phone.reload();
    await phone.getByLabel('密码', { exact: true }).waitFor();
    await desk.getByRole('link', { name: 'Back to sign in' }).click();
    await desk.getByLabel('Phone or email').fill('ada@example.org');
    await desk.getByLabel('Password', { exact: true }).fill('Another1');
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.waitForURL('**/no-robot');
    await phone.context().close();
    await desk.context().close();
  });
});

const LOOKS: Look[] = [DESK, { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' }];

// Without errors, these pages and the other ones of a visitor are read in access.e2e.ts.
it.each(LOOKS)('axe finds nothing on a refused form at $width px, $locale, $theme', async (look) => {
  const page = await (await openContext(browser, look)).newPage();
  const found: string[] = [];
  for (const path of ['/login?way=code', '/login?way=register', '/forgot-password']) {
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await picture(page).waitFor();
    await page.getByRole('button', { name: /^(Sign in|登录|Create account|注册|Set new password|重置密码)$/u }).click();
    await page.getByRole('alert').first().waitFor();
    found.push(...(await axeFindings(page, path)));
  }
  expect(found).toEqual([]);
  await page.context().close();
});
