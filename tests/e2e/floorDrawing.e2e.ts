/**
 * Drawing a floor in a browser: a room by mouse and one by keyboard, with doors, over a picture; published, it is in the
 * map editor, and a robot's path leads through the doors.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { occupancyOf } from '../../contract/rules/planPath/occupancy.ts';
import { pathFinder, USUAL_RADIUS_M } from '../../contract/rules/planPath/path.ts';
import { crossings } from '../fakes/drawings.ts';
import { axeFindings } from './axeFindings.ts';
import { ADMIN, apiOf, DESK, enter, launch, openContext, type RunningServer, startServer } from './harness.ts';
import { poll } from './poll.ts';

const ROBOT = 'W1-2308-0417';
let server: RunningServer;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [server, browser, folder] = await Promise.all([
    startServer({ ROUNDHOUSE_ROBOTS: '2' }),
    launch(),
    mkdtemp(join(tmpdir(), 'rh-floor-')),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const board = (page: Page) => page.getByRole('application', { name: 'Drawing of Attic' });
const parts = (page: Page) => page.getByRole('list', { name: /parts?$/u });
const tool = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).click();
const press = async (page: Page, key: string, times = 1): Promise<void> => {
  for (let turn = 0; turn < times; turn += 1) await page.keyboard.press(key);
};

describe('drawing a floor', () => {
  it('by mouse and by keyboard, over a picture, until robots plan through its doors', async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, ADMIN, '/setting/maps?site=harbour');
    await page.getByRole('button', { name: 'Draw a floor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Draw a floor' });
    await dialog.getByLabel('Name', { exact: true }).fill('Attic');
    await dialog.getByLabel('Floor', { exact: true }).fill('5F');
    await dialog.getByLabel('Width', { exact: true }).fill('900');
    await dialog.getByRole('button', { name: 'Start drawing' }).click();
    await dialog.getByText('Each side must be 2 to 400 m long.').waitFor();
    await dialog.getByLabel('Width', { exact: true }).fill('20');
    await dialog.getByRole('button', { name: 'Start drawing' }).click();
    await board(page).waitFor();
    await page.getByText('Harbour Hotel, floor 5F, 20 × 12 m').waitFor();

    // A picture whose width is 20 m.
    const grey = { width: 200, height: 120, channels: 1 as const, data: new Uint8Array(24_000).fill(254) };
    const file = join(folder, 'plan.png');
    await writeFile(file, await encodePng(grey));
    await page.getByRole('button', { name: 'Trace a picture' }).click();
    const tracing = page.getByRole('dialog', { name: 'Trace a picture' });
    await tracing.getByLabel(/^(Choose files|选择文件)$/u).setInputFiles([file]);
    const picture = await tracing.getByRole('img').first().boundingBox();
    if (!picture) throw new Error('the picture is not shown');
    await page.mouse.click(picture.x + 1, picture.y + picture.height / 2);
    await tracing.getByText('1 of 2 places marked.', { exact: false }).waitFor();
    await page.mouse.click(picture.x + picture.width - 1, picture.y + picture.height / 2);
    await tracing.getByText('2 of 2 places marked.', { exact: false }).waitFor();
    await tracing.getByLabel('Distance between the positions').fill('20');
    await tracing.getByRole('button', { name: 'Put under the drawing' }).click();
    await page
      .getByText('The picture is shown under the drawing at 40% opacity. Robots never receive it.', { exact: false })
      .waitFor();

    // The west room by mouse, from the middle of the floor: with the frame of 20 m fitted, 1 m is the same in x and y.
    const box = await board(page).boundingBox();
    if (!box) throw new Error('the board is not shown');
    await tool(page, 'Room');
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x - 200, middle.y - 60);
    await page.mouse.down();
    await page.mouse.move(middle.x - 100, middle.y);
    await page.mouse.move(middle.x - 30, middle.y + 60);
    await page.mouse.up();
    await parts(page)
      .getByRole('button', { name: /^Office 1/u })
      .waitFor();
    await page.getByLabel('Name', { exact: true }).fill('West');
    await tool(page, 'Door');
    await page.mouse.click(middle.x - 115, middle.y + 60);
    await parts(page)
      .getByRole('button', { name: /^Door 1/u })
      .waitFor();

    // The east room by keyboard: 4 x 3 m around 15, 6, with a door in its lower wall.
    await board(page).focus();
    await press(page, 'v');
    await press(page, 'Escape', 2);
    await press(page, 'r');
    const cursor = page.getByText(/^Cursor at /u);
    const at = async (): Promise<[number, number]> => {
      const [, x, y] = /at ([\d.]+), ([\d.]+) m/u.exec(await cursor.innerText()) ?? [];
      return [Number(x), Number(y)];
    };
    const moveTo = async (x: number, y: number): Promise<void> => {
      const [fromX, fromY] = await at();
      for (const [by, more, less] of [
        [x - fromX, 'ArrowRight', 'ArrowLeft'],
        [y - fromY, 'ArrowUp', 'ArrowDown'],
      ] as const) {
        const steps = Math.round(Math.abs(by) * 10);
        const key = by > 0 ? more : less;
        await press(page, `Shift+${key}`, Math.floor(steps / 10));
        await press(page, key, steps % 10);
      }
      await poll(at).toEqual([x, y]);
    };
    await press(page, 'ArrowUp');
    await moveTo(13, 4);
    await press(page, 'Enter');
    await moveTo(17, 7);
    await press(page, 'Enter');
    await parts(page)
      .getByRole('button', { name: /^Office 2/u })
      .waitFor();
    await board(page).focus();
    await press(page, 'd');
    await moveTo(15, 4);
    await press(page, 'Enter');
    await parts(page)
      .getByRole('button', { name: /^Door 2/u })
      .waitFor();
    await page.keyboard.press('Control+z');
    await parts(page)
      .getByRole('button', { name: /^Door 2/u })
      .waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Shift+Z');
    await parts(page)
      .getByRole('button', { name: /^Door 2/u })
      .waitFor();

    // A draft survives its tab.
    await page.getByText('unsaved changes.', { exact: false }).waitFor();
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Continue drawing' }).click();
    await parts(page).getByRole('button', { name: /^West/u }).waitFor();
    await page.getByRole('switch', { name: 'Show as robots will see it' }).click();
    await page.getByText('black is occupied', { exact: false }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Robots have this version.').waitFor();

    const api = await apiOf(server, ADMIN);
    const map = (await api.maps.list({ serialNumber: ROBOT })).find(({ name }) => name === 'Attic');
    if (!map) throw new Error('the floor is no map');
    const { plan } = await api.maps.get({ mapId: map.id, serialNumber: ROBOT });
    const [west, east] = plan.rooms;
    if (!west || !east) throw new Error('the rooms are missing');
    expect(west.name).toBe('West');
    const path = pathFinder(occupancyOf(plan))(
      [west.x + west.w / 2, west.y + west.h / 2],
      [east.x + east.w / 2, east.y + east.h / 2],
      USUAL_RADIUS_M,
    );
    const door = plan.doors[0];
    expect(crossings(path, 1, west.y).some((x) => door && x > door.from[0] && x < door.to[0])).toBe(true);
    expect(crossings(path, 1, 4).some((x) => Math.abs(x - 15) < 0.45)).toBe(true);

    await page.goto(`${server.url}/setting/map-edit?serialNumber=${ROBOT}&map=${map.id}`);
    await page.getByRole('application', { name: 'Map of Attic, to edit' }).waitFor();
    await context.close();
  });
});
