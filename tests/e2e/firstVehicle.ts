/**
 * The way from an empty installation to a third-party vehicle that drives, in the browser: its steps, and a count of what
 * a person does in them, taken from the page's own events.
 */
import { AgvController, VirtualAgvAdapter } from 'vda-5050-lib';
import type { Locator, Page } from 'playwright-core';
import type { RunningServer } from './harness.ts';

/** After signing in, up to a vehicle that has driven. */
export const MOST_INTERACTIONS = 12;
const PASSWORD = 'Harbour2026';

export const JOURNEY_TEXTS = {
  'en-US': {
    code: 'Setup code',
    me: 'Your name',
    email: 'Email',
    createAdministrator: 'Create administrator',
    welcome: 'Welcome to Roundhouse',
    site: 'Site name',
    createSite: 'Create site',
    createFloor: 'Create floor',
    manufacturer: 'Manufacturer',
    serialNumber: 'Serial number',
    model: 'Model',
    delivery: 'Delivery',
    register: 'Register robot',
    password: 'Password',
    stored: 'I have stored them',
    waiting: 'First message from KR7-1',
    stray: /signs in as KR7-l\./u,
    send: 'Send a test order',
    confirmed: 'All seven steps confirmed',
    chip: 'Set-up 5/6',
    drove: /Drove to a destination, stopped in/u,
    later: 'Do this later',
    lacks: ["This robot doesn't support video.", "The robot doesn't support manual driving. Commands still work."],
    actions: 'Actions',
    noActions: "This robot doesn't support announcements, photos, lights or other actions.",
    callName: /^Call /u,
    noCalls: "This robot can't be called.",
  },
  'zh-CN': {
    code: '初始化码',
    me: '您的姓名',
    email: '邮箱',
    createAdministrator: '创建管理员',
    welcome: '欢迎使用 Roundhouse',
    site: '站点名称',
    createSite: '创建站点',
    createFloor: '创建楼层',
    manufacturer: '制造商',
    serialNumber: '序列号',
    model: '型号',
    delivery: '配送',
    register: '登记机器人',
    password: '密码',
    stored: '我已保存',
    waiting: '收到 KR7-1 的首条消息',
    stray: /正以 KR7-l 登录/u,
    send: '发送测试订单',
    confirmed: '七个步骤均已确认',
    chip: '设置 5/6',
    drove: /已行驶到目标点，/u,
    later: '稍后再做',
    lacks: ['此机器人不支持视频。', '此机器人不支持手动驾驶，指令仍可正常使用。'],
    actions: '操作',
    noActions: '此机器人不支持播报、拍照、灯光等操作。',
    callName: /^呼叫/u,
    noCalls: '此机器人不支持通话。',
  },
} as const;

export type JourneyTexts = (typeof JOURNEY_TEXTS)[keyof typeof JOURNEY_TEXTS];

// As text, because the build of benches for Node inserts its own helpers into functions that run in the page.
const NOTE_INTERACTIONS = `(() => {
  const filled = new Set();
  const nameOf = (target) => (target.closest?.('button, label, a') ?? target).textContent.trim();
  addEventListener('pointerdown', (event) => event.isTrusted && noteInteraction('press ' + nameOf(event.target)), true);
  addEventListener(
    'keydown',
    (event) => event.isTrusted && [' ', 'Enter'].includes(event.key) && noteInteraction('key ' + nameOf(event.target)),
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (['radio', 'checkbox'].includes(target.type) || filled.has(target)) return;
      filled.add(target);
      noteInteraction('fill ' + (target.labels?.[0]?.textContent ?? target.name));
    },
    true,
  );
})()`;
/**
 * What a person does on a page from now on: presses of the pointer, of Enter and of the space bar, and each field that is
 * filled, once however much is typed.
 */
export async function interactionsOn(page: Page): Promise<string[]> {
  const done: string[] = [];
  await page.exposeFunction('noteInteraction', (what: string) => void done.push(what));
  await page.evaluate(NOTE_INTERACTIONS);
  return done;
}

/** Up to the first step of the checklist, signed in. */
export async function createAdministrator(page: Page, server: RunningServer, t: JourneyTexts): Promise<void> {
  const [code] = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/u.exec(server.output()) ?? [];
  await page.goto(server.url);
  await page.getByLabel(t.code).fill(code ?? '');
  await page.getByLabel(t.me).fill('Ada');
  await page.getByLabel(t.email).fill('ada@hotel.example');
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD);
  await page.getByRole('button', { name: t.createAdministrator }).click();
  await page.getByRole('heading', { level: 1, name: t.welcome }).waitFor();
}

export interface Credentials {
  brokerUrl: string;
  password: string;
}
/** What a person copies from the dialog to the robot. */
async function credentialsIn(dialog: Locator, password: string): Promise<Credentials> {
  const brokerUrl = await dialog.getByText(/^wss?:/u).innerText();
  return { brokerUrl, password: await dialog.getByRole('status', { name: password }).innerText() };
}

/** From the first step to a registered robot whose first message is awaited. */
export async function registerVehicle(page: Page, t: JourneyTexts): Promise<Credentials> {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click();
  await fill(t.site, 'Kai');
  await press(t.createSite);
  await press(t.createFloor);
  await fill(t.manufacturer, 'Kestrel');
  await fill(t.serialNumber, 'KR7-1');
  await fill(t.model, 'KR7');
  await page.getByRole('radio', { name: t.delivery, exact: true }).click();
  await press(t.register);
  const dialog = page.getByRole('dialog');
  const credentials = await credentialsIn(dialog, t.password);
  await press(t.stored, dialog);
  await page.getByRole('heading', { level: 2, name: t.waiting }).waitFor();
  return credentials;
}

/** Its orders are blocked until it confirms a Stop: one press drives it and stops it. */
export async function testDrive(page: Page, t: JourneyTexts): Promise<void> {
  await page.getByRole('button', { name: t.send, exact: true }).click();
  await page.getByText(t.confirmed).waitFor();
}

export const vehicleAs = (username: string, { brokerUrl, password }: Credentials): AgvController =>
  new AgvController(
    { manufacturer: 'Kestrel', serialNumber: 'KR7-1' },
    { interfaceName: 'uagv', transport: { brokerUrl, heartbeat: 10, username, password }, vdaVersion: '2.0.0' },
    { agvAdapterType: VirtualAgvAdapter, publishStateInterval: 500 },
    { initialPosition: { mapId: '1F', x: 5, y: 5, theta: 0, lastNodeId: '' }, vehicleSpeed: 1 },
  );

export async function stopVehicle(vehicle: AgvController): Promise<void> {
  // It would respond to late messages without a connection, and that rejection would be unhandled.
  vehicle.publish = () => Promise.resolve(undefined as never);
  await vehicle.stop().catch(() => undefined);
}
