/**
 * Signing in and out, in a real browser against the real server. The model below is the specification of session and
 * navigation guard; the shortest paths that cover every transition are run.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { covering } from './covering.ts';
import {
  ADMIN,
  DESK,
  NEWCOMER,
  OPERATOR,
  PASSWORD,
  apiOf,
  launch,
  openContext,
  signIn,
  startServer,
  type RunningServer,
} from './harness.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser);
  page = await context.newPage();
});
afterEach(() => context.close());

const path = () => new URL(page.url()).pathname;
const form = () => page.getByRole('button', { name: 'Sign in', exact: true });
const menuOfUser = () => page.getByRole('button', { name: /account menu of/iu });
const storage = (key: string) =>
  page.evaluate((name) => localStorage.getItem(name) ?? sessionStorage.getItem(name), key);
const fill = async (account: string, password: string) => {
  await page.getByLabel('Phone or email').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await form().click();
};
const openUserMenu = async () => {
  await menuOfUser().click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
};

const spec = setup({
  types: {
    events: {} as {
      type:
        | 'opens home'
        | 'opens sign-in'
        | 'wrong password'
        | 'right password'
        | 'asks to log out'
        | 'cancels'
        | 'logs out'
        | 'session ends';
    },
  },
}).createMachine({
  initial: 'nowhere',
  states: {
    nowhere: { on: { 'opens home': 'signInWithRedirect', 'opens sign-in': 'signIn' } },
    signIn: { on: { 'wrong password': 'refused', 'right password': 'home' } },
    signInWithRedirect: { on: { 'right password': 'home' } },
    refused: { on: { 'right password': 'home' } },
    home: { on: { 'asks to log out': 'asked', 'session ends': 'thrownOut', 'opens sign-in': 'home' } },
    asked: { on: { cancels: 'home', 'logs out': 'signedOut' } },
    signedOut: { on: { 'opens home': 'signInWithRedirect' } },
    thrownOut: {},
  },
});

describe('session and guard', () => {
  for (const walk of covering(createTestModel(spec).getSimplePaths())) {
    it(walk.description, () =>
      walk.test({
        events: {
          'opens home': async () => void (await page.goto(`${server.url}/home?status=working`)),
          'opens sign-in': async () => void (await page.goto(`${server.url}/login`)),
          'wrong password': () => fill(OPERATOR, 'Wrong1234'),
          'right password': () => fill(OPERATOR, PASSWORD),
          'asks to log out': openUserMenu,
          cancels: () =>
            page
              .getByRole('dialog')
              .getByRole('button', { name: 'Cancel' })
              .or(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }))
              .click(),
          'logs out': () =>
            page
              .getByRole('alertdialog')
              .or(page.getByRole('dialog'))
              .getByRole('button', { name: 'Sign out' })
              .click(),
          'session ends': async () => {
            const admin = await apiOf(server, ADMIN);
            const userId = await storage('user_id');
            await admin.faults.cloud({ fault: 'loginExpired', on: true, account: userId ?? '' });
          },
        },
        states: {
          signIn: async () => void (await form().waitFor()),
          signInWithRedirect: async () => {
            await page.waitForURL(/\/login\?redirect=/u);
            await form().waitFor();
          },
          refused: async () => {
            await page
              .getByText(/password/iu)
              .filter({ hasText: /incorrect/iu })
              .first()
              .waitFor();
            expect(path()).toBe('/login');
          },
          home: async () => {
            await page.waitForURL(/\/home/u);
            await menuOfUser().waitFor();
            expect(await page.title()).toBe('Home - Roundhouse');
            expect(await storage('user_token')).toMatch(/.{20,}/u);
          },
          asked: async () =>
            void (await page
              .getByRole('alertdialog')
              .or(page.getByRole('dialog'))
              .getByText(/sign out of roundhouse/iu)
              .waitFor()),
          signedOut: async () => {
            await page.waitForURL(/\/login/u);
            expect(await storage('user_token')).toBeNull();
          },
          thrownOut: async () => {
            await page.waitForURL(/\/login\?redirect=/u);
            expect(await storage('user_token')).toBeNull();
            await form().waitFor();
          },
        },
      }),
    );
  }

  it('brings back to where one wanted to go, its filters included', async () => {
    await page.goto(`${server.url}/home?status=working`);
    await fill(OPERATOR, PASSWORD);
    await page.waitForURL(/\/home\?.*status=working/u);
  });

  it('asks at the first sign-in which robots one wants to see, and not again', async () => {
    await page.addInitScript(() => {
      if (!sessionStorage.getItem('first')) localStorage.removeItem('robot_view');
      sessionStorage.setItem('first', 'no');
    });
    await page.goto(`${server.url}/login`);
    await fill(OPERATOR, PASSWORD);
    await page.waitForURL(/\/view-selection/u);
    await page.getByRole('button', { name: /^Security/u }).waitFor();
    await page.keyboard.press('4');
    await page.waitForURL(/\/home/u);
    await page.getByRole('tab', { name: /^Security/u, selected: true }).waitFor();
    expect(await storage('robot_view')).toBe('s');
    await openUserMenu();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click();
    await fill(OPERATOR, PASSWORD);
    await page.waitForURL(/\/home/u);
    await page.getByRole('tab', { name: /^Security/u, selected: true }).waitFor();
  });

  it('signs in by phone number', async () => {
    await page.goto(`${server.url}/login`);
    await fill('+8613800000001', PASSWORD);
    await page.waitForURL(/\/home/u);
  });

  it('an address with type goes to the privacy page of that type, and a redirect elsewhere is not followed', async () => {
    await page.goto(`${server.url}/home?type=robot`);
    await page.waitForURL(/\/privacy\/app\?type=robot/u);
    await page.goto(`${server.url}/login?redirect=${encodeURIComponent('https://example.org/')}`);
    await fill(OPERATOR, PASSWORD);
    await page.waitForURL(`${server.url}/home**`);
  });

  it('an unknown page is 404, and whoever has no robots is told so', async () => {
    await signIn(page, server);
    await page.goto(`${server.url}/no/such/page`);
    await page.waitForURL(/\/404/u);
    const other = await openContext(browser, DESK);
    const fresh = await other.newPage();
    await signIn(fresh, server, NEWCOMER);
    await fresh.waitForURL(/\/no-robot/u);
    await other.close();
  });

  it('too many wrong passwords are told to wait, with the seconds', async () => {
    await page.goto(`${server.url}/login`);
    for (let n = 0; n < 6; n += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith(catalogue.session.signIn.path));
      await fill('viewer@demo.roundhouse', `Wrong${n}abc`);
      await answered;
      // The form is in its pending state until the response is shown.
      await form().waitFor();
      if (await form().isDisabled()) break;
    }
    await page
      .getByText(/\d+ s\b/u)
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  it('an unknown account and an empty form each get their own words', async () => {
    await page.goto(`${server.url}/login`);
    await form().click();
    await page.getByText('Enter your phone number or email.').waitFor();
    await fill('nobody@example.org', PASSWORD);
    await page
      .getByText(/account/iu)
      .filter({ hasText: /no account|does not exist|not known|unknown/iu })
      .first()
      .waitFor();
  });

  it("speaks the browser's language, and the chosen one from then on", async () => {
    const chinese = await openContext(browser, { ...DESK, locale: 'zh-CN' });
    const own = await chinese.newPage();
    await own.goto(`${server.url}/login`);
    await own.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(await own.evaluate(() => document.documentElement.lang)).toMatch(/^zh/u);
    await own.getByText('English', { exact: true }).click();
    await own.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await own.reload();
    await own.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await chinese.close();
  });
});
