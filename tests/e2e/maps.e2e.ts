/**
 * The maps of a site in a real browser: a ROS map is imported, shown, renamed, reordered, exported and deleted; an
 * invalid file is rejected with a reason.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePgm } from '../../contract/rules/mapFiles/pgm.ts';
import type { Picture } from '../../contract/rules/mapFiles/picture.ts';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { readRosMap } from '../../contract/rules/mapFiles/rosMap.ts';
import { BASELINE, CMYK, PROGRESSIVE, UPRIGHT } from '../fakes/jpegs.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  DESK,
  enter,
  launch,
  type Look,
  openContext,
  type RunningServer,
  startServer,
  bytesOf,
} from './harness.ts';
import { poll } from './poll.ts';

let server: RunningServer;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [server, browser, folder] = await Promise.all([
    startServer({ ROUNDHOUSE_ROBOTS: '2' }),
    launch(),
    mkdtemp(join(tmpdir(), 'rh-maps-')),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Waits for the end of a dialog's fade-in, during which its contrast is too low. */
const risen = (page: Page): Promise<void> =>
  page
    .getByRole('dialog')
    .evaluate(async (dialog) => void (await Promise.all(dialog.getAnimations().map(({ finished }) => finished))));

/** A room with a wall across it and unknown cells at its edge. */
const ROOM: Picture = {
  width: 300,
  height: 200,
  channels: 1,
  data: Uint8Array.from({ length: 60_000 }, (_, i) =>
    i % 300 < 10 ? 205 : i % 300 === 150 && Math.floor(i / 300) > 40 ? 0 : 254,
  ),
};
const file = async (name: string, bytes: Uint8Array | string): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const YAML =
  '# of a robot\nimage: roof.pgm\nresolution: 0.05\norigin: [-3.0, -2.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
const opened = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menu').waitFor();
};
/** Number of points of the guest floor, as listed. */
const countOf = async (page: Page): Promise<number> =>
  Number(
    /(\d+) points/u.exec(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: /Guest floor/u }) })
        .innerText(),
    )?.[1],
  );
const names = (page: Page): Promise<string[]> =>
  page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 }).allInnerTexts();

