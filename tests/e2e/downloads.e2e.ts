/**
 * The download centre: an administrator adds a file, an operator of such a robot downloads it byte for byte; a file with
 * another sum than the manufacturer's is refused.
 */
import type { Browser, Page } from 'playwright-core';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN, bytesOf, enter, launch, openContext, OPERATOR, startServer, type RunningServer } from './harness.ts';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Above the size from which uploads are sent in pieces. */
const CONTENT = randomBytes(9 << 20);
const SUM = createHash('sha256').update(CONTENT).digest('hex');

async function fill(page: Page, name: string, content: Buffer): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add robot software' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
  await dialog.getByText(`${name} is uploaded.`).waitFor();
  await dialog.getByLabel('Models').fill('w1, w2');
  await dialog.getByLabel('Version').fill('2.15.0');
  await dialog.getByLabel('Release date').fill('2026-11-20');
  await dialog.getByLabel("What's new, in English").fill('Turns more slowly with soup.');
  await dialog.getByLabel("Manufacturer's SHA-256").fill(SUM);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
}

it('a file is added by an administrator and downloaded by an operator, byte for byte', async () => {
  const admin = await (await openContext(browser)).newPage();
  await enter(admin, server, ADMIN);
  await admin.goto(`${server.url}/downloads`);
  await admin.getByRole('row', { name: /^W1, W2.*2\.14\.3/u }).waitFor();
  await admin.getByRole('button', { name: 'Add a file' }).click();
  await fill(admin, 'broken.bin', CONTENT.subarray(1));
  await admin.getByText(/not the manufacturer's/u).waitFor();
  await fill(admin, 'porter-2.15.0.bin', CONTENT);
  const row = admin.getByRole('row', { name: /^W1, W2.*2\.15\.0/u });
  await row.waitFor();
  await row.getByText('2026-11-20').click();
  const details = admin.getByRole('region', { name: 'W1, W2 2.15.0' });
  await details.getByText('Turns more slowly with soup.').waitFor();
  await details.getByText(/^Matched the manufacturer's SHA-256/u).waitFor();
  await details.getByText('Reports 2.14.3').first().waitFor();

  const operator = await (await openContext(browser)).newPage();
  await enter(operator, server, OPERATOR);
  await operator.goto(`${server.url}/downloads?q=2.15`);
  const [download] = await Promise.all([
    operator.waitForEvent('download'),
    operator.getByRole('button', { name: 'Download W1, W2 2.15.0' }).first().click(),
  ]);
  expect(download.suggestedFilename()).toBe('porter-2.15.0.bin');
  expect((await bytesOf(download)).equals(CONTENT)).toBe(true);
  expect(await operator.getByRole('button', { name: 'Add a file' }).count()).toBe(0);
});
