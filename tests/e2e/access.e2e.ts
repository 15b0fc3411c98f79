/**
 * axe finds no violations on any page, in light and dark, in both languages, at desktop and phone size: each page in two
 * looks that differ in everything.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORBIDDEN, pagePathOf, readyOf, type Scene, SCENES } from '../../scripts/pixels/scenes.ts';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { playConsole } from '../fakes/playedConsole.ts';
import { axeFindings } from './axeFindings.ts';
import {
  ADMIN,
  apiOf,
  enter,
  launch,
  openContext,
  OPERATOR,
  startServer,
  until,
  type RunningServer,
} from './harness.ts';

let server: RunningServer;
let browser: Browser;
let capsule: Buffer;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const { head, recording } = (await playConsole()).toPage().capsule();
  capsule = Buffer.from(await (await packed({ ...head, ...recording })).arrayBuffer());
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'all robots are online',
    60_000,
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Pairs of opposites: size, language and theme all differ. */
const LOOKS = [
  [
    { width: 1440, height: 900, locale: 'en-US', theme: 'light' },
    { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' },
  ],
  [
    { width: 1024, height: 768, locale: 'zh-CN', theme: 'light' },
    { width: 390, height: 844, locale: 'en-US', theme: 'dark' },
  ],
] as const;

const VISITOR = 'visitors';
/** Each page once, as it opens, and those that look different in another view or to another account. */
const PAGES: readonly Scene[] = SCENES.filter(
  (scene, index) =>
    !scene.arrange &&
    (SCENES.findIndex((one) => !one.arrange && pagePathOf(one) === pagePathOf(scene)) === index ||
      ['home-table', 'people-admin', 'cruise-route', FORBIDDEN.name].includes(scene.name)),
);

const made = new Map<Scene, string>();
/** The path of a scene. What it needs on the server is made once. */
async function pathOf(scene: Scene): Promise<string> {
  const rest = made.get(scene) ?? (await scene.rest?.(admin)) ?? '';
  made.set(scene, rest);
  return `${scene.path}${rest}`;
}

async function checkInspector(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${server.url}/inspector`);
  await page.setInputFiles('input[type=file]', {
    name: 'porter.capsule',
    mimeType: 'application/gzip',
    buffer: capsule,
  });
  await page.getByRole('slider').waitFor();
  await page.getByRole('application').waitFor();
  await check('inspector with a capsule');
  await page.keyboard.press('Control+Shift+Period');
  await page.getByRole('dialog').waitFor();
  await check('report');
}

async function checkMapDraft(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${server.url}/setting/map-edit?serialNumber=W1-2308-0417`);
  await page
    .getByRole('list', { name: /^(Points|点位)$/u })
    .getByRole('button')
    .nth(1)
    .click();
  await page.getByLabel(/^(Waiting time|停留)$/u).fill('7');
  await page.getByText(/^(1 unsaved change|1 处未保存的更改)$/u).waitFor();
  await check('map editor with a draft');
}

describe.each(LOOKS.flatMap((pair, turn) => pair.map((look) => ({ ...look, turn }))))(
  '$width px, $locale, $theme',
  ({ turn, ...look }) => {
    const mine = PAGES.filter((_, index) => index % LOOKS.length === turn);

    it.each([...new Set(mine.map(({ account = VISITOR }) => account))])('the pages of %s', async (account) => {
      const context = await openContext(browser, look);
      const page = await context.newPage();
      const found: string[] = [];
      const check = async (name: string): Promise<void> => void found.push(...(await axeFindings(page, name)));
      const scenes = mine.filter((scene) => (scene.account ?? VISITOR) === account);
      if (account !== VISITOR) await enter(page, server, account, '/home/user-setting');
      for (const scene of scenes) {
        await page.goto(`${server.url}${await pathOf(scene)}`);
        await readyOf(scene, page).waitFor();
        await check(scene.name);
      }
      if (account === OPERATOR && turn === 0) await checkInspector(page, check);
      if (account === ADMIN && turn === 1) await checkMapDraft(page, check);
      expect(found).toEqual([]);
      await context.close();
    });
  },
);
