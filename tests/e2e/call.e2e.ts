/** Calls in a real browser: a robot is called, answers and shows the operator; a visitor calls and is answered. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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
let page: Page;
let api: Awaited<ReturnType<typeof apiOf>>;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  [api, admin] = await Promise.all([apiOf(server, OPERATOR), apiOf(server, ADMIN)]);
  await until(
    async () => (await api.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  context = await openContext(browser, DESK);
  await context.grantPermissions(['microphone', 'camera'], { origin: server.url });
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  const call = await newest();
  if (call && call.state !== 'ended') await api.calls.end({ callingRequestId: call.id });
});

/** Fraction of the robot's picture that changed between two readings half a second apart. */
const moved = () =>
  page.evaluate(async () => {
    const video = document.querySelector<HTMLVideoElement>('video[aria-label^="Camera of"]');
    if (!video || video.videoWidth === 0) return 0;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 90];
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    const shot = () => {
      pen?.drawImage(video, 0, 0, 160, 90);
      return pen?.getImageData(0, 0, 160, 90).data ?? new Uint8ClampedArray();
    };
    const before = shot();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = shot();
    let differing = 0;
    for (let i = 0; i < after.length; i += 4) if (Math.abs((after[i] ?? 0) - (before[i] ?? 0)) > 2) differing += 1;
    return differing / (after.length / 4);
  });
const newest = async () => (await api.calls.list({ serialNumberStr: ROBOT })).rows[0];
const screenOf = async () => (await newest())?.screen;

it('calls a robot, which answers, shows the operator and says a phrase; the end is a record with a note', async () => {
  await enter(page, server, OPERATOR, `/home/robot-data?serialNumber=${ROBOT}`);
  await page.getByRole('button', { name: /^Call / }).click();
  await page.getByRole('heading', { name: /is ringing/ }).waitFor();
  await page.getByText(/^In a call/).waitFor();
  await page.getByRole('button', { name: 'Mute' }).waitFor();
  await page.getByText(/hears and sees you/).waitFor();
  await until(async () => (await moved()) > 0.005, 'the picture of the robot moves');
  await until(async () => ((await screenOf())?.frames ?? 0) > 10, "the operator's camera is on the robot's screen");
  await page.getByText('Your camera').waitFor();

  await page.keyboard.press('2');
  // How long it speaks is too short to be waited for; the line of the call stays.
  await until(
    async () =>
      (await api.calls.details({ callingRequestId: (await newest())?.id ?? '' })).lines.some(
        ({ kind, text }) => kind === 'said' && text.startsWith('One moment'),
      ),
    'the phrase is in the record',
  );
  await page.getByRole('button', { name: 'Show Floor plan' }).click();
  await until(async () => (await screenOf())?.picture === 'plan', 'the robot shows the plan');

  // The call goes on without its page.
  await page.goto(`${server.url}/home`).catch(() => undefined);
  await until(async () => (await newest())?.state !== 'connected', 'a reloaded tab is out of the call');
  await api.calls.end({ callingRequestId: (await newest())?.id ?? '' });
  expect(await newest()).toMatchObject({ state: 'ended', origin: 'operator', end: 'hungUp' });
});

it("answers a visitor's call from any page, ends it, and notes what it was about", async () => {
  await enter(page, server, OPERATOR, '/activities/call-records');
  await page.getByRole('heading', { name: 'Call records' }).waitFor();
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: true });
  const banner = page.getByRole('region', { name: 'Incoming call' });
  await banner.getByRole('heading', { name: /A visitor calls/ }).waitFor();
  await banner.getByRole('button', { name: 'Ask to wait' }).click();
  await banner.getByRole('button', { name: 'Asked to wait' }).waitFor();
  await banner.getByRole('button', { name: 'Sound only' }).click();
  await page.getByText(/^In a call/).waitFor();
  await page.getByText(/hears you/).waitFor();
  await page.getByRole('button', { name: 'Camera on' }).waitFor();

  // The call goes on beside every page, and leads back.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByText(/^In a call with/).waitFor();
  await page.getByRole('button', { name: 'Back to call' }).click();
  await page.getByRole('button', { name: 'End the call' }).click();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByRole('button', { name: 'Directions' }).click();
  await page.getByLabel('Note').fill('To Meeting 2');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('button', { name: 'Note saved' }).waitFor();
  expect(await newest()).toMatchObject({ origin: 'visitor', end: 'hungUp', topic: 'way', note: 'To Meeting 2' });
});

