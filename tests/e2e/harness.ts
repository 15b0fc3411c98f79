/** A real server with its simulated fleet on a free port and a folder of its own, and a real browser before it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserServer,
  type Download,
  type Page,
} from 'playwright-core';
import { STORAGE_KEYS } from '../../contract/entities/constants.ts';
import { catalogue } from '../../contract/endpoints/catalogue.ts';
import { encodePassword } from '../../contract/rules/password.ts';
import { createApi, type Api } from '../fakes/apiClient.ts';
import { freePort } from '../fakes/freePort.ts';

export const PASSWORD = 'Roundhouse1';
export const ADMIN = 'admin@demo.roundhouse';
export const OPERATOR = 'operator@demo.roundhouse';
export const NEWCOMER = 'new@demo.roundhouse';

const START_MS = 120_000;
/** A machine with one core to spare takes its time: what is waited for is late there, and no less right. */
const PATIENCE_MS = 60_000;

export interface RunningServer {
  url: string;
  port: number;
  /** Its data. */
  folder: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  again(): Promise<void>;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** The same, and removes its data. */
  close(): Promise<void>;
  output(): string;
}

/** Names the data of a server that was started once and ended (once.setup.ts): begun with a copy of them, one is ready in a third of the time. */
export const SEEDED = 'ROUNDHOUSE_SEEDED';

/** The server as it is built: what `npm start` runs. Without the demo it begins with nothing. */
export async function startServer(environment: Record<string, string> = {}): Promise<RunningServer> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'roundhouse-e2e-'));
  const seeded = process.env[SEEDED];
  if (seeded !== undefined && environment['ROUNDHOUSE_DEMO'] === undefined)
    await cp(seeded, folder, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  const run = async (): Promise<void> => {
    child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        ROUNDHOUSE_DATA: folder,
        LOG_LEVEL: 'warn',
        ROUNDHOUSE_SEED: '7',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
    const until = Date.now() + START_MS;
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
      const ready = await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      );
      if (ready) return;
      if (Date.now() > until) throw new Error(`the server is not ready after ${START_MS} ms:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.kill(signal);
    await ended;
  };
  await run();
  return {
    url,
    port,
    folder,
    kill: () => end('SIGKILL'),
    again: run,
    stop: () => end('SIGTERM'),
    close: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
    output: () => output,
  };
}

const options = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
};

/** Names the browser that these tests have in common (once.setup.ts). */
export const BROWSER = 'ROUNDHOUSE_BROWSER';

export const launchShared = (): Promise<BrowserServer> => chromium.launchServer({ ...options, host: '127.0.0.1' });

/**
 * A browser; where there is one in common, one's own part of that: closing it closes what was opened by it.
 * @param picture a file (mjpeg) that every camera shows, in place of the browser's own test picture: one of its own
 */
export function launch(picture?: string): Promise<Browser> {
  if (picture !== undefined)
    return chromium.launch({ ...options, args: [...options.args, `--use-file-for-fake-video-capture=${picture}`] });
  const shared = process.env[BROWSER];
  return shared === undefined ? chromium.launch(options) : chromium.connect(shared);
}

/** What the browser has downloaded. It may be another program's, so there is no path to it. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export interface Look {
  width: number;
  height: number;
  locale: string;
  theme: 'light' | 'dark';
}
export const DESK: Look = { width: 1440, height: 900, locale: 'en-US', theme: 'light' };

export async function openContext(
  browser: Browser,
  { width, height, locale, theme }: Look = DESK,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    colorScheme: theme,
    permissions: ['microphone'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Signed in by an earlier visit, and back at an address: where signing in is not what is tried. */
export async function enter(
  page: Page,
  server: RunningServer,
  account = OPERATOR,
  path = '/',
  password = PASSWORD,
): Promise<void> {
  const { accessToken, userId } = await createApi(server.url, catalogue).session.signIn({
    email: account,
    password: encodePassword(password),
  });
  await page.addInitScript(
    (kept) => {
      // Once: whoever signs out there is out. A frame has no store of its own to look into.
      if (window !== window.top || sessionStorage.getItem('came-back')) return;
      sessionStorage.setItem('came-back', 'yes');
      for (const [key, value] of kept) localStorage.setItem(key, value);
    },
    [
      [STORAGE_KEYS.token, accessToken],
      [STORAGE_KEYS.userId, userId],
    ] as const,
  );
  await page.goto(`${server.url}${path}`);
}

/** Signs in by the form, as a person does. */
export async function signIn(
  page: Page,
  server: RunningServer,
  account = OPERATOR,
  password = PASSWORD,
  path = '/',
): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByLabel(/phone or e-mail|手机号或邮箱/iu).fill(account);
  await page.getByLabel(/^(password|密码)$/iu).fill(password);
  await page.getByRole('button', { name: /^(sign in|登录)$/iu }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** The inspector of a page has all it needs to show any state: from now on it may lose its network. */
export const stageReady = (inspector: Page): Promise<void> =>
  inspector.frameLocator('iframe.stage-window').locator('html[data-stage=ready]').waitFor({ state: 'attached' });

/** The API as a signed-in client of its own: for what a test has to arrange or to look up. */
export async function apiOf(
  server: RunningServer,
  account = ADMIN,
  password = PASSWORD,
): Promise<Api<typeof catalogue>> {
  const api = createApi(server.url, catalogue);
  const { accessToken, userId } = await api.session.signIn({ email: account, password: encodePassword(password) });
  return createApi(server.url, catalogue, { token: accessToken, userId });
}

/** The number beside a scanned picture, as it is read out: its digits apart. */
export async function numberOn(page: Page): Promise<string> {
  const words = page
    .getByRole('region', { name: /^(Sign in by QR code|扫码登录)$/u })
    .getByRole('status')
    .getByText(/\d \d/u)
    .first();
  return (await words.innerText()).replaceAll(/\D/gu, '');
}

/** Waits until something holds, asking again and again. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  what: string,
  timeout = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + timeout;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`still not, after ${timeout} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
