/**
 * The public pages: a visitor sends the contact form, an administrator reads and deletes it; changelog; weather on a
 * robot's screen. axe on a refused form and on the weather; access.e2e.ts reads the other pages.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeatherProvider } from '../fakes/weatherProvider.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  DESK,
  OPERATOR,
  apiOf,
  enter,
  launch,
  openContext,
  startServer,
  type Look,
  type RunningServer,
} from './harness.ts';

let server: RunningServer;
let browser: Browser;
let provider: Awaited<ReturnType<typeof startWeatherProvider>>;
let screenPath: string;

beforeAll(async () => {
  provider = await startWeatherProvider();
  [server, browser] = await Promise.all([
    startServer({ ROUNDHOUSE_ROBOTS: '2', WEATHER_URL: provider.url, WEATHER_SITES: '{"harbour":[22.29,114.17]}' }),
    launch(),
  ]);
  const [admin, operator] = await Promise.all([apiOf(server, ADMIN), apiOf(server, OPERATOR)]);
  const robot = (await operator.robots.list({})).robots.find(({ siteId }) => siteId === 'harbour');
  const { key } = await admin.keys.create({
    name: 'Screen',
    kind: 'screen',
    serialNumber: robot?.serialNumber ?? '',
    host: '',
  });
  screenPath = `/semantic-scene/weather#${key}`;
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await provider.close();
});

it('what a visitor writes survives a reload, is sent as it stands, read and deleted by an administrator', async () => {
  const visitor = await (await openContext(browser)).newPage();
  await visitor.goto(`${server.url}/changelog`);
  await visitor.getByText('Your version').waitFor();
  await visitor.getByRole('link', { name: 'Contact us' }).click();
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Ada <b>Lovelace</b>');
  await visitor.getByLabel('Your question').fill('How many robots does a hotel need?\nWho mends them?');
  await visitor.reload();
  await visitor.getByRole('button', { name: 'Send inquiry' }).click();
  await visitor.getByText('Enter a phone number.').waitFor();
  await visitor.getByLabel('Phone number').fill('+44 20 7946 0000');
  await visitor.getByRole('button', { name: 'Send inquiry' }).click();
  await visitor.getByRole('heading', { name: 'Inquiry sent' }).waitFor();
  await visitor.context().close();

  const admin = await (await openContext(browser)).newPage();
  await enter(admin, server, ADMIN, '/accounts/inquiries');
  const row = admin.getByRole('row').filter({ hasText: 'Ada <b>Lovelace</b>' });
  await row.getByText('Who mends them?').waitFor();
  await row.getByRole('button', { name: /^Delete inquiry from Ada/u }).click();
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete inquiry from Ada/u })
    .click();
  await admin.getByText('No inquiries yet').waitFor();
  await admin.goto(`${server.url}/accounts/audit`);
  await admin.getByRole('row').filter({ hasText: 'Inquiry deleted' }).waitFor();
  await admin.goto(`${server.url}/outbox`);
  await admin.getByText('New inquiry from the contact form').first().waitFor();
  await admin.context().close();
});

it("a robot's screen shows the weather at its site, and says so when the key opens nothing", async () => {
  const screen = await (await openContext(browser, { ...DESK, width: 1280, height: 800 })).newPage();
  await screen.goto(`${server.url}${screenPath}`);
  await screen.getByRole('heading', { name: 'Harbour Hotel' }).waitFor();
  await screen.getByText('Partly cloudy').first().waitFor();
  await screen.getByText('Connected').waitFor();
  await screen.goto(`${server.url}/semantic-scene/weather`);
  await screen.reload();
  await screen.getByRole('heading', { name: "This screen's API key isn't valid" }).waitFor();
  await screen.context().close();
});

const LOOKS: Look[] = [
  { ...DESK, width: 800, height: 1280, locale: 'zh-CN', theme: 'dark' },
  { width: 390, height: 844, locale: 'en-US', theme: 'light' },
];

describe.each(LOOKS)('$width px, $locale, $theme', (look) => {
  it('axe finds nothing', async () => {
    const page = await (await openContext(browser, look)).newPage();
    const found: string[] = [];
    for (const path of ['/contact', screenPath]) {
      await page.goto(`${server.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (path === '/contact') {
        await page.getByRole('button', { name: /^(Send inquiry|提交咨询)$/u }).click();
        await page.getByRole('alert').first().waitFor();
      }
      if (path === screenPath) await page.getByRole('listitem').first().waitFor();
      found.push(...(await axeFindings(page, path)));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});
