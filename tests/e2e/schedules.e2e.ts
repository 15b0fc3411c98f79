/**
 * Scheduled tasks: a task at most two minutes ahead is made and the simulated robot drives it, another task is paused and
 * taken back, and an exception makes a run fall out.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockingError } from '../../contract/rules/robotCan.ts';
import { plusDays, zonedDate } from '../../contract/rules/zonedTime.ts';
import { timeOfDay } from '../../src/ui/shell/siteTime.ts';
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

const MAP = 'harbour-1f';
const ROUTE = 'harbour-1f.route-lobby';
/** The second patrol robot: the first may be busy, and its tasks are copied to another robot that can cruise. */
const SECOND_PATROL = 'S2-2402-0056';
const MINUTE_MS = 60_000;
/** More than a correction of its position, metres. */
const DRIVEN_M = 1;
let server: RunningServer;
let browser: Browser;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(SECOND_PATROL)), launch()]);
  admin = await apiOf(server, ADMIN);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A robot on the route's floor that can start it. */
async function idleRobot(): Promise<{ serialNumber: string; name: string }> {
  let found: { serialNumber: string; name: string } | undefined;
  await until(
    async () => {
      const { robots, serverTime } = await admin.robots.list({});
      for (const { live, serialNumber, robotNickName, navigation } of robots) {
        // Delivery robots are busy with the demo's guests.
        if (!serialNumber.startsWith('S2') || !navigation) continue;
        if (live.pose?.mapId !== MAP || (live.battery ?? 0) < 45) continue;
        const { abilities } = await admin.robots.detail({ serialNumber });
        const facts = { live, abilities, rights: ['operate'] as const, leasedByOther: false, leasedByMe: false };
        if (blockingError('cruise', { ...facts, now: serverTime }) !== null) continue;
        found = { serialNumber, name: robotNickName };
        return true;
      }
      return false;
    },
    'a robot is free',
    90_000,
  );
  return found!;
}

it('makes a task and sees it run, pauses another, and lets a run fall out', { timeout: 480_000 }, async () => {
  const robot = await idleRobot();
  const [site] = (await admin.schedules.sites({})).filter(({ name }) => name.includes('Harbour'));
  const { siteId, timeZone } = site!;
  const context = await openContext(browser, DESK);
  const page = await context.newPage();
  await enter(page, server, ADMIN, `/schedules/task?site=${siteId}&serialNumber=${robot.serialNumber}&route=${ROUTE}`);

  const { serverTime } = await admin.robots.list({});
  const time = timeOfDay(Math.ceil(serverTime / MINUTE_MS) * MINUTE_MS + MINUTE_MS, timeZone);
  await page.getByLabel('Time', { exact: true }).fill(time);
  await page.getByText('Next five runs').waitFor();
  await page.getByRole('button', { name: /^Save task/u }).click();
  await page.getByRole('heading', { level: 1, name: 'Scheduled tasks' }).waitFor();
  const today = zonedDate(timeZone, serverTime);
  const timetable = () => admin.schedules.timetable({ siteId, from: today, days: 7 });
  const own = (await timetable()).tasks.find(
    ({ serialNumber, executeTime }) => serialNumber === robot.serialNumber && executeTime === time,
  );
  expect(own).toMatchObject({ pathId: ROUTE, state: '1' });

  // Another task is paused, and comes back by Undo.
  const other = await admin.schedules.save({
    serialNumber: robot.serialNumber,
    executeTime: timeOfDay(serverTime + 5 * 60 * MINUTE_MS, timeZone),
    pathId: ROUTE,
    checkboxRespeatDays: '1,2,3,4,5,6,7',
  });
  await page.reload();
  const stateOf = async (id: string) => (await timetable()).tasks.find((task) => task.id === id)?.state;
  await page
    .getByRole('switch', { name: `${other.pathName} at ${other.executeTime} is on` })
    .first()
    .click();
  await until(async () => (await stateOf(other.id)) === '0', 'the task is paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await stateOf(other.id)) === '1', 'the task is on again');

  let startsAt = 0;
  await until(
    async () => {
      const { runs } = await timetable();
      startsAt = runs.find(({ taskId, state }) => taskId === own?.id && state === 'inProgress')?.startsAt ?? 0;
      return startsAt > 0;
    },
    'the run has started on the robot',
    240_000,
  );
  // It is driven: the robot has left the place where the run found it.
  const placeOf = async () => (await admin.robots.detail({ serialNumber: robot.serialNumber })).live.pose;
  const from = await placeOf();
  await until(
    async () => {
      const pose = await placeOf();
      return pose !== null && from !== null && Math.hypot(pose.x - from.x, pose.y - from.y) > DRIVEN_M;
    },
    'the robot drives',
    120_000,
  );
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`${timeOfDay(startsAt, timeZone)}, Running`, 'u') }).waitFor();

  // An exception over the same time tomorrow.
  const tomorrow = plusDays(today, 1);
  await page.goto(`${server.url}/schedules/exceptions?site=${siteId}`);
  await page.getByRole('columnheader', { name: 'Affected runs' }).waitFor();
  await page.getByRole('button', { name: 'Add exception' }).click();
  const form = page.getByRole('form', { name: 'New exception' });
  await form.getByLabel('Date', { exact: true }).fill(tomorrow);
  await form.getByLabel('From', { exact: true }).fill('00:00');
  await form.getByLabel('To', { exact: true }).fill('23:59');
  await form.getByRole('button', { name: /^Save and skip \d+ runs?$/u }).click();
  await form.waitFor({ state: 'detached' });
  const run = (await timetable()).runs.find(
    ({ taskId, plannedAt }) => taskId === own?.id && zonedDate(timeZone, plannedAt) === tomorrow,
  );
  expect(run).toMatchObject({ verdict: 'notAtAll' });
});

it('shows the details of a run within the screen of a phone, and copies its task from there', async () => {
  const context = await openContext(browser, { ...DESK, width: 390, height: 844 });
  const page = await context.newPage();
  await enter(page, server, ADMIN, '/schedules/calendar');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: /Lobby round/u })
    .first()
    .click();
  // A press needs the button inside the screen.
  await page.getByRole('dialog').getByRole('button', { name: 'Copy to robots…' }).click();
  await page
    .getByRole('dialog', { name: /^Copy Lobby round/u })
    .getByRole('checkbox')
    .first()
    .waitFor();
  await context.close();
});
