/**
 * How much each page moves while it opens with a server that takes its time: a page that moves under the pointer loses
 * presses. Chromium's layout shift, the sum of a page; above 0.1 a person notices it.
 */
import type { Page } from 'playwright-core';
import { pagePathOf, readyOf, type Scene, SCENES } from '../../scripts/pixels/scenes.ts';
import { ADMIN, DESK, apiOf, enter, launch, openContext, startServer, until } from '../e2e/harness.ts';
import { say, wait } from './figures.ts';

const ANSWER_MS = 400;
const SETTLED_MS = 2_500;
const PHONE = { ...DESK, width: 390, height: 844 };
const MOST = 0.1;

// As text, because the build of this file for Node inserts its own helpers into functions that run in the page.
const OBSERVE = `window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Each page once, as it opens. */
const PAGES = SCENES.filter(
  (scene, index) =>
    !scene.arrange && SCENES.findIndex((one) => !one.arrange && pagePathOf(one) === pagePathOf(scene)) === index,
);

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'all robots are online',
    60_000,
  );
  // What a scene needs on the server is made once.
  const rests = new Map<Scene, string>();
  for (const scene of PAGES) rests.set(scene, (await scene.rest?.(admin)) ?? '');
  const shiftOf = async (page: Page, scene: Scene): Promise<number> => {
    await page.goto(`${server.url}${scene.path}${rests.get(scene) ?? ''}`);
    await readyOf(scene, page).waitFor();
    await wait(SETTLED_MS);
    return await page.evaluate<number>('window.shifted');
  };
  for (const look of [DESK, PHONE]) {
    const shifts: { name: string; value: number }[] = [];
    for (const isVisitor of [true, false]) {
      const context = await openContext(browser, look);
      await context.addInitScript(OBSERVE);
      const page = await context.newPage();
      if (!isVisitor) await enter(page, server, ADMIN, '/home');
      await page.route('**/apis/**', async (route) => {
        await wait(ANSWER_MS);
        await route.continue();
      });
      for (const scene of PAGES)
        if ((scene.account === undefined) === isVisitor && scene.only !== (look === DESK ? 'phone' : 'desktop'))
          shifts.push({ name: scene.name, value: await shiftOf(page, scene) });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
    for (const { name, value } of shifts.filter(({ value: shift }) => shift > MOST / 2))
      console.log(`${look.width} px, ${name}: ${value.toFixed(2)}`);
    say({
      figure: `layout shift of the page that moves most, ${look.width} px`,
      value: Math.max(...shifts.map(({ value }) => value)) * 100,
      unit: '%',
      bound: MOST * 100,
    });
  }
} finally {
  await browser.close();
  await server.close();
}
