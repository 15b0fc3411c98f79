/** Personal settings in a real browser: changes persist, and an ended session is shown at once, in every tab. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodePassword } from '../../contract/rules/password.ts';
import { png } from '../fakes/pictures.ts';
import { axeFindings } from './axeFindings.ts';
import {
  apiOf,
  DESK,
  enter,
  launch,
  NEWCOMER,
  openContext,
  OPERATOR,
  PASSWORD,
  startServer,
  until,
  type RunningServer,
} from './harness.ts';
import { poll } from './poll.ts';

const PATH = '/home/user-setting';
let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
const another = async (look = DESK): Promise<BrowserContext> => {
  const opened = await openContext(browser, look);
  contexts.push(opened);
  return opened;
};
beforeEach(async () => {
  context = await another();
  page = await context.newPage();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((each) => each.close()));
});

const sessions = (at: Page) => at.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
const nickname = (at: Page) => at.getByLabel('Your name');
const boxes = (at: Page) => at.getByRole('alert').filter({ hasText: /sign in again/iu });
/** Counts every message box ever shown: one replaced by an identical one counts twice. */
const countBoxes = (at: Page): Promise<void> =>
  at.evaluate(() => {
    const seen = new Set<Node>();
    const look = (): void => document.querySelectorAll('.message').forEach((box) => seen.add(box));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
    (window as unknown as { boxes: () => number }).boxes = () => seen.size;
  });
const boxesSeen = (at: Page): Promise<number> =>
  at.evaluate(() => (window as unknown as { boxes: () => number }).boxes());
const fillIn = async (at: Page, account: string, password = PASSWORD): Promise<void> => {
  await at.getByLabel('Phone or email').fill(account);
  await at.getByLabel('Password', { exact: true }).fill(password);
  await at.getByRole('button', { name: 'Sign in', exact: true }).click();
};

describe('a session that is ended from elsewhere', () => {
  it('is put out in each of its tabs at once, with one message, and comes back to where it was; the one that ended it stays', async () => {
    await enter(page, server, OPERATOR, '/home?status=working');
    const second = await context.newPage();
    await second.goto(`${server.url}${PATH}`);
    await nickname(second).fill('Half a na');
    await second.getByText('Unsaved changes').waitFor();
    await page.getByRole('button', { name: /account menu of/iu }).waitFor();
    await Promise.all([page, second].map(countBoxes));

    const boss = await (await another()).newPage();
    await enter(boss, server, OPERATOR, PATH);
    await until(async () => (await sessions(boss).count()) === 2, 'both sessions are listed');
    await boss.getByRole('button', { name: /end session/iu }).click();
    await boss.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();

    // No input there: the notification arrives by itself.
    await page.waitForURL(/\/login\?redirect=/u);
    await second.waitForURL(/\/login\?redirect=/u);
    for (const tab of [page, second]) {
      await boxes(tab).waitFor();
      expect(await boxesSeen(tab)).toBe(1);
    }
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/home?status=working');
    expect(new URL(second.url()).searchParams.get('redirect')).toBe(PATH);

    await until(async () => (await sessions(boss).count()) === 1, 'the list says so');
    expect(new URL(boss.url()).pathname).toBe(PATH);

    // Signing in again in one tab brings both back to their pages, with their typed text.
    await fillIn(page, OPERATOR);
    await page.waitForURL(`${server.url}/home?status=working`);
    await second.waitForURL(`${server.url}${PATH}`);
    await until(async () => (await nickname(second).inputValue()) === 'Half a na', 'the draft is there again');
  });

  it('and by a new password: all but the one that changed it', async () => {
    await enter(page, server, NEWCOMER, PATH);
    const other = await (await another()).newPage();
    await enter(other, server, NEWCOMER, PATH);
    await page.getByLabel('Current password').fill('Wrong1234');
    await page.getByLabel('New password', { exact: true }).fill('Signalbox2');
    await page.getByLabel('Confirm new password').fill('Signalbox2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is incorrect.').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed.').waitFor();
    await other.waitForURL(/\/login\?redirect=/u);
    await boxes(other).waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    await fillIn(other, NEWCOMER, 'Signalbox2');
    await other.waitForURL(`${server.url}${PATH}`);
    const api = await apiOf(server, NEWCOMER, 'Signalbox2');
    await api.profile.updatePassword({ oldPassword: encodePassword('Signalbox2'), password: encodePassword(PASSWORD) });
  });
});

