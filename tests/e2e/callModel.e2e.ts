/**
 * Model of a visitor's call, from the design: two operators in real browsers are rung by a simulated robot; hang-ups and
 * lost networks while it rings, while one answers, while picture and sound connect, and while they talk. The paths that
 * cover every transition are walked.
 */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { calls } from '../../contract/endpoints/calls.ts';
import { covering } from './covering.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  OPERATOR,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

const ROBOT = 'U1-2311-0033';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let other: BrowserContext;
let page: Page;
let second: Page;
let admin: Awaited<ReturnType<typeof apiOf>>;
/** Lets the requests through that are being held. */
let release: () => void = () => {};

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
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
  [context, other] = await Promise.all([openContext(browser, DESK), openContext(browser, DESK)]);
  await context.grantPermissions(['microphone', 'camera'], { origin: server.url });
  [page, second] = await Promise.all([context.newPage(), other.newPage()]);
  await Promise.all([
    enter(page, server, OPERATOR, `/robot/call?serialNumber=${ROBOT}`),
    enter(second, server, ADMIN, '/home'),
  ]);
  await page.getByRole('heading', { name: /^No call with/ }).waitFor();
  await second.getByRole('link', { name: 'Home' }).first().waitFor();
});
afterEach(async () => {
  release();
  await Promise.all([context.close(), other.close()]);
  await visitor(false);
  await until(async () => ((await newest())?.state ?? 'ended') === 'ended', 'the call is over');
});

const newest = async () => (await admin.calls.list({ serialNumberStr: ROBOT })).rows[0];
const isState = (state: string) => until(async () => (await newest())?.state === state, `the call is ${state}`);
const visitor = (on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on });
const banner = (one: Page) => one.getByRole('region', { name: 'Incoming call' });
const end = () => page.getByRole('button', { name: 'End the call' });
/** Holds the requests of one endpoint in the operator's browser until `release`. */
async function hold(path: string): Promise<void> {
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route: Route) => {
    await held;
    // The page can be gone, or without its network.
    await route.continue().catch(() => undefined);
  });
}
/** Keeps the operator's browser from connecting picture and sound until `release`. */
async function holdPicture(): Promise<void> {
  await page.evaluate(() => {
    const { prototype } = RTCPeerConnection;
    const original = prototype.setRemoteDescription;
    const held = new Promise<void>((resolve) => Object.assign(window, { releasePicture: resolve }));
    prototype.setRemoteDescription = async function (description: RTCSessionDescriptionInit) {
      await held;
      await Reflect.apply(original, this, [description]);
    };
  });
  release = () =>
    void page
      .evaluate(() => (window as unknown as { releasePicture: () => void }).releasePicture())
      // The page can be gone.
      .catch(() => undefined);
}
const rings = async (): Promise<void> => {
  for (const one of [page, second]) await banner(one).getByRole('button', { name: 'Answer' }).waitFor();
  await isState('ringing');
};
/** Over on both sides, with microphone and camera released. */
const over = async (): Promise<void> => {
  await isState('ended');
  for (const one of [page, second]) await banner(one).waitFor({ state: 'detached' });
  await end().waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Call controls' }).waitFor({ state: 'detached' });
};

