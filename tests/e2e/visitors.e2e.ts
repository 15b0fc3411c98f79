/**
 * People who meet a robot: a recipient opens the link of a delivery's message to get the code, a visitor signs out, a
 * robot's screen shows captions. axe on each step.
 */
import mqtt from 'mqtt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { catalogue } from '../../contract/endpoints/catalogue.ts';
import { screenTopic } from '../../contract/wire/topics.ts';
import type { Api } from '../fakes/apiClient.ts';
import { scriptedRobot, type ScriptedRobot } from '../fakes/scriptedRobot.ts';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, apiOf, launch, openContext, startServer, until, type Look, type RunningServer } from './harness.ts';
import { poll } from './poll.ts';

const ROBOT = { interfaceName: 'uagv', manufacturer: 'Acme', serialNumber: 'T2-test-1' };
const PHONE = '+12025550123';
const TABLET: Look = { width: 1280, height: 800, locale: 'en-US', theme: 'light' };
const HAND: Look = { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' };

let server: RunningServer;
let browser: Browser;
let admin: Api<typeof catalogue>;
let robot: ScriptedRobot;
let told = 0;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '1' }), launch()]);
  admin = await apiOf(server, ADMIN);
  const { mqttUsername: username, mqttPassword: password } = await admin.robots.register({
    serialNumber: ROBOT.serialNumber,
    manufacturer: ROBOT.manufacturer,
    robotModel: 'T2',
    robotNickName: 'Host',
    registerSiteId: 'riverside',
    maps: [{ registerMapId: 'riverside-1f', robotMapName: 'ground' }],
  });
  robot = await scriptedRobot(
    mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
      username,
      password,
      clientId: 'T2-test',
      reconnectPeriod: 0,
    }),
    ROBOT,
  );
});
afterAll(async () => {
  await robot.leave();
  await browser.close();
  await server.close();
});

const tell = (event: object): Promise<void> => robot.say('events', { id: `e-${++told}`, at: Date.now(), event });
/** The newest message to the number that matches. */
async function messageWith(part: RegExp): Promise<string> {
  let found = '';
  await until(async () => {
    found = (await admin.outbox.list({ text: PHONE, limit: 20 })).rows.find(({ body }) => part.test(body))?.body ?? '';
    return found !== '';
  }, `a message with ${part}`);
  return found;
}
const found: string[] = [];
const check = async (page: Page, name: string): Promise<void> => void found.push(...(await axeFindings(page, name)));

it('a recipient opens the link of their message, types the number and reads the code, until the delivery is over', async () => {
  await tell({
    type: 'delivery',
    deliveryId: 'd-1',
    status: 'created',
    phoneNumber: PHONE,
    loadingPoint: 'riverside-1f.reception',
    destination: 'Ward 2',
  });
  await tell({ type: 'delivery', deliveryId: 'd-1', status: 'delivering' });
  const link = /https?:\S+$/u.exec(await messageWith(/on the way/u))?.[0] ?? '';
  const page = await (await openContext(browser, HAND)).newPage();
  await page.goto(`${server.url}${new URL(link).pathname}${new URL(link).search}`);
  await page.getByLabel('手机号').fill('+1 202 555 0199');
  await page.getByRole('button', { name: '查看我的配送' }).click();
  await page.getByText('未找到与此手机号和链接相符的配送').waitFor();
  await check(page, 'refused');
  await page.getByLabel('手机号').fill(PHONE);
  await page.getByRole('button', { name: '查看我的配送' }).click();
  await page.getByRole('heading', { name: '取件码' }).waitFor();
  expect(await page.getByText(/^\d( \d){5}$/u).count()).toBe(1);
  await page.getByRole('heading', { name: /^正送往 ?Ward 2$/u }).waitFor();
  await page.getByText('导诊台').waitFor();
  await check(page, 'the code');
  await tell({ type: 'delivery', deliveryId: 'd-1', status: 'completed' });
  await page.getByRole('heading', { name: '已取件' }).waitFor({ timeout: 60_000 });
  await check(page, 'over');
  await page.context().close();
});

it('a visitor signs out at the robot, by the code that came to their phone', async () => {
  await tell({ type: 'visit', visitId: 'v-1', name: 'Ada Berg', phoneNumber: PHONE, host: 'Dr. Novak' });
  await messageWith(/You signed in as a visitor/u);
  const page = await (await openContext(browser, TABLET)).newPage();
  await page.goto(`${server.url}/t2-sign-out`);
  await page.getByLabel('Phone number').fill('(202) 555-0123');
  await check(page, 'the number');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Six-digit code').fill('000000');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Incorrect verification code').waitFor();
  await check(page, 'a wrong code');
  await page
    .getByLabel('Six-digit code')
    .fill(/\d{6}/u.exec(await messageWith(/to sign out of your visit/u))?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Goodbye, Ada Berg' }).waitFor();
  await page.getByText(/Berlin, UTC/u).waitFor();
  await check(page, 'goodbye');
  await page.getByRole('button', { name: 'Done' }).click();
  await poll(() => page.getByLabel('Phone number').inputValue()).toBe('');
  await page.context().close();
});

it("a robot's screen shows what it says and is asked, as text, opened by its key alone", async () => {
  const { key } = await admin.keys.create({ name: 'Screen', kind: 'screen', serialNumber: ROBOT.serialNumber });
  const page = await (await openContext(browser, { ...TABLET, theme: 'dark' })).newPage();
  await page.goto(`${server.url}/semantic-scene/voice`);
  await page.getByText("This screen's API key isn't valid").waitFor();
  await check(page, 'no key');
  await page.goto('about:blank');
  await robot.say('connection', { connectionState: 'ONLINE' }, { retain: true });
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(payload.toString())));
  await page.goto(`${server.url}/semantic-scene/voice#${key}`);
  await page.getByText('No speech').waitFor();
  // Its access token's connection is open: the broker has sent the retained message.
  await poll(() => frames.some((frame) => frame.includes(`${ROBOT.serialNumber}/connection`))).toBe(true);
  await check(page, 'quiet');
  await tell({
    type: 'question',
    question: 'Where is <b>ward 2</b>?',
    answered: true,
    answer: 'Straight ahead.',
    language: 'en',
  });
  await tell({ type: 'speech', text: '欢迎来到滨江医院。', language: 'zh' });
  await page.getByText('欢迎来到滨江医院。').waitFor();
  await poll(() => frames.some((frame) => frame.includes(screenTopic(ROBOT.serialNumber)))).toBe(true);
  expect(await page.getByRole('list', { name: 'Captions' }).getByRole('listitem').allTextContents()).toEqual([
    'VisitorWhere is <b>ward 2</b>?',
    'HostStraight ahead.',
    'Host欢迎来到滨江医院。',
  ]);
  await check(page, 'captions');
  await page.context().setOffline(true);
  await page.getByText("Can't reach the server.").waitFor({ timeout: 60_000 });
  await check(page, 'lost');
  await page.context().setOffline(false);
  await page.getByText("Can't reach the server.").waitFor({ state: 'detached', timeout: 60_000 });
  await page.context().close();
});

it('axe finds nothing on any of it', () => {
  expect(found).toEqual([]);
});
