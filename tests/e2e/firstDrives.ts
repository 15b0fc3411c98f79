/**
 * What a person does once the first vehicle has driven, by the screens alone and in English: places points on the drawn
 * floor, sends the vehicle to one of them, builds a route from them and has the vehicle drive it.
 */
import type { Locator, Page } from 'playwright-core';
import { poll } from './poll.ts';

const POINTS = [
  { name: 'Shelf', x: 5, y: 8 },
  { name: 'Desk', x: 8, y: 5 },
] as const;
const ROUTE = 'Round';
const DRIVE_MS = 120_000;

const press = (name: string | RegExp, within: Page | Locator): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();
const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

/** From the list of maps to a saved version of the map with points that have names. */
export async function placePoints(page: Page): Promise<void> {
  await press('Robot settings', page);
  await menuLink(page, 'Maps').click();
  await page.getByRole('link', { name: 'Add points' }).click();
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  await page.getByRole('application', { name: /, to edit$/u }).waitFor();
  for (const { name, x, y } of POINTS) {
    await press('Add point', page);
    await field('Name').fill(name);
    await field('X (east)').fill(String(x));
    await field('Y (north)').fill(String(y));
    await field('Y (north)').press('Enter');
  }
  await press('Save…', page);
  await press('Save', page.getByRole('dialog'));
  await page.getByText(`${POINTS.length} changes saved.`).waitFor();
}

/** The robot's page lists the points; the ledger shows the arrival. */
export async function sendToPoint(page: Page): Promise<void> {
  const [{ name }] = POINTS;
  await press('KR7-1', page.getByRole('navigation', { name: 'Open pages' }));
  await press('Go to point', page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name }).click();
  await press(new RegExp(`^Send .+ to ${name}$`, 'u'), dialog);
  const entry = page
    .getByRole('list', { name: /commands and responses/iu })
    .getByRole('listitem')
    .filter({ hasText: `Go to ${name}` });
  await entry.getByText('Finished', { exact: true }).waitFor({ timeout: DRIVE_MS });
}

/** A route over all points, started for the only robot, until its run has ended as completed. */
export async function driveRoute(page: Page): Promise<void> {
  await menuLink(page, 'Cruise routes').click();
  await press('New route', page);
  await page.getByLabel('Name', { exact: true }).fill(ROUTE);
  for (const { name } of POINTS) {
    const search = page.getByLabel('Search points');
    if ((await search.count()) === 0) await press('Add', page);
    await search.fill(name);
    await page.getByRole('region', { name: 'Add a point' }).getByRole('button', { name }).first().waitFor();
    await search.press('Enter');
  }
  await press('Save route', page);
  await page.getByText(`${ROUTE} saved.`).waitFor();
  await press(`Start ${ROUTE}`, page);
  const start = page.getByRole('dialog', { name: `Run ${ROUTE}` });
  await start.getByRole('radio', { name: 'KR7' }).first().check();
  const go = start.getByRole('button', { name: `Start ${ROUTE}` });
  await poll(() => go.getAttribute('aria-disabled'), DRIVE_MS).toBeNull();
  await go.click();
  const panel = page.getByRole('complementary', { name: 'Run in progress' });
  await panel.getByText('Completed', { exact: true }).waitFor({ timeout: DRIVE_MS });
}
