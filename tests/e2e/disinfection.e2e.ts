/** From the start dialog to the record: a point is chosen, the robot disinfects it live on the plan, and the result stays. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockingError } from '../../contract/rules/robotCan.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  fleetUpTo,
  launch,
  openContext,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';
import { poll } from './poll.ts';

/** Of two disinfection robots, one of which may be busy. */
const SECOND_ROBOT = 'D2-2401-0021';
let server: RunningServer;
let browser: Browser;
let admin: Awaited<ReturnType<typeof apiOf>>;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(SECOND_ROBOT)), launch()]);
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('a disinfection is started, followed and recorded', { timeout: 400_000 }, async () => {
  let robot: Awaited<ReturnType<typeof admin.robots.detail>> | undefined;
  await until(
    async () => {
      const { robots, serverTime } = await admin.robots.list({});
      for (const { serialNumber, kind } of robots.filter((one) => one.kind === 'disinfection')) {
        const detail = await admin.robots.detail({ serialNumber });
        const facts = {
          live: detail.live,
          abilities: detail.abilities,
          rights: ['operate'] as const,
          leasedByOther: false,
          leasedByMe: false,
          now: serverTime,
        };
        if (kind === 'disinfection' && blockingError('disinfect', facts) === null) robot = detail;
      }
      return robot !== undefined;
    },
    'a robot can disinfect',
    90_000,
  );
  if (!robot) throw new Error('no robot');
  const { serialNumber, live } = robot;
  const map = await admin.maps.get({ mapId: live.pose?.mapId ?? '', serialNumber });
  const [near] = map.points
    .filter(({ attributes }) => attributes.includes('none'))
    .map((point) => ({
      ...point,
      far: Math.hypot(point.worldX - (live.pose?.x ?? 0), point.worldY - (live.pose?.y ?? 0)),
    }))
    .sort((a, b) => a.far - b.far);
  if (!near) throw new Error('no point');

  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  await enter(page, server, ADMIN, `/activities/disinfect-record?start=${serialNumber}`);
  const dialog = page.getByRole('dialog', { name: 'Start disinfection' });
  await dialog.getByRole('radio', { name: 'Points' }).click();
  const minutes = dialog.getByLabel(`Minutes at ${near.name}`);
  // A chosen point has its number behind its name.
  const name = near.name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const choice = dialog.getByRole('checkbox', { name: new RegExp(`^${name}(?: \\(\\d+\\))?$`, 'u') }).first();
  await until(async () => {
    if (!(await choice.isChecked())) await choice.check({ force: true, timeout: 5_000 }).catch(() => undefined);
    return minutes.isVisible();
  }, 'the point is chosen');
  await minutes.fill('1');
  await dialog.getByText('Wait until the room is empty').click();
  await dialog.getByText(/about .+ battery/u).waitFor();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  const drawer = page.getByRole('region', { name: near.name });
  await drawer.getByText('In progress').first().waitFor();
  const plan = drawer.getByRole('img', { name: /[1-9]\d*% of the cells covered/u });
  await plan.waitFor({ timeout: 180_000 });
  await drawer.getByText('Finished').waitFor({ timeout: 120_000 });
  await poll(async () => (await admin.disinfections.current({ serialNumber })).run).toMatchObject({
    state: 'finished',
    kind: 'points',
    coverage: 1,
  });
  expect(
    await page
      .getByRole('row', { name: new RegExp(near.name, 'u') })
      .first()
      .innerText(),
  ).toContain('Finished');
});
