/** Two administrators edit the points of one map in two browsers: gestures and their undoing, a draft that outlives its tab, and a conflict that the second one settles. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf, launch, openContext, ADMIN, type RunningServer, signIn, startServer, until } from './harness.ts';

const ROBOT = 'W1-2308-0417';
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const admin = await apiOf(server);
  await until(async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'), 'all robots are online', 60_000);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const open = async (page: Page): Promise<void> => page.getByRole('application').waitFor();
const pick = (page: Page, name: string) => page.getByRole('list', { name: 'Points' }).getByRole('button', { name }).first();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

describe('the map editor', () => {
  it('undoes a drag, keeps a draft over a reload, and lets the second of two choose', async () => {
    const contexts = await Promise.all([openContext(browser), openContext(browser)]);
    const [first, second] = await Promise.all(contexts.map((context) => context.newPage())) as [Page, Page];
    const api = await apiOf(server, ADMIN);
    const floors = await api.maps.list({ serialNumber: ROBOT });
    const mapId = floors[0]!.id;
    const [one, two] = (await api.maps.get({ mapId, serialNumber: ROBOT })).points.filter(({ attributes }) => !attributes.includes('charging'));
    if (!one || !two) throw new Error('the demo has no points');
    const path = `/setting/map-edit?serialNumber=${ROBOT}&map=${mapId}`;
    for (const page of [first, second]) {
      await signIn(page, server, ADMIN, undefined, path);
      await open(page);
    }

    // A drag on the map itself is one step: undone by a key, and redone.
    await pick(first, one.name).click();
    const x = field(first, 'East (x)');
    await until(async () => Math.abs(Number(await x.inputValue()) - one.worldX) < 0.001, 'the point is chosen');
    const ground = (await first.getByRole('application').boundingBox())!;
    const middle = { x: ground.x + ground.width / 2, y: ground.y + ground.height / 2 };
    await first.mouse.move(middle.x, middle.y);
    await first.mouse.down();
    await first.mouse.move(middle.x + 30, middle.y + 40, { steps: 4 });
    await first.mouse.up();
    await first.getByText('1 change in your draft').waitFor();
    expect(Number(await x.inputValue())).toBeGreaterThan(one.worldX);
    const dragged = await x.inputValue();
    await first.getByRole('application').press('Control+z');
    await until(async () => Number(await x.inputValue()) === one.worldX, 'the drag is undone');
    await first.getByRole('application').press('Control+Shift+Z');
    await until(async () => (await x.inputValue()) === dragged, 'and redone');

    // Without a mouse: a name that another has is a fault in words, and keeps Save from being sent.
    await field(first, 'Name').fill(two.name);
    await first.getByText(`${two.name} has the same name.`).first().waitFor();
    await first.getByRole('application').press('Control+z');
    await field(first, 'Stay').fill('7');
    await first.getByText('1 change in your draft').waitFor();

    // The tab is gone and comes back.
    first.on('dialog', (dialog) => void dialog.accept());
    await until(async () => (await first.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('map_draft/')))), 'the draft is kept');
    await first.reload();
    await first.getByRole('button', { name: 'Take up the draft' }).click();
    await first.getByText('1 change in your draft').waitFor();

    // A link elsewhere asks first.
    await first.getByRole('link', { name: 'Home' }).first().click();
    await first.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

    // The second one is faster with the same point.
    await pick(second, one.name).click();
    await field(second, 'Stay').fill('12');
    await second.getByRole('button', { name: 'Save …' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByText('1 change saved.').waitFor();

    await first.getByRole('button', { name: 'Save …' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Somebody else changed the same points').waitFor();
    await first.getByRole('radio', { name: /^Mine/u }).check();
    await first.getByRole('button', { name: 'Go on to save' }).click();
    await first.getByRole('dialog', { name: 'What will change' }).getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('1 change saved.').waitFor();
    const saved = (await api.maps.get({ mapId, serialNumber: ROBOT })).points.find(({ areaId }) => areaId === one.areaId);
    expect(saved).toMatchObject({ stayTime: 7, name: one.name });
    expect(saved?.worldX).toBe(Number(dragged));

    // What was before can be looked at and brought back.
    await first.getByRole('button', { name: 'Versions' }).click();
    const versions = first.getByRole('dialog', { name: /Earlier versions/u });
    await versions.getByRole('button', { name: /^Look at version/u }).nth(2).click();
    await versions.getByRole('button', { name: /^Bring back version/u }).click();
    await first.getByRole('button', { name: 'Bring it back' }).click();
    await first.getByText(/^Version \d+ is back\.$/u).waitFor();
    await until(async () => (await api.maps.get({ mapId, serialNumber: ROBOT })).points.find(({ areaId }) => areaId === one.areaId)?.worldX === one.worldX, 'it lies where it lay');
    await Promise.all(contexts.map((context) => context.close()));
  });
});
