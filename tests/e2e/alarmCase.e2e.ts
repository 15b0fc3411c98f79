/**
 * An alarm case in two browsers: raised from the switchboard, a banner in both, taken by both in the same moment: one has it
 * and the other reads who, handed over, offered to all when an hour passes without an answer, over with a picture of the
 * place, resolved with a cause, opened again, and told to level two.
 */
import { join } from 'node:path';
import pg from 'pg';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const ROBOT = 'S2-2402-0056';
const EVENT = 'Water on the floor';
const ROBIN = 'Robin Hale';

let server: RunningServer;
let browser: Browser;
let robin: Page;
let lin: Page;
let api: Awaited<ReturnType<typeof apiOf>>;
let robot: string;
let database: pg.Client;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(fleetUpTo(ROBOT)), launch()]);
  api = await apiOf(server, ADMIN);
  database = new pg.Client({ host: join(server.folder, 'socket'), user: 'roundhouse', database: 'roundhouse' });
  await database.connect();
  robot = (await api.robots.detail({ serialNumber: ROBOT })).robotNickName;
  const open = async () => (await openContext(browser, DESK)).newPage();
  [robin, lin] = await Promise.all([open(), open()]);
  await Promise.all([enter(robin, server, ADMIN, '/demo/faults'), enter(lin, server, OPERATOR, '/home')]);
});
afterAll(async () => {
  await database.end();
  await browser.close();
  await server.close();
});

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: EVENT });
const found = async () => (await api.alarmCases.open({})).rows.find(({ serialNumber }) => serialNumber === ROBOT);
const caseNow = async (caseId: string) => (await api.alarmCases.details({ caseId })).case;

it('is raised on the switchboard and shown on every page of both', { timeout: 180_000 }, async () => {
  await lin
    .getByRole('link', { name: new RegExp(robot, 'u') })
    .first()
    .waitFor();
  await robin.getByRole('checkbox', { name: robot }).check({ force: true });
  await robin.getByRole('switch', { name: EVENT }).click();
  await Promise.all([banner(robin).waitFor(), banner(lin).waitFor()]);
  expect(await banner(lin).innerText()).toMatch(new RegExp(`${robot}.*\\d+:\\d\\d to level two`, 'su'));
  // The robot is marked in the list, and leads to the case.
  const mark = lin.getByRole('link', { name: `Alarm case of ${robot}: ${EVENT}` });
  expect(await mark.first().getAttribute('href')).toBe(`/alarms/case?id=${(await found())?.id}`);
});

it(
  'belongs to one when both take it in the same moment; the other reads who that is',
  { timeout: 180_000 },
  async () => {
    const caseId = (await found())!.id;
    // Both calls are held until both were made, and the pages learn of nothing meanwhile.
    const held: Route[] = [];
    for (const page of [robin, lin]) {
      await page.route('**/alarm/get-open-cases', (route) => route.abort());
      await page.route('**/alarm/take-case', (route) => void held.push(route));
    }
    await Promise.all([robin, lin].map((page) => banner(page).getByRole('button', { name: 'Take it' }).click()));
    await until(() => held.length === 2, 'both take it');
    await Promise.all(held.map((route) => route.continue()));
    await until(async () => (await caseNow(caseId)).state === 'taken', 'one has it');
    const name = (await caseNow(caseId)).owner?.name ?? '';
    const [winner, loser] = name === ROBIN ? [robin, lin] : [lin, robin];
    await loser.getByText(`${name} took it`, { exact: false }).waitFor();
    for (const page of [robin, lin]) {
      await page.unroute('**/alarm/take-case');
      await page.unroute('**/alarm/get-open-cases');
    }
    await Promise.all([robin, lin].map((page) => banner(page).waitFor({ state: 'detached' })));
    await loser.goto(`${server.url}/alarms/case?id=${caseId}`);
    await loser.getByText(`${name} has this case`).waitFor();
    // The rest begins with Robin's case.
    if (winner === lin) {
      await lin.goto(`${server.url}/alarms/case?id=${caseId}`);
      await askToTakeOver(lin, ROBIN);
      await robin.getByRole('button', { name: 'Accept' }).click();
      await lin.getByText(`${ROBIN} has this case`).waitFor();
    }
    await lin.goto(`${server.url}/alarms/case?id=${caseId}`);
    await lin.getByText(`${ROBIN} has this case`).waitFor();
  },
);

