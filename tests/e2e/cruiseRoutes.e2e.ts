/**
 * Cruise routes in a real browser: built by clicking points, reordered by keyboard, validated while editing; and the
 * model of cruise editing (tests/fakes/cruiseEditing.ts), with the fewest paths that cover what happens at Save: a lost
 * response, another user's change, a deleted route. tests/machines/cruiseRoutes/routeEditor.model.test.ts runs all paths.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestModel } from 'xstate/graph';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { cruiseEditing, type Editing } from '../fakes/cruiseEditing.ts';
import { axeFindings } from './axeFindings.ts';
import { covering } from './covering.ts';
import {
  ADMIN,
  apiOf,
  DESK,
  enter,
  launch,
  type Look,
  openContext,
  type RunningServer,
  startServer,
  until,
} from './harness.ts';
import { poll } from './poll.ts';

const ROBOT = 'W1-2308-0417';
const PAGE = `/setting/cruise-line?serialNumber=${ROBOT}`;
/** Waiting time in another user's change, s. */
const THEIRS_S = 33;
let server: RunningServer;
let browser: Browser;
let admin: Awaited<ReturnType<typeof apiOf>>;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
  admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
    'the robot is online',
    60_000,
  );
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const SAVE = `**${catalogue.cruiseRoutes.save.path}`;
const routes = async () => (await admin.cruiseRoutes.list({ serialNumber: ROBOT, page: 1, limit: 100 })).rows;
const named = async (name: string) => (await routes()).filter(({ pathName }) => pathName === name);
const stopList = (page: Page) => page.getByRole('list', { name: /^(Stops in order|停靠点列表)$/u });
/** The row of each stop, which expands it: its number, name and settings. */
const stopRows = (page: Page) => stopList(page).getByRole('button').and(page.locator('[aria-expanded]'));
const stops = (page: Page) => stopRows(page).locator('b').allInnerTexts();
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save route', exact: true });
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });
const pickFirst = async (page: Page, name: string): Promise<void> => {
  const search = page.getByLabel('Search points');
  if ((await search.count()) === 0) await page.getByRole('button', { name: 'Add', exact: true }).click();
  // Enter selects the first match and does nothing while the points load. The robot of the page can still change while
  // the fleet loads, which clears the search.
  const found = page.getByRole('region', { name: 'Add a point' }).getByRole('button', { name }).first();
  await poll(async () => {
    await search.fill(name);
    return found.isVisible();
  }, 60_000).toBe(true);
  await search.press('Enter');
};
async function begin(context: BrowserContext, name: string): Promise<Page> {
  const page = await context.newPage();
  await enter(page, server, ADMIN, PAGE);
  await page.getByRole('button', { name: 'New route' }).click();
  await nameField(page).fill(name);
  return page;
}

/** The map shows when the pointer is over a point: scans it until enough points are found. */
async function pressPoints(page: Page, wanted: number): Promise<void> {
  const ground = page.getByRole('region', { name: 'Map of the route' }).getByRole('application');
  const act = page.getByText(/^(Add .+ as|Open) stop \d+$/u);
  const box = (await ground.boundingBox())!;
  const STEP = 14;
  for (let y = box.y + 60; y < box.y + box.height - 60; y += STEP) {
    for (let x = box.x + 20; x < box.x + box.width - 60; x += STEP) {
      await page.mouse.move(x, y);
      if ((await ground.getAttribute('data-hit')) !== 'true') continue;
      // Robots are hit too, but are not part of the route.
      if (
        !(await act.waitFor({ timeout: 1_000 }).then(
          () => true,
          () => false,
        ))
      )
        continue;
      if (!(await act.innerText()).startsWith('Add ')) continue;
      const before = (await stops(page)).length;
      await page.mouse.click(x, y);
      await poll(async () => (await stops(page)).length).toBe(before + 1);
      if (before + 1 === wanted) return;
      x += 30;
    }
  }
  throw new Error('the map has not so many points in sight');
}

