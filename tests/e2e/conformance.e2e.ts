/**
 * A robot that says AUTO, in a real browser: the administrator reads why it does not drive, accepts the value, and sees
 * the finding go; the log shows its messages. On a phone nothing is wider than the screen.
 */
import mqtt, { type MqttClient } from 'mqtt';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, apiOf, enter, launch, openContext, type RunningServer, startServer } from './harness.ts';

const PATH = '/robots/conformance?serialNumber=KR7-00213';
let browser: Browser;
let server: RunningServer;
let robot: MqttClient;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  robot.end(true);
  await browser.close();
  await server.close();
});

it('tells why a robot gets no orders, and accepts what it says', async () => {
  const api = await apiOf(server);
  const [site] = await api.maps.sites({});
  const registered = await api.robots.register({
    serialNumber: 'KR7-00213',
    manufacturer: 'kestrel',
    interfaceName: 'uagv',
    robotModel: 'K7',
    kind: 'delivery',
    robotNickName: 'Kestrel 7',
    dialect: '2.x',
    registerSiteId: site?.id ?? '',
    maps: [],
  });
  robot = mqtt.connect(`${server.url.replace('http', 'ws')}/mqtt`, {
    username: registered.mqttUsername,
    password: registered.mqttPassword,
    clientId: 'kestrel',
  });
  let headerId = 0;
  const say = (topic: string, body: object): void => {
    const header = {
      headerId: headerId++,
      timestamp: new Date().toISOString(),
      version: '2.1.0',
      manufacturer: 'kestrel',
      serialNumber: 'KR7-00213',
    };
    robot.publish(`uagv/v2/kestrel/KR7-00213/${topic}`, JSON.stringify({ ...header, ...body }));
  };
  await new Promise<void>((resolve) => void robot.once('connect', () => resolve()));
  say('connection', { connectionState: 'ONLINE' });
  const state = () =>
    say('state', {
      orderId: '',
      orderUpdateId: 0,
      lastNodeId: '',
      lastNodeSequenceId: 0,
      driving: false,
      operatingMode: 'AUTO',
      nodeStates: [],
      edgeStates: [],
      actionStates: [],
      agvPosition: { x: 1, y: 1, theta: 0, mapId: 'floor_1', positionInitialized: true },
      batteryState: { batteryCharge: 80, charging: false },
      errors: [],
      safetyState: { eStop: 'NONE', fieldViolation: false },
    });
  const saying = setInterval(state, 500);
  try {
    const [desks, phones] = await Promise.all([
      openContext(browser),
      openContext(browser, { width: 390, height: 844, locale: 'zh-CN', theme: 'light' }),
    ]);
    const page = await desks.newPage();
    await enter(page, server, ADMIN, PATH);
    await page.getByRole('heading', { level: 1, name: /problems? keep/u }).waitFor();
    await page.getByRole('button', { name: /operatingMode has a value that isn't allowed/u }).click();
    await page.getByRole('button', { name: 'Show message' }).click();
    await page
      .getByRole('region', { name: /^state/u })
      .getByText('"operatingMode": "AUTO"')
      .waitFor();
    expect(await axeFindings(page, 'conformance')).toEqual([]);
    await page.getByRole('button', { name: 'Accept "AUTO" as AUTOMATIC' }).click();
    await page.getByText('Operating mode "AUTO" means AUTOMATIC').waitFor();
    await page.getByRole('button', { name: /operatingMode has a value/u }).waitFor({ state: 'detached' });

    const phone = await phones.newPage();
    await enter(phone, server, ADMIN, PATH);
    await phone.getByText('运行模式 “AUTO” 即 AUTOMATIC').waitFor();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  } finally {
    clearInterval(saying);
  }
});
