/** A typical work day: find a robot, send it somewhere, stop it, lose the connection and get it back. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  openContext,
  OPERATOR,
  signIn,
  startServer,
  until,
  type RunningServer,
} from './harness.ts';

const ROBOT = 'T2-2403-0012';
const NAME = 'Clinic host';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'all robots are online',
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

const live = async () => (await admin.robots.detail({ serialNumber: ROBOT })).live;
const openRobot = async () => {
  await enter(page, server, OPERATOR, `/home/robot-data?serialNumber=${ROBOT}`);
  await page.getByRole('heading', { name: NAME }).waitFor();
};
const slab = (name: RegExp) => page.getByRole('button', { name });
const ledger = () => page.getByRole('list', { name: /commands and responses/iu });
const rest = async () => {
  const { held, paused } = await live();
  if (held || paused) await admin.commands.resume({ serialNumber: ROBOT }).catch(() => undefined);
};

describe('an operator', () => {
  it('finds a robot by search and opens it', async () => {
    await signIn(page, server);
    const list = page.getByRole('list', { name: 'Robots', exact: true });
    await list.getByText('Porter 1').waitFor();
    await page.keyboard.press('/');
    await until(
      () => page.evaluate(() => document.activeElement instanceof HTMLInputElement),
      'the search has the focus',
    );
    await page.keyboard.type('clinic');
    await list.getByText('Porter 1').waitFor({ state: 'detached' });
    await page.waitForURL(/clinic/u);
    // The first click shows the robot on the map, the second opens it.
    await list.getByRole('link', { name: NAME }).click();
    await page.waitForURL(new RegExp(`/home\\?.*${ROBOT}`, 'u'));
    await list.getByRole('link', { name: NAME }).click();
    await page.waitForURL(new RegExp(`robot-data.*${ROBOT}`, 'u'));
    await page.getByRole('heading', { name: NAME }).waitFor();
  });

  it('sends it to a point, follows the ledger and sees it arrive', async () => {
    await openRobot();
    await page.getByRole('button', { name: 'Go to point' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').or(dialog.getByLabel('Search points')).fill('pharmacy');
    await dialog.getByRole('option').or(dialog.getByRole('radio')).first().click();
    await dialog.getByRole('button', { name: /^send/iu }).click();
    await ledger()
      .getByText(/^Go to/u)
      .first()
      .waitFor();
    // A short trip can end before it is observed.
    await ledger()
      .getByText(/^(Running|Finished)$/u)
      .first()
      .waitFor();
    const newestOf = async () => (await admin.commands.list({ serialNumber: ROBOT })).rows[0];
    await until(async () => (await newestOf())?.state === 'finished', 'it has arrived', 180_000);
    await ledger().getByText('Finished', { exact: true }).first().waitFor();
    const newest = await newestOf();
    expect(newest).toMatchObject({ kind: 'goTo', state: 'finished' });
    const goal = await admin.maps.point({ areaId: newest?.targetId ?? '' });
    const { pose } = await live();
    expect(Math.hypot((pose?.x ?? 0) - goal.worldX, (pose?.y ?? 0) - goal.worldY)).toBeLessThan(0.5);
  });

  it('stops it by Escape without a question, and only Resume lifts it', async () => {
    await openRobot();
    await page.keyboard.press('Escape');
    await page.getByText(/confirmed by the robot/iu).waitFor();
    expect(await live()).toMatchObject({ held: true, paused: true });
    await page.getByRole('button', { name: 'Resume' }).first().click();
    await slab(/^stop\b/iu)
      .first()
      .waitFor();
    await until(async () => !(await live()).held, 'the robot is free again');
  });

  it('is told why a control cannot be used', async () => {
    await openRobot();
    const cancel = page.getByRole('button', { name: 'Cancel task' });
    await until(async () => (await cancel.getAttribute('aria-disabled')) === 'true', 'there is nothing to cancel');
    await cancel.focus();
    const reason = await page.locator(`[id="${await cancel.getAttribute('aria-describedby')}"]`).textContent();
    expect(reason?.length).toBeGreaterThan(20);
  });
});

describe('a bad day', () => {
  it('a cut broker is said, what is shown gets old, and all is whole again by itself', async () => {
    await openRobot();
    await admin.faults.cloud({ fault: 'brokerDown', on: true, forMs: 60_000 });
    await page
      .getByRole('alert')
      .filter({ hasText: /broker|server/iu })
      .or(page.getByText(/lost its connection to the message broker|isn.t responding/iu))
      .first()
      .waitFor();
    await admin.faults.cloud({ fault: 'brokerDown', on: false });
    await until(async () => (await page.getByText('Live', { exact: true }).count()) > 0, 'the link is live again');
    await until(async () => (await live()).connection === 'online', 'the robot is back');
    await until(
      async () => (await page.getByText(/not responding|is offline|lost its connection/iu).count()) === 0,
      'the page is whole again',
    );
  });

  it('a killed server comes back, and so does the page, still signed in', async () => {
    await openRobot();
    await server.kill();
    await page
      .getByText(/isn.t responding/iu)
      .first()
      .waitFor();
    await server.again();
    await until(async () => (await page.getByText('Live', { exact: true }).count()) > 0, 'the link is live again');
    admin = await apiOf(server, ADMIN);
    await until(async () => (await live()).connection === 'online', 'the robot is back');
    await page.keyboard.press('Escape');
    await page.getByText(/confirmed by the robot/iu).waitFor();
    await rest();
  });

  it('the emergency button, a lost robot and a busy one each get their own words', async () => {
    await openRobot();
    const fault = (name: 'emergencyStop' | 'offline' | 'busy', on: boolean) =>
      admin.faults.robot({ simulatedRobot: ROBOT, fault: name, on });
    await fault('emergencyStop', true);
    await page.getByText(`The emergency stop on ${NAME} is pressed.`).waitFor();
    await fault('emergencyStop', false);
    await fault('offline', true);
    await page
      .getByText(new RegExp(`${NAME} (is offline|lost its connection)`, 'u'))
      .first()
      .waitFor();
    const goTo = page.getByRole('button', { name: 'Go to point' });
    await until(async () => (await goTo.getAttribute('aria-disabled')) === 'true', 'it cannot be sent anywhere');
    await fault('offline', false);
    await until(async () => (await live()).connection === 'online', 'the robot is back');
    await fault('busy', true);
    await until(async () => (await goTo.getAttribute('aria-disabled')) === 'true', 'it is busy');
    await fault('busy', false);
    await until(async () => (await goTo.getAttribute('aria-disabled')) !== 'true', 'it is free again');
  });
});
