/**
 * Signing in and out as seen by a user with two tabs (tests/machines/session/waysIn.model.test.ts runs all paths); here
 * the fewest paths that cover every transition, in a real browser against the real server.
 */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { covering } from './covering.ts';
import { captchaSecretOf } from './captchaSecret.ts';
import {
  ADMIN,
  apiOf,
  launch,
  numberOn,
  openContext,
  OPERATOR,
  PASSWORD,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

const PLACES = ['/home?status=working', '/home/user-setting'] as const;
/** Where each tab comes back to. */
let places: string[] = [];
const OVER = { invalid: /session is no longer valid/u, expired: /session has expired/u } as const;

let server: RunningServer;
let browser: Browser;
let database: pg.Client;
let admin: Awaited<ReturnType<typeof apiOf>>;
let context: BrowserContext;
let tabs: Page[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
  database = new pg.Client({ host: join(server.folder, 'socket'), user: 'roundhouse', database: 'roundhouse' });
  await database.connect();
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await database.end();
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser);
  // Collects every message box, because they are short-lived.
  await context.addInitScript(() => {
    const said: string[] = [];
    const seen = new Set<Element>();
    new MutationObserver(() =>
      document.querySelectorAll('.message').forEach((box) => {
        if (!seen.has(box)) {
          seen.add(box);
          said.push(box.textContent);
        }
      }),
    ).observe(document, { childList: true, subtree: true });
    (window as unknown as { said: string[] }).said = said;
  });
  tabs = [];
  places = [...PLACES];
  for (const place of PLACES) {
    const tab = await context.newPage();
    await tab.goto(`${server.url}${place}`);
    tabs.push(tab);
  }
});
afterEach(() => context.close());

const spec = setup({
  types: {
    events: {} as {
      type:
        | 'by password'
        | 'by verification code'
        | 'by phone'
        | 'the session ends'
        | 'the session expires'
        | 'it is ended elsewhere'
        | 'signs out'
        | 'signs in again';
    },
  },
}).createMachine({
  initial: 'nobody',
  states: {
    nobody: { on: { 'by password': 'in', 'by verification code': 'in', 'by phone': 'in' } },
    in: {
      on: {
        'the session ends': 'invalid',
        'it is ended elsewhere': 'invalid',
        'the session expires': 'expired',
        'signs out': 'left',
      },
    },
    invalid: { on: { 'signs in again': 'back' } },
    expired: { on: { 'signs in again': 'back' } },
    left: { on: { 'signs in again': 'back' } },
    back: {},
  },
});

const first = () => tabs[0]!;
const person = (tab: Page) => tab.getByRole('button', { name: /account menu of/iu });
const said = (tab: Page) => tab.evaluate(() => (window as unknown as { said: string[] }).said);
const forget = () =>
  Promise.all(tabs.map((tab) => tab.evaluate(() => void ((window as unknown as { said: string[] }).said.length = 0))));
const address = (tab: Page): string => tab.url().slice(server.url.length);

