/**
 * Runs the tests of a round, and runs failed files a second time, alone: what passes then counts as passed and is
 * listed as unstable. Writes to test-results: <round>.json (first run), <round>.again.json (second run, if any),
 * <round>.sum.json (count.mjs).
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesToRepeat, readReport, reportOf, results, sumOf, sumUp } from './count.mjs';
import { noteSignals, root, say, stopwatch } from './setup.mjs';
import { testFolder } from './testFolder.mjs';

export const ROUNDS = {
  unit: ['unit', 'ui', 'simulator', 'house'],
  server: ['server', 'replacing'],
  e2e: ['e2e'],
  pages: ['pages'],
};
/** Rounds in a real browser against the built server. */
export const BROWSER_ROUNDS = ['e2e', 'pages'];

noteSignals(); // Without it a signal ends this process at once, and the folder stays.
const folder = testFolder();
/** Where the first browser round leaves the data of a server's first start for the next ones (once.setup.ts). */
const firstStart = join(folder, 'first-start');

/** @returns the counts (`sumUp`) */
export async function runRound(round, projects, { args = [], env = {}, mayBeEmpty = false } = {}) {
  mkdirSync(results, { recursive: true });
  for (const left of [reportOf(round), reportOf(`${round}.again`), sumOf(round)]) rmSync(left, { force: true });
  const seconds = stopwatch();
  const run = async (name, more) => {
    const code = await vitest(
      [
        'run',
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        `--reporter=${join(root, 'scripts', 'reportAll.mjs')}`,
        ...more,
      ],
      {
        ...env,
        ROUNDHOUSE_TEST_REPORT: reportOf(name),
        ROUNDHOUSE_FIRST_START: firstStart,
      },
    );
    return { report: readReport(reportOf(name)), code, mayBeEmpty };
  };

  const first = await run(round, args);
  const files = filesToRepeat(first);
  if (files.length > 0)
    say(`${round}: ${files.length} failed ${files.length === 1 ? 'file' : 'files'} again, in isolation`);
  const sum = sumUp(
    first,
    files.length > 0 ? await run(`${round}.again`, ['--no-file-parallelism', ...files]) : undefined,
  );
  writeFileSync(sumOf(round), JSON.stringify(sum, null, 2));
  const unstable = sum.unstable.length > 0 ? `, ${sum.unstable.length} unstable` : '';
  say(`${round}: ${sum.passed} passed, ${sum.failed} failed${unstable} in ${seconds()} s`);
  for (const line of sum.unstable) say(`unstable: ${line}`);
  return sum;
}

export function vitest(args, env = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    // Building the console has set NODE_ENV to production in this process, and React's production build lacks test
    // support.
    env: { ...process.env, NODE_ENV: 'test', TMPDIR: folder, ...env },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}
