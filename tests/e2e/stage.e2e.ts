/**
 * The replay stage in a real browser, built and served: it loads once and then needs no network; it shows states
 * without executing effects.
 */
import { mkdirSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWeb } from '../../server/http/web.ts';
import { packed } from '../../src/app/recorder/capsuleFile.ts';
import { stageShow } from '../../src/machines/recording/stageMoment.ts';
import type { StageReport, StageShow } from '../../src/machines/recording/stageMessages.ts';
import { playConsole } from '../fakes/playedConsole.ts';
import { robotOf } from '../ui/robotOf.ts';
import { launch, stageReady } from './harness.ts';

const SHOTS = 'test-results/stage';
let app: FastifyInstance;
let browser: Browser;
let url: string;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  app = fastify();
  app.get('/holder.html', (_, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', "default-src 'self'; style-src 'unsafe-inline'")
      .send('<!doctype html><title>Holder</title><body style="margin:0">'),
  );
  app.get('/favicon.ico', (_, reply) => reply.code(204).send());
  await addWeb(app, { folder: `${process.cwd()}/dist/web`, strictTransport: false });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

interface Holder {
  heard: StageReport[];
}
type Held = typeof globalThis & Holder;

async function openStage(): Promise<{ page: Page; errors: string[]; requests: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${url}/holder.html`);
  await page.evaluate(() => {
    (globalThis as Held).heard = [];
    window.addEventListener('message', ({ data }: MessageEvent<StageReport>) => (globalThis as Held).heard.push(data));
    const frame = document.createElement('iframe');
    frame.src = '/stage.html';
    frame.style.cssText = 'border:0;width:1280px;height:800px;display:block';
    document.body.append(frame);
  });
  await page.waitForFunction(() => (globalThis as Held).heard.length > 0);
  expect(await page.evaluate(() => (globalThis as Held).heard[0])).toEqual({ type: 'stage.ready' });
  return { page, errors, requests };
}
const show = async (page: Page, wanted: StageShow): Promise<StageReport> => {
  await page.evaluate(
    (message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, window.location.origin),
    wanted as unknown,
  );
  await page.waitForFunction(
    (id) => (globalThis as Held).heard.some((report) => 'id' in report && report.id === id),
    wanted.id,
  );
  return page.evaluate(
    (id) => (globalThis as Held).heard.find((report) => 'id' in report && report.id === id) as StageReport,
    wanted.id,
  );
};
const at = (capsule: Parameters<typeof stageShow>[0], id: number, step = capsule.recording.steps.length - 1) =>
  stageShow(capsule, step, id);

describe('the stage', () => {
  it('shows states without a network, takes no press, and gives no focus away', async () => {
    const { page, errors, requests } = await openStage();
    await page.context().setOffline(true);
    const asked = requests.length;
    const home = (await playConsole()).toPage();
    for (let beat = 1; beat < 4; beat += 1)
      home.beat(beat, [robotOf({ serialNumber: 'A', live: { battery: 40 + beat } }).live]);
    const frame = page.frames()[1]!;

    expect(await show(page, at(home.capsule(), 1))).toEqual({ type: 'stage.shown', id: 1 });
    await page.screenshot({ path: `${SHOTS}/home.png` });
    expect(await frame.getByText('Porter 1').count()).toBeGreaterThan(0);
    const before = await frame.content();
    for (const button of (await frame.getByRole('button').all()).slice(0, 12))
      await button.click({ force: true, timeout: 2_000 }).catch(() => {});
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    expect(frame.url()).toBe(`${url}/stage.html`);
    expect(await frame.getByRole('dialog').count()).toBe(0);
    expect((await frame.content()).length).toBe(before.length);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

    home.send('session', { type: 'session.askSignOut' });
    expect((await show(page, at(home.capsule(), 2))).type).toBe('stage.shown');
    await frame.getByRole('alertdialog').waitFor();
    await page.screenshot({ path: `${SHOTS}/dialog.png` });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');

    const signIn = (await playConsole()).toSignIn();
    signIn
      .answer('screen', 'welcome', { needsSetUp: false, demo: true, siteName: 'Harbour', reachedIn: 3 })
      .send('screen', { type: 'field.change', field: 'account', value: 'lin@hotel.example' });
    expect((await show(page, { ...at(signIn.capsule(), 3), dark: true })).type).toBe('stage.shown');
    await page.screenshot({ path: `${SHOTS}/sign-in-dark.png` });
    expect(await frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    const robot = (await playConsole({ at: '/home/robot-data?serialNumber=A' })).toPage();
    expect((await show(page, at(robot.capsule(), 4))).type).toBe('stage.shown');
    await page.screenshot({ path: `${SHOTS}/robot.png` });

    const gone = at(home.capsule(), 5);
    const number = Object.keys(gone.actors).find((key) => gone.actors[key]?.systemId === 'notices')!;
    const torn = {
      ...gone,
      moment: {
        ...gone.moment,
        states: { ...gone.moment.states, [number]: { ...gone.moment.states[number]!, value: 'singing' } },
      },
    };
    expect(await show(page, torn)).toMatchObject({
      type: 'stage.refused',
      issues: [{ kind: 'stateGone', machine: 'notices', state: 'singing' }],
    });
    expect((await show(page, { ...gone, id: 6 })).type).toBe('stage.shown');

    expect(requests.length).toBe(asked);
    expect(await frame.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(errors).toEqual([]);
    await page.close();
  });

  it('stands in a state from the inspector, forks it, and copies a test, all without a network', async () => {
    const played = (await playConsole()).toPage();
    played.send('notices', { type: 'notice.show', notice: { tone: 'info', key: 'common.closeMessage' } });
    const { head, recording } = played.capsule();
    const file = Buffer.from(await (await packed({ ...head, ...recording })).arrayBuffer());
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Refused|Content Security|content security/u.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${url}/inspector`);
    const stage = page.frameLocator('iframe.stage-window');
    await stageReady(page);
    await page.setInputFiles('input[type=file]', {
      name: 'porter.capsule',
      mimeType: 'application/gzip',
      buffer: file,
    });
    await page.getByRole('button', { name: 'Show screen' }).waitFor();
    await context.setOffline(true);

    await page.getByRole('button', { name: 'Show screen' }).click();
    await stage.getByText('Porter 1').first().waitFor();
    await page.getByText(/Recorded state · .* · Nothing here reaches a robot/u).waitFor();
    expect(await stage.getByRole('button', { name: 'Close message' }).count()).toBe(1);
    await page.screenshot({ path: `${SHOTS}/inspector.png` });

    await page.getByRole('button', { name: 'Back to chart' }).click();
    await page.getByRole('button', { name: 'Fork', exact: true }).click();
    await stage.getByRole('button', { name: 'Close message' }).waitFor();
    await page.getByLabel('Send to', { exact: true }).selectOption({ label: '\u2003notices' });
    await page.getByRole('button', { name: /^To next timer/u }).click();
    await page.getByLabel('Event', { exact: true }).selectOption('notice.show');
    await page.getByLabel('Event data as JSON').fill('{"notice":{"tone":"error","failure":{"code":40002,"said":""}}}');
    await page.getByRole('button', { name: 'Send' }).click();
    await stage.getByText(/Unknown error/u).waitFor();
    await page.screenshot({ path: `${SHOTS}/fork.png` });

    await page.getByRole('button', { name: 'Copy as test' }).click();
    await page.getByRole('region', { name: 'Test source' }).waitFor();
    expect(refused).toEqual([]);
    await context.close();
  });

  it('says what a lost network kept from it, and comes once it is back', async () => {
    const { head, recording } = (await playConsole()).toPage().capsule();
    const file = {
      name: 'porter.capsule',
      mimeType: 'application/gzip',
      buffer: Buffer.from(await (await packed({ ...head, ...recording })).arrayBuffer()),
    };
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.route('**/assets/startStage-*.js', (route) => route.abort('internetdisconnected'));
    await page.goto(`${url}/inspector`);
    await page.getByRole('button', { name: 'Open a file' }).waitFor();
    await context.setOffline(true);
    await page.setInputFiles('input[type=file]', file);
    await page.getByText("Couldn't open porter.capsule").waitFor();
    await page.getByText(/Couldn.t load part of the console/u).waitFor();

    await context.setOffline(false);
    await page.setInputFiles('input[type=file]', file);
    await page.getByRole('button', { name: 'Show screen' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/assets/startStage-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.frameLocator('iframe.stage-window').getByText('Porter 1').first().waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  it('says nothing to a stranger and hears none', async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/stage.html`);
    await page.evaluate(() => window.postMessage({ type: 'stage.show', id: 1 }, window.location.origin));
    await page.locator('html[data-stage=ready]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.getElementById('root')?.childElementCount)).toBe(0);
    await page.close();
  });
});
