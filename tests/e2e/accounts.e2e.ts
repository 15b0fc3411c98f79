/**
 * Accounts in a real browser: created by a link, locked while in use, listed in the audit log; and the guarded first
 * start.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  launch,
  type Look,
  openContext,
  OPERATOR,
  PASSWORD,
  type RunningServer,
  signIn,
  startServer,
  bytesOf,
} from './harness.ts';
import { poll } from './poll.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Waits for the end of a dialog's fade-in, during which its contrast is too low. */
const risen = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .evaluate(async (dialog) => void (await Promise.all(dialog.getAnimations().map(({ finished }) => finished))));
const setPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
};

describe('with the demo', () => {
  let server: RunningServer;
  beforeAll(async () => void (server = await startServer({ ROUNDHOUSE_ROBOTS: '2' })));
  afterAll(() => server.close());

  it('an administrator makes an account; its owner sets a password, works, is locked and put out at once; the log tells it all', async () => {
    const [admins, owners] = await Promise.all([openContext(browser), openContext(browser)]);
    const admin = await admins.newPage();
    await signIn(admin, server, ADMIN, undefined, '/accounts');
    await admin.getByRole('button', { name: 'New account' }).click();
    await admin.getByLabel('Name', { exact: true }).fill('Grace Hopper');
    await admin.getByLabel('Email', { exact: true }).fill('grace@hotel.example');
    await admin.getByRole('button', { name: 'Create account' }).click();
    const link = await admin.getByLabel('One-time link', { exact: true }).inputValue();
    expect(link).toContain(`${server.url}/set-password?code=`);
    await admin.getByRole('button', { name: 'Done' }).click();

    const owner = await owners.newPage();
    await owner.goto(link);
    await setPassword(owner, 'Harbour2026');
    await owner.getByRole('button', { name: 'Set password' }).click();
    await owner.getByRole('button', { name: 'Sign in' }).click();
    await signIn(owner, server, 'grace@hotel.example', 'Harbour2026');
    await owner.waitForURL(/\/no-robot/u);

    await admin.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
    await admin.getByRole('menuitem', { name: 'Lock' }).click();
    await admin.getByRole('button', { name: 'Lock Grace Hopper' }).click();
    await owner.waitForURL(/\/login/u);
    await owner.getByLabel(/phone or email/iu).fill('grace@hotel.example');
    await owner.getByLabel('Password', { exact: true }).fill('Harbour2026');
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await owner.getByText('This account is locked.').waitFor();

    await admin.goto(`${server.url}/accounts/audit?subject=grace@hotel.example`);
    await admin.getByRole('row').filter({ hasText: 'Account locked' }).waitFor();
    await poll(() => admin.getByRole('row').filter({ hasText: 'Grace Hopper' }).count()).toBe(3);
    const [file] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Export 3 entries' }).click(),
    ]);
    expect((await bytesOf(file)).toString().trimEnd().split('\r\n')).toHaveLength(4);
    await Promise.all([admins.close(), owners.close()]);
  });

  it('what an administrator typed is in the open dialog after signing in again, and not for another account', async () => {
    const here = await openContext(browser);
    const page = await here.newPage();
    await signIn(page, server, ADMIN, undefined, '/accounts?filter=open');
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Half typed');
    const endSessions = async (): Promise<void> => {
      const api = await apiOf(server, ADMIN);
      await api.profile.endOtherSessions({});
      await page.waitForURL(/\/login\?redirect=/u);
    };
    const enter = async (account: string): Promise<void> => {
      await page.getByLabel('Phone or email').fill(account);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await endSessions();
    await enter(ADMIN);
    await page.waitForURL(`${server.url}/accounts?filter=open`);
    await poll(() => page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');

    await endSessions();
    await enter(OPERATOR);
    await page.getByRole('button', { name: /account menu of/iu }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await here.close();
  });

  // The pages themselves are read in access.e2e.ts.
  it.each<Look>([
    { width: 1024, height: 768, locale: 'zh-CN', theme: 'dark' },
    { width: 390, height: 844, locale: 'en-US', theme: 'light' },
  ])('axe finds nothing in a dialog at $width px, $locale, $theme', async (look) => {
    const context = await openContext(browser, look);
    const page = await context.newPage();
    await signIn(page, server, ADMIN, undefined, '/accounts');
    await page.getByText('viewer@demo.roundhouse').first().waitFor();
    await page.getByRole('button', { name: /^(New account|新建账号)$/u }).click();
    await risen(page);
    await page.getByRole('button', { name: /^(Create account|创建账号)$/u }).click();
    const found = await axeFindings(page, 'the form');
    await page.goto(`${server.url}/accounts/audit`);
    // A table with column headers on a desktop; a list of buttons on a phone.
    const name = /^(Audit log|审计日志)$/u;
    const first = page
      .getByRole('table', { name })
      .getByRole('row')
      .nth(1)
      .or(page.getByRole('list', { name }).getByRole('button').first());
    await first.waitFor();
    await first.click();
    await risen(page);
    found.push(...(await axeFindings(page, 'an entry')));
    expect(found).toEqual([]);
    await context.close();
  });
});

it('without the demo the first visitor needs the code that the server printed, and becomes the administrator', async () => {
  const server = await startServer({ ROUNDHOUSE_DEMO: 'off' });
  try {
    const [code] = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/u.exec(server.output()) ?? [];
    expect(code).toBeTruthy();
    const context = await openContext(browser);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByLabel('Setup code').fill('AAAA-BBBB-CCCC-DDDD');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Email').fill('ada@hotel.example');
    await setPassword(page, 'Harbour2026');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByText('Incorrect setup code').waitFor();
    expect(await axeFindings(page, 'the first start')).toEqual([]);
    await page.getByLabel('Setup code').fill(code ?? '');
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));
    await page.goto(`${server.url}/accounts`);
    await page.getByText('ada@hotel.example').waitFor();
    const printed = server.output().split(code ?? '').length;
    await server.kill();
    await server.again();
    // No setup code is needed once an administrator exists.
    expect(server.output().split(code ?? '').length).toBe(printed);
    await context.close();
  } finally {
    await server.close();
  }
});
