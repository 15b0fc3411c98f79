/**
 * Builds what is out of date into dist/: the console (Vite), compressed, the server and the simulator (esbuild). Usage:
 * `node scripts/build.mjs [web|server] [--force] [--uncompressed] [--when-told]`; builds both without a name. With
 * `--when-told` the console is replaced only after a message of the parent process, and not at all if that ends before.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressPages, compressWeb, isCompressed, WEB_FOLDER } from './compressWeb.mjs';
import { isRunning, orExit, root, say, stopwatch } from './setup.mjs';

const dist = join(root, 'dist');
/** Inputs of each part; a change in any of them makes the part stale. */
const parts = {
  web: {
    inputs: [
      'contract',
      'src',
      'locales',
      'public',
      'index.html',
      'stage.html',
      'companion.html',
      'vite.config.ts',
      'vite.companion.config.ts',
      'tailwind.config.ts',
      'tsconfig.json',
      'package-lock.json',
      'scripts/build.mjs',
      'scripts/compressWeb.mjs',
      'scripts/leanMqtt.ts',
      'scripts/leanReact.ts',
      'scripts/linesOf.ts',
      'scripts/pageNames.ts',
      'scripts/shortIcons.ts',
      'scripts/splitRadix.ts',
      'scripts/splitValibot.ts',
      'scripts/splitXstate.ts',
      'scripts/withoutNames.ts',
      'scripts/withoutSummaries.ts',
    ],
    outputs: [join(WEB_FOLDER, 'index.html'), join(WEB_FOLDER, 'companion.html')],
    build: buildWeb,
  },
  server: {
    inputs: [
      'contract',
      'demo',
      'server',
      'simulator',
      'locales',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
      'scripts/build.mjs',
    ],
    outputs: [join(dist, 'server', 'main.js'), join(dist, 'simulator', 'main.js')],
    build: buildServer,
  },
};

/**
 * Builds `name` ('web' or 'server') if its inputs have changed since the last build, and compresses the console unless
 * the caller does so.
 * @param mayReplace the built console replaces the old one after this
 * @returns whether it was built
 */
export async function build(name, { force = false, compressed = true, mayReplace } = {}) {
  const isBuilt = await buildIfStale(name, force, mayReplace);
  if (name === 'web' && compressed && !isCompressed()) await compressWeb();
  return isBuilt;
}

async function buildIfStale(name, force, mayReplace) {
  const part = parts[name];
  const hash = await hashOf(part.inputs);
  const stamp = join(dist, `${name}.stamp`);
  if (
    !force &&
    part.outputs.every((file) => existsSync(file)) &&
    (await readFile(stamp, 'utf8').catch(() => '')) === hash
  )
    return false;
  const seconds = stopwatch();
  await part.build(async () => {
    await mayReplace;
    await rm(stamp, { force: true });
  });
  await writeFile(stamp, hash);
  say(`built ${name === 'web' ? 'the console' : 'the server and the simulator'} in ${seconds()} s`);
  return true;
}

/** Whether `name` has to be rebuilt. */
export async function isStale(name) {
  const { inputs, outputs } = parts[name];
  if (!outputs.every((file) => existsSync(file))) return true;
  return (await readFile(join(dist, `${name}.stamp`), 'utf8').catch(() => '')) !== (await hashOf(inputs));
}

async function hashOf(inputs) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const input of inputs) {
    for (const file of await filesUnder(join(root, input)))
      hash
        .update(relative(root, file))
        .update('\0')
        .update(await readFile(file))
        .update('\0');
  }
  return hash.digest('hex');
}

async function filesUnder(path) {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const below = await Promise.all(
      entries
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .map((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)])),
    );
    return below.flat();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Builds into a separate folder and swaps it in, so that a running server never serves an incomplete console. The folder is
 * this process's, because another one can build at the same time.
 */
async function buildWeb(beforeReplacing) {
  const [fresh, old] = ['new', 'old'].map((name) => join(dist, `web.${process.pid}.${name}`));
  await removeLeftovers();
  const vite = await import('vite');
  // Vite keeps what is set, and a console with React's development build does not start.
  process.env.NODE_ENV = 'production';
  // Sequential, because the first build empties the folder.
  for (const config of ['vite.config.ts', 'vite.companion.config.ts']) {
    await vite.build({
      root,
      configFile: join(root, config),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: fresh },
    });
  }
  await compressPages(fresh);
  await beforeReplacing();
  await removeFolder(old);
  if (existsSync(WEB_FOLDER)) await rename(WEB_FOLDER, old);
  await rename(fresh, WEB_FOLDER);
  await removeFolder(old);
}

const removeFolder = (folder) => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** Removes what builds left that were ended. */
async function removeLeftovers() {
  for (const name of await readdir(dist).catch(() => [])) {
    const pid = /^web\.(\d+)\.(?:new|old)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await removeFolder(join(dist, name));
  }
}

/** Entry points: every `main.ts`, and files named `….process.ts`, which a program starts as child processes. */
async function programsOf(folder) {
  const files = (await filesUnder(join(root, folder))).filter(
    (file) => file === join(root, folder, 'main.ts') || file.endsWith('.process.ts'),
  );
  return Object.fromEntries(files.map((file) => [`${folder}/${basename(file, '.ts')}`, file]));
}

async function buildServer(beforeReplacing) {
  const esbuild = await import('esbuild');
  await beforeReplacing();
  for (const name of ['server', 'simulator']) await rm(join(dist, name), { recursive: true, force: true });
  await esbuild.build({
    entryPoints: { ...(await programsOf('server')), ...(await programsOf('simulator')) },
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
    absWorkingDir: root,
  });
}

/** Until the parent process sends a message; ends this process if the parent ends before. */
const told = () =>
  new Promise((resolve) => {
    const end = () => process.exit(1);
    process.once('disconnect', end).once('message', () => {
      process.off('disconnect', end);
      process.disconnect();
      resolve();
    });
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(async () => {
    const force = process.argv.includes('--force');
    const compressed = !process.argv.includes('--uncompressed');
    const mayReplace = process.argv.includes('--when-told') ? told() : undefined;
    const wanted = process.argv.slice(2).filter((word) => word in parts);
    for (const name of wanted.length > 0 ? wanted : ['server', 'web']) {
      if (!(await build(name, { force, compressed, mayReplace }))) say(`${name} is up to date`);
    }
  });
}
