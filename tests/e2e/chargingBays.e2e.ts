/** Charging bays in a real browser: in the map editor one is renamed and moved, one removed, one added; the site lists them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, apiOf, enter, launch, openContext, type RunningServer, startServer } from './harness.ts';

const ROBOT = 'W1-2308-0417';
const MAP = 'harbour-1f';
const DOCK = 'Robot dock';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

async function dock() {
  const api = await apiOf(server, ADMIN);
  const { points } = await api.maps.get({ mapId: MAP, serialNumber: ROBOT });
  const found = points.find(({ name }) => name === DOCK);
  if (!found) throw new Error('the demo has no dock');
  return found;
}

it('an administrator renames and moves a bay, removes one and adds one', async () => {
  const { chargeBase: before, worldX, worldY } = await dock();
  const [first, ...others] = before;
  const last = others.pop();
  if (!first || !last) throw new Error('the dock has too few bays');
  const context = await openContext(browser);
  const page = await context.newPage();
  await enter(page, server, ADMIN, `/setting/map-edit?serialNumber=${ROBOT}&map=${MAP}`);
  await page.getByRole('application', { name: /, to edit$/u }).waitFor();
  await page.getByRole('list', { name: 'Points' }).getByRole('button', { name: DOCK }).first().click();
  const group = page.getByRole('group', { name: 'Charging bays' });
  const field = (label: string) => group.getByLabel(label, { exact: true });

  await field('Name of bay 1').fill('North bay');
  await field('x of bay 1, m').fill(String(first.x + 0.25));
  await group.getByRole('button', { name: `Remove ${last.name}`, exact: true }).click();
  await group.getByRole('button', { name: 'Add bay' }).click();
  const added = `of bay ${before.length}`;
  await field(`Name ${added}`).fill('Spare bay');
  await field(`x ${added}, m`).fill('-5');
  await field(`y ${added}, m`).fill(String(worldY));
  await page.getByRole('button', { name: 'Save…' }).click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await review.getByText(/A bay is outside the map/u).waitFor();
  await review.getByRole('button', { name: 'Cancel' }).click();
  await field(`x ${added}, m`).fill(String(worldX + 0.5));
  await field(`Angle ${added}, degrees`).fill('180');
  expect(await axeFindings(page, 'charging bays')).toEqual([]);
  await page.getByRole('button', { name: 'Save…' }).click();
  await review.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('1 change saved.').waitFor();

  const { chargeBase: after } = await dock();
  expect(after.map(({ name }) => name)).toEqual(['North bay', ...others.map(({ name }) => name), 'Spare bay']);
  expect(after[0]).toMatchObject({ id: first.id, x: first.x + 0.25, y: first.y });
  expect(after.at(-1)).toMatchObject({ x: worldX + 0.5, y: worldY, theta: Math.PI });

  await page.goto(`${server.url}/sites`);
  for (const name of ['North bay', 'Spare bay'])
    await page.getByRole('listitem').filter({ hasText: name }).getByText('1F, Robot dock').waitFor();
  expect(await page.getByText(last.name, { exact: true }).count()).toBe(0);
  await context.close();
});
