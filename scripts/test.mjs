/**
 * `npm test`: installs what is missing (including a browser), builds, then runs the tests in four rounds: without
 * external services, against real databases and brokers, and in a real browser with and without strict timing
 * (rounds.mjs). `npm test -- --changed [ref]` runs the tests affected by a change (changed.mjs), `npm test -- <vitest
 * arguments>` only the given ones, without building.
 */
import { ROUNDS, runRound, vitest } from './rounds.mjs';
import { checkNode, findBrowser, installPackages, orExit, SetupError } from './setup.mjs';

await orExit(async () => {
  checkNode();
  await installPackages();
  process.env.CHROMIUM_PATH = await findBrowser();
  const asked = process.argv.slice(2);
  if (asked[0] === '--changed' && asked.length <= 2) {
    const { runChanged } = await import('./changed.mjs');
    return failIf(await runChanged(asked[1]));
  }
  if (asked.length > 0) process.exit(await vitest(['run', ...asked]));

  const { build } = await import('./build.mjs');
  await build('server');
  await build('web');
  let failed = 0;
  for (const [round, projects] of Object.entries(ROUNDS)) failed += (await runRound(round, projects)).failed;
  failIf(failed);
});

function failIf(failed) {
  if (failed > 0) throw new SetupError(`${failed} failed.`);
}
