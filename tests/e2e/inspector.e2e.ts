/**
 * The purpose of the inspector: a recording of a session with every fault of the switchboard can be stepped through,
 * and an administrator sees the state of a reported problem.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROBOT_FAULTS } from '../../contract/endpoints/faults.ts';
import { FEED_LOST_MS } from '../../contract/rules/limits.ts';
import type { Capsule } from '../../src/machines/recording/format.ts';
import { capsuleOf, REPORT, stand, startInspector, type Inspector } from './capsules.ts';
import { ADMIN, apiOf, DESK, openContext, OPERATOR, PASSWORD, type RunningServer, signIn, until } from './harness.ts';

const ROBOT = 'W1-2308-0417';
/** Duration of each fault, part of the recorded session. */
const FAULT_MS = 800;
/** The console says that the connection is lost after FEED_LOST_MS, and once the server has answered a call. */
const BROKER_DOWN_MS = FEED_LOST_MS + 10_000;

let server: RunningServer;
let browser: Browser;
let inspector: Inspector;

beforeAll(async () => {
  ({ server, browser, inspector } = await startInspector());
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

describe('a session that ran into every fault of the switchboard', () => {
  it('is stepped through, forwards and back, and stands at every turn', async () => {
    const admin = await apiOf(server, ADMIN);
    const robotFault = (fault: (typeof ROBOT_FAULTS)[number], on: boolean) =>
      admin.faults.robot({ simulatedRobot: ROBOT, fault, on });
    const taken = await openContext(browser, DESK);
    const page = await taken.newPage();
    await signIn(page, server, OPERATOR, PASSWORD, `/home/robot-data?serialNumber=${ROBOT}`);
    await page.getByRole('heading', { name: 'Porter 1' }).waitFor();
    for (const fault of ROBOT_FAULTS) {
      await robotFault(fault, true);
      await page.waitForTimeout(FAULT_MS);
      await robotFault(fault, false);
    }
    await until(
      async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online',
      'the robot is back',
    );
    await admin.faults.cloud({ fault: 'brokerDelay', on: true, forMs: 2_000, delayMs: 1_500 });
    await until(
      async () => (await admin.faults.state({})).faults.every(({ fault }) => fault !== 'brokerDelay'),
      'the broker is in time again',
    );
    await Promise.all([
      page
        .getByText(/lost its connection to the message broker/u)
        .first()
        .waitFor(),
      admin.faults.cloud({ fault: 'brokerDown', on: true, forMs: BROKER_DOWN_MS }),
    ]);
    await page.getByText('Live', { exact: true }).first().waitFor();
    const userId = await page.evaluate(
      () => localStorage.getItem('user_id') ?? sessionStorage.getItem('user_id') ?? '',
    );
    await admin.faults.cloud({ fault: 'sessionInvalid', on: true, account: userId });
    await page.waitForURL(/\/login\?redirect=/u);
    await page.getByLabel('Password', { exact: true }).waitFor();
    const { file } = await capsuleOf(page);
    const capsule = JSON.parse(gunzipSync(file).toString()) as Capsule;
    const events = new Set(capsule.steps.map(({ event }) => event.type));
    for (const type of ['session.over', 'mqttLink.closed', 'notice.show']) expect(events).toContain(type);

    await stand(inspector, file);
    const stage = inspector.page.frameLocator('iframe.stage-window');
    const slider = inspector.page.getByRole('slider');
    /** Steps per Page Up or Page Down. */
    const PAGE = 50;
    await inspector.page.locator('body').press('Home');
    const seen = new Set<string>();
    const { steps } = capsule;
    // Evenly distributed, and the end of the longest connection loss, just before the link opened again: it is the one
    // during which the page said so. By the time of the next steps, fleet updates can have arrived already.
    const losses = steps.flatMap(({ event, actor, at }, index) => {
      if (event.type !== 'mqttLink.opened') return [];
      const before = steps.findLastIndex(
        (step, earlier) => earlier < index && step.actor === actor && step.event.type === 'mqttLink.opened',
      );
      const closed = steps.find(
        (step, later) =>
          later > before && later < index && step.actor === actor && step.event.type === 'mqttLink.closed',
      );
      return closed ? [{ end: index - 1, ms: at - closed.at }] : [];
    });
    const ends = losses
      .sort((a, b) => b.ms - a.ms)
      .slice(0, 1)
      .map(({ end }) => end);
    expect(ends, 'the connection was lost and came back').toHaveLength(1);
    // About every tenth of the recording, in whole pages from the turn before: only the ends are reached step by step.
    const tenths = Array.from({ length: 9 }, (_, tenth) => Math.floor(((tenth + 1) * steps.length) / 10));
    const turns: number[] = [];
    for (const wanted of [...new Set([...tenths, ...ends])].sort((a, b) => a - b)) {
      const before = turns.at(-1) ?? -1;
      const turn = ends.includes(wanted) ? wanted : before + Math.floor((wanted - before) / PAGE) * PAGE;
      if (turn > before) turns.push(turn);
    }
    const last = steps.length - 1;
    let step = -1;
    const walk = async (to: readonly number[]): Promise<void> => {
      for (const turn of to) {
        while (step !== turn) {
          const leap = Math.abs(turn - step) >= PAGE ? PAGE : 1;
          const way = turn > step ? 1 : -1;
          await slider.press(leap === PAGE ? (way > 0 ? 'PageUp' : 'PageDown') : way > 0 ? 'ArrowRight' : 'ArrowLeft');
          step += way * leap;
        }
        await until(async () => (await slider.getAttribute('aria-valuenow')) === String(turn + 1), 'the step is shown');
        expect(await inspector.page.getByText("This state can't be shown").count()).toBe(0);
        if (ends.includes(turn))
          await stage
            .getByText(/lost its connection|Down/u)
            .first()
            .waitFor();
        for (const [name, words] of [
          ['lost', /lost its connection|Down/u],
          ['robot', /Porter 1/u],
          ['sign-in', /^Sign in$/u],
        ] as const)
          if ((await stage.getByText(words).count()) > 0) seen.add(name);
      }
    };
    await walk(turns);
    await inspector.page.locator('body').press('End');
    step = last;
    await stage
      .getByText(/^Sign in$/u)
      .first()
      .waitFor();
    // Back by one step, in whole pages to about the middle, and to the start.
    await walk([last, last - 1, last - 1 - Math.floor(last / PAGE / 2) * PAGE]);
    await inspector.page.locator('body').press('Home');
    step = -1;
    await walk([-1]);
    expect([...seen].sort()).toEqual(['lost', 'robot', 'sign-in']);
    expect(inspector.complaints).toEqual([]);
    await taken.close();
  });
});

describe('a file that is no capsule', () => {
  const packed = (value: unknown): Buffer => gzipSync(typeof value === 'string' ? value : JSON.stringify(value));
  it.each<[string, () => Buffer | number, RegExp]>([
    ['foreign', () => Buffer.from('%PDF-1.7'), /isn.t a Roundhouse recording/u],
    [
      'truncated',
      () => packed({ format: 'roundhouse.capsule', version: 1, steps: 'x'.repeat(4_000) }).subarray(0, 60),
      /damaged or incomplete/u,
    ],
    [
      'of another shape',
      () => packed({ format: 'roundhouse.capsule', version: 1, steps: '<script>window.pwned = 1</script>' }),
      /damaged or incomplete/u,
    ],
    [
      'newer',
      () => packed({ format: 'roundhouse.capsule', version: 99 }),
      /newer version of Roundhouse \(format 99\)/u,
    ],
    ['of 50 MB', () => 50 * 1024 * 1024, /too large for a recording/u],
  ])('%s: says so, and harms nothing', async (_, file, words) => {
    const before = await inspector.page.getByRole('slider').count();
    const content = file();
    await inspector.page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(
          new File(
            [
              typeof bytes === 'number'
                ? new Uint8Array(bytes)
                : Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
            ],
            'bad.capsule',
          ),
        );
        for (const type of ['dragenter', 'dragover', 'drop'])
          document
            .querySelector('main')
            ?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      typeof content === 'number' ? content : content.toString('base64'),
    );
    await inspector.page.getByText(words).first().waitFor();
    expect(await inspector.page.getByRole('slider').count()).toBe(before);
    expect(await inspector.page.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
    expect(inspector.complaints).toEqual([]);
    await inspector.page.getByRole('button', { name: 'Dismiss' }).click();
  });
});

describe('what is sent, and what is live', () => {
  it('a report reaches the administrators, who stand where its sender stood', async () => {
    const [operators, admins] = await Promise.all([openContext(browser), openContext(browser)]);
    const page = await operators.newPage();
    await signIn(page, server);
    await page.getByText('Porter 1').first().waitFor();
    await page.reload();
    await page.getByText('Porter 1').first().waitFor();
    await page.keyboard.press('Control+Shift+Period');
    await page.getByRole('dialog', { name: REPORT }).getByRole('textbox').fill('Porter 1 does not move');
    await page.getByRole('button', { name: 'Send to administrators' }).click();
    await page.getByText(/Administrators can open it/u).waitFor();

    const desk = await admins.newPage();
    await signIn(desk, server, ADMIN);
    await desk.getByRole('button', { name: 'Administration' }).click();
    await desk.getByRole('link', { name: 'Inspector' }).click();
    await desk
      .getByRole('button', { name: /Porter 1 does not move/u })
      .first()
      .click();
    await desk.getByRole('heading', { name: 'Porter 1 does not move' }).waitFor();
    // What happened before the reload is in it, and the reload is marked.
    const search = desk.getByRole('textbox', { name: 'Search events' });
    await search.fill('session.signIn');
    await desk.getByText('1 result').waitFor();
    await search.fill('page.reloaded');
    await desk.getByText('1 result').waitFor();
    await search.press('Shift+Enter');
    await desk.getByRole('option', { name: /Page reloaded/u, selected: true }).waitFor();
    await desk.getByRole('button', { name: 'Last step' }).click();
    await desk.getByRole('button', { name: 'Show screen' }).click();
    await desk.frameLocator('iframe.stage-window').getByText('Porter 1').first().waitFor();
    await Promise.all([operators.close(), admins.close()]);
  });

  it('another tab of the same browser is followed as it goes on', async () => {
    const tabs = await openContext(browser);
    const page = await tabs.newPage();
    await signIn(page, server);
    await page.getByText('Porter 1').first().waitFor();
    const beside = await tabs.newPage();
    await beside.goto(`${server.url}/inspector`);
    await beside.getByRole('button', { name: /Home.*\/home/u }).click();
    const events = beside.getByRole('slider');
    await events.waitFor();
    const length = async (): Promise<number> => Number(await events.getAttribute('aria-valuemax'));
    const before = await length();
    await page
      .getByRole('button', { name: 'Table' })
      .or(page.getByRole('radio', { name: 'Table' }))
      .first()
      .click();
    await until(async () => (await length()) > before, 'the recording grows');
    await beside.getByRole('button', { name: 'Stop following' }).click();
    await tabs.close();
  });
});