it('a call whose operator loses the network comes back as it was; what the visitor ends meanwhile is over there too', async () => {
  const isState = (state: string) => until(async () => (await newest())?.state === state, `the call is ${state}`);
  await enter(page, server, OPERATOR, '/home');
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: true });
  await page.getByRole('region', { name: 'Incoming call' }).getByRole('button', { name: 'Sound only' }).click();
  await page.getByRole('button', { name: 'Mute' }).click();
  await page.getByText(/doesn't hear you/).waitFor();

  await context.setOffline(true);
  await isState('reconnecting');
  await context.setOffline(false);
  await isState('connected');
  await page.getByText(/doesn't hear you/).waitFor();
  await page.getByRole('button', { name: 'Unmute' }).waitFor();

  await context.setOffline(true);
  await isState('reconnecting');
  await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: false });
  await isState('ended');
  await context.setOffline(false);
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await page.getByRole('button', { name: 'Unmute' }).waitFor({ state: 'detached' });
  expect(await newest()).toMatchObject({ origin: 'visitor', end: 'hungUp', endedBy: 'visitor' });
});

it('rings two operators: the first has the call, the other is told who; a hang-up and a lost right end it', async () => {
  const other = await openContext(browser, DESK);
  await other.grantPermissions(['microphone', 'camera'], { origin: server.url });
  const second = await other.newPage();
  const bannerOf = (one: Page) => one.getByRole('region', { name: 'Incoming call' });
  const rung = async (): Promise<void> => {
    await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: true });
    for (const one of [page, second]) await bannerOf(one).getByRole('button', { name: 'Answer' }).waitFor();
  };
  const ended = (end: string) =>
    until(async () => {
      const [call] = (await admin.calls.list({ serialNumberStr: ROBOT })).rows;
      return call?.state === 'ended' && call.end === end;
    }, `the call has ended: ${end}`);
  try {
    await Promise.all([enter(page, server, OPERATOR, '/home'), enter(second, server, ADMIN, '/home')]);
    for (const one of [page, second]) await one.getByRole('link', { name: 'Home' }).first().waitFor();

    await rung();
    await bannerOf(second).getByRole('button', { name: 'Answer' }).click();
    await page.getByText(/^Robin Hale answered/).waitFor();
    await bannerOf(page).waitFor({ state: 'detached' });
    await second.getByText(/^In a call/).waitFor();
    await admin.faults.robot({ simulatedRobot: ROBOT, fault: 'visitorCall', on: false });
    await second.getByRole('heading', { name: 'What happened' }).waitFor();
    await ended('hungUp');

    await rung();
    await bannerOf(page).getByRole('button', { name: 'Sound only' }).click();
    await second.getByText(/^Lin Wei answered/).waitFor();
    await page.getByRole('button', { name: 'Mute' }).waitFor();
    const { rows } = await admin.friends.list({ serialNumber: ROBOT });
    const relation = rows.find(({ nickname }) => nickname === 'Lin Wei');
    if (!relation) throw new Error('Lin Wei is not a member');
    const { friendRelationId } = relation;
    await admin.friends.setAuth({ friendRelationId, isAuth: false });
    try {
      await ended('rightLost');
      // Microphone and camera end with the right.
      await page.getByRole('button', { name: 'Mute' }).waitFor({ state: 'detached' });
    } finally {
      await admin.friends.setAuth({ friendRelationId, isAuth: true });
    }
  } finally {
    await other.close();
  }
});
