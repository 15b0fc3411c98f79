/** Stop is visible and in reach at every size: laid out first, overlapped by nothing, covering no teleop control. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';
import { type Box, boxOf, covered, LEAST_PX, staysInReach } from './stopReach.ts';

const ROBOT = 'T2-2403-0012';
/** CSS px after zoom: 720 x 450 is a desktop of 1440 x 900 at 200 %. */
const SIZES = [
  [320, 480],
  [320, 568],
  [390, 844],
  [844, 390],
  [720, 450],
  [1024, 768],
  [1280, 600],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
] as const;
/** A theme changes colours only: one phone and one desktop show that it does not touch the layout. */
const THEMES: readonly (readonly ['light' | 'dark', readonly (readonly [number, number])[]])[] = [
  ['light', SIZES],
  [
    'dark',
    [
      [390, 844],
      [1440, 900],
    ],
  ],
];

let server: RunningServer;
let browser: Browser;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
    60_000,
  );
  page = await (await openContext(browser, DESK)).newPage();
  await enter(page, server, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
  await stop().waitFor();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const stop = (): Locator => page.getByRole('button', { name: /^(Stop|No response)/u }).first();
const isApart = (a: Box, b: Box): boolean =>
  a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5 || b.bottom <= a.top + 0.5;

async function inReach(width: number, height: number): Promise<Box> {
  const box = await boxOf(stop());
  expect(box.left, 'in the window').toBeGreaterThanOrEqual(0);
  expect(box.top, 'in the window').toBeGreaterThanOrEqual(0);
  expect(box.right, 'in the window').toBeLessThanOrEqual(width);
  expect(box.bottom, 'in the window').toBeLessThanOrEqual(height);
  expect(Math.min(box.right - box.left, box.bottom - box.top), 'large enough for a thumb').toBeGreaterThanOrEqual(
    LEAST_PX,
  );
  expect(await covered(stop()), 'nothing lies over it').toEqual([]);
  return box;
}

const stick = (): Locator => page.getByRole('application', { name: /^Joystick to drive/u });
const pad = (): Locator => page.getByRole('group', { name: /^Drive / });
const take = (): Locator => page.getByRole('button', { name: 'Take control' });
/** The teleop control: a stick in the layout below 992 px, a pad in the other. */
const hand = (width: number): Locator => (width < 992 ? stick() : pad());

async function resize(width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await hand(width).waitFor();
  await take().waitFor();
}

describe.each(THEMES)('in the %s theme', (theme, sizes) => {
  it.each(sizes)('Stop is in reach at %d x %d, and covers nothing that drives', async (width, height) => {
    await page.emulateMedia({ colorScheme: theme });
    await resize(width, height);
    await until(
      () =>
        inReach(width, height).then(
          () => true,
          () => false,
        ),
      'Stop is in reach',
      5_000,
    ).catch(() => undefined);
    const box = await inReach(width, height);
    const driving = pad().getByRole('button').or(stick()).or(take());
    expect(await driving.count()).toBeGreaterThan(1);
    for (const control of await driving.all()) {
      const other = await boxOf(control);
      const name = (await control.getAttribute('aria-label')) ?? (await control.textContent());
      expect(isApart(box, other), `Stop and ${name}`).toBe(true);
      expect(
        other.top >= 0 && other.bottom <= height && other.left >= 0 && other.right <= width,
        `${name} is in the window`,
      ).toBe(true);
      expect(
        await covered(control.locator('xpath=self::*')).then((points) => points.length),
        `${name} can be pressed`,
      ).toBeLessThan(15);
    }
    // It is also visible without scrolling.
    expect(
      await page.evaluate(
        () =>
          document.documentElement.scrollHeight <= window.innerHeight &&
          document.documentElement.scrollWidth <= window.innerWidth,
      ),
    ).toBe(true);
  });
});

describe('Stop is there whatever lies over the page', () => {
  it.each(SIZES)('under a dialog at %d x %d, and in the accessibility tree', async (width, height) => {
    await resize(width, height);
    await page.getByRole('button', { name: 'Go to point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // The teleop controls are hidden from assistive technology now; Stop is not.
    await until(
      async () => (await page.getByRole('button', { name: 'Take control' }).count()) === 0,
      'the page is hidden by the dialog',
    );
    await until(
      () =>
        inReach(width, height).then(
          () => true,
          () => false,
        ),
      'Stop is in reach',
      5_000,
    ).catch(() => undefined);
    const box = await inReach(width, height);
    expect(isApart(box, await boxOf(dialog)), 'the dialog leaves Stop free').toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it.each([
    [320, 480],
    [844, 390],
    [1366, 650],
    [1440, 900],
  ] as const)('in full-window video at %d x %d', async (width, height) => {
    await resize(width, height);
    const fill = page.getByRole('button', { name: 'Fill window' });
    await fill.first().click();
    const back = page.getByRole('button', { name: 'Exit full window' });
    await back.waitFor();
    await inReach(width, height);
    await back.click();
    await back.waitFor({ state: 'detached' });
  });

  it('is left free by a dialog of the video wall on a phone, above the tab bar and beside the rail', async () => {
    const phone = await (await openContext(browser, { ...DESK, width: 390, height: 844 })).newPage();
    await enter(phone, server, undefined, '/video/wall');
    const large = phone.getByRole('button', { name: /^Stop/u }).first();
    await large.waitFor();
    await phone.getByRole('button', { name: 'Save layout' }).click();
    const dialog = phone.getByRole('dialog');
    await dialog.waitFor();
    for (const [width, height] of [
      [390, 844],
      [320, 568],
      [844, 390],
    ] as const) {
      await phone.setViewportSize({ width, height });
      await until(
        async () => isApart(await boxOf(large), await boxOf(dialog)),
        `Stop is free at ${width} x ${height}`,
        5_000,
      );
    }
    await phone.context().close();
  });

  it.each([
    [390, 844],
    [320, 568],
    [844, 390],
  ])(
    "stays on the screen when head and lights are opened on a phone's video wall of %i x %i",
    async (width, height) => {
      const phone = await (await openContext(browser, { ...DESK, width, height })).newPage();
      await enter(phone, server, undefined, '/video/wall');
      const large = phone.getByRole('button', { name: /^Stop/u }).first();
      await large.waitFor();
      await phone
        .getByText(/^(Head and lights|Head|Lights)$/u)
        .first()
        .click();
      await phone.getByRole('switch', { name: 'Lights' }).or(phone.getByRole('slider')).first().waitFor();
      const { left, top, right, bottom } = await boxOf(large);
      expect([left >= 0, top >= 0, right <= width, bottom <= height]).toEqual([true, true, true, true]);
      expect(await covered(large), 'nothing lies over it').toEqual([]);
      await phone.context().close();
    },
  );

  it.each(['/video/wall', `/home/robot-data?serialNumber=${ROBOT}`])(
    'stays on the screen while a banner says that the server is lost: %s',
    async (path) => {
      const context = await openContext(browser, { ...DESK, width: 390, height: 844 });
      const lost = await context.newPage();
      await enter(lost, server, undefined, path);
      const large = lost.getByRole('button', { name: /^(Stop|No response)/u }).first();
      await large.waitFor();
      await context.setOffline(true);
      // The page of a robot says it in other words on a phone.
      await lost.setViewportSize({ width: 1440, height: 900 });
      await lost.getByText('This browser is offline.').waitFor();
      await staysInReach(large);
      await context.close();
    },
  );

  it('is above a dialog of the video wall that has the window to itself', async () => {
    const wall = await (await openContext(browser, DESK)).newPage();
    await enter(wall, server, undefined, '/video/wall');
    await wall.getByRole('button', { name: 'Fill window' }).click();
    const menu = wall.getByRole('navigation', { name: 'Pages' }).first();
    await menu.waitFor({ state: 'hidden' });
    // Of the robot whose place is picked.
    await wall.keyboard.press('1');
    await wall.keyboard.press('?');
    await wall.getByRole('dialog').waitFor();
    await staysInReach(wall.getByRole('button', { name: /^Stop/u }).first());
    await wall.keyboard.press('Escape');
    await wall.getByRole('dialog').waitFor({ state: 'detached' });
    await wall.getByRole('button', { name: 'Exit full window' }).click();
    await menu.waitFor();
    await wall.context().close();
  });

  it('is reached by Tab from the last control of a dialog, and left again to its first', async () => {
    await resize(1024, 768);
    await page.getByRole('button', { name: 'Go to point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const isOnStop = () => stop().evaluate((button) => button === document.activeElement);
    const isInDialog = () => dialog.evaluate((element) => element.contains(document.activeElement));
    let tabs = 0;
    for (; tabs < 60 && !(await isOnStop()); tabs += 1) await page.keyboard.press('Tab');
    expect(tabs).toBeLessThan(60);
    expect(tabs).toBeGreaterThan(1);
    await page.keyboard.press('Tab');
    expect(await isInDialog()).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await isOnStop()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is pressed under a dialog without closing it', async () => {
    await resize(1024, 768);
    await page.getByRole('button', { name: 'Go to point' }).click();
    await page.getByRole('dialog').waitFor();
    await stop().click();
    await until(async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.held, 'the robot is held');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('a tooltip takes no press of what lies under it, and Escape is Stop while one is open', async () => {
    await resize(1024, 768);
    await page.getByRole('button', { name: 'Theme', exact: true }).hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.waitFor();
    const { left, top, right, bottom } = await boxOf(tooltip);
    expect(
      await tooltip.evaluate((element, [x, y]) => element.contains(document.elementFromPoint(x, y)), [
        (left + right) / 2,
        (top + bottom) / 2,
      ] as const),
    ).toBe(false);
    await inReach(1024, 768);
    const stops = page.waitForRequest((request) => request.url().endsWith(catalogue.commands.stop.path));
    await page.keyboard.press('Escape');
    await stops;
    await tooltip.waitFor({ state: 'detached' });
  });

  it.each(SIZES)('beside Resume, which is never in its place, at %d x %d', async (width, height) => {
    await page.setViewportSize({ width, height });
    await hand(width).waitFor();
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await resume.waitFor();
    await until(
      () =>
        inReach(width, height).then(
          () => true,
          () => false,
        ),
      'Stop is in reach',
      5_000,
    ).catch(() => undefined);
    expect(isApart(await inReach(width, height), await boxOf(resume))).toBe(true);
    expect(await covered(resume)).toEqual([]);
  });
});
