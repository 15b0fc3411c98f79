/**
 * axe finds no violations on any page, and no page is wider than the window, in light and dark, in both languages, at
 * desktop and phone size: each page in two looks that differ in everything. The console is loaded once per look and
 * account; its pages are then opened from within it.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
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
/** Loads at once: enough to store a session. */
const A_FILE = '/icons/companion-180.png';
/** Each page once, as it opens, and those that look different in another view or to another account. */
const PAGES: readonly Scene[] = SCENES.filter(
  (scene, index) =>
    !scene.arrange &&
    (SCENES.findIndex((one) => !one.arrange && pagePathOf(one) === pagePathOf(scene)) === index ||
      ['home-table', 'people-admin', 'cruise-route', FORBIDDEN.name].includes(scene.name)),
);

const made = new Map<Scene, Promise<string>>();
/** The path of a scene. What it needs on the server is made once. */
async function pathOf(scene: Scene): Promise<string> {
  const rest = made.get(scene) ?? scene.rest?.(admin) ?? Promise.resolve('');
  made.set(scene, rest);
  return `${scene.path}${await rest}`;
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

interface Visit {
  name: string;
  /** @param before the scene that the page shows; absent for a new page */
  run(page: Page, check: (name: string) => Promise<void>, before: Scene | undefined): Promise<void>;
  scene?: Scene;
}
/** The inspector and the companion app are documents of their own, and visitors open a page by its address. */
const isInConsole = ({ account, path }: Scene): boolean =>
  account !== undefined && !/^\/(?:inspector|mini-program)/u.test(path);

/** Opens another page as Back does: without loading the console again. Waits until the previous page is gone. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const before = document.querySelector('main')?.lastElementChild ?? document.querySelector('#root > *');
    before?.setAttribute('data-before', '');
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.locator('[data-before]').waitFor({ state: 'detached' });
}

const visitOf = (scene: Scene): Visit => ({
  name: scene.name,
  async run(page, check, before) {
    const path = await pathOf(scene);
    if (before && isInConsole(before) && isInConsole(scene) && pagePathOf(before) !== pagePathOf(scene))
      await goWithin(page, path);
    else await page.goto(`${server.url}${path}`);
    await readyOf(scene, page).waitFor();
    await check(scene.name);
  },
  scene,
});
/** After the pages of an account, because they leave the page with a dialog or a draft. */
const LAST: readonly (Visit & { account: string; turn: number })[] = [
  { name: 'inspector', account: OPERATOR, turn: 0, run: checkInspector },
  { name: 'map-draft', account: ADMIN, turn: 1, run: checkMapDraft },
];

/** While axe reads one page, the next one loads. */
const PAGES_AT_ONCE = 2;

/**
 * Goes through the visits in a few pages of one context.
 * @param nameOf how a scene is named in findings and failures: an error of a locator says only what it waited for
 */
async function findingsOf(
  context: BrowserContext,
  visits: readonly Visit[],
  nameOf: (scene: string) => string,
): Promise<string[]> {
  const found: string[] = [];
  const left = [...visits];
  const goThrough = async (): Promise<void> => {
    const page = await context.newPage();
    let before: Scene | undefined;
    for (let visit = left.shift(); visit; visit = left.shift()) {
      const { name, run, scene } = visit;
      try {
        const check = async (shown: string): Promise<void> => {
          found.push(...(await axeFindings(page, nameOf(shown), true)));
          if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
            found.push(`${nameOf(shown)} is wider than the window`);
        };
        await run(page, check, before);
      } catch (error) {
        throw new Error(`${nameOf(name)}: ${String(error)}`, { cause: error });
      }
      before = scene;
    }
  };
  await Promise.all(Array.from({ length: Math.min(PAGES_AT_ONCE, visits.length) }, goThrough));
  return found;
}

describe.each(LOOKS.flatMap((pair, turn) => pair.map((look) => ({ ...look, turn }))))(
  '$width px, $locale, $theme',
  ({ turn, ...look }) => {
    const mine = PAGES.filter((_, index) => index % LOOKS.length === turn);
    const nameOf = (scene: string): string => `${scene} (${look.width} px, ${look.locale}, ${look.theme})`;

    it.each([...new Set(mine.map(({ account = VISITOR }) => account))])('the pages of %s', async (account) => {
      const context = await openContext(browser, look);
      if (account !== VISITOR) {
        // The session is kept in the browser, for all pages of the context.
        const first = await context.newPage();
        await enter(first, server, account, A_FILE);
        await first.close();
      }
      const visits = [
        ...mine.filter((scene) => (scene.account ?? VISITOR) === account).map(visitOf),
        ...LAST.filter((one) => one.account === account && one.turn === turn),
      ];
      expect(await findingsOf(context, visits, nameOf)).toEqual([]);
      await context.close();
    });
  },
);
