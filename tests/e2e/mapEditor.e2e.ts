/**
 * The map editor in a browser: two administrators on one map, a draft that survives closing its tab and a network lost
 * during Save, a recording made during a drag, and the gestures with their outcomes (tests/fakes/mapEditorGestures.ts).
 */
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestModel } from 'xstate/graph';
import type { Capsule } from '../../src/machines/recording/format.ts';
import { type GestureEvent, mapEditorGestures } from '../fakes/mapEditorGestures.ts';
import { covering, type Transition } from './covering.ts';
import {
  apiOf,
  enter,
  launch,
  openContext,
  ADMIN,
  type RunningServer,
  stageReady,
  startServer,
  until,
  bytesOf,
} from './harness.ts';
import { poll } from './poll.ts';

const ROBOT = 'W1-2308-0417';
let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ ROUNDHOUSE_ROBOTS: '2' }), launch()]);
  const admin = await apiOf(server);
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

// By its name: other pages have a map too, and the previous page remains for a moment.
const open = async (page: Page): Promise<void> =>
  page.getByRole('application', { name: /^Map of .+, to edit$/u }).waitFor();
const pick = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Points' }).getByRole('button', { name }).first();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

describe('the map editor', () => {
  it('undoes a drag, keeps a draft over a reload, and lets the second of two choose', async () => {
    const contexts = await Promise.all([openContext(browser), openContext(browser)]);
    const [first, second] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
    const api = await apiOf(server, ADMIN);
    const floors = await api.maps.list({ serialNumber: ROBOT });
    const mapId = floors[0]!.id;
    const [one, two] = (await api.maps.get({ mapId, serialNumber: ROBOT })).points.filter(
      ({ attributes }) => !attributes.includes('charging'),
    );
    if (!one || !two) throw new Error('the demo has no points');
    const path = `/setting/map-edit?serialNumber=${ROBOT}&map=${mapId}`;
    for (const page of [first, second]) {
      await enter(page, server, ADMIN, path);
      await open(page);
    }

    // No question without unsaved changes; this also creates a history entry for the browser's Back and Forward.
    await first.getByRole('link', { name: 'Home' }).first().click();
    await first.waitForURL((address) => address.pathname === '/home');
    await first.goBack();
    await open(first);

    // A drag on the map is one step, undone and redone by keyboard.
    await pick(first, one.name).click();
    const x = field(first, 'X (east)');
    await until(async () => Math.abs(Number(await x.inputValue()) - one.worldX) < 0.001, 'the point is chosen');
    const ground = (await first.getByRole('application').boundingBox())!;
    const middle = { x: ground.x + ground.width / 2, y: ground.y + ground.height / 2 };
    await first.mouse.move(middle.x, middle.y);
    await first.mouse.down();
    await first.mouse.move(middle.x + 30, middle.y + 40, { steps: 4 });
    await first.mouse.up();
    await first.getByText('1 unsaved change').waitFor();
    expect(Number(await x.inputValue())).toBeGreaterThan(one.worldX);
    const dragged = await x.inputValue();
    await first.getByRole('application').press('Control+z');
    await until(async () => Number(await x.inputValue()) === one.worldX, 'the drag is undone');
    await first.getByRole('application').press('Control+Shift+Z');
    await until(async () => (await x.inputValue()) === dragged, 'and redone');

    // Without a mouse: a duplicate name is shown as an error and prevents saving.
    await field(first, 'Name').fill(two.name);
    await first.getByText(`${two.name} has the same name.`).first().waitFor();
    await first.getByRole('application').press('Control+z');
    await field(first, 'Waiting time').fill('7');
    await first.getByText('1 unsaved change').waitFor();

    // The tab is closed and reopened.
    first.on('dialog', (dialog) => void dialog.accept());
    await until(
      async () =>
        await first.evaluate(() =>
          Object.entries(localStorage).some(
            ([key, draft]) => key.startsWith('map_draft/') && String(draft).includes('"stayTime":7'),
          ),
        ),
      'the draft is kept',
    );
    await first.reload();
    await first.getByRole('button', { name: 'Continue editing' }).click();
    await first.getByText('1 unsaved change').waitFor();

    // A link to another page asks for confirmation.
    await first.getByRole('link', { name: 'Home' }).first().click();
    const question = first.getByRole('alertdialog');
    const stay = async (): Promise<void> => {
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
    };
    await stay();
    // So do the browser's own buttons and the command palette.
    await first.evaluate(() => history.forward());
    await stay();
    expect(new URL(first.url()).pathname).toBe('/setting/map-edit');
    await first.keyboard.press('Control+k');
    // Typed into the palette's field, so that no key reaches the page before the palette opens.
    await first.getByRole('combobox', { name: 'Search robots, pages, actions' }).fill('Home');
    await first.getByRole('option', { name: 'Home', exact: true }).and(first.locator('[aria-selected=true]')).waitFor();
    await first.keyboard.press('Enter');
    await stay();
    await first.getByText('1 unsaved change').waitFor();

    // The second user saves the same point first.
    await pick(second, one.name).click();
    await field(second, 'Waiting time').fill('12');
    await second.getByRole('button', { name: 'Save…' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await second.getByText('1 change saved.').waitFor();
    // The first user is notified before saving, and the draft stays.
    await first.getByText(/ saved version \d+\. Your draft is unchanged/u).waitFor();

    await first.getByRole('button', { name: 'Save…' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Someone else changed the same points').waitFor();
    await first.getByRole('radio', { name: /^Theirs.*Waiting time \d+ s → 12 s/u }).waitFor();
    await first.getByRole('radio', { name: /^Mine.*Waiting time \d+ s → 7 s/u }).check();
    await first.getByRole('button', { name: 'Continue' }).click();
    await first
      .getByRole('dialog', { name: 'Review changes' })
      .getByRole('button', { name: 'Save', exact: true })
      .click();
    await first.getByText('1 change saved.').waitFor();
    const saved = (await api.maps.get({ mapId, serialNumber: ROBOT })).points.find(
      ({ areaId }) => areaId === one.areaId,
    );
    expect(saved).toMatchObject({ stayTime: 7, name: one.name });
    expect(saved?.worldX).toBe(Number(dragged));

    // Earlier versions can be viewed and restored.
    await first.getByRole('button', { name: 'Version history' }).click();
    const versions = first.getByRole('dialog', { name: /^Version history/u });
    await versions
      .getByRole('button', { name: /^View .*version/u })
      .nth(2)
      .click();
    await versions.getByRole('button', { name: /^Restore .*version/u }).click();
    await first.getByRole('button', { name: 'Restore' }).click();
    await first.getByText(/version.* restored\.$/iu).waitFor();
    await until(
      async () =>
        (await api.maps.get({ mapId, serialNumber: ROBOT })).points.find(({ areaId }) => areaId === one.areaId)
          ?.worldX === one.worldX,
      'it lies where it lay',
    );
    await Promise.all(contexts.map((context) => context.close()));
  });
});

/**
 * A map editor with one point in the middle of its viewport, the point's position on the page, and the number of
 * changes in the draft.
 */
async function deskWith(name: string) {
  const context = await openContext(browser);
  const page = await context.newPage();
  await enter(page, server, ADMIN, `/setting/map-edit?serialNumber=${ROBOT}&map=harbour-1f`);
  await open(page);
  await pick(page, name).click();
  await field(page, 'Name').waitFor();
  const ground = page.getByRole('application');
  const box = (await ground.boundingBox())!;
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const draft = async (): Promise<number> =>
    Number.parseInt(await page.getByRole('group', { name: 'Draft' }).innerText(), 10) || 0;
  return { context, page, ground, point, draft };
}
/** A point without neighbours, with a lift shaft to its north-west. */
const ALONE = 'Lift lobby';

describe('a network that is lost at Save', () => {
  for (const [when, reaches] of [
    ['before the cloud has it', false],
    ['after the cloud has it', true],
  ] as const) {
    it(`${when}: nothing is lost, nothing is saved twice, and it is said`, async () => {
      const { context, page } = await deskWith(ALONE);
      const api = await apiOf(server, ADMIN);
      const revision = async (): Promise<number> =>
        (await api.maps.get({ mapId: 'harbour-1f', serialNumber: ROBOT })).revision;
      const stay = String(
        (await api.maps.get({ mapId: 'harbour-1f', serialNumber: ROBOT })).points.find(({ name }) => name === ALONE)!
          .stayTime + 3,
      );
      const before = await revision();
      await field(page, 'Waiting time').fill(stay);
      await page.route('**/navigation/save-map-points', async (route) => {
        if (reaches) await route.fetch();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Save…' }).click();
      const review = page.getByRole('dialog', { name: 'Review changes' });
      await review.getByRole('button', { name: 'Save', exact: true }).click();
      await review.getByText(/Your draft is still here/u).waitFor();
      expect(await revision()).toBe(before + (reaches ? 1 : 0));
      await page.unroute('**/navigation/save-map-points');
      await review.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('1 change saved.').waitFor();
      expect(await revision()).toBe(before + 1);
      expect(
        String(
          (await api.maps.get({ mapId: 'harbour-1f', serialNumber: ROBOT })).points.find(({ name }) => name === ALONE)!
            .stayTime,
        ),
      ).toBe(stay);
      await context.close();
    });
  }
});

describe('a capsule taken in the middle of a drag', () => {
  it('stands in that drag', async () => {
    const { context, page, point } = await deskWith(ALONE);
    await page.mouse.move(point.x, point.y);
    await page.mouse.down();
    await page.mouse.move(point.x + 40, point.y + 26, { steps: 4 });
    // By keyboard only, so that the pointer keeps its position.
    await page.keyboard.press('Control+Shift+Period');
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByRole('textbox').fill('In the middle of it');
    const save = dialog.getByRole('button', { name: 'Save as file' });
    await save.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const file = await bytesOf(download);
    expect((JSON.parse(gunzipSync(file).toString()) as Capsule).steps.map(({ event }) => event.type)).toContain(
      'pointer.down',
    );

    const inspector = await context.newPage();
    await inspector.goto(`${server.url}/inspector`);
    await stageReady(inspector);
    await inspector
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'drag.capsule', mimeType: 'application/gzip', buffer: file });
    await inspector.getByRole('button', { name: 'Show screen' }).click();
    const stage = inspector.frameLocator('iframe.stage-window');
    await stage.getByRole('application').waitFor();
    // The point is being dragged: drawn selected on the drag layer, while the draft has no change.
    const heldPixels = (): Promise<number> =>
      stage
        .getByRole('region', { name: /^Map of .+, to edit$/u })
        .locator('canvas')
        .nth(2)
        .evaluate((canvas: HTMLCanvasElement) => {
          const probe = document.createElement('i');
          probe.style.color = 'var(--mark)';
          document.body.append(probe);
          const [r, g, b] = (getComputedStyle(probe).color.match(/\d+/gu) ?? []).map(Number);
          probe.remove();
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4)
            if (data[at] === r && data[at + 1] === g && data[at + 2] === b && data[at + 3] === 255) count += 1;
          return count;
        });
    await until(async () => (await heldPixels()) > 100, 'the point is drawn in the hand');
    await stage.getByText('No changes').waitFor();
    await context.close();
  });
});

describe('a gesture in the browser', () => {
  let desk: Awaited<ReturnType<typeof deskWith>>;
  beforeAll(async () => {
    desk = await deskWith(ALONE);
  });
  afterAll(() => desk.context.close());
  /** An empty place, px from the point. */
  const GROUND = { x: 34, y: 34 };
  const SHAFT = { x: -86, y: -91 };

  /** While the pointer draws something, as opposed to being only pressed. */
  const DRAWING: readonly string[] = ['dragging', 'boxing', 'connecting afar'];
  /**
   * Each start, each move, what each is released as, and how the browser ends any of them early. How early ends combine
   * with tools is the machine's (tests/machines/mapEditor/tools.model.test.ts).
   */
  const sameInBrowser = ({ from, event }: Transition<GestureEvent>): string =>
    from === 'resting'
      ? event
      : event === 'let go' || event === 'move'
        ? `${from} ${event}`
        : `${DRAWING.includes(from) ? 'drawn' : 'pressed'} ${event}`;
  for (const path of covering(createTestModel(mapEditorGestures).getSimplePaths(), sameInBrowser)) {
    it(path.description, async () => {
      const { page, ground, point, draft } = desk;
      const touch = await desk.context.newCDPSession(page);
      let by: 'mouse' | 'finger' = 'mouse';
      let tool = 'v';
      let drawn = false;
      const at = (off: { x: number; y: number }) => ({ x: point.x + off.x, y: point.y + off.y });
      const down = async (off: { x: number; y: number }, key = 'v'): Promise<void> => {
        await ground.press(key);
        tool = key;
        await page.mouse.move(at(off).x, at(off).y);
        await page.mouse.down();
      };
      const to = async (off: { x: number; y: number }): Promise<void> => {
        if (by === 'mouse') await page.mouse.move(at(off).x, at(off).y, { steps: 3 });
        else await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(off)] });
      };
      const up = async (): Promise<void> => {
        if (by === 'mouse') await page.mouse.up();
        else await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }).catch(() => undefined);
      };
      const away = (): { x: number; y: number } => (tool === 'c' ? SHAFT : { x: -40, y: -40 });
      await ground.press('v');
      await ground.press('Escape');
      await page.getByText('Select a point in the list or on the map').waitFor();
      await path.test({
        events: {
          'press a point': () => down({ x: 0, y: 0 }),
          'press the ground': () => down(GROUND),
          add: () => down(GROUND, 'a'),
          pan: () => down(GROUND, 'h'),
          measure: () => down(GROUND, 'm'),
          connect: () => down({ x: 0, y: 0 }, 'c'),
          'connect from nowhere': () => down(GROUND, 'c'),
          'press with a finger': async () => {
            by = 'finger';
            await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(GROUND)] });
          },
          move: async () => {
            drawn = true;
            await to(away());
          },
          'let go': async () => {
            // A mere press does not move the pointer; drawing a line, panning and adding a point do.
            if (drawn || !['v', 'c'].includes(tool) || by === 'finger') await to(away());
            await up();
          },
          Escape: async () => {
            await page.keyboard.press('Escape');
            await up();
          },
          'pointer lost': async () => {
            if (by === 'finger') await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
            else
              await ground.evaluate((element) =>
                element.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true })),
              );
            await up();
          },
          'another tool': async () => {
            await page.keyboard.press(tool === 'm' ? 'v' : 'm');
            await up();
          },
        },
        states: {
          moved: async () => {
            await page.getByText('1 unsaved change').waitFor();
          },
          added: async () => {
            await page.getByText('1 unsaved change').waitFor();
          },
          connected: async () => {
            await page.getByText('1 unsaved change').waitFor();
            expect(await page.getByLabel('Linked elevator').inputValue()).toBe('harbour-lift-2');
          },
          boxed: async () => {
            await field(page, 'Name').waitFor();
            expect(await draft()).toBe(0);
          },
          picked: async () => {
            await poll(() => field(page, 'Name').inputValue()).toBe(ALONE);
            expect(await draft()).toBe(0);
          },
          'as it was': async () => {
            await page.getByText('Select a point in the list or on the map').waitFor();
            expect(await draft()).toBe(0);
          },
        },
      });
      // Every gesture is a single undo step.
      await ground.press('v');
      if ((await draft()) > 0) await ground.press('Control+z');
      await until(async () => (await draft()) === 0, 'all is undone by one step');
      await page.getByRole('button', { name: 'Discard draft' }).waitFor({ state: 'detached' });
      // The map can have been panned: selecting the point centres it again.
      await pick(page, ALONE).click();
      await field(page, 'Name').waitFor();
    });
  }
});