describe('the page', () => {
  it('opens from the menu of the person; a new name stands in the bar at once, markup and all, in every tab', async () => {
    await enter(page, server, OPERATOR);
    await page.getByRole('button', { name: /account menu of/iu }).click();
    await page.getByRole('menuitem', { name: 'User settings' }).click();
    await page.waitForURL(`${server.url}${PATH}`);
    const second = await context.newPage();
    await second.goto(`${server.url}${PATH}`);
    await second.getByRole('button', { name: /account menu of/iu }).waitFor();
    const name = '<b>Lin</b> & "Wei"';
    await nickname(page).fill(name);
    await page.getByRole('button', { name: 'Save name' }).click();
    for (const tab of [page, second]) await tab.getByRole('button', { name: `Account menu of ${name}` }).waitFor();
    await page.reload();
    await until(async () => (await nickname(page).inputValue()) === name, 'it is kept');
  });

  it('keeps a picture that was cut here, and shows it in the bar; what is none is refused with words', async () => {
    await enter(page, server, OPERATOR, PATH);
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await choose('me.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByText("This file isn't a usable image.").waitFor();
    await choose('me.png', 'image/png', Buffer.from('no picture at all'));
    await page.getByText("This file isn't a usable image.").waitFor();
    await choose('me.png', 'image/png', png(400, 200));
    await page.getByRole('slider', { name: 'Zoom' }).press('End');
    await page.getByRole('slider', { name: 'Horizontal position' }).press('Home');
    await page.getByRole('button', { name: 'Save picture' }).click();
    await page.getByText('Picture updated.').waitFor();
    const inBar = page.getByRole('button', { name: /account menu of/iu }).locator('img');
    await inBar.waitFor();
    expect(
      await inBar.evaluate((image: HTMLImageElement) =>
        image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
      ),
    ).toEqual([256, 256]);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove picture' }).click();
    await inBar.waitFor({ state: 'detached' });
  });

  it('keeps language, theme and time zone', async () => {
    await enter(page, server, OPERATOR, PATH);
    await page.getByRole('radio', { name: 'Dark' }).click();
    await page.getByLabel('Time zone').selectOption('Pacific/Auckland');
    await page.getByRole('button', { name: 'Save time zone' }).click();
    await page.getByText('Time zone saved.').waitFor();
    await page.getByRole('radio', { name: '中文' }).click();
    await page.getByRole('heading', { name: '个人设置', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '个人设置', level: 1 }).waitFor();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await poll(() => page.getByLabel('时区').inputValue()).toBe('Pacific/Auckland');
  });

  it('takes a new address and a new number by the code that went there, each refusal at its field; every open page says so at once', async () => {
    const phone = await (await another({ width: 390, height: 844, locale: 'en-US', theme: 'dark' })).newPage();
    await enter(page, server, 'viewer@demo.roundhouse', PATH);
    await enter(phone, server, 'viewer@demo.roundhouse', PATH);
    const rows = (at: Page) => at.getByRole('list', { name: 'Signing in' });
    const codeIn = async (at: Page): Promise<string> =>
      /\d{6}/u.exec((await at.getByRole('region', { name: /kept on this computer/iu }).textContent()) ?? '')?.[0] ?? '';
    const dialog = page.getByRole('dialog');
    const press = (at: Page, name: string) => at.getByRole('dialog').getByRole('button', { name, exact: true }).click();

    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill('viewer@demo.roundhouse');
    await press(page, 'Send code');
    await dialog.getByText('You already use this one.').waitFor();
    await page.getByLabel('New email').fill('fresh@example.org');
    await press(page, 'Send code');
    const code = await codeIn(page);
    await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
    await page.getByLabel('Your password', { exact: true }).fill('Wrong1234');
    await press(page, 'Change email');
    await dialog.getByText('The current password is incorrect.').waitFor();
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await press(page, 'Change email');
    await dialog.getByText('Incorrect verification code.').waitFor();
    expect(await page.getByLabel('Verification code').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Verification code').fill(code);
    await page.getByLabel('Verification code').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await until(
      () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Change email'),
      'the focus is back where it came from',
    );
    for (const at of [page, phone]) await rows(at).getByText('fresh@example.org').waitFor();

    await phone.getByRole('button', { name: 'Add phone number' }).click();
    await phone.getByLabel('Country code').selectOption('86');
    await phone.getByLabel('New phone number').fill('138 0000 0001');
    await press(phone, 'Send code');
    await phone.getByRole('dialog').getByText('Another account uses this phone number.').waitFor();
    await phone.getByLabel('New phone number').fill('138 0000 4321');
    await press(phone, 'Send code');
    await phone.getByLabel('Verification code').fill(await codeIn(phone));
    await phone.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    expect(
      await phone
        .getByRole('dialog')
        .getByRole('button', { name: /^resend in/iu })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    expect(await axeFindings(phone)).toEqual([]);
    await press(phone, 'Add phone number');
    for (const at of [page, phone]) await rows(at).getByText('+8613800004321').waitFor();
  });
});