describe('cruise routes', () => {
  it('a route is made by pressing points, moved by keys, judged, saved, made the default, copied, and deleted', async () => {
    const context = await openContext(browser, DESK);
    const page = await begin(context, 'Lobby round');
    await page.getByText('This map already has a route with this name.').waitFor();
    await nameField(page).fill('Pressed round');
    await pressPoints(page, 3);
    const first = await stops(page);
    expect(first).toHaveLength(3);

    // The keyboard moves a stop, and the focus follows.
    await stopRows(page).first().focus();
    await page.keyboard.press('Alt+ArrowDown');
    await poll(() => stops(page)).toEqual([first[1], first[0], first[2]]);
    await until(
      () =>
        stopRows(page)
          .nth(1)
          .evaluate((row) => row === document.activeElement),
      'the focus went along',
    );
    await page.keyboard.press('Alt+ArrowDown');
    await poll(() => stops(page)).toEqual([first[1], first[2], first[0]]);
    await page.getByText(`${first[0]} is now stop 3 of 3.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await poll(() => stops(page)).toEqual(first);

    // The same by drag and drop.
    const grip = (await stopList(page).getByTitle(`Move ${first[2]}`, { exact: true }).boundingBox())!;
    const top = (await stopList(page).getByRole('listitem').first().boundingBox())!;
    await page.mouse.move(grip.x + 8, grip.y + 20);
    await page.mouse.down();
    await page.mouse.move(grip.x + 8, top.y + 4, { steps: 6 });
    await page.mouse.up();
    await poll(() => stops(page)).toEqual([first[2], first[0], first[1]]);

    // Errors are shown at the stop and below, and prevent saving. An earlier click on the point can have expanded the
    // stop already.
    const second = stopRows(page).nth(1);
    if ((await second.getAttribute('aria-expanded')) !== 'true') await second.click();
    await page.getByLabel('Direction', { exact: true }).fill('400');
    await page.getByText('Enter a whole number from 0 to 360.').waitFor();
    await page.getByRole('list', { name: 'Checks' }).getByText('Stop 2 has an invalid setting').waitFor();
    await saveButton(page).click();
    expect(await named('Pressed round')).toHaveLength(0);
    await page.getByLabel('Direction', { exact: true }).fill('');
    await page.getByLabel('Announcement on arrival').fill('Good evening');
    await saveButton(page).click();
    await page.getByText('Pressed round saved.').waitFor();
    const [saved] = await named('Pressed round');
    expect(saved?.mapAreaVOList.map(({ name }) => name)).toEqual([first[2], first[0], first[1]]);
    expect(saved?.mapAreaVOList[1]).toMatchObject({ speech: 'Good evening', angle: null });
    await page.waitForURL((url) => url.searchParams.get('route') === saved?.pathId);

    // The preview animates a robot along the route.
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('radiogroup', { name: 'Preview speed' }).waitFor();
    await page.getByRole('button', { name: 'End preview' }).click();

    await page.getByRole('button', { name: 'More for Pressed round' }).click();
    await page.getByRole('menuitem', { name: 'Set as default' }).click();
    await page.getByText('Pressed round is now the default.').waitFor();
    expect((await admin.cruiseRoutes.choices({ serialNumber: ROBOT })).defaultPathId).toBe(saved?.pathId);
    await page.getByRole('button', { name: 'More for Pressed round' }).click();
    await page
      .getByRole('menuitem', { name: /^Delete…/u })
      .getByText('Set another default first.')
      .waitFor();
    await page.keyboard.press('Escape');

    // The route belongs to its robot: the API refuses it from another robot's page, with a message.
    const others = (await admin.robots.list({})).robots.filter(
      ({ serialNumber, siteId, navigation }) => serialNumber !== ROBOT && siteId === 'harbour' && navigation,
    );
    await page.goto(`${server.url}/setting/cruise-line?serialNumber=${others[0]?.serialNumber}`);
    await page.getByRole('button', { name: 'More for Pressed round' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Pressed round' }).click();
    await page.getByText('Set another default route before you delete this one.').waitFor();

    await page.getByRole('button', { name: 'More for Pressed round' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await poll(() => nameField(page).inputValue()).toBe('Pressed round 2');
    await saveButton(page).click();
    await page.getByText('Pressed round 2 saved.').waitFor();
    await page.getByRole('button', { name: 'All routes' }).click();
    await page.getByRole('button', { name: 'More for Pressed round 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Pressed round 2' }).click();
    await page.getByText('Pressed round 2 deleted.').waitFor();
    await context.close();
  });

  it('a draft outlives its tab, and is asked for before it is left', async () => {
    const context = await openContext(browser, DESK);
    const page = await begin(context, 'Kept round');
    await pickFirst(page, 'Lobby centre');
    await until(
      () =>
        page.evaluate(() =>
          Object.entries(localStorage).some(
            ([key, draft]) => key.startsWith('route_draft/') && String(draft).includes('Kept round'),
          ),
        ),
      'the draft is kept',
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Continue editing' }).click();
    await poll(() => nameField(page).inputValue()).toBe('Kept round');
    await page.getByRole('link', { name: 'Home' }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Leave Kept round without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('route'));
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('button', { name: 'New route' }).waitFor();
    expect(await named('Kept round')).toHaveLength(0);
    await context.close();
  });

  it.each<Look>([DESK, { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' }])(
    'axe finds nothing at $width px, $locale, $theme, and the page is as wide as the window',
    async (look) => {
      const context = await openContext(browser, look);
      const page = await context.newPage();
      await enter(page, server, ADMIN, PAGE);
      const route = page.getByRole('button', { name: /^(Lobby round|大堂巡逻)\s/u });
      await route.waitFor();
      const found = await axeFindings(page, 'the list');
      await route.click();
      await stopRows(page).nth(1).click();
      await page
        .getByRole('group', { name: /^(Stop 2, |第 2 站，)/u })
        .getByRole('textbox')
        .first()
        .fill('-1');
      await page.getByRole('button', { name: /^(Add|添加)$/u }).click();
      await page.getByRole('region', { name: /^(Add a point|添加点位)$/u }).waitFor();
      found.push(...(await axeFindings(page, 'the editor')));
      expect(found).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      // On a phone the list comes first.
      const [list, map] = await Promise.all(
        [/^(Stops in order|停靠点列表)$/u, /^(Map of the route|路线地图)$/u].map((name) =>
          page.getByRole('region', { name }).boundingBox(),
        ),
      );
      expect(look.width < 992 ? list!.y < map!.y : list!.x < map!.x).toBe(true);
      await context.close();
    },
  );
});

describe('cruise editing', () => {
  let made = 0;
  /** The events that the server takes part in. */
  const isSaving = (event: Editing['type']): boolean =>
    event.startsWith('save') || event === 'take theirs' || event === 'mine over theirs';
  const walks = covering(createTestModel(cruiseEditing).getSimplePaths(), ({ from, event, to }) =>
    isSaving(event) ? `${from} ${event} ${to}` : null,
  );
  for (const walk of walks) {
    it(walk.description, async () => {
      const context = await openContext(browser, DESK);
      const name = `Walk ${(made += 1)}`;
      const page = await begin(context, name);
      const all = (await admin.maps.get({ mapId: 'harbour-1f', serialNumber: ROBOT })).points.map(
        (point) => point.name,
      );
      // Points that a search by their name finds alone.
      const points = all.filter(
        (one) => all.filter((other) => other.toLowerCase().includes(one.toLowerCase())).length === 1,
      );
      const own = async () => (await routes()).find(({ pathName }) => pathName === name);
      const dialog = page.getByRole('dialog');
      /** Compares the server's route with the page's, both read again until they agree. */
      const sameInBoth = () =>
        until(async () => {
          const [kept, shown] = [(await own())?.mapAreaVOList.map((stop) => stop.name), await stops(page)];
          return shown.length > 0 && JSON.stringify(kept) === JSON.stringify(shown);
        }, 'cloud and page have the same stops');
      await walk.test({
        events: {
          'add a stop': async () => pickFirst(page, points[(await stops(page)).length] ?? ''),
          undo: async () => page.getByRole('button', { name: 'Undo' }).click(),
          reorder: async () => stopRows(page).first().press('Alt+ArrowDown'),
          save: async () => {
            await page.unroute(SAVE);
            await until(
              async () => (await saveButton(page).getAttribute('aria-busy')) !== 'true',
              'nothing is under way',
            );
            await saveButton(page).click();
          },
          // Only this response is lost: when the whole connection is, the page reloads the route at any later time.
          'save without an answer': async () => {
            await page.route(SAVE, async (route) => {
              await route.fetch();
              await route.abort('connectionreset');
            });
            await saveButton(page).click();
          },
          'save, somebody was faster': async () => {
            const route = (await own())!;
            await admin.cruiseRoutes.save({
              serialNumber: ROBOT,
              mapId: route.mapId,
              pathId: route.pathId,
              pathName: name,
              mapAreaVOList: [...route.mapAreaVOList].reverse().map(({ areaId }) => ({ areaId, stayTime: THEIRS_S })),
            });
            await saveButton(page).click();
          },
          'save, it was deleted': async () => {
            await admin.cruiseRoutes.remove({ serialNumber: ROBOT, pathId: (await own())!.pathId });
            await saveButton(page).click();
          },
          'take theirs': () => dialog.getByRole('button', { name: 'Use theirs' }).click(),
          'mine over theirs': () => dialog.getByRole('button', { name: 'Keep mine' }).click(),
          'save as a new one': () => dialog.getByRole('button', { name: 'Save as new route' }).click(),
          leave: () => page.getByRole('button', { name: 'All routes' }).click(),
          stay: () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click(),
          'leave unsaved': () =>
            page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click(),
        },
        states: {
          empty: async () => poll(() => stops(page)).toEqual([]),
          tooShort: async () => poll(async () => (await stops(page)).length).toBe(1),
          refused: () =>
            page
              .getByRole('list', { name: 'Checks' })
              .getByRole('listitem')
              .filter({ hasText: 'Error: At least two stops' })
              .waitFor(),
          whole: async () => {
            await poll(async () => (await stops(page)).length).toBe(2);
            expect(await own()).toBeUndefined();
          },
          unknown: () => page.getByText("Couldn't confirm that the route was saved.").waitFor(),
          saved: async () => {
            await sameInBoth();
            await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
            expect(await named(name)).toHaveLength(1);
          },
          changed: () => page.getByText('Unsaved changes').waitFor(),
          conflict: () => dialog.getByText('saved it while you were editing').waitFor(),
          gone: () => dialog.getByText('This route was deleted').waitFor(),
          theirs: async () => {
            const kept = (await own())!.mapAreaVOList;
            expect(kept[0]?.stayTime).toBe(THEIRS_S);
            await poll(() => stops(page)).toEqual(kept.map((stop) => stop.name));
          },
          mine: async () => {
            // Not by its message, which is gone after some seconds, and can be that of an earlier Save.
            await dialog.waitFor({ state: 'detached' });
            await until(async () => {
              const kept = await own();
              return kept !== undefined && kept.mapAreaVOList[0]?.stayTime !== THEIRS_S;
            }, 'the route is saved over theirs');
            await sameInBoth();
            await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
            expect(await named(name)).toHaveLength(1);
          },
          asked: () => page.getByRole('alertdialog').waitFor(),
          askedChanged: () => page.getByRole('alertdialog').waitFor(),
          wholeStill: async () => poll(async () => (await stops(page)).length).toBe(2),
          left: () => page.getByRole('button', { name: 'New route' }).waitFor(),
        },
      });
      await context.close();
    });
  }
});
