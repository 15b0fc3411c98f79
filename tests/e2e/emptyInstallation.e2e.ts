/**
 * From an empty installation to a third-party vehicle that drives, in the browser alone and in both languages: first
 * administrator, site, floor, robot, first message, test drive with a Stop. At most 12 interactions after signing in.
 */
import { AgvController, VirtualAgvAdapter } from 'vda-5050-lib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { DESK, launch, openContext, startServer } from './harness.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const MOST_INTERACTIONS = 12;
const PASSWORD = 'Harbour2026';

const TEXTS = {
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
  },
} as const;

/** What a person copies from the dialog to the robot. */
async function credentialsIn(dialog: Locator, password: string): Promise<{ brokerUrl: string; password: string }> {
  const brokerUrl = await dialog.getByText(/^wss?:/u).innerText();
  return { brokerUrl, password: await dialog.getByRole('status', { name: password }).innerText() };
}

describe.each(['en-US', 'zh-CN'] as const)('from an empty installation to a vehicle that drives, in %s', (locale) => {
  const t = TEXTS[locale];

  it('by the browser alone', async () => {
    const server = await startServer({ ROUNDHOUSE_DEMO: 'off' });
    let vehicle: AgvController | undefined;
    let interactions = 0;
    const counted = <Answer>(act: Promise<Answer>): Promise<Answer> => {
      interactions += 1;
      return act;
    };
    const context = await openContext(browser, { ...DESK, locale });
    const page = await context.newPage();
    const fill = (label: string, text: string) => counted(page.getByLabel(label, { exact: true }).fill(text));
    const press = (name: string, within: Page | Locator = page) =>
      counted(within.getByRole('button', { name, exact: true }).click());
    try {
      const [code] = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/u.exec(server.output()) ?? [];
      await page.goto(server.url);
      await page.getByLabel(t.code).fill(code ?? '');
      await page.getByLabel(t.me).fill('Ada');
      await page.getByLabel(t.email).fill('ada@hotel.example');
      for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD);
      await page.getByRole('button', { name: t.createAdministrator }).click();

      // Signed in: the steps count from here.
      await page.getByRole('heading', { level: 1, name: t.welcome }).waitFor();
      expect(await axeFindings(page, `the first step, ${locale}`)).toEqual([]);
      await fill(t.site, 'Kai');
      await press(t.createSite);
      await press(t.createFloor);
      await fill(t.manufacturer, 'Kestrel');
      await fill(t.serialNumber, 'KR7-1');
      await fill(t.model, 'KR7');
      await counted(page.getByRole('radio', { name: t.delivery, exact: true }).click());
      await press(t.register);
      const dialog = page.getByRole('dialog');
      const { brokerUrl, password } = await credentialsIn(dialog, t.password);
      await press(t.stored, dialog);

      // A letter that looks like a digit: the robot is refused, and the page says so beside the step that waits.
      await page.getByRole('heading', { level: 2, name: t.waiting }).waitFor();
      const vehicleAs = (username: string) =>
        new AgvController(
          { manufacturer: 'Kestrel', serialNumber: 'KR7-1' },
          { interfaceName: 'uagv', transport: { brokerUrl, heartbeat: 10, username, password }, vdaVersion: '2.0.0' },
          { agvAdapterType: VirtualAgvAdapter, publishStateInterval: 500 },
          { initialPosition: { mapId: '1F', x: 5, y: 5, theta: 0, lastNodeId: '' }, vehicleSpeed: 1 },
        );
      const mistyped = vehicleAs('KR7-l');
      await mistyped.start().catch(() => undefined);
      await page.getByText(t.stray).waitFor();
      expect(await axeFindings(page, `a refused robot, ${locale}`)).toEqual([]);
      await mistyped.stop().catch(() => undefined);
      vehicle = vehicleAs('KR7-1');
      await vehicle.start();

      // Its orders are blocked until it confirms a Stop: one press drives it and stops it.
      await press(t.send);
      await page.getByText(t.confirmed).waitFor();
      expect(interactions).toBeLessThanOrEqual(MOST_INTERACTIONS);

      // Back at the list, the step is done, and leaving it keeps the way back in sight.
      await page.getByRole('link', { name: t.chip }).click();
      await page.getByText(t.drove).waitFor();
      expect(await axeFindings(page, `five of six steps, ${locale}`)).toEqual([]);
      await page.getByRole('button', { name: t.later }).click();
      await page.waitForURL((address) => address.pathname === '/home');
      await page.getByRole('link', { name: t.chip }).waitFor();
    } finally {
      if (vehicle) {
        // It would respond to late messages without a connection, and that rejection would be unhandled.
        vehicle.publish = () => Promise.resolve(undefined as never);
        await vehicle.stop().catch(() => undefined);
      }
      await context.close();
      await server.close();
    }
  });
});