const byPassword = async (): Promise<void> => {
  await forget();
  await first().getByLabel('Phone or email').fill(OPERATOR);
  await first().getByLabel('Password', { exact: true }).fill(PASSWORD);
  await first().getByRole('button', { name: 'Sign in', exact: true }).click();
};
const byCode = async (): Promise<void> => {
  const page = first();
  // Skips the minimum interval between two codes to one target; the shown captcha gets known letters, because the test
  // cannot read the picture.
  await database.query(`update verification_codes set sent_at = sent_at - interval '2 minutes'`);
  await page.getByRole('radio', { name: 'Code', exact: true }).click();
  await page.getByRole('radio', { name: 'Email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(OPERATOR);
  await page.getByRole('img', { name: 'Image of five letters and digits' }).waitFor();
  const secret = await captchaSecretOf(server.folder, database);
  for (const { token } of (await database.query<{ token: string }>('select token from captchas')).rows)
    await database.query('update captchas set answer_hash = $1 where token = $2', [
      createHmac('sha256', secret).update(`${token}\nabcde`).digest('hex'),
      token,
    ]);
  await page.getByLabel('Characters in the image').fill('abcde');
  await page.getByRole('button', { name: 'Send code' }).click();
  const kept = page.getByRole('region', { name: 'Kept on this computer' });
  await page.getByLabel('Verification code').fill(/\d{6}/u.exec((await kept.textContent()) ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
/** A phone scans the QR code, and types the number that the page then shows. */
const byPhone = async (): Promise<void> => {
  const phone = await apiOf(server, OPERATOR);
  const [answer] = await Promise.all([
    first().waitForResponse((one) => one.url().endsWith(catalogue.qrSignIn.ask.path)),
    first().getByRole('radio', { name: 'QR code' }).click(),
  ]);
  const {
    data: { qrcode },
  } = (await answer.json()) as { data: { qrcode: string } };
  await phone.qrSignIn.scan({ qrcode });
  await phone.qrSignIn.approve({ qrcode, number: await numberOn(first()) });
};
const fault = (name: 'sessionInvalid' | 'loginExpired') => async (): Promise<void> => {
  const account = await first().evaluate(() => localStorage.getItem('user_id') ?? '');
  await admin.faults.cloud({ fault: name, on: true, account });
};

const inside = async (): Promise<void> => {
  for (const [n, tab] of tabs.entries()) {
    await person(tab).waitFor();
    expect(address(tab)).toBe(places[n]);
  }
  // Notifications only reach tabs that are already subscribed.
  for (const tab of tabs)
    await until(async () => (await tab.getByText('Live', { exact: true }).count()) > 0, 'the links are live');
};
const outside = async (why: RegExp | null): Promise<void> => {
  for (const [n, tab] of tabs.entries()) {
    // After a sign-out both tabs forget their page, and the next person begins at home. If the server's news that the
    // session ended reaches the other tab first, that tab says so and keeps its page.
    if (why === null) {
      await tab.waitForURL(({ pathname }) => pathname === '/login');
      // The address has the page for a moment, until the console has left it.
      await tab.getByLabel('Phone or email').waitFor();
      const isKept = new URL(tab.url()).searchParams.has('redirect');
      expect(isKept && tab === first()).toBe(false);
      if (isKept) await until(async () => (await said(tab)).some((word) => OVER.invalid.test(word)), 'it says why');
      else expect(await said(tab)).toEqual([]);
      if (!isKept) places[n] = '/home';
    }
    const isForgotten = places[n] === '/home';
    await tab.waitForURL((url) => url.pathname === '/login' && url.searchParams.has('redirect') !== isForgotten);
    expect(new URL(tab.url()).searchParams.get('redirect')).toBe(isForgotten ? null : places[n]);
    await tab.getByLabel('Phone or email').waitFor();
    if (why) await until(async () => (await said(tab)).length > 0, 'it says why');
    const words = await said(tab);
    // The tab that signs out shows no message; the other tab can be notified by the server first, and shows that the
    // user signed out elsewhere.
    if (why) expect(words).toEqual([expect.stringMatching(why)]);
    else expect(words.filter((word) => n === 0 || !OVER.invalid.test(word))).toEqual([]);
  }
  expect(await first().evaluate(() => localStorage.getItem('user_token'))).toBeNull();
};

describe('with two tabs, one', () => {
  for (const walk of covering(createTestModel(spec).getSimplePaths())) {
    it(walk.description, () =>
      walk.test({
        events: {
          'by password': byPassword,
          'by verification code': byCode,
          'by phone': byPhone,
          'signs in again': byPassword,
          'the session ends': fault('sessionInvalid'),
          'the session expires': fault('loginExpired'),
          'it is ended elsewhere': async () =>
            void (await (await apiOf(server, OPERATOR)).profile.endOtherSessions({})),
          'signs out': async () => {
            await person(first()).click();
            await first().getByRole('menuitem', { name: 'Sign out' }).click();
            await first().getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
          },
        },
        states: {
          nobody: () =>
            Promise.all(tabs.map((tab) => tab.getByLabel('Phone or email').waitFor())).then(() => undefined),
          in: inside,
          back: async () => {
            for (const [n, tab] of tabs.entries())
              await person(tab)
                .waitFor()
                .then(() => expect(address(tab)).toBe(places[n]));
          },
          invalid: () => outside(OVER.invalid),
          expired: () => outside(OVER.expired),
          left: () => outside(null),
        },
      }),
    );
  }
});
