/**
 * What a person does once the first vehicle has driven, by the screens alone: places points on the drawn floor, sends the
 * vehicle to one of them, builds a route from them and has the vehicle drive it.
 */
import type { Locator, Page } from 'playwright-core';
import { poll } from './poll.ts';

const PLACES = [
  { x: 5, y: 8 },
  { x: 8, y: 5 },
] as const;
const DRIVE_MS = 120_000;

export const DRIVE_TEXTS = {
  'en-US': {
    points: ['Shelf', 'Desk'],
    route: 'Round',
    settings: 'Robot settings',
    maps: 'Maps',
    addPoints: 'Add points',
    map: /, to edit$/u,
    addPoint: 'Add point',
    name: 'Name',
    x: 'X (east)',
    y: 'Y (north)',
    review: 'Save…',
    save: 'Save',
    saved: '2 changes saved.',
    openPages: 'Open pages',
    toPoint: 'Go to point',
    send: /^Send .+ to Shelf$/u,
    ledger: 'Commands and responses',
    goes: 'Go to Shelf',
    arrived: 'Finished',
    routes: 'Cruise routes',
    newRoute: 'New route',
    add: 'Add',
    search: 'Search points',
    picker: 'Add a point',
    saveRoute: 'Save route',
    routeSaved: 'Round saved.',
    start: 'Start Round',
    starting: 'Run Round',
    go: 'Start Round',
    run: 'Run in progress',
    completed: 'Completed',
  },
  'zh-CN': {
    points: ['货架', '前台'],
    route: '巡检',
    settings: '机器人设置',
    maps: '楼层地图',
    addPoints: '添加点位',
    map: /的地图，可编辑$/u,
    addPoint: '添加点位',
    name: '名称',
    x: 'X（东）',
    y: 'Y（北）',
    review: '保存…',
    save: '保存',
    saved: '已保存 2 处更改。',
    openPages: '已打开的页面',
    toPoint: '前往点位',
    send: /^让.+前往货架$/u,
    ledger: '指令及响应',
    goes: '前往货架',
    arrived: '已完成',
    routes: '巡航路线',
    newRoute: '新建路线',
    add: '添加',
    search: '搜索点位',
    picker: '添加点位',
    saveRoute: '保存路线',
    routeSaved: '“巡检”已保存。',
    start: '启动巡检',
    starting: '执行“巡检”',
    go: '启动“巡检”',
    run: '正在巡航',
    completed: '已完成',
  },
} as const;
export type DriveTexts = (typeof DRIVE_TEXTS)[keyof typeof DRIVE_TEXTS];

const press = (name: string | RegExp, within: Page | Locator): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();
const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation').getByRole('link', { name, exact: true });

/** From the list of maps to a saved version of the map with points that have names. */
export async function placePoints(page: Page, t: DriveTexts): Promise<void> {
  await press(t.settings, page);
  await menuLink(page, t.maps).click();
  await page.getByRole('link', { name: t.addPoints }).click();
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  await page.getByRole('application', { name: t.map }).waitFor();
  for (const [number, { x, y }] of PLACES.entries()) {
    await press(t.addPoint, page);
    await field(t.name).fill(t.points[number] ?? '');
    await field(t.x).fill(String(x));
    await field(t.y).fill(String(y));
    await field(t.y).press('Enter');
  }
  await press(t.review, page);
  await press(t.save, page.getByRole('dialog'));
  await page.getByText(t.saved).waitFor();
}

/** The robot's page lists the points; the ledger shows the arrival. */
export async function sendToPoint(page: Page, t: DriveTexts): Promise<void> {
  await press('KR7-1', page.getByRole('navigation', { name: t.openPages }));
  await press(t.toPoint, page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t.points[0] }).click();
  await press(t.send, dialog);
  const entry = page.getByRole('list', { name: t.ledger }).getByRole('listitem').filter({ hasText: t.goes });
  await entry.getByText(t.arrived, { exact: true }).waitFor({ timeout: DRIVE_MS });
}

/** A route over all points, started for the only robot, until its run has ended as completed. */
export async function driveRoute(page: Page, t: DriveTexts): Promise<void> {
  await menuLink(page, t.routes).click();
  await press(t.newRoute, page);
  await page.getByLabel(t.name, { exact: true }).fill(t.route);
  for (const name of t.points) {
    const search = page.getByLabel(t.search);
    if ((await search.count()) === 0) await press(t.add, page);
    await search.fill(name);
    await page.getByRole('region', { name: t.picker }).getByRole('button', { name }).first().waitFor();
    await search.press('Enter');
  }
  await press(t.saveRoute, page);
  await page.getByText(t.routeSaved).waitFor();
  await press(t.start, page);
  const start = page.getByRole('dialog', { name: t.starting });
  await start.getByRole('radio', { name: 'KR7' }).first().check();
  const go = start.getByRole('button', { name: t.go });
  await poll(() => go.getAttribute('aria-disabled'), DRIVE_MS).toBeNull();
  await go.click();
  const panel = page.getByRole('complementary', { name: t.run });
  await panel.getByText(t.completed, { exact: true }).waitFor({ timeout: DRIVE_MS });
}
