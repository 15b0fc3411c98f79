/**
 * Prepares a fresh clone for starting or testing with Node's built-ins only: checks Node, installs packages if they are
 * missing or older than the lock file, and finds or installs a Chromium for tests. Usage: `node scripts/setup.mjs
 * [--browser]`.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
const NODE = [20, 19];

/** A setup step failed; the message says what the user can do. */
export class SetupError extends Error {}

export const say = (words) => console.log(`· ${words}`);

/** @throws SetupError if this Node is too old */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) {
    throw new SetupError(`Roundhouse needs Node ${NODE.join('.')} or newer; this is Node ${version}.`);
  }
}

/** Runs `npm ci` if node_modules is missing or was installed from another lock file. @returns whether it did */
export async function installPackages(folder = root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const stamp = join(folder, 'node_modules', '.roundhouse-lock');
  if (readIfThere(stamp) === lock) return false;
  if (installedFrom(folder)) {
    writeIfAllowed(stamp, lock); // npm ci was run manually
    return false;
  }
  say('installing packages (npm ci)');
  const seconds = stopwatch();
  await runNpm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], folder);
  writeFileSync(stamp, lock);
  say(`packages installed in ${seconds()} s`);
  return true;
}

/**
 * Whether every package of the lock file for this system is installed in its version, by npm's own copy of the lock
 * file.
 */
function installedFrom(folder) {
  const installed = readIfThere(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === undefined) return false;
  const have = JSON.parse(installed).packages ?? {};
  const want = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(want).every(
    ([path, { version, optional, peer }]) =>
      path === '' || have[path]?.version === version || ((optional || peer) && have[path] === undefined),
  );
}

/** Runs npm as a child process with the same Node; only its errors reach the terminal. */
function runNpm(args, folder) {
  const beside = process.env.npm_execpath;
  const [file, first, shell] = beside?.endsWith('.js')
    ? [process.execPath, [beside], false]
    : ['npm', [], process.platform === 'win32'];
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', (error) => reject(new SetupError(`npm cannot be run: ${error.message}`)));
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new SetupError(`"npm ${args[0]}" failed (${code}); see its output above.`)),
    );
  });
}

/** The path of a Chromium for the tests: an existing one, else a new installation. @throws SetupError */
export async function findBrowser() {
  const found = installedBrowser();
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get') !== undefined) {
    say('installing Chromium (apt-get)');
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 1 << 28 };
    const apt = (...args) =>
      promisify(execFile)('apt-get', args, options).catch((error) => {
        say(
          `apt-get ${args[0]} failed: ${String(error.stderr ?? error.message)
            .trim()
            .split('\n')
            .at(-1)}`,
        );
      });
    await apt('update', '-qq');
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await apt('install', '-y', '-qq', '--no-install-recommends', name);
      const installed = installedBrowser();
      if (installed !== undefined) return installed;
    }
  }
  say("installing Chromium (Playwright's own)");
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  await promisify(execFile)(process.execPath, [cli, 'install', 'chromium'], { maxBuffer: 1 << 28 }).catch((error) => {
    say(
      `Playwright could not install it: ${String(error.stderr ?? error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  });
  const fetched = installedBrowser();
  if (fetched !== undefined) return fetched;
  throw new SetupError(
    'The tests need Chromium, and it could not be installed: install it, or set CHROMIUM_PATH to it.',
  );
}

function installedBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (isProgram(named)) return named;
    throw new SetupError(`CHROMIUM_PATH names ${named}, which is not an executable.`);
  }
  // The headless shell comes first, because the tests run a fifth faster with it.
  const usual = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ].map((name) => onPath(name));
  const apps = [
    '/usr/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google', 'Chrome', 'Application', 'chrome.exe'),
  ];
  return [...usual, ...apps, ...playwrightBrowsers()].find((path) => path !== undefined && isProgram(path));
}

function playwrightBrowsers() {
  const caches = {
    linux: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright'),
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
    win32: join(process.env.LOCALAPPDATA ?? '', 'ms-playwright'),
  };
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? caches[process.platform] ?? '';
  if (!existsSync(cache)) return [];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win/chrome.exe',
    'chrome-win64/chrome.exe',
  ];
  const folders = readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse();
  return folders.flatMap((name) => inside.map((path) => join(cache, name, path)));
}

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isProgram);

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function writeIfAllowed(path, words) {
  try {
    writeFileSync(path, words);
  } catch {
    // node_modules is not writable; check again next time
  }
}

/** Returns a function for the elapsed seconds, with one decimal. */
export function stopwatch() {
  const since = performance.now();
  return () => ((performance.now() - since) / 1000).toFixed(1);
}

/**
 * Ends this process with SIGTERM when the npm that runs it has ended: npm passes a signal only to its shell, which dies
 * without forwarding it. Does nothing if this process received a signal itself.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (!signalled) process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

let signalled = false;
export const wasSignalled = () => signalled;
/** Records SIGINT and SIGTERM; without another handler they end this process as by default. */
export function noteSignals() {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.once(signal, () => {
      signalled = true;
      if (process.listenerCount(signal) === 0) process.exit(128 + number);
    });
  }
}

export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM'; // another user's
  }
}

/** Runs `work`; on a SetupError it ends the process with the message instead of a stack trace. */
export async function orExit(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(async () => {
    checkNode();
    await installPackages();
    if (process.argv.includes('--browser')) say(`browser: ${await findBrowser()}`);
  });
}