const spec = setup({
  types: {
    events: {} as {
      type:
        | 'a visitor calls'
        | 'the visitor hangs up'
        | 'the operator answers'
        | 'the operator answers, the server is slow'
        | 'the operator answers, the picture is slow'
        | 'the server is fast again'
        | 'the picture comes'
        | 'the operator hangs up'
        | 'the network goes'
        | 'the network is back';
    },
  },
}).createMachine({
  initial: 'idle',
  states: {
    idle: { on: { 'a visitor calls': 'rung' } },
    rung: {
      on: {
        'the visitor hangs up': 'missed',
        'the network goes': 'rungAlone',
        'the operator answers': 'talking',
        'the operator answers, the server is slow': 'answering',
        'the operator answers, the picture is slow': 'connecting',
      },
    },
    rungAlone: { on: { 'the visitor hangs up': 'missedUnknown' } },
    missedUnknown: { on: { 'the network is back': 'missed' } },
    answering: {
      on: {
        'the operator hangs up': 'answerWithdrawn',
        'the visitor hangs up': 'answeringNobody',
        'the network goes': 'answeringAlone',
      },
    },
    answerWithdrawn: { on: { 'the server is fast again': 'hungUp' } },
    answeringNobody: { on: { 'the server is fast again': 'missed' } },
    answeringAlone: { on: { 'the visitor hangs up': 'answeringNobodyAlone' } },
    answeringNobodyAlone: { on: { 'the network is back': 'missed' } },
    connecting: {
      on: {
        'the picture comes': 'talking',
        'the operator hangs up': 'hungUp',
        'the network goes': 'lost',
      },
    },
    talking: { on: { 'the operator hangs up': 'hungUp' } },
    lost: { on: { 'the network is back': 'talkingAgain', 'the visitor hangs up': 'hungUpUnknown' } },
    hungUpUnknown: { on: { 'the network is back': 'hungUp' } },
    talkingAgain: {},
    missed: {},
    hungUp: {},
  },
});

const talks = async (leastInterruptions: number): Promise<void> => {
  await page.getByText(/hears and sees you/).waitFor();
  await isState('connected');
  // A slow computer can be so late with the picture that it counts as an interruption.
  expect((await newest())?.interruptions).toBeGreaterThanOrEqual(leastInterruptions);
};
const answer = () => banner(page).getByRole('button', { name: 'Answer' }).click();

describe("a visitor's call", () => {
  const paths = covering(createTestModel(spec).getSimplePaths());
  for (const walk of paths)
    it(walk.description, () =>
      walk.test({
        events: {
          'a visitor calls': async () => void (await visitor(true)),
          'the visitor hangs up': async () => void (await visitor(false)),
          'the operator answers': answer,
          'the operator answers, the server is slow': async () => {
            await hold(calls.answer.path);
            await answer();
          },
          'the operator answers, the picture is slow': async () => {
            await holdPicture();
            await answer();
          },
          'the server is fast again': () => release(),
          'the picture comes': () => release(),
          'the operator hangs up': () => end().click(),
          'the network goes': () => context.setOffline(true),
          'the network is back': async () => {
            await context.setOffline(false);
            release();
          },
        },
        states: {
          rung: rings,
          rungAlone: () => banner(page).waitFor(),
          // Without the network it rings on here, not for the other operator.
          missedUnknown: async () => {
            await isState('ended');
            await banner(second).waitFor({ state: 'detached' });
          },
          answering: async () => {
            await end().waitFor();
            await isState('ringing');
          },
          answerWithdrawn: () => page.getByRole('button', { name: 'Ending' }).waitFor(),
          answeringNobody: () => isState('ended'),
          answeringAlone: () => isState('ringing'),
          answeringNobodyAlone: () => isState('ended'),
          connecting: async () => {
            await page.getByRole('group', { name: 'Call controls' }).waitFor();
            await isState('connected');
            expect(await page.getByText(/hears and sees you/).count()).toBe(0);
            await banner(second).waitFor({ state: 'detached' });
          },
          talking: () => talks(0),
          lost: async () => {
            await isState('reconnecting');
            await page.getByText(/^You lost the connection to the server/).waitFor();
          },
          hungUpUnknown: () => isState('ended'),
          talkingAgain: () => talks(1),
          missed: async () => {
            await over();
            expect(await newest()).toMatchObject({ origin: 'visitor', end: 'withdrawn', answeredAt: null });
          },
          hungUp: async () => {
            await over();
            await page.getByRole('heading', { name: 'What happened' }).waitFor();
            expect(await newest()).toMatchObject({ origin: 'visitor', end: 'hungUp' });
          },
        },
      }),
    );
  it('has few paths', () => expect(paths.length).toBeLessThan(14));
});
