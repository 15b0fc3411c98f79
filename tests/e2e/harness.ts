/** A real server with its simulated fleet on a free port and a separate folder, and a real browser. */
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
import { ROBOTS } from '../../demo/roster.ts';
import { createApi, type Api } from '../fakes/apiClient.ts';
import { freePort } from '../fakes/freePort.ts';

export const PASSWORD = 'Roundhouse1';
export const ADMIN = 'admin@demo.roundhouse';
export const OPERATOR = 'operator@demo.roundhouse';
export const NEWCOMER = 'new@demo.roundhouse';

const START_MS = 120_000;
/** Timeout for slow machines with a single free core. */
const PATIENCE_MS = 120_000;

export interface RunningServer {
  url: string;
  port: number;
  /** The data folder. */
  folder: string;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  again(): Promise<void>;
  /** Shuts it down gracefully. */
  stop(): Promise<void>;
  /** Shuts it down and deletes its data. */
  close(): Promise<void>;
  output(): string;
}

/**
 * Environment variable with the data folder of a server that was started and stopped once (once.setup.ts): a server
 * that starts with a copy is ready in a third of the time.
 */
export const SEEDED = 'ROUNDHOUSE_SEEDED';

/**
 * Environment of a server whose simulated fleet ends with one robot: the others would compete with the test. They
 * remain in the database, offline.
 */
export function fleetUpTo(serialNumber: string): Record<string, string> {
  const index = ROBOTS.findIndex((robot) => robot.serialNumber === serialNumber);
  if (index < 0) throw new Error(`no demo robot ${serialNumber}`);
  return { ROUNDHOUSE_ROBOTS: String(index + 1) };
}

/** The built server, as run by `npm start`. Without the demo it starts with no data. */
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
        // No robot starts by itself in the middle of a test.
        ROUNDHOUSE_DEMO_TASKS: 'off',
        // Drawing them would compete with the test.
        ROUNDHOUSE_DEMO_PHOTOS: 'off',
        // Benchmarks, which run outside of vitest, measure a camera that is warm.
        ...(process.env['VITEST'] !== undefined && { ROUNDHOUSE_VIDEO_WARM_UP: 'off' }),
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

/** Environment variable with the address of the browser shared by these tests (once.setup.ts). */
export const BROWSER = 'ROUNDHOUSE_BROWSER';

export const launchShared = (): Promise<BrowserServer> => chromium.launchServer({ ...options, host: '127.0.0.1' });

/**
 * A browser; if there is a shared one, a separate connection to it: closing it closes what it opened.
 * @param picture a file (mjpeg) that every camera shows instead of the browser's test picture; starts a separate
 * browser
 */
export function launch(picture?: string): Promise<Browser> {
  if (picture !== undefined)
    return chromium.launch({ ...options, args: [...options.args, `--use-file-for-fake-video-capture=${picture}`] });
  const shared = process.env[BROWSER];
  return shared === undefined ? chromium.launch(options) : chromium.connect(shared);
}

/** A downloaded file. It has no local path if the browser is another process's. */
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
    // So that what a test points at does not move any more. Benchmarks run outside of vitest, with animations.
    reducedMotion: process.env['VITEST'] === undefined ? 'no-preference' : 'reduce',
    permissions: ['microphone'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // As after an earlier visit: otherwise the robot view is asked for after sign-in. A frame has no storage of its own.
  await context.addInitScript((key) => {
    if (window === window.top) localStorage.setItem(key, localStorage.getItem(key) ?? 'all');
  }, STORAGE_KEYS.robotView);
  return context;
}

/** Opens a page signed in, as after an earlier visit, for tests that are not about signing in. */
export async function enter(
  page: Page,
  server: Pick<RunningServer, 'url'>,
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
      // Only once, so that a sign-out persists. A frame has no storage of its own.
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

/** Signs in through the form, as a user does. */
export async function signIn(
  page: Page,
  server: RunningServer,
  account = OPERATOR,
  password = PASSWORD,
  path = '/',
): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await page.getByLabel(/phone or email|手机号或邮箱/iu).fill(account);
  await page.getByLabel(/^(password|密码)$/iu).fill(password);
  await page.getByRole('button', { name: /^(sign in|登录)$/iu }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}

/** Waits until the inspector has loaded everything it needs to show any state, so that it can go offline. */
export const stageReady = (inspector: Page): Promise<void> =>
  inspector.frameLocator('iframe.stage-window').locator('html[data-stage=ready]').waitFor({ state: 'attached' });

/** A separate signed-in API client, to prepare or look up data. */
export async function apiOf(
  server: RunningServer,
  account = ADMIN,
  password = PASSWORD,
): Promise<Api<typeof catalogue>> {
  const api = createApi(server.url, catalogue);
  const { accessToken, userId } = await api.session.signIn({ email: account, password: encodePassword(password) });
  return createApi(server.url, catalogue, { token: accessToken, userId });
}

/** The number beside a scanned QR code, read from its form with separated digits. */
export async function numberOn(page: Page): Promise<string> {
  const words = page
    .getByRole('region', { name: /^(Sign in with QR code|扫码登录)$/u })
    .getByRole('status')
    .getByText(/\d \d/u)
    .first();
  return (await words.innerText()).replaceAll(/\D/gu, '');
}

/** Polls until a condition holds. */
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
