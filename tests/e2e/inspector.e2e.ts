/**
 * What the inspector is for: a capsule taken on any page of the real console, with its real fleet, opened in a fresh browser whose
 * network is cut, shows the same page. And one of a session that ran into every fault of the switchboard can be stepped through.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROBOT_FAULTS } from '../../contract/endpoints/faults.ts';
import type { Capsule } from '../../src/machines/capsule/format.ts';
import { WITHHELD_MARK } from '../../src/machines/capsule/redact.ts';
import { ADMIN, apiOf, DESK, enter, launch, type Look, NEWCOMER, openContext, OPERATOR, PASSWORD, type RunningServer, signIn, stageReady, startServer, until } from './harness.ts';

const PHONE: Look = { width: 390, height: 844, locale: 'zh-CN', theme: 'dark' };
const ROBOT = 'W1-2308-0417';
/** How long each fault lasts: nothing is waited for, this is the session itself. */
const FAULT_MS = 800;

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
/** The inspector, loaded once, and without a network from then on. */
let inspector: Page;
const complaints: string[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const admin = await apiOf(server, ADMIN);
  await until(async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'), 'all robots are online', 60_000);
  context = await openContext(browser, DESK);
  inspector = await context.newPage();
  inspector.on('pageerror', (error) => void complaints.push(String(error)));
  await inspector.goto(`${server.url}/inspector`);
  await stageReady(inspector);
  await context.setOffline(true);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** YAML quotes a line for what is in it, which is not the same where a mark stands in its place. */
const unquoted = (line: string): string => line.replace(/^(\s*- )'(.*)'(:?)$/u, '$1$2$3').replace(/^(\s*- \w+: )"(.*)"$/u, '$1$2').replaceAll("''", "'");
/** The page for the ear, without what is live by nature: figures. */
const treeOf = async (page: { locator(selector: string): { ariaSnapshot(): Promise<string> } }): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot()).replace(/\d(?:[\d.,:/-]*\d)?/gu, '#').split('\n').map((line) => unquoted(line.trimEnd()));

/** Lists that follow a measured size settle in a frame or two, parts that are first shown in up to 0.3 s. */
const STILL_FOR = 5;
/** The tree once it stands; null when it never does, as a page of a busy fleet may not. */
async function stillTree(page: Parameters<typeof treeOf>[0], tries: number): Promise<string[] | null> {
  let last = '';
  for (let still = 0; tries > 0; tries -= 1) {
    const tree = await treeOf(page);
    still = tree.join('\n') === last ? still + 1 : 0;
    if (still === STILL_FOR) return tree;
    last = tree.join('\n');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

const REPORT = /^(report a problem|报告问题)$/iu;
/** Reports a problem where the page now is; the file, and the page as it was before and after: taken again until nothing changed meanwhile. */
async function capsuleOf(page: Page): Promise<{ file: Buffer; tree: string[] }> {
  for (let tries = 0; tries < 10; tries += 1) {
    const before = await treeOf(page);
    await page.keyboard.press('Control+Shift+Period');
    const dialog = page.getByRole('dialog', { name: REPORT });
    await dialog.getByRole('textbox').fill('As it was');
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: /^(save as a file|保存为文件)$/iu }).click()]);
    const file = await readFile(await download.path());
    await dialog.getByRole('button', { name: /^(close|关闭)$/iu }).first().click();
    await dialog.waitFor({ state: 'detached' });
    const after = await treeOf(page);
    if (before.join('\n') === after.join('\n')) return { file, tree: before };
  }
  throw new Error('the page never stood still');
}

async function stand(file: Buffer): Promise<string[]> {
  const close = inspector.getByRole('button', { name: 'Close this recording' });
  if (await close.count() > 0) await close.click();
  await inspector.locator('input[type=file]').first().setInputFiles({ name: 'a.capsule', mimeType: 'application/gzip', buffer: file });
  await inspector.getByRole('button', { name: 'Stand here' }).click();
  const stage = inspector.frameLocator('iframe.stage-window');
  await stage.locator('#root > *').first().waitFor();
  const tree = await stillTree(stage, 300);
  if (!tree) throw new Error('the stage never stood still');
  return tree;
}

/** What a person is called is withheld: a mark stands for any words. */
const fits = (shown: string, was: string): boolean =>
  shown === was || (shown.includes(WITHHELD_MARK) && new RegExp(`^${shown.split(/▪+/u).map((part) => part.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')).join('.*')}$`, 'u').test(was));
