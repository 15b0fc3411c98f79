/**
 * Models of robot control and connection, written from the design and not from the code; the shortest paths that cover
 * every transition run in a real browser, against the real server and a simulated robot.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { slowProxy, type SlowProxy } from '../fakes/slowProxy.ts';
import { covering } from './covering.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  signIn,
  startServer,
  until,
} from './harness.ts';

const ROBOT = 'T2-2403-0012';

let server: RunningServer;
let browser: Browser;
let proxy: SlowProxy;
let context: BrowserContext;
let page: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(async () => (await live()).connection === 'online', 'the robot is online', 60_000);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const live = async () => (await admin.robots.detail({ serialNumber: ROBOT })).live;
const untilFree = (isFree: () => Promise<boolean>): Promise<void> =>
  until(isFree, 'the robot is free').catch(async (error: Error) => {
    throw new Error(`${error.message}; it is ${JSON.stringify(await live())}`);
  });
const button = (name: RegExp | string) => page.getByRole('button', { name }).first();
const usable = async (name: string) => (await button(name).getAttribute('aria-disabled')) !== 'true';

beforeEach(async () => {
  proxy = await slowProxy(server.port);
  context = await openContext(browser, DESK);
  page = await context.newPage();
  // Every path starts with a free robot: not held, no lease, no orders of users.
  if ((await live()).held || (await live()).paused)
    await admin.commands.resume({ serialNumber: ROBOT }).catch(() => undefined);
  if ((await live()).busy) await admin.commands.cancel({ serialNumber: ROBOT }).catch(() => undefined);
  await until(async () => (await admin.control.get({ serialNumber: ROBOT })).holder === null, 'nobody steers');
  await untilFree(async () => !(await live()).busy && !(await live()).held);
  await signIn(page, { ...server, url: proxy.url }, undefined, undefined, `/home/robot-data?serialNumber=${ROBOT}`);
  await button('Go to point').waitFor();
});
afterEach(async () => {
  await context.close();
  await proxy.close();
});

const control = setup({
  types: {
    events: {} as { type: 'stop' | 'resume' | 'take control' | 'release' | 'send to a point' | 'cancel the task' },
  },
}).createMachine({
  initial: 'free',
  states: {
    free: { on: { stop: 'held', 'take control': 'mine', 'send to a point': 'going' } },
    held: { on: { resume: 'free' } },
    mine: { on: { release: 'free', stop: 'mineHeld' } },
    mineHeld: { on: { resume: 'mine' } },
    going: { on: { 'cancel the task': 'free', stop: 'goingHeld' } },
    goingHeld: { on: { resume: 'going' } },
  },
});

const connection = setup({
  types: {
    events: {} as { type: 'the network goes' | 'the network is back' | 'the broker goes' | 'the broker is back' },
  },
}).createMachine({
  initial: 'live',
  states: {
    live: { on: { 'the network goes': 'cloudLost', 'the broker goes': 'brokerLost' } },
    cloudLost: { on: { 'the network is back': 'live' } },
    brokerLost: { on: { 'the broker is back': 'live' } },
  },
});

describe('robot control', () => {
  for (const walk of covering(createTestModel(control).getSimplePaths())) {
    it(walk.description, () =>
      walk.test({
        events: {
          stop: () => page.keyboard.press('Escape'),
          resume: async () => {
            await until(() => usable('Resume'), 'Resume can be used');
            await button('Resume').click();
          },
          'take control': async () => {
            await until(() => usable('Take control'), 'control can be taken');
            await button('Take control').click();
            // Until the round trip is measured, a busy machine can lose control again.
            const lostControl = page.getByText(/^Control was released: the round trip/u);
            await until(async () => {
              if ((await lostControl.count()) > 0) await button('Take control').click();
              return usable('Forward');
            }, 'the robot can be driven');
          },
          release: () => button('Release').click(),
          'send to a point': async () => {
            await until(() => usable('Go to point'), 'it can be sent');
            await button('Go to point').click();
            const dialog = page.getByRole('dialog');
            await dialog
              .getByLabel('Search points')
              .fill((await live()).pose && ((await live()).pose?.x ?? 0) > 15 ? 'ward corridor' : 'pharmacy');
            await dialog.getByRole('option').or(dialog.getByRole('radio')).first().click();
            await dialog.getByRole('button', { name: /^send/iu }).click();
            // The dialog handles Escape until it has closed.
            await dialog.waitFor({ state: 'detached' });
          },
          'cancel the task': async () => {
            await until(() => usable('Cancel task'), 'the task can be cancelled');
            await button('Cancel task').click();
          },
        },
        states: {
          free: async () => {
            await untilFree(
              async () => !(await live()).held && (await live()).leaseHolder === null && !(await live()).busy,
            );
            await page.getByText('Nobody has control').waitFor();
            // Otherwise the next step could take an earlier Stop, still on the screen, for its own.
            await page.getByText(/confirmed by the robot/iu).waitFor({ state: 'detached' });
          },
          held: async () => {
            await page.getByText(/confirmed by the robot/iu).waitFor();
            expect(await live()).toMatchObject({ held: true, paused: true });
          },
          mine: async () => {
            await page.getByText('You have control', { exact: true }).waitFor();
            await until(
              async () => (await live()).mode === 'MANUAL' && !(await live()).held,
              'the robot is steered by hand',
            );
          },
          mineHeld: async () => {
            await page.getByText(/confirmed by the robot/iu).waitFor();
            expect((await admin.control.get({ serialNumber: ROBOT })).holder).not.toBeNull();
          },
          going: async () =>
            until(async () => {
              const [newest] = (await admin.commands.list({ serialNumber: ROBOT, limit: 5 })).rows.filter(
                ({ kind }) => kind === 'goTo',
              );
              return newest?.state === 'accepted' || newest?.state === 'running';
            }, 'the robot goes'),
          goingHeld: async () => {
            await page.getByText(/confirmed by the robot/iu).waitFor();
            expect(await live()).toMatchObject({ held: true, driving: false });
          },
        },
      }),
    );
  }
});

describe('connection', () => {
  for (const walk of covering(createTestModel(connection).getSimplePaths())) {
    it(walk.description, () =>
      walk.test({
        events: {
          'the network goes': () => proxy.cut(),
          'the network is back': () => proxy.restore(),
          'the broker goes': async () =>
            void (await admin.faults.cloud({ fault: 'brokerDown', on: true, forMs: 60_000 })),
          'the broker is back': async () => void (await admin.faults.cloud({ fault: 'brokerDown', on: false })),
        },
        states: {
          live: () =>
            until(async () => (await page.getByText('Live', { exact: true }).count()) > 0, 'every link is live'),
          cloudLost: () =>
            page
              .getByText(/isn.t responding|offline/iu)
              .first()
              .waitFor(),
          brokerLost: () =>
            page
              .getByText(/lost its connection|isn.t responding/iu)
              .first()
              .waitFor(),
        },
      }),
    );
  }
});
