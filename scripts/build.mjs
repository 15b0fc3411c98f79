/**
 * Builds what is out of date into dist/: the console (Vite) with .br and .gz versions of each file, the server and the
 * simulator (esbuild). Usage: `node scripts/build.mjs [web|server] [--force]`; builds both without a name.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { orExit, root, say, stopwatch } from './setup.mjs';

const dist = join(root, 'dist');
/** Smaller files are not worth compressing. */
const LEAST_BYTES = 1024;
/**
 * The first start waits for the compression, so Brotli's slowest level is for the chunks of the first pages only: for the
 * many small files it takes twice as long to save a fiftieth, for the few large ones a third of all time.
 */
const SMALL_BYTES = 64 * 1024;
const LARGE_BYTES = 1024 * 1024;
const brotliQuality = ({ length }) => (length > LARGE_BYTES ? 9 : length > SMALL_BYTES ? 11 : 10);

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
      'scripts/leanMqtt.ts',
      'scripts/linesOf.ts',
      'scripts/pageNames.ts',
      'scripts/shortIcons.ts',
      'scripts/smallerFirst.ts',
      'scripts/splitRadix.ts',
      'scripts/splitValibot.ts',
      'scripts/withoutSummaries.ts',
    ],
    outputs: [join(dist, 'web', 'index.html'), join(dist, 'web', 'companion.html')],
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

/** Builds `name` ('web' or 'server') if its inputs have changed since the last build. @returns whether it was built */
export async function build(name, { force = false } = {}) {
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
  await rm(stamp, { force: true });
  await part.build();
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

/** Builds into a separate folder and swaps it in, so that a running server never serves an incomplete console. */
async function buildWeb() {
  const [fresh, old, place] = ['web.new', 'web.old', 'web'].map((name) => join(dist, name));
  const vite = await import('vite');
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
  await compress(fresh);
  await rm(old, { recursive: true, force: true });
  if (existsSync(place)) await rename(place, old);
  await rename(fresh, place);
  await rm(old, { recursive: true, force: true });
}

async function compress(folder) {
  const files = (await filesUnder(folder)).filter((file) =>
    /\.(html|js|css|svg|json|wasm|txt|webmanifest)$/.test(file),
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < LEAST_BYTES) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality(bytes),
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      if (br.length < bytes.length) await writeFile(`${file}.br`, br);
      if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
    }),
  );
}

/** Entry points: every `main.ts`, and files named `….process.ts`, which a program starts as child processes. */
async function programsOf(folder) {
  const files = (await filesUnder(join(root, folder))).filter(
    (file) => file === join(root, folder, 'main.ts') || file.endsWith('.process.ts'),
  );
  return Object.fromEntries(files.map((file) => [`${folder}/${basename(file, '.ts')}`, file]));
}

async function buildServer() {
  const esbuild = await import('esbuild');
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(async () => {
    const force = process.argv.includes('--force');
    const wanted = process.argv.slice(2).filter((word) => word in parts);
    for (const name of wanted.length > 0 ? wanted : ['server', 'web']) {
      if (!(await build(name, { force }))) say(`${name} is up to date`);
    }
  });
}
