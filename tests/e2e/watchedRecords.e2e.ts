/**
 * Records of what robots saw, in a real browser: a face is opened with a reason and the audit log has it; a photo is taken,
 * found in the library, deleted and restored.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  openContext,
  OPERATOR,
  startServer,
  until,
  type RunningServer,
} from './harness.ts';

const ROBOT = 'W1-2308-0417';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
    60_000,
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  page = await context.newPage();
});
afterEach(() => context.close());

it('a face is blurred until it is opened with a reason, which the audit log has; leaving closes it', async () => {
  const recordOf = async () => {
    const { rows } = await admin.faces.list({ serialNumberStr: '', selectType: 'stranger', name: '' });
    return rows.find(({ blurred, pictureUntil }) => blurred !== '' && pictureUntil !== null);
  };
  await until(async () => (await recordOf()) !== undefined, 'there is a face with a picture');
  const record = await recordOf();
  const opened = async () =>
    (await admin.audit.list({ act: 'face.reveal' })).rows.filter(({ after }) =>
      JSON.stringify(after).includes(record?.id ?? ' '),
    );
  expect(await opened()).toEqual([]);

  await enter(page, server, ADMIN, `/setting/face-record?face=${record?.id ?? ''}`);
  const form = page.getByRole('form', { name: 'Open this face' });
  await form.waitFor();
  const clear = page.getByRole('img', { name: /^Clear face, closes in/u });
  await form.getByRole('button', { name: 'Open for 60 s' }).click();
  await form.getByText('Choose a reason').waitFor();
  await form.getByRole('radio', { name: 'Missing person' }).click();
  await form.getByLabel('Why do you need to see it?').fill('Police ask for her today');
  expect([await clear.count(), await opened()]).toEqual([0, []]);
  await form.getByRole('button', { name: 'Open for 60 s' }).click();
  await clear.waitFor();
  expect(JSON.stringify(await opened())).toContain('missingPerson');
  // Drawn, not addressed: nothing that the page has loaded is the clear picture.
  const bytes = await clear.evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL().length);
  expect(bytes).toBeGreaterThan(record?.blurred.length ?? Infinity);
  expect(await page.locator('img[src^="blob:"]').count()).toBe(0);

  await page.getByRole('button', { name: 'Close picture' }).click();
  await clear.waitFor({ state: 'detached' });
  await page.getByText('Missing person: Police ask for her today').waitFor();
});

it('a photo is taken at the camera, is in the library with its robot, is deleted, and comes back by Undo', async () => {
  await enter(page, server, OPERATOR, `/video/video-control?serialNumber=${ROBOT}`);
  await page.getByText(/^Live/u).first().waitFor();
  await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Take a photo' }).click();
  const taken = page.getByRole('region', { name: 'Taken just now' });
  await taken.getByText('Photo saved').click();

  const newest = async () => (await admin.photos.list({ kind: 'photo', serialNumberStr: ROBOT })).rows[0];
  await page.waitForURL(/\/video\/photos\?item=/u);
  const fileId = new URL(page.url()).searchParams.get('item') ?? '';
  expect(await newest()).toMatchObject({ fileId, source: 'operator', serialNumber: ROBOT });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('1 item deleted.').waitFor();
  await until(async () => (await newest())?.fileId !== fileId, 'the photo is deleted');
  await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
  await until(async () => (await newest())?.fileId === fileId, 'the photo is back');
  await page.getByText('1 item deleted.').waitFor({ state: 'detached' });
});
