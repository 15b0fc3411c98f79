/** Sites in a real browser: a site, a lift and a door are added, and a door of the simulated building is opened. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, enter, launch, openContext, type RunningServer, startServer } from './harness.ts';

let browser: Browser;
let server: RunningServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startServer({ ROUNDHOUSE_ROBOTS: '2' })]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it('an administrator adds a site, a lift and a door, tests a door, and cannot delete a site with robots', async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await enter(page, server, ADMIN, '/sites');
  const list = page.getByRole('navigation', { name: 'Sites' });
  await list.getByRole('button', { name: /Harbour/u }).waitFor();
  expect(await axeFindings(page, 'sites')).toEqual([]);
  const save = () => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const name = async (zhCN: string, enUS: string): Promise<void> => {
    await page.getByLabel('Name in Chinese').fill(zhCN);
    await page.getByLabel('Name in English').fill(enUS);
  };

  await page.getByRole('button', { name: 'Add elevator' }).click();
  await name('货梯', 'Goods lift');
  await save();
  await page.getByRole('rowheader', { name: 'Goods lift' }).waitFor();

  await page.getByRole('button', { name: 'Add door' }).click();
  await name('后门', 'Back door');
  await page.getByRole('dialog').getByText('Relay', { exact: true }).click();
  await page.getByLabel('Relay address').fill('http://10.0.0.9/open');
  await save();
  await page
    .getByRole('row', { name: /Back door/u })
    .getByText('Relay, opens for 12 s')
    .waitFor();
  await page.getByRole('button', { name: 'More actions for Back door' }).click();
  await page.getByRole('menuitem', { name: 'Show relay key' }).click();
  await page.getByRole('button', { name: 'Show key' }).click();
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toMatch(/^[0-9a-f]{64}$/u);
  await page.getByRole('button', { name: 'Done' }).click();

  const door = page.getByRole('row', { name: /Linen door/u });
  await door.getByRole('button', { name: /More actions/u }).click();
  // The menu of the other door may still be closing.
  await page
    .getByRole('menu', { name: /Linen door/u })
    .getByRole('menuitem', { name: 'Open now' })
    .click();
  await page.getByRole('button', { name: 'Open door' }).click();
  await page.getByText(/Opened after [\d.]+ s\./u).waitFor({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Delete site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click();
  await page.getByText(/Robots are registered at this site/u).waitFor();

  await page.getByRole('button', { name: 'New site' }).click();
  await name('东楼', 'East wing');
  await page.getByLabel('Time zone').selectOption('Europe/Berlin');
  await save();
  await list.getByRole('button', { name: /East wing/u }).click();
  await page.getByRole('heading', { name: 'East wing' }).waitFor();
  await page.getByText('No elevators. Add one if robots ride between floors.').waitFor();
});
