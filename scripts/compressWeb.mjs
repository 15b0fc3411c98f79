/**
 * Makes the built console smaller: minifies its first chunks again and writes .br and .gz versions of its files. This
 * takes as long as the build, so at the first start the server already serves the console meanwhile: every file is
 * replaced as a whole. Usage: `node scripts/compressWeb.mjs`; does nothing if it was done.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants as osConstants, setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { orExit, readIfThere, root, say, stopwatch } from './setup.mjs';

export const WEB_FOLDER = join(root, 'dist', 'web');
const ASSETS = 'assets';
/**
 * Written last, with the stamp of the build: a run that outlives its console must not mark the next one. The server does not
 * serve dotfiles.
 */
const DONE = '.compressed';
/** The first chunks as they were built, until all is done: a run that completes an interrupted one begins with these. */
const BUILT = '.built';

const COMPRESSED = /\.(html|js|css|svg|json|wasm|txt|webmanifest)$/;
/** Smaller files are not worth compressing. */
const LEAST_BYTES = 1024;
/**
 * Brotli's slowest level is for the chunks of the first pages and those of their size: for the many small files it takes
 * three times as long to save a fiftieth, for the few large ones a third of all time.
 */
const SMALL_BYTES = 20 * 1024;
const LARGE_BYTES = 1024 * 1024;
const brotliQuality = ({ length }) => (length > LARGE_BYTES ? 9 : length > SMALL_BYTES ? 11 : 10);

/** Written beside the console when it is built: a hash of its inputs. */
const stampOf = (folder) => readIfThere(`${folder}.stamp`);

export function isCompressed(folder = WEB_FOLDER) {
  const stamp = stampOf(folder);
  return stamp !== undefined && readIfThere(join(folder, DONE)) === stamp;
}

/**
 * Compresses the files that are not assets. Their names do not change with their content, so this is part of the build:
 * a version from an interrupted run must not be left beside a newer page.
 */
export const compressPages = async (folder) =>
  compressAll((await filesIn(folder)).filter((file) => !file.startsWith(join(folder, ASSETS))));

/** Minifies the first chunks of the console again and compresses its assets. */
export async function compressWeb(folder = WEB_FOLDER) {
  const stamp = stampOf(folder) ?? '';
  const first = await firstChunks(folder);
  const built = [];
  for (const file of first) built.push(await builtChunk(folder, file));
  const smaller = await Promise.all(built.map(minifiedAgain));
  // The compressed versions come first: browsers take these, so the replaced file is no longer being sent.
  await compressAll(first, (file) => Buffer.from(smaller[first.indexOf(file)].code));
  for (const [index, file] of first.entries()) {
    await replaceFile(`${file}.map`, smaller[index].map);
    await replaceFile(file, smaller[index].code);
  }
  await compressAll((await filesIn(join(folder, ASSETS))).filter((file) => !first.includes(file)));
  await replaceFile(join(folder, DONE), stamp);
  await rm(join(folder, BUILT), { recursive: true, force: true, maxRetries: 5 });
}

/** Keeps a copy of a built chunk and its source map, unless there is one. @returns the copy */
async function builtChunk(folder, file) {
  const copy = join(folder, BUILT, basename(file));
  if (existsSync(copy)) return copy;
  await mkdir(join(folder, BUILT), { recursive: true });
  // The chunk comes last: nothing is replaced before its copy is there.
  await replaceFile(`${copy}.map`, await readFile(`${file}.map`));
  await replaceFile(copy, await readFile(file));
  return copy;
}

/** The chunks that a first visit loads: the entry of the console's page, and what home shares with other pages. */
async function firstChunks(folder) {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const entry = /<script type="module"[^>]* src="\/assets\/([^"]+)"/.exec(page)?.[1];
  if (entry === undefined) throw new Error('the page of the console has no entry');
  const frames = (await readdir(join(folder, ASSETS))).filter((name) => /^frame-[\w-]+\.js$/.test(name));
  return [entry, ...frames].map((name) => join(folder, ASSETS, name));
}

const MINIFIER =
  "const { parentPort, workerData: [terser, ...given] } = require('node:worker_threads'); require(terser).minify(...given).then((made) => parentPort.postMessage(made));";
/** Minifies a built chunk again with terser in a worker thread: slower than the bundler, but smaller. @throws if terser does */
export async function minifiedAgain(file) {
  const [code, map] = await Promise.all([readFile(file, 'utf8'), readFile(`${file}.map`, 'utf8')]);
  const options = {
    module: true,
    // The second pass saves the hundred bytes by which the sign-in page is within its 100 KiB.
    compress: { passes: 2 },
    sourceMap: { content: map, url: `${basename(file)}.map` },
  };
  return new Promise((resolve, reject) => {
    new Worker(MINIFIER, {
      eval: true,
      execArgv: [],
      workerData: [createRequire(import.meta.url).resolve('terser'), code, options],
    })
      .once('message', resolve)
      .once('error', reject);
  });
}

async function compressAll(files, bytesOf = readFile) {
  await Promise.all(
    files
      .filter((file) => COMPRESSED.test(file))
      .map(async (file) => {
        const bytes = await bytesOf(file);
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
        if (br.length < bytes.length) await replaceFile(`${file}.br`, br);
        if (gz.length < bytes.length) await replaceFile(`${file}.gz`, gz);
      }),
  );
}

/** Never leaves an incomplete file under the name of one that is served. */
async function replaceFile(file, content) {
  const next = `${file}.${process.pid}.new`;
  await writeFile(next, content, { flush: true });
  await rename(next, file);
}

const filesIn = async (folder) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The server and the first visitors take precedence. Threads get the priority of the thread that starts them.
  setPriority(osConstants.priority.PRIORITY_BELOW_NORMAL);
  await orExit(async () => {
    if (isCompressed()) return;
    const seconds = stopwatch();
    await compressWeb();
    say(`compressed the console in ${seconds()} s`);
  });
}
