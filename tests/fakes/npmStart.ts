/**
 * `npm start` as a user runs it: in a copy of the sources, with packages installed, on a separate port and data folder.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './freePort.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { isCompressed } = (await import(join(root, 'scripts', 'compressWeb.mjs'))) as {
  isCompressed(web: string): boolean;
};
const LEFT_OUT = ['node_modules', 'dist', 'data', 'test-results', '.git'].map((name) => join(root, name));
const SERVED_MS = 280_000;
const POLL_MS = 20;

export type Clone = { folder: string; remove(): Promise<void> };

/** A copy of the sources that has never been built. */
export async function cloneSources(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'rh-clone-'));
  await cp(root, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(path) });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

export type Started = {
  url: string;
  npm: ChildProcess;
  /** From the command until the console's page is served, ms. */
  servedMs: number;
  output(): string;
  /** Until the served console is compressed as well. */
  compressed(): Promise<void>;
  /** Sends a signal to npm only and waits until nothing responds any more. */
  stop(): Promise<void>;
};

/** Runs `npm start` and waits until the built console is served. */
export async function npmStart(folder: string): Promise<Started> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', PORT: String(port), ROUNDHOUSE_DATA: join(folder, 'data'), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (words: Buffer) => (output += words.toString()));
  while (!(await isServed(url))) {
    if (npm.exitCode !== null || performance.now() - begun > SERVED_MS) {
      // A process left running would hold the data folder of the next one.
      npm.kill('SIGTERM');
      throw new Error(`npm start did not serve the console:\n${output}`);
    }
    await pause();
  }
  const servedMs = performance.now() - begun;
  return {
    url,
    npm,
    servedMs,
    output: () => output,
    async compressed() {
      while (!isCompressed(join(folder, 'dist', 'web'))) await pause();
    },
    async stop() {
      npm.kill('SIGTERM');
      while (
        await fetch(`${url}/healthz`).then(
          () => true,
          () => false,
        )
      )
        await pause();
    },
  };
}

/** The built page references its script; the startup page does not. */
const isServed = (url: string): Promise<boolean> =>
  fetch(url, { headers: { accept: 'text/html' } }).then(
    async (reply) => reply.ok && (await reply.text()).includes('<script type="module"'),
    () => false,
  );

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL_MS));