/** Asks the other to take the case over, on the page of the case. */
async function askToTakeOver(owner: Page, other: string): Promise<void> {
  await owner.getByRole('button', { name: 'Hand over' }).click();
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: `Ask ${other}` })
    .click();
  await owner.getByText(`Waiting for ${other} to accept`).waitFor();
}

it('is handed over only when the other accepts; until then it stays with its owner', { timeout: 180_000 }, async () => {
  const caseId = (await found())!.id;
  const owner = async () => (await caseNow(caseId)).owner?.name;
  await robin.goto(`${server.url}/alarms/case?id=${caseId}`);
  await askToTakeOver(robin, 'Lin Wei');
  await lin.getByRole('button', { name: 'Decline' }).click();
  await robin.getByText('Lin Wei declined').waitFor();
  expect(await owner()).toBe(ROBIN);
  await askToTakeOver(robin, 'Lin Wei');
  expect(await owner()).toBe(ROBIN);
  // On any other page the banner asks.
  await lin.goto(`${server.url}/home`);
  const offer = lin.getByRole('alert').filter({ hasText: ROBIN });
  await offer.getByRole('button', { name: 'Accept' }).click();
  await robin.getByText('Lin Wei has this case').waitFor();
  expect(await owner()).toBe('Lin Wei');
});

it(
  'is offered to everyone again when an hour passes without an answer, whatever was reloaded',
  { timeout: 180_000 },
  async () => {
    const caseId = (await found())!.id;
    await lin.goto(`${server.url}/alarms/case?id=${caseId}`);
    await askToTakeOver(lin, ROBIN);
    // Neither page remembers anything: both read the offer from the server.
    await Promise.all([robin.reload(), lin.reload()]);
    await Promise.all([
      robin.getByRole('button', { name: 'Decline' }).waitFor(),
      lin.getByText(`Waiting for ${ROBIN} to accept`).waitFor(),
    ]);
    // The hour passes: the server asks by its own clock, so the time of the question is moved instead.
    await database.query(`update alarm_cases set ask_again_at = now() where id = $1`, [caseId]);
    await lin.getByText('Anyone can take it').waitFor();
    await robin.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' });
    expect(await caseNow(caseId)).toMatchObject({ owner: { name: 'Lin Wei' }, handOverTo: null, isAskedAgain: true });
    await robin.reload();
    await robin.getByRole('group', { name: 'Case actions' }).getByRole('button', { name: 'Take it' }).click();
    await robin.getByText('You have this case').waitFor();
    await lin.getByText(`${ROBIN} has this case`).waitFor();
    expect((await caseNow(caseId)).owner?.name).toBe(ROBIN);
  },
);

it('shows the place afterwards, when the robot no longer finds it', { timeout: 180_000 }, async () => {
  const caseId = (await found())!.id;
  await robin.goto(`${server.url}/demo/faults`);
  await robin.getByRole('checkbox', { name: robot }).check({ force: true });
  await robin.getByRole('switch', { name: EVENT }).click();
  await lin.getByText('The robot no longer sees it').first().waitFor();
  await lin.getByRole('img', { name: /^After, / }).waitFor();
  expect((await caseNow(caseId)).overAt).not.toBeNull();
});

it('is resolved with a cause and opened again, and both see it', { timeout: 180_000 }, async () => {
  const caseId = (await found())!.id;
  await robin.goto(`${server.url}/alarms/case?id=${caseId}`);
  await robin.getByText('You have this case').waitFor();
  await robin.getByRole('button', { name: 'Resolve' }).click();
  const dialog = robin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Object removed' }).click();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await Promise.all([robin, lin].map((page) => page.getByText('Resolved by Robin Hale').first().waitFor()));
  expect(await caseNow(caseId)).toMatchObject({ state: 'resolved', cause: 'removed' });
  await lin.getByRole('button', { name: 'Open again' }).click();
  await lin.getByText('Lin Wei opened the case again').waitFor();
  await robin.getByText('Lin Wei opened the case again').waitFor();
  expect((await caseNow(caseId)).state).not.toBe('resolved');
  // Nobody takes it for 15 minutes: the time of level two is moved, because the server tells it by its own clock.
  await database.query(`update alarm_cases set level_two_at = now() where id = $1`, [caseId]);
  await Promise.all([robin, lin].map((page) => page.getByText('since level two was told').waitFor()));
  expect((await caseNow(caseId)).levelTwoToldAt).not.toBeNull();
});
