/**
 * The server's program, built like `npm start` builds it: loading its sources takes four times as long. Made once for
 * each process of tests, from the sources as they are.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

let building: Promise<string> | undefined;

/** @returns the path of the program */
export const builtServer = (): Promise<string> => (building ??= buildServer());

async function buildServer(): Promise<string> {
  // Inside node_modules, so that its packages resolve.
  const folder = join('node_modules', '.cache', `roundhouse-test-${process.pid}-${Date.now()}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
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
