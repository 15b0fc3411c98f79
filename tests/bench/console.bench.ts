/**
 * What the browser has to load: the sign-in page alone, and what the home page adds; and the time of the first paint.
 */
import type { Request } from 'playwright-core';
import { DESK, OPERATOR, PASSWORD, launch, openContext, startServer } from '../e2e/harness.ts';
import { say, wait } from './figures.ts';

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  const loaded: { script: boolean; bytes: number; from: number }[] = [];
  const measured: Promise<void>[] = [];
  page.on('requestfinished', (request: Request) => {
    measured.push(
      request
        .sizes()
        .then(
          ({ responseBodySize }) =>
            void loaded.push({
              script: request.resourceType() === 'script',
              bytes: responseBodySize,
              from: request.timing().startTime,
            }),
        )
        .catch(() => undefined),
    );
  });
  const scriptKiB = () => loaded.filter(({ script }) => script).reduce((sum, { bytes }) => sum + bytes, 0) / 1_024;

  await page.goto(`${server.url}/login`);
  await page.getByLabel('Phone or email').waitFor();
  await wait(1_500);
  await Promise.all(measured);
  const signIn = scriptKiB();
  say({ figure: 'sign-in page, JavaScript (brotli)', value: signIn, unit: 'KiB', bound: 100 });
  say({ figure: 'sign-in page, requests', value: loaded.length, unit: '', bound: 6 });

  await page.getByLabel('Phone or email').fill(OPERATOR);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('W1-2308-0417').first().waitFor();
  await wait(2_500);
  await Promise.all(measured);
  say({
    figure: 'home after sign-in, JavaScript on top (brotli)',
    value: scriptKiB() - signIn,
    unit: 'KiB',
    bound: 230,
  });

  // The companion app at phone size, before the camera loads the code reader: everything, including page and style
  // sheet.
  const phone = await openContext(browser, { width: 390, height: 844, locale: 'en-US', theme: 'light' });
  const app = await phone.newPage();
  const fetched: Promise<number>[] = [];
  app.on('requestfinished', (request: Request) => {
    // Without the service worker's own requests, which fill its cache.
    if (request.serviceWorker() === null)
      fetched.push(
        request
          .sizes()
          .then(({ responseBodySize }) => responseBodySize)
          .catch(() => 0),
      );
  });
  await app.goto(`${server.url}/mini-program`);
  await app.getByLabel('Phone or email').fill(OPERATOR);
  await app.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await app.getByRole('button', { name: 'Sign in', exact: true }).click();
  await app.getByText('Porter 1').waitFor();
  say({
    figure: 'companion app with its robots, before the scanner (brotli)',
    value: (await Promise.all(fetched)).reduce((sum, bytes) => sum + bytes, 0) / 1_024,
    unit: 'KiB',
    bound: 120,
  });
  await phone.close();

  // The screen must not be empty even while every script is delayed.
  const held = await openContext(browser, DESK);
  const still = await held.newPage();
  await still.route(/\.js$/u, () => undefined);
  await still.goto(`${server.url}/login`, { waitUntil: 'commit' });
  await wait(2_000);
  const paints = await still.evaluate(() =>
    performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime })),
  );
  say({
    figure: 'first paint with every script held back',
    value: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    unit: 'ms',
    bound: 1_000,
  });
} finally {
  await browser.close();
  await server.close();
}
