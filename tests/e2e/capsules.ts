/** Makes recordings of pages and opens them in an inspector that was loaded once and is offline since. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { withoutDigits } from '../fakes/shownDifferences.ts';
import {
  ADMIN,
  apiOf,
  bytesOf,
  DESK,
  launch,
  openContext,
  type RunningServer,
  stageReady,
  startServer,
  until,
} from './harness.ts';

/** YAML quoting depends on a line's content, and differs where a redaction mark replaces it. */
const unquoted = (line: string): string =>
  line
    .replace(/^(\s*- )'(.*)'(:?)$/u, '$1$2$3')
    .replace(/^(\s*- \w+: )"(.*)"$/u, '$1$2')
    .replaceAll("''", "'");
/** The page's accessibility tree, without digits, which change constantly. */
const treeOf = async (page: { locator(selector: string): { ariaSnapshot(): Promise<string> } }): Promise<string[]> =>
  withoutDigits(await page.locator('body').ariaSnapshot())
    .split('\n')
    .map((line) => unquoted(line.trimEnd()));

/**
 * Equal readings in a row, 100 ms apart: lists with measured sizes settle within one or two frames, lazily shown parts
 * within 0.3 s.
 */
const STILL_FOR = 5;
/** The tree once it has stopped changing; null if it keeps changing, which is possible with a busy fleet. */
export async function stillTree(page: Parameters<typeof treeOf>[0], tries: number): Promise<string[] | null> {
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

export const REPORT = /^(report a problem|报告问题)$/iu;
/**
 * Reports a problem on the current page.
 * @returns the file, and the page's tree before and after: on a busy machine a report takes seconds, in which a live
 * fleet rarely stays as it is
 */
export async function capsuleOf(page: Page): Promise<{ file: Buffer; trees: readonly [string[], string[]] }> {
  const before = await treeOf(page);
  await page.keyboard.press('Control+Shift+Period');
  const dialog = page.getByRole('dialog', { name: REPORT });
  await dialog.getByRole('textbox').fill('As it was');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^(Save as file|保存为文件)$/iu }).click(),
  ]);
  const file = await bytesOf(download);
  await dialog
    .getByRole('button', { name: /^(close|关闭)$/iu })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
  return { file, trees: [before, await treeOf(page)] };
}

export interface Inspector {
  page: Page;
  complaints: string[];
}

/** The inspector, loaded once and offline from then on. */
async function openInspector(browser: Browser, server: RunningServer): Promise<Inspector> {
  const context: BrowserContext = await openContext(browser, DESK);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => void complaints.push(String(error)));
  await page.goto(`${server.url}/inspector`);
  await stageReady(page);
  await context.setOffline(true);
  return { page, complaints };
}

/** A server whose whole fleet is online, a browser, and an inspector in it. */
export async function startInspector(): Promise<{ server: RunningServer; browser: Browser; inspector: Inspector }> {
  const [server, browser] = await Promise.all([startServer(), launch()]);
  const admin = await apiOf(server, ADMIN);
  await until(
    async () => (await admin.robots.list({})).robots.every(({ live }) => live.connection === 'online'),
    'all robots are online',
    60_000,
  );
  return { server, browser, inspector: await openInspector(browser, server) };
}

/** Opens a file and shows the console in its last state. @returns the tree of the shown page */
export async function stand({ page: inspector }: Inspector, file: Buffer): Promise<string[]> {
  const close = inspector.getByRole('button', { name: 'Close recording' });
  if ((await close.count()) > 0) await close.click();
  await inspector
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.capsule', mimeType: 'application/gzip', buffer: file });
  await inspector.getByRole('button', { name: 'Show screen' }).click();
  const stage = inspector.frameLocator('iframe.stage-window');
  await stage.locator('#root > *').first().waitFor();
  const tree = await stillTree(stage, 300);
  if (!tree) throw new Error('the stage never stood still');
  return tree;
}
