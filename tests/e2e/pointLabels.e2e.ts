/**
 * Point labels from the page to the phone: printed, read by an independent reader, opened in the companion app, and a
 * robot sent to the point.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelSheet } from '../../contract/rules/pointLabels.ts';
import { encodePng } from '../../contract/rules/mapFiles/png.ts';
import { readZip } from '../../contract/rules/mapFiles/zip.ts';
import { codeIn, codeInPng, drawPdf } from '../fakes/readLabels.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  type Look,
  NEWCOMER,
  openContext,
  PASSWORD,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';

const ROBOT = 'W1-2308-0417';
const PHONE: Look = { width: 390, height: 844, locale: 'en-US', theme: 'light' };
const NIGHT: Look = { ...PHONE, locale: 'zh-CN', theme: 'dark' };

let server: RunningServer;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  [server, browser, folder] = await Promise.all([
    startServer({ ROUNDHOUSE_ROBOTS: '2' }),
    launch(),
    mkdtemp(join(tmpdir(), 'rh-labels-')),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const expectNoFindings = async (page: Page): Promise<void> => expect(await axeFindings(page)).toEqual([]);
async function bytesOf(download: Download): Promise<Uint8Array> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return readFile(path);
}
async function openPhone(look: Look, address: string, account: string): Promise<Page> {
  const page = await (await openContext(browser, look)).newPage();
  await page.goto(address);
  await page.getByLabel(/^(Phone or email|手机号或邮箱)$/u).fill(account);
  await page.getByLabel(/^(Password|密码)$/u).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign in|登录)$/u }).click();
  return page;
}

describe('labels of points', () => {
  it('are printed, read, opened on a phone, and bring a robot', async () => {
    const api = await apiOf(server, ADMIN);
    // A point to which this robot can be sent: on its own floor, not a lift or charger.
    await until(
      async () => (await api.robots.detail({ serialNumber: ROBOT, clientId: 'labels' })).live.pose !== null,
      'the robot says where it is',
    );
    const { mapId, targets } = await api.maps.defaultMapAndTarget({ serialNumber: ROBOT });
    const [one, two] = targets.filter(({ attributes }) => attributes.every((attribute) => attribute === 'none'));
    if (!one || !two || mapId === null) throw new Error('the demo has no points');

    const desk = await (await openContext(browser, DESK)).newPage();
    await enter(desk, server, ADMIN, `/setting/map-area-qrcode?serialNumber=${ROBOT}&map=${mapId}`);
    await desk.getByRole('heading', { level: 1, name: 'Point labels' }).waitFor();
    // The test server is reachable from this computer only.
    await desk.getByText('These codes only work on this computer.').waitFor();
    expect(await desk.getByRole('button', { name: 'Create PDF' }).getAttribute('aria-disabled')).toBe('true');
    await desk.getByRole('searchbox', { name: 'Search by name' }).fill(one.name);
    await desk.getByRole('checkbox', { name: `Select ${one.name}`, exact: true }).check();
    await desk.getByRole('searchbox', { name: 'Search by name' }).fill('');
    await desk.getByRole('checkbox', { name: `Select ${two.name}`, exact: true }).check();
    await desk.getByText('1 sheet with 8 labels.').waitFor();
    await desk.getByRole('img', { name: `QR code of ${two.name}` }).waitFor();
    await expectNoFindings(desk);

    const [pdf] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Create PDF' }).click(),
    ]);
    const [sheetPage] = await drawPdf(await bytesOf(pdf));
    const sheet = labelSheet('A4', 'medium');
    const codes = [0, 1].map((column) => {
      const [left, top] = [(sheet.left + column * sheet.width) / sheet.paperWidth, sheet.top / sheet.paperHeight];
      return (
        sheetPage &&
        codeIn(sheetPage, {
          left,
          top,
          right: left + sheet.width / sheet.paperWidth,
          bottom: top + sheet.height / sheet.paperHeight,
        })
      );
    });
    const addresses = [one, two].map(({ areaId }) => `${server.url}/mini-program?point=${areaId}`);
    expect([...codes].sort()).toEqual([...addresses].sort());
    // A long name is broken into two lines.
    const bare = (text = ''): string => text.replaceAll(/\s+/gu, '');
    for (const { name } of [one, two]) expect(bare(sheetPage?.text)).toContain(bare(name));

    await desk.getByRole('radio', { name: 'Images (zip)' }).click();
    const [zip] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Create images' }).click(),
    ]);
    const files = await readZip(await bytesOf(zip));
    expect((await Promise.all(files.map(({ bytes }) => codeInPng(bytes)))).sort()).toEqual([...addresses].sort());

    // Opens the label's URL on a phone.
    const phone = await openPhone(PHONE, addresses[0] ?? '', ADMIN);
    await phone.getByRole('heading', { name: one.name }).waitFor();
    expect(new URL(phone.url()).search).toBe('');
    await expectNoFindings(phone);
    const detail = await api.robots.detail({ serialNumber: ROBOT, clientId: 'labels' });
    await phone.getByRole('radio', { name: detail.robotNickName }).check();
    const send = phone.getByRole('button', { name: `Send ${detail.robotNickName} here` });
    const called = phone.getByRole('heading', { name: `Command for ${detail.robotNickName}` });
    // The robot may have begun a delivery since its row was read: what would end is confirmed again.
    const otherTask = phone.getByText('The robot is now on another task');
    await send.click();
    await until(async () => {
      if (await called.isVisible()) return true;
      if (await otherTask.isVisible()) await send.click({ timeout: 2000 }).catch(() => undefined);
      return false;
    }, 'the robot is called');
    await phone
      .getByRole('img', {
        name: new RegExp(`^${detail.robotNickName}: (Accepted by the robot|On its way|Arrived)$`, 'u'),
      })
      .waitFor();
    await expectNoFindings(phone);
    const {
      rows: [newest],
    } = await api.commands.list({ serialNumber: ROBOT, page: 1, limit: 5 });
    expect(newest).toMatchObject({ kind: 'goTo', targetId: one.areaId });
    expect(['accepted', 'running', 'finished']).toContain(newest?.state);
    await desk.context().close();
    await phone.context().close();
  }, 240_000);

  it('show the picture of a map that has one', async () => {
    const api = await apiOf(server, ADMIN);
    const [width, height] = [320, 200];
    const data = new Uint8Array(width * height)
      .fill(254)
      .map((grey, i) => (i % width < 8 || Math.floor(i / width) < 8 || i % 40 === 0 ? 0 : grey));
    const picture = Buffer.from(await encodePng({ width, height, channels: 1, data })).toString('base64');
    const { id: mapId } = await api.mapFiles.importMap({
      siteId: 'harbour',
      floor: '9F',
      name: 'Attic',
      picture,
      resolution: 0.05,
      originX: 0,
      originY: 0,
      originYaw: 0.2,
      occupiedThresh: 0.65,
      freeThresh: 0.196,
      negate: false,
      mode: 'trinary',
    });
    await api.points.put({ serialNumber: ROBOT, mapId, name: 'Hatch', worldX: 6, worldY: 6 });
    const {
      points: [hatch],
    } = await api.maps.get({ mapId, serialNumber: ROBOT });
    const phone = await openPhone(NIGHT, `${server.url}/mini-program?point=${hatch?.areaId}`, ADMIN);
    const image = phone.getByRole('img', { name: 'Hatch' }).locator('image');
    await image.waitFor({ state: 'attached' });
    expect(await image.evaluate((element) => (element as unknown as SVGGraphicsElement).getBBox().width)).toBeCloseTo(
      width * 0.05,
      3,
    );
    await expectNoFindings(phone);
    await phone.context().close();
  });

  it("say in words what is gone and what is another's", async () => {
    const gone = await openPhone(NIGHT, `${server.url}/mini-program?point=no-such-point`, ADMIN);
    await gone.getByRole('heading', { name: '该点位已不存在' }).waitFor();
    await expectNoFindings(gone);
    await gone.context().close();

    const api = await apiOf(server, ADMIN);
    const { targets } = await api.maps.defaultMapAndTarget({ serialNumber: ROBOT });
    const foreign = await openPhone(PHONE, `${server.url}/mini-program?point=${targets[0]?.areaId}`, NEWCOMER);
    await foreign.getByRole('heading', { name: "You don't have access to this point" }).waitFor();
    await foreign.getByRole('button', { name: 'Done' }).click();
    await foreign.getByRole('heading', { name: 'My robots' }).waitFor();
    await foreign.context().close();
  }, 120_000);
});
