/**
 * The map editor with 5,000 points: opening it, dragging 500 of them, undoing that, saving all; and the size of its
 * code.
 */
import type { Page } from 'playwright-core';
import type { PointChange } from '../../contract/entities/mapEdit.ts';
import { ADMIN, apiOf, DESK, launch, openContext, signIn, startServer, until } from '../e2e/harness.ts';
import { percentile, say, wait } from './figures.ts';

const ROBOT = 'W1-2308-0417';
const POINTS = 5_000;
const COLUMNS = 100;
const DRAGGED = 500;

/** Intervals between displayed frames while `doing` runs, ms. */
async function gapsWhile(page: Page, doing: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const kept = window as unknown as { gaps: number[]; measuring: boolean };
    Object.assign(kept, { gaps: [], measuring: true });
    let last = performance.now();
    const tick = (now: number): void => {
      kept.gaps.push(now - last);
      last = now;
      if (kept.measuring) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await doing();
  return page.evaluate(() => {
    const kept = window as unknown as { gaps: number[]; measuring: boolean };
    kept.measuring = false;
    return kept.gaps.slice(2);
  });
}

const [server, browser] = await Promise.all([startServer(), launch()]);
try {
  const api = await apiOf(server, ADMIN);
  const [floor] = await api.maps.list({ serialNumber: ROBOT });
  if (!floor) throw new Error('the demo has no map');
  const { plan, points, revision } = await api.maps.get({ mapId: floor.id, serialNumber: ROBOT });
  const [wide, high] = [plan.width / (COLUMNS + 1), plan.height / (POINTS / COLUMNS + 1)];
  const changes = Array.from({ length: POINTS - points.length }, (_, i): PointChange => ({
    op: 'add',
    point: `bench-${i}`,
    to: {
      name: `Bench ${i}`,
      departWord: '',
      arrivedWord: '',
      angle: 0,
      stayTime: 0,
      attributes: ['none'],
      chargeBase: [],
      elevatorId: null,
      doorId: null,
      worldX: Math.round(wide * (1 + (i % COLUMNS)) * 100) / 100,
      worldY: Math.round(high * (1 + Math.floor(i / COLUMNS)) * 100) / 100,
    },
  }));
  const { result } = await api.points.save({ mapId: floor.id, baseRevision: revision, changes });
  if (result !== 'saved') throw new Error(`the points were not saved: ${result}`);

  const context = await openContext(browser, DESK);
  // A helper that tsx wraps around named functions, missing in the page.
  await context.addInitScript('globalThis.__name = (made) => made');
  const page = await context.newPage();
  const fetched: Promise<number>[] = [];
  await signIn(page, server, ADMIN, undefined, `/setting/maps?serialNumber=${ROBOT}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await wait(3_000);
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      fetched.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });

  const begun = performance.now();
  await page.locator('a[href^="/setting/map-edit"]').first().click();
  // Checked at every frame, because Playwright's role queries retry only after half a second.
  await page.waitForFunction(
    () => document.querySelector('[role=application]') !== null && document.querySelector('li [aria-pressed]') !== null,
    undefined,
    { polling: 'raf' },
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  say({
    figure: `map editor, opening a map of ${POINTS} points`,
    value: performance.now() - begun,
    unit: 'ms',
    bound: 1_000,
  });
  say({
    figure: 'map editor, JavaScript on top of the maps (brotli)',
    value: (await Promise.all(fetched)).reduce((sum, bytes) => sum + bytes, 0) / 1_024,
    unit: 'KiB',
    bound: 120,
  });

  // A selection box around a tenth of the points, starting at an empty place: the fitted map has no points at its edge.
  const ground = page.getByRole('application');
  const window = await ground.boundingBox();
  if (!window) throw new Error('the map is not shown');
  const press = async (
    from: readonly [number, number],
    to: readonly [number, number],
    steps: number,
  ): Promise<void> => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps });
    await page.mouse.up();
  };
  // The scale at which the editor fits a map into its viewport (framing.ts).
  const scale = Math.min((window.width - 40) / plan.width, (window.height - 104) / plan.height);
  const top = window.y + (56 + window.height - 48) / 2 - (scale * plan.height) / 2;
  await press(
    [window.x + 4, window.y + 4],
    [window.x + window.width - 4, top + scale * high * (DRAGGED / COLUMNS + 0.5)],
    12,
  );

  // One of the points under the pointer.
  let x = window.x + window.width / 2;
  const y = top + scale * high * 3;
  for (let tried = 0; tried < 200 && (await ground.getAttribute('data-hit')) !== 'true'; tried++)
    await page.mouse.move((x += 1), y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const gaps = await gapsWhile(page, async () => {
    for (let i = 1; i <= 120; i++) {
      await page.mouse.move(x + Math.sin(i / 12) * 60, y + Math.cos(i / 15) * 20);
      await wait(8);
    }
  });
  await page.mouse.up();
  const said = await page.getByText(/unsaved changes?/u).textContent();
  console.log(`after the drag: ${said ?? ''}`);
  say({
    figure: 'map editor, drag of 500 of 5,000 points, gap between frames, p95',
    value: percentile(gaps, 0.95),
    unit: 'ms',
    bound: 20,
  });

  await ground.focus();
  const undo = await page.evaluate(async () => {
    const place = document.querySelector<HTMLElement>('[role=application]');
    const from = performance.now();
    place?.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - from;
  });
  say({ figure: 'map editor, undo of that drag, shown', value: undo, unit: 'ms', bound: 50 });

  // All points, moved one step to the east.
  await press([window.x + 4, window.y + 4], [window.x + window.width - 4, window.y + window.height - 4], 12);
  await ground.press('ArrowRight');
  await page.getByRole('button', { name: 'Save…' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.waitFor();
  const sent = performance.now();
  await save.click();
  await page.getByText(/changes? saved\./u).waitFor({ timeout: 60_000 });
  say({ figure: `map editor, Save of ${POINTS} changes`, value: performance.now() - sent, unit: 'ms', bound: 3_000 });
  await until(
    async () => (await api.maps.get({ mapId: floor.id, serialNumber: ROBOT })).revision > revision + 1,
    'it is saved',
  );
} finally {
  await browser.close();
  await server.close();
}