const differences = (shown: readonly string[], was: readonly string[]): string[] =>
  Array.from({ length: Math.max(shown.length, was.length) }, (_, at) => [shown[at] ?? '(nothing)', was[at] ?? '(nothing)'] as const)
    .flatMap(([now, then]) => (fits(now, then) ? [] : [`was   ${then}\nshown ${now}`]));

interface Scene { name: string; look?: Look; account?: string; byForm?: true; path?: string; arrange?(page: Page): Promise<unknown>; secrets?: readonly string[] }
const SCENES: readonly Scene[] = [
  { name: 'sign-in, with something typed', account: '', arrange: async (page) => { await page.getByLabel('Phone or e-mail').fill('lin'); await page.getByRole('button', { name: 'Sign in', exact: true }).click(); } },
  ...['/login?way=code', '/login?way=qr', '/login?way=register', '/forgot-password', '/agreement', '/privacy/app', '/set-password?code=none', '/changelog', '/contact', '/semantic-scene/weather'].map((path) => ({ name: path, account: '', path, arrange: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor() })),
  { name: 'a delivery\'s code, refused', account: '', look: PHONE, path: '/phone-verification-code?task=d-0815-4711', secrets: ['13800000177'], arrange: async (page) => { await page.getByRole('textbox', { name: '手机号' }).fill('13800000177'); await page.getByRole('button', { name: '查看验证码' }).click(); await page.getByRole('alert').waitFor(); } },
  { name: 'a visitor\'s sign-out', account: '', path: '/t2-sign-out', secrets: ['2025550177', '918273'], arrange: async (page) => { await page.getByLabel('Phone number').fill('2025550177'); await page.getByRole('button', { name: 'Send me a code' }).click(); await page.getByLabel('Six digits').fill('918273'); } },
  { name: 'a wall without its key', account: '', path: '/plg/offline-robot-list#decaf0ff', secrets: ['decaf0ff'], arrange: (page) => page.getByRole('alert').waitFor() },
  { name: 'a screen without its key', account: '', path: '/semantic-scene/voice#c0ffee', secrets: ['c0ffee'], arrange: (page) => page.getByRole('heading', { level: 2 }).waitFor() },
  { name: 'home', byForm: true, arrange: (page) => page.getByText('Porter 1').first().waitFor() },
  { name: 'home as a table', path: '/home?view=table&sort=battery', arrange: (page) => page.getByText('Porter 1').first().waitFor() },
  { name: 'home on a phone', look: PHONE, arrange: (page) => page.getByText('W1-2308-0417').or(page.getByText(/一号/u)).first().waitFor() },
  { name: 'the question before logging out', arrange: async (page) => { await page.getByText('Porter 1').first().waitFor(); await page.getByRole('button', { name: /^Account of/u }).click(); await page.getByRole('menuitem', { name: 'Log out' }).click(); await page.getByRole('alertdialog').waitFor(); } },
  { name: 'robot', path: `/home/robot-data?serialNumber=${ROBOT}`, arrange: (page) => page.getByRole('heading', { name: 'Porter 1' }).waitFor() },
  { name: 'robot on a phone', look: PHONE, path: `/home/robot-data?serialNumber=${ROBOT}`, arrange: (page) => page.getByRole('heading').first().waitFor() },
  { name: 'personal settings', path: '/home/user-setting', arrange: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'a new phone number, half typed', path: '/home/user-setting',
    arrange: async (page) => { await page.getByRole('button', { name: 'Change phone number' }).click(); await page.getByLabel('New phone number').fill('13800009876'); await page.getByRole('button', { name: 'Send a code' }).click(); await page.getByText(/A code was sent to/u).waitFor(); },
    secrets: ['13800009876', '13800000001'],
  },
  { name: 'a robot\'s people', path: '/setting/friend-manage', arrange: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  ...['/outbox', '/accounts', '/accounts/keys', '/accounts/audit', '/accounts/inquiries', '/activities/cruise-record', '/setting/maps?site=harbour', '/setting/map-area-qrcode'].map((path) => ({ name: path, account: ADMIN, path, arrange: (page: Page) => page.getByRole('heading', { level: 1 }).waitFor() })),
  {
    name: 'a draft of a map', account: ADMIN, path: '/setting/map-edit?serialNumber=W1-2308-0417',
    arrange: async (page) => { await page.getByRole('list', { name: 'Points' }).getByRole('button').first().click(); await page.getByLabel('Stay', { exact: true }).fill('7'); await page.getByText('1 change in your draft').waitFor(); },
  },
  { name: 'cruise routes', account: ADMIN, path: '/setting/cruise-line?serialNumber=W1-2308-0417', arrange: (page) => page.getByText('Lobby round').waitFor() },
  {
    name: 'a draft of a route', account: ADMIN, path: '/setting/cruise-line?serialNumber=W1-2308-0417&route=harbour-1f.route-lobby', secrets: ['The safe is open'],
    arrange: async (page) => { await page.getByRole('list', { name: 'Stops in order' }).getByRole('listitem').nth(1).getByRole('button').click(); await page.getByLabel('Says on arrival').fill('The safe is open'); await page.getByText('Not saved yet').waitFor(); await page.getByText('Preview').waitFor(); },
  },
  { name: 'no robot', account: NEWCOMER, byForm: true, arrange: (page) => page.getByRole('heading').first().waitFor() },
  { name: '404', path: '/nowhere-at-all', arrange: (page) => page.getByRole('heading').first().waitFor() },
  { name: 'the inspector itself', account: ADMIN, path: '/inspector', arrange: (page) => page.getByRole('heading').first().waitFor() },
];

describe('a capsule of every page shows the same page', () => {
  it.each(SCENES)('$name', async ({ look = DESK, account = OPERATOR, byForm, path = '/', arrange, secrets = [] }) => {
    const taken = await openContext(browser, look);
    const page = await taken.newPage();
    if (account === '') await page.goto(`${server.url}${path === '/' ? '/login' : path}`);
    else if (byForm) await signIn(page, server, account, PASSWORD, path);
    else await enter(page, server, account, path);
    await arrange?.(page);
    await stillTree(page, 20);
    // The fleet is live: what changed in the blink between page and capsule is taken once more.
    for (let tries = 3; ; tries -= 1) {
      const { file, tree } = await capsuleOf(page);
      const text = gunzipSync(file).toString();
      for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64'), OPERATOR, ADMIN, NEWCOMER, 'Lin Wei', ...secrets]) expect(text).not.toContain(secret);
      const shown = await stand(file);
      if (tries > 1 && differences(shown, tree).length > 0) continue;
      expect(differences(shown, tree)).toEqual([]);
      break;
    }
    expect(complaints).toEqual([]);
    await taken.close();
  });
});

describe('a session that ran into every fault of the switchboard', () => {
  it('is stepped through, forwards and back, and stands at every turn', async () => {
    const admin = await apiOf(server, ADMIN);
    const robotFault = (fault: (typeof ROBOT_FAULTS)[number], on: boolean) => admin.faults.robot({ simulatedRobot: ROBOT, fault, on });
    const taken = await openContext(browser, DESK);
    const page = await taken.newPage();
    await signIn(page, server, OPERATOR, PASSWORD, `/home/robot-data?serialNumber=${ROBOT}`);
    await page.getByRole('heading', { name: 'Porter 1' }).waitFor();
    for (const fault of ROBOT_FAULTS) {
      await robotFault(fault, true);
      await page.waitForTimeout(FAULT_MS);
      await robotFault(fault, false);
    }
    await until(async () => (await admin.robots.detail({ serialNumber: ROBOT })).live.connection === 'online', 'the robot is back');
    await admin.faults.cloud({ fault: 'brokerDelay', on: true, forMs: 2_000, delayMs: 1_500 });
    await until(async () => !(await admin.faults.state({})).brokerDelay, 'the broker is in time again');
    await admin.faults.cloud({ fault: 'brokerDown', on: true, forMs: 8_000 });
    await page.getByText(/lost its broker/u).first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const userId = await page.evaluate(() => localStorage.getItem('user_id') ?? sessionStorage.getItem('user_id') ?? '');
    await admin.faults.cloud({ fault: 'sessionInvalid', on: true, account: userId });
    await page.waitForURL(/\/login\?redirect=/u);
    await page.getByLabel('Password', { exact: true }).waitFor();
    const { file } = await capsuleOf(page);
    const capsule = JSON.parse(gunzipSync(file).toString()) as Capsule;
    const events = new Set(capsule.steps.map(({ event }) => event.type));
    for (const type of ['session.over', 'link.closed', 'notice.show']) expect(events).toContain(type);

    await stand(file);
    const stage = inspector.frameLocator('iframe.stage-window');
    const slider = inspector.getByRole('slider');
    /** Steps that a page key leaps. */
    const PAGE = 50;
    await inspector.locator('body').press('Home');
    const seen = new Set<string>();
    const { steps } = capsule;
    // Evenly over the whole, and wherever the console had long been without the cloud, just before that ended.
    const ends = steps.flatMap(({ event, actor, at }, index) => {
      const closed = event.type === 'link.opened' ? steps.findLast((step, before) => before < index && step.actor === actor && /^link\.(opened|closed)$/u.test(step.event.type)) : undefined;
      return closed?.event.type === 'link.closed' && at - closed.at > 3_000 ? [index - 1] : [];
    });
    expect(ends).not.toEqual([]);
    // A tenth of the way each, where whole pages lead to it: only the last and the ends are gone to step by step.
    const tenths = Array.from({ length: 9 }, (_, tenth) => Math.floor(((tenth + 1) * steps.length) / 10 / PAGE) * PAGE + PAGE - 1).filter((turn) => turn < steps.length);
    const turns = [...new Set([...tenths, steps.length - 1, ...ends])].sort((a, b) => a - b);
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
        expect(await inspector.getByText('This state cannot be shown').count()).toBe(0);
        if (ends.includes(turn)) await stage.getByText(/lost its broker|Lost/u).first().waitFor();
        for (const [name, words] of [['lost', /lost its broker|Lost/u], ['robot', /Porter 1/u], ['sign-in', /^Sign in$/u]] as const) if (await stage.getByText(words).count() > 0) seen.add(name);
      }
    };
    await walk(turns);
    await stage.getByText(/^Sign in$/u).first().waitFor();
    await walk(turns.toReversed());
    expect([...seen].sort()).toEqual(['lost', 'robot', 'sign-in']);
    expect(complaints).toEqual([]);
    await taken.close();
  });
});

