/**
 * The inspector in a real browser with a real server: a visitor with a file, an administrator with a report, a followed
 * tab.
 */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { sampleHead, sampleRecording } from '../fakes/sampleRecording.ts';
import { ADMIN, apiOf, DESK, launch, openContext, signIn, startServer, until, type RunningServer } from './harness.ts';
import { poll } from './poll.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let errors: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  errors = [];
});
afterEach(() => context.close());

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (/content security policy/iu.test(message.text())) errors.push(message.text());
  });
  return page;
}
const file = async () => ({
  name: 'porter.capsule',
  mimeType: 'application/gzip',
  buffer: Buffer.from(await (await packed({ ...sampleHead, ...sampleRecording })).arrayBuffer()),
});
const title = (page: Page) => page.getByRole('heading', { level: 1 }).last().innerText();
const stepOf = async (page: Page) =>
  Number(await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuenow'));

describe('a visitor', () => {
  it('opens a file, steps through it, and keeps it when the next one is none', async () => {
    const page = await openPage();
    await page.goto(`${server.url}/inspector`);
    await page.getByRole('button', { name: 'Open a file' }).waitFor();
    await page.setInputFiles('input[type=file]', await file());
    await page.getByRole('application', { name: 'Chart of home' }).waitFor();
    expect(await title(page)).toBe(sampleHead.sentence);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await poll(() => stepOf(page)).toBe(4);
    await poll(() => page.getByRole('group', { name: 'Context', exact: true }).innerText()).toContain('‹text, 11›');
    await page.setInputFiles('input[type=file]', {
      name: 'package.json',
      mimeType: 'application/json',
      buffer: readFileSync('package.json'),
    });
    await page.getByText("This file isn't a Roundhouse recording.").waitFor();
    await poll(() => stepOf(page)).toBe(4);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe('an administrator', () => {
  it('opens a report from the list, and by its address', async () => {
    const admin = await apiOf(server, ADMIN);
    await admin.problems.send({
      sentence: 'The map stays empty',
      capsule: (await file()).buffer.toString('base64'),
      page: '/home',
      build: '1.4.2',
      takenAt: sampleHead.takenAt,
    });
    const page = await openPage();
    await signIn(page, server, ADMIN);
    await page.getByRole('button', { name: 'Administration' }).click();
    await page.getByRole('link', { name: 'Inspector' }).click();
    await page.getByRole('button', { name: /^The map stays empty/u }).click();
    await page.getByRole('tree', { name: 'Actors' }).waitFor();
    expect(page.url()).toMatch(/\/inspector\?report=/u);
    await page.reload();
    await page.getByRole('tree', { name: 'Actors' }).waitFor();
    await page.getByRole('navigation').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('follows another tab of the same browser while it grows, and keeps what came when it is closed', async () => {
    const [console, page] = [await openPage(), await openPage()];
    await signIn(console, server, ADMIN);
    await page.goto(`${server.url}/inspector`);
    await page.getByRole('region', { name: 'Open tabs in this browser' }).getByRole('button').first().click();
    await page.getByRole('tree', { name: 'Actors' }).waitFor();
    const before = await stepOf(page);
    await until(async () => (await stepOf(page)) > before, 'more of the tab has come');
    expect(await title(page)).toMatch(/^Live: ./u);
    await console.close();
    await until(async () => (await title(page)).startsWith('Recorded from tab '), 'it is noticed that the tab is gone');
    expect(await stepOf(page)).toBeGreaterThan(before);
    expect(errors).toEqual([]);
  });
});