describe('the maps of a site', () => {
  it('a ROS map is imported, seen, renamed, moved, exported as it came, and deleted', async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, ADMIN, '/setting/maps?site=harbour');
    await page.getByText('Guest floor').first().waitFor();

    await page.getByRole('button', { name: 'Import a map' }).click();
    const files = page.getByRole('dialog').getByLabel(/^(Choose files|选择文件)$/u);
    await files.setInputFiles([await file('roof.yaml', YAML)]);
    await page.getByText('The image roof.pgm named in the YAML file').waitFor();
    await files.setInputFiles([await file('roof.pgm', 'no picture'), await file('roof.yaml', YAML)]);
    await page.getByText("This image can't be used").waitFor();
    await files.setInputFiles([await file('huge.pgm', 'P5 20000 15000 255 ')]);
    await page.getByText('20000 × 15000 pixels').waitFor();

    await files.setInputFiles([await file('roof.pgm', encodePgm(ROOM)), await file('roof.yaml', YAML)]);
    await page.getByText('300 × 200 pixels, 15 × 10 m at 5 cm per pixel').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('<b>Roof</b>');
    await page.getByLabel('Floor', { exact: true }).fill('3F');
    await page.getByText("Robots' names for this map").click();
    await page.getByLabel('Porter 1', { exact: true }).fill('roof');
    await page.getByRole('button', { name: 'Import map', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: '<b>Roof</b>' }).waitFor();
    await page.getByText('used by 1 robot').waitFor();

    await page.getByRole('button', { name: 'Edit <b>Roof</b>' }).click();
    await page.getByLabel('Name', { exact: true }).fill('lobby floor');
    await page.getByRole('button', { name: 'Save map' }).click();
    await page.getByText('Another map of this site already has this name').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Roof');
    await page.getByRole('button', { name: 'Save map' }).click();
    await page.getByRole('heading', { name: 'Roof' }).waitFor();
    await page.getByRole('button', { name: 'Move Roof up' }).click();
    await poll(async () => (await names(page)).map((name) => /Lobby|Roof|Guest/u.exec(name)?.[0])).toEqual([
      'Lobby',
      'Roof',
      'Guest',
    ]);

    await opened(page, 'Roof');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export for ROS' }).click(),
    ]);
    const read = await readRosMap([{ name: 'export.zip', bytes: await bytesOf(download) }]);
    expect(read).toMatchObject({ resolution: 0.05, origin: { x: -3, y: -2.5, yaw: 0 } });
    expect(Buffer.from(read.picture.data).equals(ROOM.data)).toBe(true);

    await opened(page, 'Roof');
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete map Roof?' });
    await question.getByText('Porter 1').waitFor();
    await question.getByRole('button', { name: 'Delete Roof' }).click();
    await page.getByRole('heading', { name: 'Roof' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('the points of a map go out as a layout and come back: into their own map nothing, into another all; what is no layout says why', async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, ADMIN, '/setting/maps?site=harbour');
    await opened(page, 'Guest floor');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export points' }).click(),
    ]);
    const text = (await bytesOf(download)).toString();
    const own = await file('guest.lif.json', text);
    await opened(page, 'Guest floor');
    await page.getByRole('menuitem', { name: 'Import points' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import points into' });
    const files = dialog.getByLabel('Choose file');
    for (const [name, content, said] of [
      ['none.json', 'x', "isn't valid JSON"],
      [
        'two.json',
        text.replace('"lifVersion": "1.0.0"', '"lifVersion": "2.0.0"'),
        "Layout version 2.0.0 isn't supported",
      ],
      [
        'twice.json',
        JSON.stringify({
          metaInformation: { lifVersion: '1.0.0' },
          layouts: [
            {
              layoutId: 'a',
              nodes: [
                { nodeId: '<i>', nodePosition: { x: 0, y: 0 } },
                { nodeId: '<i>', nodePosition: { x: 1, y: 1 } },
              ],
            },
          ],
        }),
        'Node <i> appears twice',
      ],
    ] as const) {
      await files.setInputFiles([await file(name, content)]);
      await dialog.getByText(said).waitFor();
    }
    await files.setInputFiles([own]);
    await dialog.getByText('unchanged').waitFor();
    await poll(() => dialog.getByRole('button', { name: /^Import \d+ point/u }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // Another console with the list open is notified.
    const other = await (await openContext(browser, DESK)).newPage();
    await enter(other, server, ADMIN, '/setting/maps?site=harbour');
    await other.getByText('Lobby floor').first().waitFor();
    const nodes = [
      { nodeId: 'n1', nodeName: 'Desk <b>', nodePosition: { x: 6, y: 6 } },
      { nodeId: 'n2', nodeName: 'Nowhere', nodePosition: { x: 900, y: 0 } },
    ];
    const foreign = await file(
      'foreign.json',
      JSON.stringify({ metaInformation: { lifVersion: '1.0.0' }, layouts: [{ layoutId: 'a', nodes }] }),
    );
    await opened(page, 'Guest floor');
    await page.getByRole('menuitem', { name: 'Import points' }).click();
    await files.setInputFiles([foreign]);
    await dialog.getByText('1 invalid point skipped').waitFor();
    await dialog.getByText('outside the map').waitFor();
    const before = await countOf(other);
    expect(before).toBeGreaterThan(0);
    await risen(page);
    expect(await axeFindings(page, 'points of a layout')).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 1 point' }).click();
    await page.getByText('Points imported: 1 added.').waitFor();
    await poll(() => countOf(other)).toBe(before + 1);
    await other.context().close();
    await context.close();
  });

  it('JPEGs of every kind are read: baseline, progressive, in four inks, and turned by their EXIF; a damaged one is refused', async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, ADMIN, '/setting/maps?site=riverside');
    await page.getByText('Clinic floor').first().waitFor();
    await page.getByRole('button', { name: 'Import a map' }).click();
    const dialog = page.getByRole('dialog');
    const pick = async (bytes: Uint8Array): Promise<void> =>
      dialog.getByLabel('Choose files', { exact: true }).setInputFiles([await file('photo.jpg', bytes)]);
    for (const [bytes, said] of [
      [BASELINE, '24 × 16 pixels'],
      [PROGRESSIVE, '24 × 16 pixels'],
      [CMYK, '24 × 16 pixels'],
      [UPRIGHT, '16 × 24 pixels'],
    ] as const) {
      await pick(bytes);
      await dialog.getByText(said).waitFor();
      await dialog.getByRole('button', { name: 'Choose other files' }).click();
    }
    await pick(BASELINE.subarray(0, BASELINE.length - 9));
    await dialog.getByText('damaged or incomplete').waitFor();
    await context.close();
  });

  it('a plain picture gets its scale from two places, by the keys alone', async () => {
    const context = await openContext(browser, DESK);
    const page = await context.newPage();
    await enter(page, server, ADMIN, '/setting/maps?site=riverside');
    await page.getByText('Clinic floor').first().waitFor();
    await page.getByRole('button', { name: 'Import a map' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^(Choose files|选择文件)$/u)
      .setInputFiles([await file('photo.png', await encodePng(ROOM))]);
    const picture = page.getByRole('button', { name: 'Mark a position on the image' });
    await picture.focus();
    await page.keyboard.press('Enter');
    for (let i = 0; i < 20; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 2 positions marked').waitFor();
    await page.getByLabel('Distance between the positions').fill('6');
    await page.getByText('30 × 20 m at 10 cm per pixel').waitFor();
    await page.getByLabel('Floor', { exact: true }).fill('2F');
    await page.getByLabel('Name', { exact: true }).fill('Ward');
    await page.getByRole('button', { name: 'Import map', exact: true }).click();
    await page.getByRole('heading', { name: 'Ward' }).waitFor();
    await context.close();
  });

  it.each<Look>([DESK, { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' }])(
    'axe finds nothing at $width px, $locale, $theme',
    async (look) => {
      const context = await openContext(browser, look);
      const page = await context.newPage();
      await enter(page, server, ADMIN, '/setting/maps?site=riverside');
      await page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 }).first().waitFor();
      const found = await axeFindings(page, 'maps');
      await page.getByRole('button', { name: /^(Import a map|导入地图)$/u }).click();
      await risen(page);
      found.push(...(await axeFindings(page, 'files')));
      await page
        .getByRole('dialog')
        .getByLabel(/^(Choose files|选择文件)$/u)
        .setInputFiles([await file('photo.png', await encodePng(ROOM))]);
      await page.getByRole('button', { name: /^(Mark a position on the image|在图片上标记位置)$/u }).waitFor();
      found.push(...(await axeFindings(page, 'a picture')));
      expect(found).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await page.keyboard.press('Escape');
      await context.close();
    },
  );
});