describe('a file that is no capsule', () => {
  const packed = (value: unknown): Buffer => gzipSync(typeof value === 'string' ? value : JSON.stringify(value));
  it.each<[string, () => Buffer, RegExp]>([
    ['foreign', () => Buffer.from('%PDF-1.7'), /not a capsule of Roundhouse/u],
    ['truncated', () => packed({ format: 'roundhouse.capsule', version: 1, steps: 'x'.repeat(4_000) }).subarray(0, 60), /damaged or incomplete/u],
    ['of another shape', () => packed({ format: 'roundhouse.capsule', version: 1, steps: '<script>window.pwned = 1</script>' }), /damaged or incomplete/u],
    ['newer', () => packed({ format: 'roundhouse.capsule', version: 99 }), /newer Roundhouse \(format 99\)/u],
    ['of 50 MB', () => Buffer.alloc(50 * 1024 * 1024), /too large to be a capsule/u],
  ])('%s: says so, and harms nothing', async (_, file, words) => {
    const before = await inspector.getByRole('slider').count();
    await inspector.evaluate((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'bad.capsule'));
      for (const type of ['dragenter', 'dragover', 'drop']) document.querySelector('main')?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, file().toString('base64'));
    await inspector.getByText(words).first().waitFor();
    expect(await inspector.getByRole('slider').count()).toBe(before);
    expect(await inspector.evaluate(() => (window as unknown as { pwned?: number }).pwned)).toBeUndefined();
    expect(complaints).toEqual([]);
    await inspector.getByRole('button', { name: 'Dismiss' }).click();
  });
});

