/**
 * `npm test`: installs what is missing (a browser too), then runs the tests in four rounds: without the world, against
 * real databases and brokers, and in a real browser where seconds count and where they do not. `npm test -- <vitest arguments>` runs just those, without building.
 * Each round leaves its figures in test-results/<round>.json.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { count, reportOf, results } from './count.mjs';
import { checkNode, findBrowser, installPackages, orExit, root, say, SetupError, stopwatch } from './setup.mjs';

const rounds = { unit: ['unit', 'ui', 'simulator', 'house'], server: ['server'], e2e: ['e2e'], pages: ['pages'] };

/** Runs vitest's `projects` and resolves to what it counted (count.mjs). */
export async function runRound(round, projects, env = {}) {
  mkdirSync(results, { recursive: true });
  const report = reportOf(round);
  rmSync(report, { force: true });
  const seconds = stopwatch();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await vitest(['run', ...projects.map((name) => `--project=${name}`), ...reporters], env);
  const counted = count(report, code);
  say(`${round}: ${counted.passed} passed, ${counted.failed} failed in ${seconds()} s`);
  return counted;
}

function vitest(args, env = {}) {
  const child = spawn(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    // Building the console has set production for this process; React's test half is not in that.
    env: { ...process.env, NODE_ENV: 'test', ...env },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await orExit(async () => {
    checkNode();
    await installPackages();
    process.env.CHROMIUM_PATH = await findBrowser();
    const asked = process.argv.slice(2);
    if (asked.length > 0) process.exit(await vitest(['run', ...asked]));

    const { build } = await import('./build.mjs');
    await build('server');
    await build('web');
    let failed = 0;
    for (const [round, projects] of Object.entries(rounds)) failed += (await runRound(round, projects)).failed;
    if (failed > 0) throw new SetupError(`${failed} failed.`);
  });
}
