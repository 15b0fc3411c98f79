/**
 * A contact without an account opens the link in a message, takes the case and gives it back; the operator sees it. axe
 * on the page.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { apiOf, enter, launch, openContext, startServer, until, type RunningServer } from './harness.ts';

const PHONE = { width: 375, height: 812, locale: 'zh-CN', theme: 'dark' } as const;

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a contact takes the case by the link in the message, and the operator sees who has it', async () => {
  const admin = await apiOf(server);
  const { simulatedRobots } = await admin.faults.state({});
  let serialNumber = '';
  await until(async () => {
    const { robots } = await admin.robots.list({});
    const online = robots.find(
      (robot) =>
        robot.live.connection === 'online' &&
        simulatedRobots.some((simulated) => simulated.serialNumber === robot.serialNumber),
    );
    serialNumber = online?.serialNumber ?? '';
    return serialNumber !== '';
  }, 'a robot is online');
  await admin.faults.robot({ simulatedRobot: serialNumber, fault: 'smoke', on: true, forMs: 600_000 });
  let link = '';
  await until(async () => {
    const { rows } = await admin.outbox.list({ page: 1, limit: 50, topic: 'alarm' });
    const message = rows.find(({ body, channel }) => channel === 'sms' && /烟雾|smoke/iu.test(body));
    link = /https?:\S+\/alarm-link\?code=[\w-]+/u.exec(message?.body ?? '')?.[0] ?? '';
    return link !== '';
  }, 'a contact has been told');
  const code = new URL(link).searchParams.get('code') ?? '';
  const { caseId } = await admin.alarmLinks.open({ code });

  const [operator, contact] = [
    await (await openContext(browser)).newPage(),
    await (await openContext(browser, PHONE)).newPage(),
  ];
  await enter(operator, server, undefined, `/alarms/case?id=${caseId}`);
  await operator.getByText('Nobody has this case').waitFor();

  await contact.goto(link);
  await contact.getByText('暂无人接手').waitFor();
  expect(await contact.title()).toContain('报警');
  expect(await axeFindings(contact)).toEqual([]);
  expect((await admin.alarmCases.details({ caseId })).case.state).toBe('open');

  await contact.getByRole('button', { name: '由我处理' }).click();
  await contact.getByText('由您处理').waitFor();
  const { owner } = (await admin.alarmCases.details({ caseId })).case;
  expect(owner?.kind).toBe('contact');
  await operator.getByText(`${owner?.name} has this case`).first().waitFor();
  await operator.getByText('by the link in a message').waitFor();
  expect(await axeFindings(contact)).toEqual([]);

  await contact.getByRole('button', { name: '退回' }).click();
  await contact.getByText('暂无人接手').waitFor();
  await operator.getByText('Nobody has this case').waitFor();
  await operator.getByRole('button', { name: 'Take it' }).first().click();
  await contact
    .getByText(/由.+处理/u)
    .first()
    .waitFor();
  await contact.getByRole('button', { name: '由我处理' }).waitFor({ state: 'detached' });

  // Place and pictures are behind sign-in.
  await contact.getByRole('button', { name: '登录后查看位置和图片' }).click();
  await contact.waitForURL((address) => address.pathname === '/login');
});

it('a link that does not work says so', async () => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${server.url}/alarm-link?code=none`);
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