describe('what is sent, and what is live', () => {
  it('a report reaches the administrators, who stand where its sender stood', async () => {
    const [operators, admins] = await Promise.all([openContext(browser), openContext(browser)]);
    const page = await operators.newPage();
    await signIn(page, server);
    await page.getByText('Porter 1').first().waitFor();
    await page.keyboard.press('Control+Shift+Period');
    await page.getByRole('dialog', { name: REPORT }).getByRole('textbox').fill('Porter 1 does not move');
    await page.getByRole('button', { name: 'Send to the administrators' }).click();
    await page.getByText(/An administrator finds it/u).waitFor();

    const desk = await admins.newPage();
    await signIn(desk, server, ADMIN);
    await desk.getByRole('link', { name: 'Inspector' }).click();
    await desk.getByRole('button', { name: /Porter 1 does not move/u }).first().click();
    await desk.getByRole('heading', { name: 'Porter 1 does not move' }).waitFor();
    await desk.getByRole('button', { name: 'Stand here' }).click();
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
    await page.getByRole('button', { name: 'Table' }).or(page.getByRole('radio', { name: 'Table' })).first().click();
    await until(async () => (await length()) > before, 'the recording grows');
    await beside.getByRole('button', { name: 'Stop following' }).click();
    await tabs.close();
  });
});
