/**
 * QR code sign-in in a real browser against the real server; the phone is simulated by its API calls. axe on each
 * state.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { canonical } from '../../contract/wire/canonical.ts';
import type { Reply } from '../../contract/wire/envelope.ts';
import { ERRORS } from '../../contract/wire/errors.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  launch,
  type Look,
  numberOn,
  openContext,
  OPERATOR,
  startServer,
  type RunningServer,
} from './harness.ts';

const { ask, pickUp, scan, approve, refuse } = catalogue.qrSignIn;
const PHONE: Look = { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' };
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

interface Shown {
  qrcode: string;
  pickUpKey: string;
}
/** The response with which the page gets its QR code. */
async function shownBy(page: Page, act: () => Promise<unknown>): Promise<Shown> {
  const [response] = await Promise.all([page.waitForResponse((one) => one.url().endsWith(ask.path)), act()]);
  return ((await response.json()) as Reply<Shown>).data;
}
/** A signed-in phone: its requests carry the second signature, keyed with the token. */
async function phoneOf(account: string) {
  const { token, userId } = await apiOf(server, account);
  return async (path: string, data: unknown): Promise<Reply> => {
    const [id, requestId] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    const time = String(Date.now());
    const extra = createHmac('sha256', token)
      .update([requestId, 'companion', '1.0', userId, time, path, canonical(data)].join('\n'))
      .digest('hex');
    const response = await fetch(`${server.url}/apis${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        language: 'en-us',
        'system-type': 'web',
        time,
        authorization: token,
      },
      body: JSON.stringify({ id, requestId, appId: 'companion', version: '1.0', userId, data, extra }),
    });
    return (await response.json()) as Reply;
  };
}

it('a phone scans, types the number, and the page goes on to where one was going; a reload, a refusal and a second phone are met', async () => {
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  const [phone, other] = [await phoneOf(OPERATOR), await phoneOf(ADMIN)];

  const lost = await shownBy(page, () =>
    page.goto(`${server.url}/login?way=qr&redirect=${encodeURIComponent('/home/user-setting')}`),
  );
  await page.getByRole('img', { name: 'Sign-in QR code' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await phone(scan.path, { qrcode: lost.qrcode })).toMatchObject({
    code: 0,
    data: { state: 'scanned', address: '127.0.0.1' },
  });
  const before = await numberOn(page);

  // A reload starts over: the scanned code and its number become invalid.
  const refused = await shownBy(page, () => page.reload());
  expect(refused.qrcode).not.toBe(lost.qrcode);
  await page.getByRole('img', { name: 'Sign-in QR code' }).waitFor();
  await phone(approve.path, { qrcode: lost.qrcode, number: before });

  await phone(scan.path, { qrcode: refused.qrcode });
  await numberOn(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(await other(scan.path, { qrcode: refused.qrcode })).toMatchObject({ code: ERRORS.qrCodeExpired });
  await phone(refuse.path, { qrcode: refused.qrcode });
  await page.getByText('Sign-in declined').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const { qrcode, pickUpKey } = await shownBy(page, () => page.getByRole('button', { name: 'New QR code' }).click());
  const sent: string[] = [];
  page.on(
    'request',
    (request) => void sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  );
  await phone(scan.path, { qrcode });
  const number = await numberOn(page);
  const wrong = number === '00' ? '01' : '00';
  expect(await phone(approve.path, { qrcode, number: wrong })).toMatchObject({
    code: ERRORS.qrNumberWrong,
    data: { words: { left: 2 } },
  });
  expect(await phone(approve.path, { qrcode, number })).toMatchObject({ code: 0 });
  await page.waitForURL((address) => address.pathname === '/home/user-setting');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(sent.some((one) => one.includes(pickUp.path))).toBe(true);
  expect(sent.join('\n')).not.toContain(pickUpKey);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  for (const secret of [pickUpKey, qrcode]) expect(kept).not.toContain(secret);
  await context.close();
});

it('on a phone it says what else there is, in a hidden tab it asks nothing, and seen again it goes on', async () => {
  const context = await openContext(browser, PHONE);
  const page = await context.newPage();
  await shownBy(page, () => page.goto(`${server.url}/login?way=qr`));
  await page.getByText('手机无法扫描自己的屏幕').waitFor();
  await page.getByRole('img', { name: '登录二维码' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  const isAsked = (): Promise<boolean> =>
    page
      .waitForRequest((request) => request.url().endsWith(pickUp.path), { timeout: 4_000 })
      .then(
        () => true,
        () => false,
      );
  // One poll can still be in progress; afterwards there is none for longer than the poll interval.
  expect((await isAsked()) && (await isAsked())).toBe(false);
  await Promise.all([page.waitForRequest((request) => request.url().endsWith(pickUp.path)), hide('visible')]);

  await page.getByRole('link', { name: '密码登录' }).click();
  await page.getByLabel('密码', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await context.close();
});
