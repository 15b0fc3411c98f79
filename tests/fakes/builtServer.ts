/**
 * The server's program, built like `npm start` builds it: loading its sources takes four times as long. Made once for
 * each process of tests, from the sources as they are.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isAlive } from '../../server/db/postmaster.ts';

/** Inside node_modules, so that the program's packages resolve. */
const CACHE = join('node_modules', '.cache');
const OF_PROCESS = /^roundhouse-test-(\d+)$/u;

let building: Promise<string> | undefined;

/** @returns the path of the program */
export const builtServer = (): Promise<string> => (building ??= buildServer());

async function buildServer(): Promise<string> {
  removeOthers();
  const folder = join(CACHE, `roundhouse-test-${process.pid}`);
  await build({
    entryPoints: { main: 'server/main.ts', 'worker.process': 'server/workerThreads/worker.process.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  return join(folder, 'main.js');
}

/** Processes of tests are ended from outside, and leave theirs behind. */
function removeOthers(): void {
  if (!existsSync(CACHE)) return;
  for (const name of readdirSync(CACHE)) {
    const pid = OF_PROCESS.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(CACHE, name), { recursive: true, force: true });
  }
}
