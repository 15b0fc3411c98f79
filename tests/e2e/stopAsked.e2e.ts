/**
 * The model of tests/machines/pendingStops in a real browser, against the real server and a simulated robot: paths that
 * together go through every state but the end of a Stop that arrives at once (fleet.e2e.ts). Only the Stop call is
 * blocked, so that the rest of the console works normally.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { covering } from './covering.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  signIn,
  startServer,
  until,
} from './harness.ts';

const ROBOT = 'T2-2403-0012';
const STOP = '**/navigation/stop-navigate';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

const live = async () => (await admin.robots.detail({ serialNumber: ROBOT })).live;
const slab = () => page.getByRole('button', { name: /^(Stop|Sending Stop|Not sent yet)/u }).first();
const bar = () => page.getByRole('region', { name: 'Pending Stops' });
const says = (text: RegExp) => bar().getByRole('status').filter({ hasText: text }).waitFor();

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(async () => (await live()).connection === 'online', 'the robot is online', 60_000);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  if ((await live()).held) await admin.commands.resume({ serialNumber: ROBOT });
  await until(async () => !(await live()).held, 'the robot is free');
  context = await openContext(browser, DESK);
  page = await context.newPage();
  // Leaving with an unsent Stop asks for confirmation: accepts it.
  page.on('dialog', (dialog) => void dialog.accept());
  await enter(page, server, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
  await slab().waitFor();
});
afterEach(() => context.close());

const cut = () => context.route(STOP, (route) => route.abort());
const joined = () => context.unroute(STOP);
const press = () => slab().click();

type Event =
  'press, cut off' | 'leave the page' | 'reload' | 'sign out' | 'the way is free' | 'sign in, the way is free';
const spec = setup({ types: { events: {} as { type: Event } } }).createMachine({
  initial: 'ready',
  states: {
    ready: { on: { 'press, cut off': 'unsent' } },
    unsent: { on: { 'leave the page': 'unsentElsewhere' } },
    unsentElsewhere: { on: { reload: 'unsentReloaded' } },
    unsentReloaded: { on: { 'sign out': 'signedOut', 'the way is free': 'deliveredElsewhere' } },
    signedOut: { on: { 'sign in, the way is free': 'deliveredAfterSignIn' } },
    deliveredElsewhere: {},
    deliveredAfterSignIn: {},
  },
});
const isHeld = () => until(async () => (await live()).held && (await live()).paused, 'the robot is stopped');

describe('a Stop asked for', () => {
  for (const path of covering(createTestModel(spec).getSimplePaths())) {
    it(path.description, { timeout: 120_000 }, async () => {
      await path.test({
        events: {
          'press, cut off': async () => {
            await cut();
            await press();
          },
          'leave the page': () => page.getByRole('link', { name: 'Home', exact: true }).first().click(),
          reload: async () => {
            await page.reload();
          },
          'sign out': async () => {
            // As if the session ended elsewhere: the token is removed from this browser.
            await page.evaluate(() => {
              for (const key of ['user_token', 'user_id']) {
                localStorage.removeItem(key);
                sessionStorage.removeItem(key);
              }
            });
            await page.reload();
          },
          'the way is free': joined,
          'sign in, the way is free': async () => {
            await joined();
            await signIn(page, server, undefined, undefined, '/home');
          },
        },
        states: {
          ready: () => slab().waitFor(),
          unsent: async () => {
            await page
              .getByRole('button', { name: /^Not sent yet/u })
              .first()
              .waitFor();
            expect(await bar().count()).toBe(0);
            expect((await live()).held).toBe(false);
          },
          unsentElsewhere: () => says(/isn.t responding|offline/u),
          unsentReloaded: () => says(/isn.t responding|offline/u),
          signedOut: () => says(/signed out/u),
          deliveredElsewhere: async () => {
            await isHeld();
            await says(/has stopped/u);
          },
          deliveredAfterSignIn: async () => {
            await isHeld();
            await says(/has stopped/u);
          },
        },
      });
    });
  }
});

it(
  'offline, the button says that nothing was sent, and the robot is stopped when the network is back',
  { timeout: 120_000 },
  async () => {
    await context.setOffline(true);
    await press();
    await page
      .getByRole('button', { name: /^Not sent yet: no connection/u })
      .first()
      .waitFor();
    await context.setOffline(false);
    await isHeld();
    await page
      .getByRole('button', { name: /^Stopped/u })
      .first()
      .waitFor();
  },
);

it('logging out says that it has not been sent, and its bar stays visible and usable above the question', async () => {
  await cut();
  await press();
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await says(/isn.t responding|offline/u);
  await page.getByRole('button', { name: /^Account menu of/u }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out of Roundhouse?' });
  await question.getByText(/^A Stop hasn.t reached the server/u).waitFor();
  const isOnTop = await bar().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(true);
  await joined();
  await isHeld();
  await question.getByText(/^A Stop hasn.t reached the server/u).waitFor({ state: 'detached' });
  await question.getByRole('button', { name: 'Cancel' }).click();
});

it(
  'a page opened for the first time while offline leaves the frame where it is, and comes by itself with the network',
  { timeout: 120_000 },
  async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Search robots, pages, actions' }).waitFor();
    await page.evaluate(() => {
      history.pushState(null, '', '/home/user-setting');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await page
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Try again' }) })
      .waitFor();
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0);
    await context.setOffline(false);
    await page
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Try again' }) })
      .waitFor({ state: 'detached', timeout: 60_000 });
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0);
  },
);
